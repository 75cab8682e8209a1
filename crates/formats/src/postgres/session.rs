//! A connection with the small runtime that drives it.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use bauta_table::Progress;
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;
use tokio_postgres::{Client, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::address::Settings;
use super::{address, failure};
use crate::error::{Error, Result};

/// How often a wish to stop is looked for while the server is silent.
const GLANCE: Duration = Duration::from_millis(100);

/// How long good manners may take when work is given up.
const FAREWELL: Duration = Duration::from_secs(2);

/// An open connection.
pub struct Session {
    /// For statements; their answers are waited for with [`Session::answer`].
    pub client: Client,
    /// The address and the table, without a password, for messages.
    pub shown: String,
    tls: Option<MakeRustlsConnect>,
    // Last, so that it outlives the client: it owns the socket.
    runtime: Runtime,
}

impl Session {
    /// Connects; `table` is for messages only.
    ///
    /// # Errors
    /// The address is wrong, or no server answers there.
    pub fn open(url: &str, table: &str, progress: &dyn Progress) -> Result<Session> {
        let shown = crate::Locator::Postgres {
            url: url.to_owned(),
            table: table.to_owned(),
        }
        .to_string();
        let Settings { config, tls } = address::settings(url)?;
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|_| {
            failure::plain(&shown, "the system gives no resources for a connection")
        })?;
        // Errors of a connection arrive again at whoever waits for an answer.
        let client = match &tls {
            None => {
                let connecting = config.connect(NoTls);
                let made = runtime.block_on(patiently(&shown, connecting, progress))?;
                drop(runtime.spawn(made.1));
                made.0
            }
            Some(tls) => {
                let connecting = config.connect(tls.clone());
                let made = runtime.block_on(patiently(&shown, connecting, progress))?;
                drop(runtime.spawn(made.1));
                made.0
            }
        };
        Ok(Session {
            client,
            shown,
            tls,
            runtime,
        })
    }

    /// Runs work on the connection to its end, or until it sees that nobody wants it.
    ///
    /// # Errors
    /// Those of the work.
    pub fn run<T>(&self, work: impl Future<Output = Result<T>>) -> Result<T> {
        self.runtime.block_on(async {
            let done = work.await;
            if matches!(done, Err(Error::Cancelled)) {
                let cancel = self.client.cancel_token();
                let _ = match &self.tls {
                    None => timeout(FAREWELL, cancel.cancel_query(NoTls)).await,
                    Some(tls) => timeout(FAREWELL, cancel.cancel_query(tls.clone())).await,
                };
            }
            done
        })
    }

    /// Waits for one answer of the server.
    ///
    /// # Errors
    /// What the server says, without data; or nobody wants it any more.
    pub async fn answer<T>(
        &self,
        work: impl Future<Output = std::result::Result<T, tokio_postgres::Error>>,
        progress: &dyn Progress,
    ) -> Result<T> {
        patiently(&self.shown, work, progress).await
    }

    /// Ends the open transaction one way or the other.
    ///
    /// # Errors
    /// The server does not do it, or not in time.
    pub fn end(&self, how: &str, patience: Option<Duration>) -> Result<()> {
        self.runtime.block_on(async {
            let ending = self.client.batch_execute(how);
            match patience {
                None => ending.await.map_err(failure::of(&self.shown)),
                Some(patience) => match timeout(patience, ending).await {
                    Ok(ended) => ended.map_err(failure::of(&self.shown)),
                    Err(_) => Err(failure::plain(&self.shown, "the server does not answer")),
                },
            }
        })
    }
}

async fn patiently<T>(
    shown: &str,
    work: impl Future<Output = std::result::Result<T, tokio_postgres::Error>>,
    progress: &dyn Progress,
) -> Result<T> {
    let mut work = pin!(work);
    loop {
        match timeout(GLANCE, work.as_mut()).await {
            Ok(answer) => return answer.map_err(failure::of(shown)),
            Err(_) if progress.cancelled() => return Err(Error::Cancelled),
            Err(_) => {}
        }
    }
}

/// A transaction that is rolled back unless it is committed.
pub(super) struct Transaction {
    session: Session,
    open: bool,
}

impl Transaction {
    /// Begins on a fresh connection.
    pub(super) fn begin(session: Session, progress: &dyn Progress) -> Result<Transaction> {
        session.run(session.answer(session.client.batch_execute("BEGIN"), progress))?;
        Ok(Transaction {
            session,
            open: true,
        })
    }

    /// Runs work inside of the transaction.
    pub(super) fn run<T>(&self, work: impl AsyncFnOnce(&Session) -> Result<T>) -> Result<T> {
        self.session.run(work(&self.session))
    }

    /// Makes everything visible.
    pub(super) fn commit(mut self) -> Result<()> {
        self.open = false;
        self.session.end("COMMIT", None)
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        if self.open {
            // Without an answer the connection closes, which makes the server roll back by itself.
            let _ = self.session.end("ROLLBACK", Some(FAREWELL));
        }
    }
}
