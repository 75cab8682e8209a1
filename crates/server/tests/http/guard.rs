//! Who may ask, and what every answer carries.

use bauta_server::Settings;
use serde_json::json;

use crate::client::Bench;

#[test]
fn without_the_secret_nothing_is_told() {
    let bench = Bench::new();
    let wrong = format!("Bearer {}", "0".repeat(32));
    let shorter = format!("Bearer {}", &bench.server.token()[..31]);
    for headers in [
        vec![],
        vec![("authorization", wrong.as_str())],
        vec![("authorization", shorter.as_str())],
    ] {
        let answer = bench.raw("GET", "/api/v1/datasets", &headers, b"");
        assert_eq!(answer.status, 401);
        assert_eq!(answer.json()["errors"].as_array().unwrap().len(), 1);
    }
    assert_eq!(bench.get("/datasets").expect(200), json!([]));
}

#[test]
fn the_secret_is_long_and_new_each_time() {
    let (one, other) = (Bench::new(), Bench::new());
    assert_eq!(one.server.token().len(), 32);
    assert_ne!(one.server.token(), other.server.token());
    assert!(one.server.address().ip().is_loopback());
}

#[test]
fn foreign_hosts_and_origins_are_refused() {
    let bench = Bench::new();
    let bearer = bench.bearer();
    let port = bench.server.address().port();
    let own = format!("http://127.0.0.1:{port}");
    let ask = |name: &str, value: &str| {
        bench
            .raw(
                "GET",
                "/api/v1/session",
                &[("authorization", &bearer), (name, value)],
                b"",
            )
            .status
    };
    for host in [
        "evil.example",
        "127.0.0.1:1",
        &format!("evil.example:{port}"),
        "127.0.0.1.evil.example",
    ] {
        assert_eq!(ask("host", host), 403, "{host}");
    }
    assert_eq!(ask("host", &format!("localhost:{port}")), 200);
    for origin in [
        "http://evil.example",
        "null",
        "http://127.0.0.1:1",
        &format!("https://127.0.0.1:{port}"),
    ] {
        assert_eq!(ask("origin", origin), 403, "{origin}");
    }
    assert_eq!(ask("origin", &own), 200);
    assert_eq!(
        [
            ask("sec-fetch-site", "cross-site"),
            ask("sec-fetch-site", "same-site")
        ],
        [403, 403]
    );
    assert_eq!(
        [
            ask("sec-fetch-site", "same-origin"),
            ask("sec-fetch-site", "none")
        ],
        [200, 200]
    );
    // The page itself too: a rebound name must not even load it.
    assert_eq!(
        bench
            .raw("GET", "/", &[("host", "evil.example")], b"")
            .status,
        403
    );
}

#[test]
fn the_cookie_serves_streams_and_downloads() {
    let bench = Bench::new();
    let kind = ("content-type", "application/json");
    let wrong = bench.raw("POST", "/api/v1/login", &[kind], br#"{"token":"x"}"#);
    assert_eq!(wrong.status, 401);
    let body = json!({ "token": bench.server.token() }).to_string();
    let login = bench.raw("POST", "/api/v1/login", &[kind], body.as_bytes());
    assert_eq!(login.status, 204);
    let cookie = login.header("set-cookie").to_owned();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"),
        "{cookie}"
    );
    assert!(
        !cookie.contains(bench.server.token()),
        "it is sent to every port of this machine"
    );
    let pair = cookie.split(';').next().unwrap();
    let port = bench.server.address().port();
    assert!(pair.starts_with(&format!("bauta-{port}=")), "{pair}");
    let status = |method: &str, path: &str, pair: &str| {
        let path = format!("/api/v1{path}");
        bench.raw(method, &path, &[("cookie", pair)], b"").status
    };
    for stream in [
        "/jobs/j1/events",
        "/jobs/j1/download",
        "/jobs/j1/report",
        "/datasets/d1/project.toml",
        "/datasets/d1/hierarchies/age.csv",
    ] {
        assert_eq!(status("GET", stream, pair), 404, "let in, and not found");
        let other = pair.replace(&port.to_string(), &(port ^ 1).to_string());
        assert_eq!(status("GET", stream, &other), 401, "of another port");
    }
    for (method, path) in [
        ("GET", "/jobs"),
        ("GET", "/datasets"),
        ("GET", "/datasets/d1/rows"),
        ("GET", "/jobs/j1/rows"),
        ("GET", "/session"),
        ("POST", "/jobs/j1/publish"),
        ("DELETE", "/jobs/j1"),
    ] {
        assert_eq!(status(method, path, pair), 401, "{method} {path}");
    }
}

/// A caller that never ends its headers does not keep its connection.
#[test]
fn half_requests_are_closed() {
    use std::io::{Read, Write};
    let bench = Bench::with(&bauta_server::Settings {
        header_time: std::time::Duration::from_millis(100),
        ..Default::default()
    });
    let mut half = std::net::TcpStream::connect(bench.server.address()).unwrap();
    half.set_read_timeout(Some(std::time::Duration::from_secs(60)))
        .unwrap();
    half.write_all(b"GET / HTTP/1.1\r\nHost: 127").unwrap();
    let mut said = Vec::new();
    let ended = half.read_to_end(&mut said);
    assert!(ended.is_ok(), "still open: {ended:?}");
    assert_eq!(bench.raw("GET", "/", &[], b"").status, 200);
}

