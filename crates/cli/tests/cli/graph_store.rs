//! `bauta graph` on a store's folder: the main line, both languages, bad input, and what survives kill -9.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

const CONTEXT: &str = r#"
m = 2
minimum = "ex:min"
maximum = "ex:max"
[prefixes]
ex = "http://example.org/"
[entity]
classes = ["ex:Patient"]
identifiers = ["ex:name"]
sensitive = "ex:disease"
[entity.quasi-identifiers]
"ex:age" = { kind = "number", widths = [10] }
"#;

fn bauta(arguments: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bauta"));
    command
        .arg("graph")
        .args(arguments)
        .current_dir(folder)
        .env("LC_ALL", "C");
    command.output().unwrap()
}

fn said(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (
        output.status.code().unwrap(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

/// A folder with a context and a store of four patients.
fn filled() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("context.toml"), CONTEXT).unwrap();
    let diseases = ["flu", "gout", "flu", "gout"];
    let people: String = (0..4)
        .map(|at| {
            format!("ex:p{at} a ex:Patient ; ex:name \"Name {at}\" ; ex:age 2{at} ; ex:disease ex:{} .\n", diseases[at])
        })
        .collect();
    std::fs::write(
        folder.path().join("people.ttl"),
        format!("@prefix ex: <http://example.org/> .\n{people}"),
    )
    .unwrap();
    let (status, _, words) = said(&bauta(
        &["load", "store", "--context", "context.toml", "people.ttl"],
        folder.path(),
    ));
    assert_eq!(status, 0, "{words}");
    folder
}

#[test]
fn a_store_is_loaded_published_asked_and_exported() {
    let folder = filled();
    let run = |arguments: &[&str]| said(&bauta(arguments, folder.path()));
    let (status, out, _) = run(&["publish", "store", "--preview", "--json"]);
    let preview: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (
            status,
            preview["entities"].as_u64(),
            preview["risk"].as_f64()
        ),
        (0, Some(4), Some(0.5))
    );
    let (_, words, _) = run(&["publish", "store", "--lang", "fr"]);
    assert!(words.contains("contrefaçons"), "{words}");
    let ages = "SELECT ?a { ?s <http://example.org/age> ?a FILTER(isLiteral(?a)) }";
    assert_eq!(run(&["query", "store", ages]).1.trim(), "a");
    assert!(
        run(&["query", "store", ages, "--as", "exact"])
            .1
            .contains("23")
    );
    let (status, _, _) = run(&["export", "store", "-o", "public.nq"]);
    let public = std::fs::read_to_string(folder.path().join("public.nq")).unwrap();
    assert!(
        status == 0 && public.contains("/flu>") && !public.contains("Name"),
        "{public}"
    );
    assert_eq!(
        run(&["export", "store", "--as", "exact", "-o", "exact.nq"]).0,
        0
    );
    let exact = std::fs::read_to_string(folder.path().join("exact.nq")).unwrap();
    assert_eq!(exact.lines().count(), 16);
    assert_eq!(crate::support::mode(&folder.path().join("exact.nq")), 0o600);
    assert_eq!(run(&["audit", "store"]).0, 0);
    let (status, token, _) = run(&["users", "add", "store", "alice", "--role", "dpo"]);
    assert!(
        status == 0 && token.starts_with("alice.") && token.lines().count() == 1,
        "{token}"
    );
    #[cfg(unix)]
    for file in [
        "store",
        "store/snapshot-000001",
        "store/users.json",
        "store/audit.log",
    ] {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(folder.path().join(file))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o077, 0, "{file} is for its owner only");
    }
    assert!(
        run(&["users", "list", "store", "--json"])
            .1
            .contains("alice")
    );
    assert!(
        !std::fs::read_to_string(folder.path().join("store/users.json"))
            .unwrap()
            .contains("alice.")
    );
}

