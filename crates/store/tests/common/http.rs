//! A running endpoint and a client for it.

#![allow(dead_code)] // not every test uses all of it

use std::sync::Arc;

use bauta_store::access::{Role, Users};
use bauta_store::audit::Audit;
use bauta_store::endpoint::{Running, Settings, start};
use bauta_store::{Context, Engine};
use ureq::Agent;

pub struct Server {
    pub running: Running,
    pub engine: Arc<Engine>,
    /// The data protection officer's token.
    pub token: String,
    pub developer: String,
    /// An analyst who sees the default graph only.
    pub narrow: String,
    /// A privileged analyst who sees one graph that is not there.
    pub blind: String,
    /// A data protection officer who sees the default graph only.
    pub narrow_officer: String,
    agent: Agent,
}

/// What came back.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub media: String,
    pub location: String,
    pub headers: Vec<(String, String)>,
    pub text: String,
}

impl Reply {
    /// All values of a header.
    pub fn all(&self, name: &str) -> Vec<&str> {
        let own = self.headers.iter().filter(|(own, _)| own == name);
        own.map(|(_, value)| value.as_str()).collect()
    }
}

impl Server {
    pub fn new(context: Context) -> Server {
        Server::with(context, &Settings::default())
    }

    pub fn with(context: Context, settings: &Settings) -> Server {
        Server::logged(context, settings, None)
    }

    pub fn logged(context: Context, settings: &Settings, audit: Option<Audit>) -> Server {
        let engine = Arc::new(Engine::in_memory(context).unwrap());
        let users = Users::none().unwrap();
        let token = users.add("officer", Role::Dpo, true, None).unwrap();
        let developer = users
            .add("developer", Role::Developer, false, None)
            .unwrap();
        let narrow = users
            .add(
                "narrow",
                Role::Analyst,
                false,
                Some(vec!["default".to_owned()]),
            )
            .unwrap();
        let blind = users
            .add(
                "blind",
                Role::Analyst,
                true,
                Some(vec!["http://example.org/none".to_owned()]),
            )
            .unwrap();
        let only = Some(vec!["default".to_owned()]);
        let narrow_officer = users.add("narrow-officer", Role::Dpo, true, only).unwrap();
        let running = start(Arc::clone(&engine), users, audit, settings).unwrap();
        // Each request has a connection of its own: one that the server is about to close is not asked again.
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .max_idle_connections(0)
            .build()
            .into();
        Server {
            running,
            engine,
            token,
            developer,
            narrow,
            blind,
            narrow_officer,
            agent,
        }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.running.address())
    }

    pub fn send(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Reply {
        let mut request = ureq::http::Request::builder()
            .method(method)
            .uri(self.url(path));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let mut response = match method {
            "GET" | "HEAD" | "DELETE" => self.agent.run(request.body(()).unwrap()).unwrap(),
            _ => self.agent.run(request.body(body).unwrap()).unwrap(),
        };
        let header = |name: &str| {
            response
                .headers()
                .get(name)
                .map_or("", |value| value.to_str().unwrap())
                .to_owned()
        };
        let (media, location) = (header("content-type"), header("location"));
        Reply {
            status: response.status().as_u16(),
            media,
            location,
            headers: response
                .headers()
                .iter()
                .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()))
                .collect(),
            text: response.body_mut().read_to_string().unwrap_or_default(),
        }
    }

    pub fn query(&self, text: &str, token: Option<&str>, accept: &str) -> Reply {
        self.send(
            "POST",
            "/sparql",
            token,
            &[
                ("content-type", "application/sparql-query"),
                ("accept", accept),
            ],
            text.as_bytes(),
        )
    }

    pub fn update(&self, text: &str) -> Reply {
        self.send(
            "POST",
            "/sparql",
            Some(&self.token),
            &[("content-type", "application/sparql-update")],
            text.as_bytes(),
        )
    }
}

pub fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| {
            if byte.is_ascii_alphanumeric() {
                (byte as char).to_string()
            } else {
                format!("%{byte:02X}")
            }
        })
        .collect()
}
