//! `bauta serve`: the address, the secret, and a clean end.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

fn start(
    arguments: &[&str],
    temporary: &std::path::Path,
) -> (Child, BufReader<std::process::ChildStdout>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bauta"));
    command
        .arg("serve")
        .arg("--no-open")
        .args(arguments)
        .env("TMPDIR", temporary)
        .env("LC_ALL", "C");
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let out = BufReader::new(child.stdout.take().unwrap());
    (child, out)
}

/// The status line of a request.
fn ask(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "{request} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.lines().next().unwrap_or_default().to_owned()
}

#[cfg(unix)]
#[test]
fn it_prints_its_address_answers_and_ends_with_0_on_a_signal() {
    for (signal, language, words) in [
        ("INT", "en", "The workbench is at "),
        ("TERM", "fr", "L'atelier est à l'adresse "),
    ] {
        let temporary = tempfile::tempdir().unwrap();
        let (mut child, mut out) = start(&["--lang", language], temporary.path());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let url = line
            .trim()
            .strip_prefix(words)
            .unwrap_or_else(|| panic!("{line}"));
        let (address, token) = url
            .strip_prefix("http://")
            .unwrap()
            .split_once("/?token=")
            .unwrap();
        assert!(address.starts_with("127.0.0.1:"), "{address}");
        assert_eq!(token.len(), 32);
        assert_eq!(ask(address, "GET /"), "HTTP/1.1 200 OK");
        assert_eq!(
            ask(address, "GET /api/v1/session"),
            "HTTP/1.1 401 Unauthorized"
        );
        assert_eq!(std::fs::read_dir(temporary.path()).unwrap().count(), 1);
        let killed = Command::new("kill")
            .args([format!("-{signal}"), child.id().to_string()])
            .status()
            .unwrap();
        assert!(killed.success());
        assert_eq!(child.wait().unwrap().code(), Some(0), "{signal}");
        assert_eq!(
            std::fs::read_dir(temporary.path()).unwrap().count(),
            0,
            "uploads are gone"
        );
    }
}

#[test]
fn a_taken_port_and_a_missing_folder_are_told() {
    let temporary = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    for arguments in [["--port", port.as_str()], ["--root", "no-such-folder"]] {
        let (child, _) = start(&arguments, temporary.path());
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{said}");
        assert!(
            said.contains(arguments[1]) && !said.contains("panicked"),
            "{said}"
        );
    }
}

/// Every user of a machine sees the arguments of every program, so that the browser must not get the secret as one.
#[cfg(target_os = "linux")]
#[test]
fn the_browser_is_started_without_the_secret_in_its_arguments() {
    use std::os::unix::fs::PermissionsExt;
    let temporary = tempfile::tempdir().unwrap();
    let programs = tempfile::tempdir().unwrap();
    let told = programs.path().join("told");
    assert!(
        Command::new("mkfifo")
            .arg(&told)
            .status()
            .unwrap()
            .success()
    );
    let browser = programs.path().join("xdg-open");
    // The arguments as other users see them, and what the file says.
    let script = format!(
        "#!/bin/sh\n{{ tr '\\0' ' ' </proc/$$/cmdline; echo; echo \"$1\"; cat \"$1\"; }} >{}\n",
        told.display()
    );
    std::fs::write(&browser, script).unwrap();
    std::fs::set_permissions(&browser, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut child = Command::new(env!("CARGO_BIN_EXE_bauta"))
        .arg("serve")
        .env("TMPDIR", temporary.path())
        .env("PATH", format!("{}:{path}", programs.path().display()))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let (_, token) = line.trim().split_once("/?token=").unwrap();
    let said = std::fs::read_to_string(&told).unwrap();
    let mut lines = said.lines();
    let (arguments, file) = (lines.next().unwrap(), lines.next().unwrap());
    assert!(!arguments.contains(token), "{arguments}");
    assert!(said.contains(&format!("/?token={token}\"")), "{said}");
    let mode = std::fs::metadata(file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(!std::path::Path::new(file).exists());
}