#[test]
fn bad_requests_are_told_and_nothing_is_written() {
    let folder = filled();
    let run = |arguments: &[&str]| said(&bauta(arguments, folder.path()));
    for (arguments, status, words) in [
        (vec!["query", "store", "SELECT"], 2, "SPARQL"),
        (
            vec![
                "query",
                "store",
                "SELECT * { GRAPH <http://private> { ?s ?p ?o } }",
            ],
            2,
            "private",
        ),
        (
            vec![
                "query",
                "store",
                "SELECT * { SERVICE <http://x/> { ?s ?p ?o } }",
                "--as",
                "exact",
            ],
            2,
            "SERVICE",
        ),
        (vec!["publish", "nowhere"], 3, "nowhere: it does not exist"),
        (vec!["load", "store", "people.csv"], 2, "format"),
        (vec!["load", "store", "missing.ttl"], 3, "missing.ttl"),
        (vec!["export", "store", "-o", "people.ttl"], 3, "people.ttl"),
        (
            vec!["publish", "nowhere", "--lang", "fr"],
            3,
            "il n'existe pas",
        ),
    ] {
        let (own, _, said) = run(&arguments);
        assert!(
            own == status && said.contains(words) && !said.contains("panicked"),
            "{arguments:?}: {own} {said}"
        );
    }
}

struct Served {
    child: Child,
    address: String,
}

fn serve(folder: &Path) -> Served {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bauta"));
    command
        .args(["graph", "serve", "store"])
        .current_dir(folder)
        .env("LC_ALL", "C");
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let address = line
        .trim()
        .strip_prefix("The store is at http://")
        .unwrap()
        .trim_end_matches('/')
        .to_owned();
    Served { child, address }
}

/// Sends a request; the whole answer, or nothing if the server is gone.
fn post(address: &str, path: &str, token: &str, media: &str, body: &str) -> Option<String> {
    let mut stream = TcpStream::connect(address).ok()?;
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nAuthorization: Bearer {token}\r\nAccept: text/csv\r\n"
    );
    write!(
        stream,
        "{head}Content-Type: {media}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    (!answer.is_empty()).then_some(answer)
}

#[test]
fn what_was_acknowledged_survives_kill_9() {
    let folder = filled();
    let token = said(&bauta(
        &["users", "add", "store", "alice", "--role", "dpo"],
        folder.path(),
    ))
    .1
    .trim()
    .to_owned();
    let mut acknowledged = Vec::new();
    for round in 0..4 {
        let mut server = serve(folder.path());
        let (address, own) = (server.address.clone(), token.clone());
        let publisher = std::thread::spawn(move || {
            while post(&address, "/admin/publish", &own, "text/plain", "").is_some() {}
        });
        for at in 0..12 {
            let name = format!("q{round}x{at}");
            let disease = ["flu", "gout", "measles"][at % 3];
            let text = format!(
                "PREFIX ex: <http://example.org/> INSERT DATA {{ ex:{name} a ex:Patient ; ex:age {} ; ex:disease ex:{disease} }}",
                20 + at
            );
            let answer = post(
                &server.address,
                "/sparql",
                &token,
                "application/sparql-update",
                &text,
            )
            .unwrap();
            assert!(answer.starts_with("HTTP/1.1 204"), "{answer}");
            acknowledged.push(name);
        }
        // Killed in the midst of an update that nobody waits for, and of publications.
        let address = server.address.clone();
        let own = token.clone();
        let update = std::thread::spawn(move || {
            post(
                &address,
                "/sparql",
                &own,
                "application/sparql-update",
                "INSERT DATA { <urn:a> <urn:b> 1 }",
            )
        });
        server.child.kill().unwrap();
        server.child.wait().unwrap();
        let _ = (update.join(), publisher.join());
        let exact = said(&bauta(
            &[
                "query",
                "store",
                "SELECT ?s { ?s a <http://example.org/Patient> }",
                "--as",
                "exact",
            ],
            folder.path(),
        ));
        assert_eq!(exact.0, 0, "{}", exact.2);
        assert!(
            acknowledged
                .iter()
                .all(|name| exact.1.contains(&format!("/{name}\r"))),
            "{}",
            exact.1
        );
        let half = "SELECT ?s { ?s <http://example.org/disease> ?d FILTER NOT EXISTS { ?s <http://example.org/age>/<http://example.org/min> ?n } }";
        assert_eq!(
            said(&bauta(&["query", "store", half], folder.path()))
                .1
                .trim(),
            "s",
            "no half release"
        );
        assert_eq!(said(&bauta(&["audit", "store"], folder.path())).0, 0);
    }
}

