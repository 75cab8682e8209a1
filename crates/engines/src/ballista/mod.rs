//! A Ballista cluster as an engine, and Ballista's own processes with our few functions.
//!
//! The engine asks for nothing that a stock cluster cannot do. Its address is `ballista://host:port`, with `?partitions=64` where the cluster
//! has other than about sixteen cores. Files must be where every process sees them under the same name: a shared folder, or an S3-compatible
//! store. Nothing here authenticates anybody: a cluster belongs on a private network.

mod drawn;
mod executor;
mod functions;
mod process;
mod scheduler;
mod tls;

use std::io::{Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use ::ballista::prelude::SessionContextExt;
use ::datafusion::common::DataFusionError;
use ::datafusion::prelude::{SessionConfig, SessionContext};
use ballista_core::config::{
    BALLISTA_CLIENT_GRPC_CONNECT_TIMEOUT_SECONDS,
    BALLISTA_CLIENT_GRPC_HTTP2_KEEPALIVE_INTERVAL_SECONDS,
    BALLISTA_CLIENT_GRPC_TCP_KEEPALIVE_SECONDS,
};
use ballista_core::extension::SessionConfigExt;
use bauta_formats::{Locator, ReadOptions};
use url::Url;

use crate::contract::Engine;
use crate::datafusion::session::{Session, environment, settings, state};
use crate::datafusion::{Fusion, Tables};
use crate::error::{Error, Result};

pub use executor::{Executor, run as run_executor};
pub use functions::without_key as functions;
pub use process::Ready;
pub use scheduler::{Scheduler, run as run_scheduler};
pub use tls::{Certificates, VARIABLES};

/// How long a scheduler may take to answer the first time.
const PATIENCE: Duration = Duration::from_secs(5);

/// Parts that a count is divided into, unless the address says otherwise.
const PARTITIONS: usize = 16;

/// The port of schedulers.
pub(crate) const PORT: u16 = 50050;

/// Opens Parquet or CSV files that the processes of the cluster at `address` (`ballista://host:port`) can read.
///
/// # Errors
/// No scheduler answers, no executor has joined it, or the files are not there.
pub fn open(address: &str, locator: &Locator, reading: &ReadOptions) -> Result<Box<dyn Engine>> {
    let cluster = Cluster::of(address)?;
    cluster.greet()?;
    let session = Session::elsewhere(cluster.shown(), cluster.contexts())?;
    Ok(Box::new(Fusion::open(Arc::new(session), locator, reading)?))
}

/// Data sets that the processes of the cluster at `address` can read, to be joined there.
///
/// # Errors
/// No scheduler answers, or no executor has joined it.
pub fn tables(address: &str) -> Result<Tables> {
    let cluster = Cluster::of(address)?;
    cluster.greet()?;
    Ok(Tables::of(Session::elsewhere(
        cluster.shown(),
        cluster.contexts(),
    )?))
}

/// A cluster by its address.
struct Cluster {
    host: String,
    port: u16,
    partitions: usize,
    /// How it is asked over TLS, where it is.
    tls: Option<Certificates>,
}

impl Cluster {
    fn of(address: &str) -> Result<Cluster> {
        let bad = || {
            Error::request(
                format!("{address} is no address of a cluster"),
                "write ballista://host:port, where bauta scheduler runs",
            )
        };
        let url = Url::parse(address)
            .ok()
            .filter(|url| url.scheme() == "ballista")
            .ok_or_else(bad)?;
        let host = url
            .host_str()
            .filter(|host| !host.is_empty())
            .ok_or_else(bad)?
            .to_owned();
        let (mut partitions, mut tls) = (PARTITIONS, None);
        for (name, value) in url.query_pairs() {
            match (&*name, value.parse()) {
                ("partitions", Ok(count @ 1..=100_000)) => partitions = count,
                ("tls", _) if value == "true" => tls = Some(Certificates::of_environment()?),
                _ => return Err(bad()),
            }
        }
        Ok(Cluster {
            host,
            port: url.port().unwrap_or(PORT),
            partitions,
            tls,
        })
    }

    fn shown(&self) -> String {
        format!("ballista://{}:{}", self.host, self.port)
    }

    /// Asks whether there is a scheduler with at least one executor; without the latter a query would wait for ever.
    fn greet(&self) -> Result<()> {
        let broke = |problem: &str| Error::Engine {
            engine: self.shown(),
            problem: problem.to_owned(),
        };
        let silent = || {
            broke(
                "no scheduler answers there; start it with bauta scheduler, or correct host and port",
            )
        };
        let addresses = (self.host.trim_matches(['[', ']']), self.port).to_socket_addrs();
        let addresses =
            addresses.map_err(|_| broke("the name of this host is not known; correct it"))?;
        let connect = |address| TcpStream::connect_timeout(&address, PATIENCE).ok();
        let mut stream = addresses.into_iter().find_map(connect).ok_or_else(silent)?;
        if self.tls.is_some() {
            // The scheduler gives up a query itself where no executor has come.
            return Ok(());
        }
        let ask = format!(
            "GET /readyz HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            self.host
        );
        let mut answer = [0u8; 32];
        let asked = stream
            .set_read_timeout(Some(PATIENCE))
            .and_then(|()| stream.write_all(ask.as_bytes()))
            .and_then(|()| stream.read(&mut answer));
        let answer = String::from_utf8_lossy(&answer[..asked.map_err(|_| silent())?]).into_owned();
        match answer.split(' ').nth(1) {
            Some("200") => Ok(()),
            Some("503") => Err(broke(
                "no executor has joined the scheduler; start some with bauta executor --scheduler",
            )),
            _ => Err(broke(
                "what answers there is no scheduler of Ballista; correct host and port",
            )),
        }
    }

    /// One context to count with, one to write with.
    async fn contexts(
        &self,
    ) -> std::result::Result<(SessionContext, SessionContext), DataFusionError> {
        Ok((self.context(self.partitions).await?, self.context(1).await?))
    }

    async fn context(
        &self,
        partitions: usize,
    ) -> std::result::Result<SessionContext, DataFusionError> {
        let patience =
            |config: SessionConfig, key: &str, seconds: usize| config.set_usize(key, seconds);
        let config = settings(SessionConfig::new_with_ballista(), partitions, None);
        let config = patience(config, BALLISTA_CLIENT_GRPC_CONNECT_TIMEOUT_SECONDS, 5);
        let config = patience(
            config,
            BALLISTA_CLIENT_GRPC_HTTP2_KEEPALIVE_INTERVAL_SECONDS,
            10,
        );
        let config = patience(config, BALLISTA_CLIENT_GRPC_TCP_KEEPALIVE_SECONDS, 10);
        let config = match &self.tls {
            Some(tls) => tls.settings(config),
            None => config,
        };
        let state = state(config, environment(None)?);
        let context =
            SessionContext::remote_with_state(&format!("df://{}:{}", self.host, self.port), state)
                .await?;
        // Behind the upgrade, which would replace them.
        functions::without_key()
            .into_iter()
            .for_each(|function| context.register_udf(function));
        Ok(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_clusters() {
        let of = |text: &str| {
            Cluster::of(text)
                .map(|c| (c.shown(), c.partitions))
                .map_err(|error| error.to_string())
        };
        assert_eq!(
            of("ballista://db1"),
            Ok(("ballista://db1:50050".into(), PARTITIONS))
        );
        assert_eq!(
            of("ballista://[::1]:7?partitions=64"),
            Ok(("ballista://[::1]:7".into(), 64))
        );
        for bad in [
            "ballista://",
            "http://db1",
            "ballista://db1?x=1",
            "ballista://db1?partitions=0",
        ] {
            assert!(of(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_scheduler_that_is_not_there_is_told_at_once() {
        let free = std::net::TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let told = Cluster::of(&format!("ballista://127.0.0.1:{free}"))
            .unwrap()
            .greet()
            .unwrap_err();
        assert!(
            told.to_string().contains("no scheduler answers") && !told.is_fault(),
            "{told}"
        );
    }
}
