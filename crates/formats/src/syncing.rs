//! A file that reaches the disk while it is written: who waits for its last byte waits for the last few megabytes only.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;

/// Bytes after which the disk gets what has been written.
const PART: u64 = 16 << 20;

/// A file and, once it is large, a thread that syncs it.
pub(crate) struct Syncing<'f> {
    file: &'f mut File,
    written: u64,
    thread: Option<(SyncSender<()>, JoinHandle<io::Result<()>>)>,
}

impl<'f> Syncing<'f> {
    pub(crate) fn new(file: &'f mut File) -> Self {
        Syncing {
            file,
            written: 0,
            thread: None,
        }
    }

    /// Everything is on the disk. A failure is told once to whoever syncs, so that those of the thread are told here.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        if let Some((ask, thread)) = self.thread.take() {
            // The thread ends when nobody can ask any more.
            drop(ask);
            thread
                .join()
                .map_err(|_| io::Error::other("the thread that syncs the file ended"))??;
        }
        self.file.sync_all()
    }

    fn sync_soon(&mut self) -> io::Result<()> {
        if self.thread.is_none() {
            let (ask, asked) = sync_channel(1);
            let file = self.file.try_clone()?;
            self.thread = Some((
                ask,
                std::thread::spawn(move || asked.iter().try_for_each(|()| file.sync_data())),
            ));
        }
        // One that waits is enough; a thread that has failed says so at the end.
        if let Some((ask, _)) = &self.thread {
            let _ = ask.try_send(());
        }
        Ok(())
    }
}

impl Write for Syncing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write(bytes)?;
        let before = self.written / PART;
        self.written += count as u64;
        if self.written / PART > before {
            self.sync_soon()?;
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for Syncing<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_synced_on_the_way_has_every_byte() -> io::Result<()> {
        let mut file = tempfile::tempfile()?;
        let bytes: Vec<u8> = (0..3 * PART + 5).map(|place| (place % 251) as u8).collect();
        let mut syncing = Syncing::new(&mut file);
        bytes
            .chunks(1 << 20)
            .try_for_each(|part| syncing.write_all(part))?;
        assert!(syncing.thread.is_some());
        syncing.finish()?;
        file.rewind()?;
        let mut read = Vec::new();
        io::Read::read_to_end(&mut file, &mut read)?;
        assert!(read == bytes);
        Ok(())
    }

    #[test]
    fn a_small_file_needs_no_thread() -> io::Result<()> {
        let mut file = tempfile::tempfile()?;
        let mut syncing = Syncing::new(&mut file);
        syncing.write_all(&[0; 1000])?;
        assert!(syncing.thread.is_none());
        syncing.finish()
    }
}