#[test]
fn a_store_that_is_served_is_asked_published_and_audited_from_elsewhere() {
    let folder = filled();
    let token = said(&bauta(
        &["users", "add", "store", "alice", "--role", "dpo"],
        folder.path(),
    ))
    .1
    .trim()
    .to_owned();
    let mut server = serve(folder.path());
    let url = format!("http://{}", server.address);
    let run = |arguments: &[&str], token: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bauta"));
        command
            .arg("graph")
            .args(arguments)
            .args(["--url", &url])
            .current_dir(folder.path());
        said(
            &command
                .env("LC_ALL", "C")
                .env("BAUTA_STORE_TOKEN", token)
                .output()
                .unwrap(),
        )
    };
    let (status, words, error) = run(&["publish", "--preview", "--json"], &token);
    assert_eq!(
        (status, words.contains("\"entities\": 4")),
        (0, true),
        "{words}{error}"
    );
    assert_eq!(run(&["publish"], &token).0, 0);
    let ages = "SELECT ?a { ?s <http://example.org/age> ?a }";
    let (status, answer, _) = run(&["query", ages], "");
    // As a line of its own: the names of blank nodes are drawn, and may hold any digits.
    let told = |answer: &str| answer.lines().any(|line| line == "21");
    assert_eq!(
        (status, answer.lines().count(), told(&answer)),
        (0, 5, false),
        "{answer}"
    );
    assert!(told(&run(&["query", ages, "--as", "exact"], &token).1));
    let (status, _, words) = run(&["query", ages, "--as", "exact"], "");
    assert!(
        status == 2 && words.contains("403") && words.contains("private"),
        "{words}"
    );
    let (status, _, words) = run(&["publish", "--lang", "fr"], "alice.wrong");
    assert!(status == 2 && words.contains("jeton"), "{words}");
    assert_eq!(run(&["audit"], &token).0, 0);
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    assert_eq!(run(&["query", ages], "").0, 3, "nobody is there");
}

#[test]
fn the_audit_log_is_checked_under_both_names_and_a_missing_folder_is_named() {
    let folder = filled();
    let mut command = Command::new(env!("CARGO_BIN_EXE_bauta"));
    let (status, _, words) = said(
        &command
            .args(["store", "audit", "store"])
            .current_dir(folder.path())
            .output()
            .unwrap(),
    );
    assert_eq!(status, 0, "{words}");
    for arguments in [
        &["query", "nowhere", "missing.rq"][..],
        &["publish", "nowhere"],
        &["export", "nowhere", "-o", "a.nq"],
    ] {
        let (status, _, words) = said(&bauta(arguments, folder.path()));
        assert!(
            status == 3 && words.contains("nowhere") && !words.contains("missing.rq"),
            "{words}"
        );
    }
    assert!(!folder.path().join("nowhere").exists());
    let (status, _, words) = said(&bauta(
        &[
            "serve",
            "store",
            "--tls-cert",
            "people.ttl",
            "--tls-key",
            "people.ttl",
        ],
        folder.path(),
    ));
    assert!(status == 3 && words.contains("people.ttl"), "{words}");
}

