//! A client that knows the secret, and what tests share.

use bauta_server::{Running, Settings};
use serde_json::{Value, json};
use ureq::http::Response;
use ureq::{Agent, Body};

/// Six people; every class of their post codes and ages is small.
pub const PEOPLE: &str = include_str!("../../../../examples/people/people.csv");

/// A server and its client.
pub struct Bench {
    pub server: Running,
    agent: Agent,
}

/// An answer: its status and its body.
pub struct Answer {
    pub status: u16,
    pub bytes: Vec<u8>,
    pub response: Response<()>,
}

impl Answer {
    fn of(response: Response<Body>) -> Self {
        let (parts, mut body) = response.into_parts();
        let bytes = body.with_config().limit(1 << 30).read_to_vec().unwrap();
        Answer {
            status: parts.status.as_u16(),
            bytes,
            response: Response::from_parts(parts, ()),
        }
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.bytes.clone()).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    /// The body, where the status is as it must be.
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        self.json()
    }

    pub fn header(&self, name: &str) -> &str {
        self.response
            .headers()
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }
}

impl Bench {
    pub fn new() -> Self {
        Bench::with(&Settings::default())
    }

    pub fn with(settings: &Settings) -> Self {
        let server = bauta_server::start(settings).unwrap();
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .max_idle_connections(0)
            .build()
            .into();
        Bench { server, agent }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.server.address())
    }

    /// Any request, with these headers and no others.
    pub fn raw(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut request = ureq::http::Request::builder()
            .method(method)
            .uri(self.url(path));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        Answer::of(self.agent.run(request.body(body).unwrap()).unwrap())
    }

    pub fn bearer(&self) -> String {
        format!("Bearer {}", self.server.token())
    }

    /// A request with the secret; paths are below `/api/v1`.
    pub fn ask(&self, method: &str, path: &str, kind: &str, body: &[u8]) -> Answer {
        let bearer = self.bearer();
        let headers = [("authorization", bearer.as_str()), ("content-type", kind)];
        self.raw(method, &format!("/api/v1{path}"), &headers, body)
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "application/json", b"")
    }

    pub fn send(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.ask(
            method,
            path,
            "application/json",
            body.to_string().as_bytes(),
        )
    }

    pub fn upload(&self, name: &str, bytes: &[u8]) -> Answer {
        let mut body = format!(
            "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
             Content-Type: application/octet-stream\r\n\r\n"
        )
        .into_bytes();
        body.extend_from_slice(bytes);
        body.extend_from_slice(b"\r\n--edge--\r\n");
        self.ask(
            "POST",
            "/datasets",
            "multipart/form-data; boundary=edge",
            &body,
        )
    }

    /// The id of the uploaded people.
    pub fn people(&self) -> String {
        let opened = self.upload("people.csv", PEOPLE.as_bytes()).expect(201);
        opened["id"].as_str().unwrap().to_owned()
    }

    /// The project of a dataset in the roles of the people, with a method and targets.
    pub fn project(&self, dataset: &str, change: impl FnOnce(&mut Value)) -> Value {
        let mut project = self
            .get(&format!("/datasets/{dataset}/project"))
            .expect(200);
        project["roles"] = json!({
            "identifiers": ["Nom"], "quasi-identifiers": ["CP", "Age"], "sensitive": ["C.E."],
            "targets": [], "insensitive": [], "drop": [], "person": []
        });
        project["targets"] = json!({ "k": 3 });
        change(&mut project);
        project
    }

    /// Starts a job and waits for its end by its events.
    pub fn job(&self, dataset: &str, order: &Value) -> Value {
        let started = self
            .send("POST", &format!("/datasets/{dataset}/jobs"), order)
            .expect(202);
        let id = started["id"].as_str().unwrap().to_owned();
        let events = self.events(&id);
        events.last().unwrap().1.clone()
    }

    /// All events of a job until its end: their names and data.
    pub fn events(&self, id: &str) -> Vec<(String, Value)> {
        let answer = self.get(&format!("/jobs/{id}/events"));
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (200, "text/event-stream")
        );
        parse(&answer.text())
    }
}

fn parse(text: &str) -> Vec<(String, Value)> {
    let field = |event: &str, name: &str| {
        event
            .lines()
            .find_map(|line| line.strip_prefix(name))
            .map(|value| value.trim().to_owned())
    };
    text.split("\n\n")
        .filter_map(|event| {
            Some((
                field(event, "event:")?,
                serde_json::from_str(&field(event, "data:")?).unwrap(),
            ))
        })
        .collect()
}
