//! The HTTP server of the workbench: the page, and a typed interface below `/api/v1` that does what the command line does.
//!
//! It decides nothing about privacy: every answer is a call of the library `bauta`. The state of a dataset is its project, the very file
//! that `bauta run` takes, so page and command line are interchangeable. It listens on loopback, wants a secret that only the opened
//! address has, and keeps what was uploaded in a folder of its own that is gone when it ends.

mod advice;
mod answer;
mod app;
mod confine;
mod dataset;
mod distributions;
mod frames;
mod guard;
mod histogram;
mod hosts;
mod job;
mod job_kind;
mod knowledge;
mod language;
mod listen;
mod page;
mod places;
mod request;
mod result;
mod routes;
mod schema;
mod session_folder;
mod sheet;
mod synthesis;
mod synthetic;
mod typescript;
mod wording;
mod work;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::sync::oneshot;

use crate::app::App;
use crate::session_folder::SessionFolder;

/// 2 GiB.
const UPLOAD_BYTES: u64 = 2 << 30;
/// 2 GiB.
const HELD_BYTES: u64 = 2 << 30;

/// Ten seconds.
const HEADER_TIME: Duration = Duration::from_secs(10);

/// How the server is to be run.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where it listens; loopback unless the user says otherwise.
    pub host: IpAddr,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// A folder whose files may be opened, and below which releases may be published.
    pub root: Option<PathBuf>,
    /// Where uploads stay after the end; without it they are removed.
    pub keep: Option<PathBuf>,
    /// The largest upload.
    pub upload_bytes: u64,
    /// What finished releases may take in memory; the oldest are given up for later ones.
    pub held_bytes: u64,
    /// How long a caller may take to say what it wants.
    pub header_time: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            host: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            root: None,
            keep: None,
            upload_bytes: UPLOAD_BYTES,
            held_bytes: HELD_BYTES,
            header_time: HEADER_TIME,
        }
    }
}

/// A running server. Dropping it stops it and removes what was uploaded.
pub struct Running {
    address: SocketAddr,
    app: Arc<App>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    folder: SessionFolder,
}

/// Starts a server on a thread of its own.
///
/// # Errors
/// When the root is no folder, the port is taken, or no folder for uploads can be made.
pub fn start(settings: &Settings) -> io::Result<Running> {
    let root = settings.root.as_deref().map(confine::folder).transpose()?;
    let folder = SessionFolder::new(settings.keep.as_deref())?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(4)
        .enable_all()
        .build()?;
    let listener = runtime.block_on(tokio::net::TcpListener::bind((
        settings.host,
        settings.port,
    )))?;
    let address = listener.local_addr()?;
    let app = App::new(settings, address, root, folder.path().to_owned())?;
    let router = routes::router(&app);
    let (stop, stopped) = oneshot::channel();
    let patience = settings.header_time;
    let thread = std::thread::Builder::new()
        .name("server".into())
        .spawn(move || {
            runtime.block_on(async {
                let serving = Box::pin(listen::serve(listener, router, patience));
                let _ = futures_util::future::select(serving, stopped).await;
            });
            runtime.shutdown_timeout(Duration::from_secs(2));
        })?;
    Ok(Running {
        address,
        app,
        stop: Some(stop),
        thread: Some(thread),
        folder,
    })
}

/// The TypeScript types of everything that is taken and sent, for the page.
pub fn page_types() -> String {
    typescript::of(&routes::description())
}

impl Running {
    /// The address to open, with the secret. Whoever has it can see the data.
    pub fn url(&self) -> String {
        format!("http://{}/?token={}", self.address, self.app.token)
    }

    /// A file that leads a browser to [`url`](Running::url), which only the user can read: an argument of a program would be seen by all users
    /// of this machine.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn door(&self) -> io::Result<PathBuf> {
        self.folder.door(&self.url())
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The secret of the address.
    pub fn token(&self) -> &str {
        &self.app.token
    }

    /// The folder of this session.
    pub fn folder(&self) -> &std::path::Path {
        &self.app.folder
    }

    /// Stops work and server, and removes what was uploaded.
    pub fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        self.app.cancel_all();
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        self.folder.close();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}