/// Issue 24, item 24: what a crash cut off was dropped without a word, and so was a damaged last change.
#[test]
fn a_change_that_was_cut_off_is_told_and_a_damaged_one_is_refused() {
    let folder = filled();
    let path = folder.path().join("store/journal-000001");
    let whole = std::fs::read(&path).unwrap();
    let cut_off = [b"\x10\0\0\0".as_slice(), &[7; 9]].concat();
    std::fs::write(&path, [whole.as_slice(), &cut_off].concat()).unwrap();
    let (status, _, words) = said(&bauta(&["publish", "store", "--preview"], folder.path()));
    assert!(
        status == 0 && words.contains("a crash had cut off the last change"),
        "{words}"
    );
    assert!(std::fs::read(&path).unwrap() == whole, "more was dropped");
    let (_, _, words) = said(&bauta(&["publish", "store"], folder.path()));
    assert!(!words.contains("crash"), "{words}");
    let mut journal = std::fs::read(&path).unwrap();
    let at = journal.len() - 2;
    journal[at] ^= 1;
    std::fs::write(&path, &journal).unwrap();
    for (language, part) in [
        ("en", "give that change up"),
        ("fr", "renoncez à cette modification"),
    ] {
        let (status, _, words) = said(&bauta(
            &["publish", "store", "--preview", "--lang", language],
            folder.path(),
        ));
        assert!(status == 3 && words.contains(part), "{words}");
    }
    assert_eq!(std::fs::read(&path).unwrap(), journal);
}

/// Issue 24, item 24: the parser's words quoted addresses of the data.
#[test]
fn data_that_cannot_be_read_are_not_quoted() {
    let folder = filled();
    let files = [
        (
            "bad.rdf",
            "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"SECRETIRI x\"/></rdf:RDF>",
        ),
        ("bad.ttl", "<http://e/a> <http://e/b> <SECRETIRI x> ."),
        ("bad.nt", "<SECRETIRI x> <http://e/b> <http://e/c> .\n"),
        (
            "bad.jsonld",
            "{\"@id\": \"http://e/a\", \"http://e/b\": {\"@value\": [\"SECRETIRI\"]}}",
        ),
    ];
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
        for (language, part) in [("en", "this is not valid"), ("fr", "ceci n'est pas du")] {
            let (status, out, words) = said(&bauta(
                &["load", "store", name, "--lang", language],
                folder.path(),
            ));
            assert!(
                status == 2 && words.contains(part) && words.contains(name),
                "{words}"
            );
            assert!(!(out + &words).contains("SECRET"), "{name}: {words}");
        }
    }
}

/// Finding F11: a store could only be exported, without the signatures of its releases.
#[test]
fn a_store_is_backed_up_while_it_is_served_and_restored() {
    let folder = filled();
    let run = |arguments: &[&str]| said(&bauta(arguments, folder.path()));
    assert_eq!(run(&["publish", "store"]).0, 0);
    let mut server = serve(folder.path());
    let (status, words, error) = run(&["backup", "store", "-o", "copy"]);
    assert_eq!(
        (status, words.contains("exact data")),
        (0, true),
        "{words}{error}"
    );
    assert_eq!(
        run(&["backup", "store", "-o", "copy"]).0,
        3,
        "over a backup"
    );
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let (status, words, error) = run(&["restore", "copy", "again"]);
    assert_eq!(
        (status, words.contains("releases: 1")),
        (0, true),
        "{words}{error}"
    );
    let all = "SELECT * { ?s ?p ?o } ORDER BY ?s ?p ?o";
    assert_eq!(
        run(&["query", "again", all, "--as", "exact"]).1,
        run(&["query", "store", all, "--as", "exact"]).1
    );
    std::fs::write(folder.path().join("copy/users.json"), "[]").unwrap();
    std::fs::remove_file(folder.path().join("copy/context.toml")).unwrap();
    let (status, _, words) = run(&["restore", "copy", "third"]);
    assert!(status == 3 && words.contains("context.toml"), "{words}");
}

