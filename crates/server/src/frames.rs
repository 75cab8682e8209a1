//! The body of an upload, bounded where the reader of its parts is not: that one holds headers of a part however long they are, and reads over
//! parts that nobody wants to their end.
//!
//! **Idea.** Bytes are counted while a part is looked for, and not while the wanted part is read. Between two chunks the reader is given the
//! chance to look at what it has: without it, it would take all that is there before it looks.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};

use axum::body::{Body, BodyDataStream, Bytes};
use futures_util::Stream;

/// Bytes that may come before the part that is looked for.
const MOST: u64 = 1 << 16;

/// What is counted: bytes since a part is looked for; none while one is read.
#[derive(Default)]
pub struct Search {
    seen: AtomicU64,
}

const READING: u64 = u64::MAX;

impl Search {
    /// The next part is looked for.
    pub fn begin(&self) {
        self.seen.store(0, Ordering::Relaxed);
    }

    /// A part is found and read.
    pub fn end(&self) {
        self.seen.store(READING, Ordering::Relaxed);
    }

    fn allows(&self) -> bool {
        let seen = self.seen.load(Ordering::Relaxed);
        seen == READING || seen < MOST
    }

    fn add(&self, bytes: usize) {
        let seen = self.seen.load(Ordering::Relaxed);
        if seen != READING {
            self.seen.store(
                seen.saturating_add(bytes as u64).min(READING - 1),
                Ordering::Relaxed,
            );
        }
    }
}

/// The bounded body.
pub struct Frames {
    inner: BodyDataStream,
    search: Arc<Search>,
    rest: bool,
}

impl Frames {
    /// Bounds a body by a search.
    pub fn bounded(body: Body, search: Arc<Search>) -> Body {
        Body::from_stream(Frames {
            inner: body.into_data_stream(),
            search,
            rest: false,
        })
    }
}

impl Stream for Frames {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if std::mem::take(&mut self.rest) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        if !self.search.allows() {
            let too_much = std::io::Error::other("more than an upload has before its file");
            return Poll::Ready(Some(Err(axum::Error::new(too_much))));
        }
        let next = Pin::new(&mut self.inner).poll_next(context);
        if let Poll::Ready(Some(Ok(chunk))) = &next {
            self.search.add(chunk.len());
            self.rest = true;
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use axum::extract::{FromRequest, Multipart, Request};

    use super::*;

    /// A body of some text, and then as many chunks of 8 kB as are asked for; says how many were.
    fn endless(head: &'static str) -> (Body, Arc<AtomicU64>) {
        let taken = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&taken);
        let chunks = (0..100_000u64).map(move |chunk| {
            count.store(chunk, Ordering::Relaxed);
            let bytes = match chunk {
                0 => Bytes::from_static(head.as_bytes()),
                _ => Bytes::from(vec![b'a'; 8 << 10]),
            };
            Ok::<_, std::io::Error>(bytes)
        });
        (Body::from_stream(futures_util::stream::iter(chunks)), taken)
    }

    fn parts_of(body: Body, search: &Arc<Search>) -> Multipart {
        let request = Request::builder()
            .method("POST")
            .header("content-type", "multipart/form-data; boundary=edge")
            .body(Frames::bounded(body, Arc::clone(search)))
            .unwrap();
        let mut request = request;
        axum::extract::DefaultBodyLimit::disable().apply(&mut request);
        futures_util::FutureExt::now_or_never(Multipart::from_request(request, &()))
            .unwrap()
            .unwrap()
    }

    fn run<T>(work: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        runtime.unwrap().block_on(work)
    }

    #[test]
    fn an_endless_header_is_refused_before_it_is_held() {
        let (body, taken) = endless("--edge\r\nX-Long: ");
        let search = Arc::new(Search::default());
        let mut parts = parts_of(body, &search);
        search.begin();
        assert!(run(parts.next_field()).is_err());
        assert!(taken.load(Ordering::Relaxed) <= 10);
    }

    #[test]
    fn an_endless_part_is_read_if_it_is_wanted_and_refused_if_it_is_not() {
        let head = "--edge\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\n";
        for wanted in [true, false] {
            let (body, taken) = endless(head);
            let search = Arc::new(Search::default());
            let mut parts = parts_of(body, &search);
            search.begin();
            run(async {
                let mut field = parts.next_field().await.unwrap().unwrap();
                if wanted {
                    search.end();
                    let mut read = 0;
                    while read < 10 << 20 {
                        read += field.chunk().await.unwrap().unwrap().len();
                    }
                } else {
                    drop(field);
                    search.begin();
                    assert!(parts.next_field().await.is_err());
                }
            });
            let taken = taken.load(Ordering::Relaxed);
            assert!(if wanted { taken >= 1280 } else { taken <= 20 }, "{taken}");
        }
    }
}
