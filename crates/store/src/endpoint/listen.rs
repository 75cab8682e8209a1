//! Connections: as many as are allowed, each with bounds on how slowly headers come and answers go, encrypted if a certificate is given.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::extract::Extension;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::Sleep;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// Connections at once; others wait for the system to hand them over.
const CONNECTIONS: usize = 1024;

/// A certificate with its chain, and its key, both as PEM files.
#[derive(Debug, Clone)]
pub struct Tls {
    /// The certificate, those that it was signed with after it.
    pub certificate: PathBuf,
    /// Its key.
    pub key: PathBuf,
}

/// Where a request comes from.
#[derive(Debug, Clone, Copy)]
pub struct From(pub SocketAddr);

impl Tls {
    /// Reads both files.
    ///
    /// # Errors
    /// When one cannot be read, or they do not belong together.
    pub fn acceptor(&self) -> io::Result<TlsAcceptor> {
        let wrong = |path: &Path, error: &dyn std::fmt::Display| {
            io::Error::new(
                io::ErrorKind::InvalidData,
                format!("{}: {error}", path.display()),
            )
        };
        let certificates = CertificateDer::pem_file_iter(&self.certificate)
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .map_err(|error| wrong(&self.certificate, &error))?;
        let key =
            PrivateKeyDer::from_pem_file(&self.key).map_err(|error| wrong(&self.key, &error))?;
        let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| wrong(&self.certificate, &error))?
            .with_no_client_auth()
            .with_single_cert(certificates, key)
            .map_err(|error| wrong(&self.certificate, &error))?;
        Ok(TlsAcceptor::from(Arc::new(config)))
    }
}

/// Takes connections until the listener fails.
pub async fn listen(
    listener: TcpListener,
    router: Router,
    tls: Option<TlsAcceptor>,
    slow: Duration,
) {
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&room).acquire_owned().await else {
            return;
        };
        let (stream, address) = match listener.accept().await {
            Ok(accepted) => accepted,
            // A caller that has gone again, or no file handle left: others may come.
            Err(_) => {
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let (router, tls) = (router.clone().layer(Extension(From(address))), tls.clone());
        tokio::spawn(async move {
            let _place = place;
            let _ = stream.set_nodelay(true);
            secured(stream, router, tls, slow).await;
        });
    }
}

async fn secured(stream: TcpStream, router: Router, tls: Option<TlsAcceptor>, slow: Duration) {
    match tls {
        None => connection(stream, router, slow).await,
        Some(acceptor) => {
            if let Ok(Ok(stream)) = tokio::time::timeout(slow, acceptor.accept(stream)).await {
                connection(stream, router, slow).await;
            }
        }
    }
}

/// Requests of one caller, one after the other.
async fn connection(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    router: Router,
    slow: Duration,
) {
    let io = TokioIo::new(Stalling {
        stream,
        stalled: None,
        limit: slow,
    });
    let service = TowerToHyperService::new(router);
    // Who goes away in the middle of something is nobody's fault.
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(slow)
        .serve_connection(io, service)
        .await;
}

/// A stream that fails when nothing can be sent for a while.
struct Stalling<S> {
    stream: S,
    stalled: Option<Pin<Box<Sleep>>>,
    limit: Duration,
}

impl<S> Stalling<S> {
    fn patient<T>(
        &mut self,
        done: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if done.is_ready() {
            self.stalled = None;
            return done;
        }
        let limit = self.limit;
        let stalled = self
            .stalled
            .get_or_insert_with(|| Box::pin(tokio::time::sleep(limit)));
        match stalled.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Stalling<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Stalling<S> {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let own = self.get_mut();
        let done = Pin::new(&mut own.stream).poll_write(context, bytes);
        own.patient(done, context)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let own = self.get_mut();
        let done = Pin::new(&mut own.stream).poll_flush(context);
        own.patient(done, context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let own = self.get_mut();
        let done = Pin::new(&mut own.stream).poll_shutdown(context);
        own.patient(done, context)
    }
}
