//! Certificates of a cluster: who has none of its own authority can neither ask nor listen.
//!
//! Both sides of every connection show a certificate that the same authority signed (mutual TLS), so that a certificate is also what lets a
//! machine or a person in. Executors fetch their tasks then instead of being sent them: what Ballista listens with for tasks knows no TLS.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use ::datafusion::prelude::SessionConfig;
use ballista_core::extension::{EndpointOverrideFn, SessionConfigExt};
use tonic::transport::{Certificate, ClientTlsConfig, Endpoint, Identity, ServerTlsConfig};

use crate::error::{Error, Result};

/// The variables that name the three files.
pub const VARIABLES: [&str; 3] = ["BAUTA_TLS_CERT", "BAUTA_TLS_KEY", "BAUTA_TLS_CA"];

/// How long a connection may take to be made, and to give a sign of life.
const CONNECT: Duration = Duration::from_secs(5);
const SIGN_OF_LIFE: Duration = Duration::from_secs(10);

/// A certificate, its key, and the authority that signed all of the cluster.
#[derive(Clone)]
pub struct Certificates {
    identity: Identity,
    authority: Certificate,
}

/// Nothing of a key is shown.
impl std::fmt::Debug for Certificates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Certificates")
    }
}

impl Certificates {
    /// Reads the three PEM files: certificate, key, authority.
    ///
    /// # Errors
    /// A file cannot be read, is not what it should be, or others may read the key.
    pub fn read([certificate, key, authority]: [&Path; 3]) -> Result<Certificates> {
        let identity = Identity::from_pem(pem(certificate, "CERTIFICATE")?, secret(key)?);
        Ok(Certificates {
            identity,
            authority: Certificate::from_pem(pem(authority, "CERTIFICATE")?),
        })
    }

    /// Those that the environment names.
    ///
    /// # Errors
    /// It names fewer than three, or files that are none.
    pub fn of_environment() -> Result<Certificates> {
        let paths = VARIABLES.map(|name| std::env::var_os(name).map(PathBuf::from));
        match &paths {
            [Some(certificate), Some(key), Some(authority)] => {
                Certificates::read([certificate, key, authority])
            }
            _ => Err(Error::request(
                "the cluster is asked over TLS, and there is no certificate",
                "name three files by BAUTA_TLS_CERT, BAUTA_TLS_KEY and BAUTA_TLS_CA",
            )),
        }
    }

    pub(super) fn server(&self) -> ServerTlsConfig {
        ServerTlsConfig::new()
            .identity(self.identity.clone())
            .client_ca_root(self.authority.clone())
    }

    /// What makes a connection one over TLS.
    pub(super) fn endpoint(&self) -> EndpointOverrideFn {
        let client = ClientTlsConfig::new()
            .identity(self.identity.clone())
            .ca_certificate(self.authority.clone());
        Arc::new(move |endpoint: Endpoint| {
            let address = endpoint
                .uri()
                .to_string()
                .replacen("http://", "https://", 1);
            let endpoint = Endpoint::from_shared(address)?
                .connect_timeout(CONNECT)
                .tcp_nodelay(true)
                .tcp_keepalive(Some(SIGN_OF_LIFE))
                .http2_keep_alive_interval(SIGN_OF_LIFE)
                .keep_alive_while_idle(true);
            Ok(endpoint.tls_config(client.clone())?)
        })
    }

    /// Settings under which everything is asked over TLS.
    pub(super) fn settings(&self, config: SessionConfig) -> SessionConfig {
        config
            .with_ballista_use_tls(true)
            .with_ballista_override_create_grpc_client_endpoint(self.endpoint())
    }
}

fn pem(path: &Path, kind: &str) -> Result<Vec<u8>> {
    let bytes = std::fs::read(path).map_err(|source| bauta_formats::Error::io(path, source))?;
    let found = String::from_utf8_lossy(&bytes).contains(&format!("{kind}-----"));
    if found {
        Ok(bytes)
    } else {
        Err(Error::request(
            format!("{} is no PEM file of that kind", path.display()),
            "name another file",
        ))
    }
}

/// A key that only its owner may read.
fn secret(path: &Path) -> Result<Vec<u8>> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let found =
            std::fs::metadata(path).map_err(|source| bauta_formats::Error::io(path, source))?;
        if found.permissions().mode() & 0o077 != 0 {
            let what = format!("others than its owner may use the file {}", path.display());
            return Err(Error::request(what, "forbid it: chmod 600"));
        }
    }
    pem(path, "PRIVATE KEY")
}