/// Finding F11: to change the context the documentation said to export the data, and the signatures were forgotten.
#[test]
fn a_store_goes_on_under_another_context_with_its_signatures() {
    let folder = filled();
    let run = |arguments: &[&str]| said(&bauta(arguments, folder.path()));
    assert_eq!(run(&["publish", "store"]).0, 0);
    let context = std::fs::read_to_string(folder.path().join("context.toml")).unwrap();
    std::fs::write(
        folder.path().join("other.toml"),
        format!("# another one\n{context}"),
    )
    .unwrap();
    let (status, _, words) = run(&["load", "store", "--context", "other.toml", "people.ttl"]);
    assert!(status == 2 && words.contains("graph migrate"), "{words}");
    let (status, words, error) = run(&["migrate", "store", "--context", "other.toml", "-o", "new"]);
    assert!(
        status == 0 && words.contains("signatures"),
        "{words}{error}"
    );
    let all = "SELECT * { ?s ?p ?o } ORDER BY ?s ?p ?o";
    assert_eq!(
        run(&["query", "new", all, "--as", "exact"]).1,
        run(&["query", "store", all, "--as", "exact"]).1
    );
    assert_eq!(run(&["publish", "new"]).0, 0);
    assert_eq!(
        run(&["migrate", "store", "--context", "other.toml", "-o", "new"]).0,
        3,
        "over a store"
    );
}

#[test]
fn compressed_files_are_loaded_and_users_are_listed_with_their_graphs() {
    let folder = filled();
    let run = |arguments: &[&str]| said(&bauta(arguments, folder.path()));
    let (status, _, words) = run(&["convert", "people.ttl", "-o", "people.nt.gz"]);
    assert_eq!(status, 0, "{words}");
    assert_eq!(run(&["convert", "people.ttl", "-o", "people.nq.zst"]).0, 0);
    for file in ["people.nt.gz", "people.nq.zst"] {
        let (status, words, error) = run(&[
            "load",
            "packed",
            "--context",
            "context.toml",
            file,
            "--json",
        ]);
        assert!(
            status == 0 && words.contains("\"facts\": 16"),
            "{words}{error}"
        );
    }
    let add = ["users", "add", "store", "dora", "--role", "developer"];
    let (status, _, words) = run(&[&add[..], &["--privileged"]].concat());
    assert!(status == 2 && words.contains("never privileged"), "{words}");
    assert_eq!(
        run(&[&add[..], &["--graph", "http://e.org/one"]].concat()).0,
        0
    );
    assert!(
        run(&["users", "list", "store"])
            .1
            .contains("http://e.org/one")
    );
}

/// Finding F18: the certificate that `openssl req -x509` makes was refused in the words of a library.
#[test]
fn a_certificate_of_an_authority_is_refused_with_the_way_to_make_a_right_one() {
    use rcgen::{BasicConstraints, CertificateParams, IsCa, KeyPair};
    let folder = filled();
    for (authority, expected) in [(true, 3), (false, 0)] {
        let mut params = CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap();
        if authority {
            params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        }
        let key = KeyPair::generate().unwrap();
        let certificate = params.self_signed(&key).unwrap();
        std::fs::write(folder.path().join("cert.pem"), certificate.pem()).unwrap();
        std::fs::write(folder.path().join("key.pem"), key.serialize_pem()).unwrap();
        let tls = ["--tls-cert", "cert.pem", "--tls-key", "key.pem", "--json"];
        let mut child = Command::new(env!("CARGO_BIN_EXE_bauta"))
            .args(["graph", "serve", "store"])
            .args(tls)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut text = String::new();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        while !text.contains('}') {
            assert!(lines.read_line(&mut text).unwrap() > 0, "{text}");
        }
        let served: serde_json::Value = serde_json::from_str(&text).unwrap();
        let url = served["url"].as_str().unwrap();
        let query = ["query", "ASK {}", "--url", url, "--trust", "cert.pem"];
        let (status, _, words) = said(&bauta(&query, folder.path()));
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(status, expected, "{words}");
        assert_eq!(
            words.contains("basicConstraints=critical,CA:FALSE"),
            authority,
            "{words}"
        );
    }
}
