//! A store that another process serves, asked over HTTP: the same words as for a folder.

use std::path::{Path, PathBuf};

use bauta_store::Error;
use clap::Args;
use ureq::Agent;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

use crate::output::Screen;

/// Where the token is looked for.
const TOKEN: &str = "BAUTA_STORE_TOKEN";

/// What is told of a certificate that `openssl req -x509` makes without more.
const AUTHORITY: (&str, &str) = (
    "the store's certificate is one of an authority, as `openssl req -x509` makes it, and such a one cannot be a server's; make it with -addext basicConstraints=critical,CA:FALSE -addext subjectAltName=DNS:store.example (IP:192.0.2.7 for an address)",
    "le certificat de l'entrepôt est celui d'une autorité, comme le fait `openssl req -x509`, et ne peut être celui d'un serveur ; créez-le avec -addext basicConstraints=critical,CA:FALSE -addext subjectAltName=DNS:store.example (IP:192.0.2.7 pour une adresse)",
);

#[derive(Args)]
pub struct RemoteArgs {
    /// Ask a store that is served there instead of one in a folder, as http://127.0.0.1:7878; the token is in BAUTA_STORE_TOKEN
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
    /// Trust this certificate (PEM) and no other, for a store with one of its own
    #[arg(long, value_name = "FILE", requires = "url")]
    pub trust: Option<PathBuf>,
}

/// A store that is served.
pub struct Remote<'a> {
    url: String,
    agent: Agent,
    screen: &'a Screen,
}

type Result<T> = std::result::Result<T, Error>;

impl RemoteArgs {
    /// The store that is named, if any.
    pub fn store<'a>(&self, screen: &'a Screen) -> Result<Option<Remote<'a>>> {
        let Some(url) = &self.url else {
            return Ok(None);
        };
        let mut tls = TlsConfig::builder();
        if let Some(path) = &self.trust {
            let bytes = std::fs::read(path).map_err(|error| Error::file(path, error))?;
            let certificate = Certificate::from_pem(&bytes)
                .map_err(|error| Error::file(path, std::io::Error::other(error.to_string())))?;
            tls = tls.root_certs(RootCerts::from(vec![certificate]));
        }
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .tls_config(tls.build())
            .build();
        Ok(Some(Remote {
            url: url.trim_end_matches('/').to_owned(),
            agent: config.into(),
            screen,
        }))
    }
}

impl Remote<'_> {
    /// What an address of the store answers: with a body and its media type it is sent, without it is asked for.
    pub fn ask(&self, path: &str, sent: Option<(&str, &str)>, accept: &str) -> Result<String> {
        let place = format!("{}{path}", self.url);
        let failed = |error: ureq::Error| {
            let text = error.to_string();
            let words = if text.contains("CaUsedAsEndEntity") {
                self.screen.say(AUTHORITY.0, AUTHORITY.1).to_owned()
            } else {
                text
            };
            Error::file(Path::new(&place), std::io::Error::other(words))
        };
        let method = if sent.is_some() { "POST" } else { "GET" };
        let mut request = ureq::http::Request::builder().method(method).uri(&place);
        request = request
            .header("accept", accept)
            .header("accept-language", self.screen.language);
        if let Some((media, _)) = sent {
            request = request.header("content-type", media);
        }
        if let Some(token) = std::env::var(TOKEN).ok().filter(|token| !token.is_empty()) {
            request = request.header("authorization", format!("Bearer {}", token.trim()));
        }
        let wrong = |error: ureq::http::Error| Error::Data(format!("{place}: {error}"));
        let mut response = match sent {
            Some((_, body)) => self
                .agent
                .run(request.body(body.to_owned()).map_err(wrong)?),
            None => self.agent.run(request.body(()).map_err(wrong)?),
        }
        .map_err(failed)?;
        let status = response.status();
        let text = response
            .body_mut()
            .with_config()
            .limit(1 << 30)
            .read_to_string()
            .map_err(failed)?;
        if status.is_success() {
            Ok(text)
        } else {
            Err(Error::Answered(status.as_u16(), text.trim().to_owned()))
        }
    }
}

/// The media type of a format's name.
pub fn media(format: Option<&str>) -> &'static str {
    match format {
        Some("json") => "application/sparql-results+json",
        Some("xml") => "application/sparql-results+xml",
        Some("tsv") => "text/tab-separated-values",
        Some("ttl") => "text/turtle",
        Some("nt") => "application/n-triples",
        Some("rdf") => "application/rdf+xml",
        Some("jsonld") => "application/ld+json",
        _ => "text/csv, application/n-triples",
    }
}
