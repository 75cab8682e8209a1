//! The endpoint under hardship: encrypted, asked too often, by slow callers, by two hundred at once.
//!
//! `BAUTA_CROWD_SECONDS` says for how long the two hundred ask; 5 without it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

mod common;
#[path = "common/http.rs"]
mod http;

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use bauta_store::Context;
use bauta_store::endpoint::{Settings, Tls};
use common::{hospital, people, quads};
use http::Server;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{
    ClientConfig, ClientConnection, RootCertStore, StreamOwned, crypto::ring,
};
use ureq::Agent;

#[test]
fn with_a_certificate_everything_is_encrypted() {
    let folder = tempfile::tempdir().unwrap();
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let (certificate, key) = (
        folder.path().join("certificate.pem"),
        folder.path().join("key.pem"),
    );
    std::fs::write(&certificate, made.cert.pem()).unwrap();
    std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    let tls = Some(Tls {
        certificate: certificate.clone(),
        key,
    });
    let server = Server::with(
        Context::open(),
        &Settings {
            tls,
            ..Settings::default()
        },
    );
    let mut roots = RootCertStore::empty();
    roots.add(made.cert.der().clone()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from("localhost").unwrap();
    let connection = ClientConnection::new(Arc::new(config), name).unwrap();
    let mut stream = StreamOwned::new(
        connection,
        TcpStream::connect(server.running.address()).unwrap(),
    );
    stream
        .write_all(b"GET /sparql HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .unwrap();
    let mut text = String::new();
    let _ = stream.read_to_string(&mut text);
    assert!(
        text.starts_with("HTTP/1.1 200") && text.contains("https://localhost/sparql"),
        "{text}"
    );
    // Without encryption there is no answer.
    let mut plain = TcpStream::connect(server.running.address()).unwrap();
    plain
        .set_read_timeout(Some(Duration::from_secs(5)))
        .unwrap();
    plain
        .write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        .unwrap();
    let mut bytes = Vec::new();
    let _ = plain.read_to_end(&mut bytes);
    assert!(!String::from_utf8_lossy(&bytes).contains("HTTP/1.1"));
    // A certificate that cannot be read is told when starting.
    let wrong = Settings {
        tls: Some(Tls {
            key: certificate.clone(),
            certificate,
        }),
        ..Settings::default()
    };
    let engine = Arc::new(bauta_store::Engine::in_memory(Context::open()).unwrap());
    let users = bauta_store::access::Users::none().unwrap();
    let error = bauta_store::endpoint::start(engine, users, None, &wrong)
        .err()
        .unwrap();
    assert!(error.to_string().contains("certificate.pem"), "{error}");
}

#[test]
fn who_asks_too_often_is_told_so_and_others_are_not_hindered() {
    let server = Server::with(
        Context::open(),
        &Settings {
            rate: 1.0,
            ..Settings::default()
        },
    );
    let statuses: Vec<u16> = (0..30)
        .map(|_| server.query("ASK {}", None, "*/*").status)
        .collect();
    assert!(
        statuses.iter().take(2).all(|status| *status == 200),
        "{statuses:?}"
    );
    assert!(statuses.contains(&429), "{statuses:?}");
    assert_eq!(
        server.query("ASK {}", Some(&server.token), "*/*").status,
        200,
        "a user has a bucket of their own"
    );
    // Guessing tokens is stopped sooner, whatever the rate.
    let server = Server::new(Context::open());
    let guess = |_| server.query("ASK {}", Some("officer.guess"), "*/*").status;
    let guessed: Vec<u16> = (0..300)
        .map(guess)
        .take_while(|status| *status != 429)
        .collect();
    assert!(
        guessed.len() >= 30 && guessed.len() < 300,
        "{} guesses were looked at",
        guessed.len()
    );
    assert!(guessed.iter().all(|status| *status == 401), "{guessed:?}");
    assert_eq!(server.query("ASK {}", None, "*/*").status, 200);
}

#[test]
fn slow_callers_are_left() {
    let server = Server::with(
        Context::open(),
        &Settings {
            slow: Duration::from_millis(400),
            ..Settings::default()
        },
    );
    let mut silent = TcpStream::connect(server.running.address()).unwrap();
    let mut half = TcpStream::connect(server.running.address()).unwrap();
    half.write_all(b"GET /healthz HTTP/1.1\r\nHost: loc")
        .unwrap();
    let started = Instant::now();
    for stream in [&mut silent, &mut half] {
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        let mut bytes = Vec::new();
        let ended = stream.read_to_end(&mut bytes);
        assert!(
            ended.is_ok() && !String::from_utf8_lossy(&bytes).contains(" 200 "),
            "{ended:?}"
        );
    }
    assert!(started.elapsed() < Duration::from_secs(15));
    // An answer that nobody takes is given up.
    let many: String = (0..60_000)
        .map(|at| format!("<http://example.org/{at}> <http://example.org/p> {at} .\n"))
        .collect();
    let turtle = [("content-type", "text/turtle")];
    assert_eq!(
        server
            .send(
                "PUT",
                "/store?default",
                Some(&server.token),
                &turtle,
                many.as_bytes()
            )
            .status,
        201
    );
    let mut deaf = TcpStream::connect(server.running.address()).unwrap();
    let request = "GET /store?default HTTP/1.1\r\nHost: localhost\r\n\r\n";
    for _ in 0..12 {
        deaf.write_all(request.as_bytes()).unwrap();
    }
    // The server has left when nothing more can be sent to it.
    deaf.set_write_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    let gone = loop {
        if let Err(error) = deaf.write_all(b"\r\n") {
            break error.kind();
        }
    };
    assert!(
        !matches!(gone, ErrorKind::WouldBlock | ErrorKind::TimedOut),
        "the server waits for ever"
    );
    assert_eq!(server.send("GET", "/healthz", None, &[], b"").status, 200);
}

#[test]
fn the_administration_is_described() {
    let server = Server::new(hospital());
    let text = server
        .send("GET", "/admin/openapi.json", None, &[], b"")
        .text;
    let description: serde_json::Value = serde_json::from_str(&text).unwrap();
    for path in [
        "/admin/status",
        "/admin/publish",
        "/admin/who",
        "/admin/audit",
        "/healthz",
        "/metrics",
    ] {
        assert!(description["paths"][path].is_object(), "{path}");
    }
    assert!(description["components"]["schemas"]["Summary"]["properties"]["risk"].is_object());
    assert_eq!(
        server.send("GET", "/admin/audit", None, &[], b"").status,
        403
    );
}

/// Memory of this process in MiB, server and callers together.
fn memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace()
        .nth(1)?
        .parse::<usize>()
        .ok()
        .map(|kib| kib / 1024)
}

#[test]
fn two_hundred_callers_at_once_get_their_answers() {
    let seconds = std::env::var("BAUTA_CROWD_SECONDS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(5);
    // All callers have one address: a quick machine asks more often than the usual limit allows.
    let settings = Settings {
        rate: 1e6,
        ..Settings::default()
    };
    let server = Server::with(hospital(), &settings);
    server.engine.insert(quads(&people())).unwrap();
    server.engine.publish().unwrap();
    let (answered, failed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let end = Instant::now() + Duration::from_secs(seconds);
    let (url, token) = (server.url(""), server.token.clone());
    let (third, early) = (
        Instant::now() + Duration::from_secs(seconds / 3 + 1),
        OnceLock::new(),
    );
    std::thread::scope(|scope| {
        for client in 0..200usize {
            let (url, token, answered, failed, early) = (&url, &token, &answered, &failed, &early);
            scope.spawn(move || {
                let agent: Agent = Agent::config_builder().http_status_as_error(false).build().into();
                let mut round = 0usize;
                while Instant::now() < end {
                    round += 1;
                    let query = "SELECT * { ?s ?p ?o } LIMIT 50";
                    let update = format!("INSERT DATA {{ <http://e.org/{client}> <http://e.org/p> {} }} ; DELETE DATA {{ <http://e.org/{client}> <http://e.org/p> {} }}", round, round.saturating_sub(1));
                    let change = client % 20 == 0;
                    let (media, body) = if change { ("application/sparql-update", update.as_str()) } else { ("application/sparql-query", query) };
                    let mut request = agent.post(format!("{url}/sparql")).header("content-type", media);
                    if change {
                        request = request.header("authorization", format!("Bearer {token}"));
                    }
                    let done = request.send(body).and_then(|mut reply| {
                        let status = reply.status().as_u16();
                        reply.body_mut().read_to_string().map(|text| (status, text))
                    });
                    let good = matches!(&done, Ok((200, text)) if text.contains("bindings")) || matches!(&done, Ok((204, _)));
                    if good { answered } else { failed }.fetch_add(1, Ordering::Relaxed);
                    if client == 0 && Instant::now() > third {
                        early.get_or_init(memory);
                    }
                }
            });
        }
    });
    let early = early.into_inner().flatten();
    let (answered, failed) = (answered.into_inner(), failed.into_inner());
    println!(
        "{answered} answers in {seconds} s, {failed} failed, {early:?} MiB after a third, {:?} at the end",
        memory()
    );
    assert_eq!(failed, 0);
    assert!(answered > 200, "only {answered}");
    if let (Some(early), Some(late)) = (early, memory()) {
        assert!(late < early + 200, "{early} MiB became {late}");
    }
}