#[test]
fn every_answer_is_guarded_by_its_headers() {
    let bench = Bench::new();
    for (path, cache) in [
        ("/", "no-cache"),
        ("/api/v1/session", "no-store"),
        ("/none", "no-cache"),
    ] {
        let answer = bench.raw("GET", path, &[], b"");
        let policy = answer.header("content-security-policy");
        assert!(
            policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"),
            "{policy}"
        );
        assert!(
            !policy.contains("script-src"),
            "scripts come from the server only"
        );
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("referrer-policy"), "no-referrer");
        assert_eq!(answer.header("cache-control"), cache, "{path}");
    }
}

#[cfg(unix)]
#[test]
fn uploads_are_the_users_own_and_gone_at_the_end() {
    use std::os::unix::fs::PermissionsExt;
    let bench = Bench::new();
    let id = bench.people();
    let folder = bench.server.folder().to_owned();
    assert_eq!(
        folder.metadata().unwrap().permissions().mode() & 0o777,
        0o700
    );
    assert!(folder.join(&id).join("people.csv").is_file());
    drop(bench);
    assert!(!folder.exists());

    let kept = tempfile::tempdir().unwrap();
    let bench = Bench::with(&Settings {
        keep: Some(kept.path().to_owned()),
        ..Settings::default()
    });
    let (id, folder) = (bench.people(), bench.server.folder().to_owned());
    drop(bench);
    assert!(folder.join(&id).join("people.csv").is_file());
}

/// Every route, by the description; the router is built from the same list.
#[test]
fn the_description_has_every_route() {
    let bench = Bench::new();
    let description = bench.get("/openapi.json").expect(200);
    let paths = description["paths"].as_object().unwrap();
    let mut found: Vec<String> = Vec::new();
    for (path, methods) in paths {
        for method in methods.as_object().unwrap().keys() {
            // A route that is described is there: without the secret it is refused, not absent.
            let (method, real) = (
                method.to_uppercase(),
                path.replace("{id}", "x").replace("{file}", "x.csv"),
            );
            let status = bench
                .raw(
                    &method,
                    &real,
                    &[("content-type", "application/json")],
                    b"{}",
                )
                .status;
            assert!([401, 422].contains(&status), "{method} {real}: {status}");
            found.push(format!("{method} {}", path.trim_start_matches("/api/v1")));
        }
    }
    found.sort();
    let mut wanted = ROUTES.to_vec();
    wanted.sort_unstable();
    assert_eq!(found, wanted);
}

#[test]
fn the_description_refers_to_nothing_that_it_lacks() {
    let description = Bench::new().get("/openapi.json").expect(200);
    let mut names = Vec::new();
    refers(&description, &mut names);
    assert!(names.len() > 300, "{}", names.len());
    for name in &names {
        let place = name.strip_prefix('#').unwrap();
        assert!(description.pointer(place).is_some(), "{name}");
    }
    let jobs = &description["paths"]["/api/v1/datasets/{id}/jobs"]["post"];
    let request = &jobs["requestBody"]["content"]["application/json"]["schema"]["$ref"];
    assert_eq!(request, "#/components/schemas/JobRequest");
    let kinds = |name: &str| {
        let all = &description["components"]["schemas"][name]["oneOf"];
        let all = all.as_array().unwrap().iter();
        all.map(|one| {
            one["properties"]["kind"]["const"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect::<Vec<_>>()
    };
    assert_eq!(kinds("JobRequest").len(), 10);
    assert_eq!(kinds("JobRequest"), kinds("JobResult"));
}

fn refers(value: &serde_json::Value, names: &mut Vec<String>) {
    match value {
        serde_json::Value::Array(items) => items.iter().for_each(|item| refers(item, names)),
        serde_json::Value::Object(entries) => {
            let own = entries.get("$ref").and_then(|name| name.as_str());
            names.extend(own.map(str::to_owned));
            entries.values().for_each(|item| refers(item, names));
        }
        _ => {}
    }
}

const ROUTES: &[&str] = &[
    "POST /login",
    "GET /session",
    "GET /catalog",
    "GET /models",
    "GET /openapi.json",
    "GET /explain",
    "POST /explain",
    "GET /advise",
    "POST /advise/weigh",
    "GET /advise/{id}/argument",
    "GET /files",
    "GET /datasets",
    "POST /datasets",
    "GET /datasets/{id}",
    "DELETE /datasets/{id}",
    "GET /datasets/{id}/rows",
    "GET /datasets/{id}/project",
    "PUT /datasets/{id}/project",
    "GET /datasets/{id}/project.toml",
    "PUT /datasets/{id}/project.toml",
    "POST /datasets/{id}/hierarchies/preview",
    "GET /datasets/{id}/hierarchies/{file}",
    "PUT /datasets/{id}/hierarchies/{file}",
    "PUT /datasets/{id}/population/{file}",
    "POST /datasets/{id}/jobs",
    "GET /jobs",
    "GET /jobs/{id}",
    "DELETE /jobs/{id}",
    "GET /jobs/{id}/events",
    "GET /jobs/{id}/result",
    "GET /jobs/{id}/project",
    "GET /jobs/{id}/rows",
    "GET /jobs/{id}/distributions",
    "GET /jobs/{id}/lattice",
    "GET /jobs/{id}/regions",
    "GET /jobs/{id}/report",
    "GET /jobs/{id}/download",
    "POST /jobs/{id}/publish",
];
