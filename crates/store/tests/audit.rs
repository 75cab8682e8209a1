//! The audit logs: bounded for strangers, whole for users, and in nobody's way when the disk is full.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

#[path = "common/mod.rs"]
mod common;
#[path = "common/http.rs"]
mod http;

use std::path::Path;

use bauta_store::Context;
use bauta_store::audit::{Asked, Audit, verify};
use bauta_store::endpoint::Settings;
use http::Server;

fn asked(user: Option<&str>, text: &str) -> Asked {
    Asked {
        user: user.map(str::to_owned),
        what: "query",
        text: text.to_owned(),
        status: 200,
        changes: false,
    }
}

fn size(folder: &Path, start: &str) -> (usize, u64) {
    let files = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let own: Vec<u64> = files
        .filter(|file| file.file_name().to_string_lossy().starts_with(start))
        .map(|file| file.metadata().unwrap().len())
        .collect();
    (own.len(), own.iter().sum())
}

/// Findings M3 and F10: 100 requests made the log 25 MB longer.
#[test]
fn of_long_texts_of_strangers_the_beginning_and_a_digest_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let audit = Audit::open(folder.path()).unwrap();
    let long = format!("SELECT * {{}} # {}", "\u{e9}".repeat(120_000));
    for _ in 0..50 {
        audit.tell(asked(None, &long)).unwrap();
    }
    audit.tell(asked(Some("officer"), &long)).unwrap();
    assert!(size(folder.path(), "anonymous").1 < 200_000);
    let text = std::fs::read_to_string(folder.path().join("anonymous.log")).unwrap();
    let digest = blake3::hash(long.as_bytes()).to_hex().to_string();
    assert!(text.contains(&digest) && text.contains("SELECT * {}"));
    // What a user did is there as a whole.
    let text = std::fs::read_to_string(folder.path().join("audit.log")).unwrap();
    assert!(text.contains(&long) && !text.contains("digest"));
    assert!(verify(folder.path()).unwrap().is_good());
}

#[test]
fn strangers_cannot_fill_the_disk_nor_push_users_out() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..4 {
        let audit = Audit::with(folder.path(), 20_000).unwrap();
        for at in 0..200 {
            audit.tell(asked(None, &"x".repeat(2000))).unwrap();
            if at % 2 == 0 {
                audit
                    .tell(asked(Some("officer"), &format!("{round} {at}")))
                    .unwrap();
            }
        }
    }
    let (files, bytes) = size(folder.path(), "anonymous");
    assert!(
        files == 4 && bytes < 100_000,
        "{files} files, {bytes} bytes"
    );
    let verdict = verify(folder.path()).unwrap();
    assert!(verdict.is_good(), "{verdict:?}");
    assert_eq!((verdict.users.lines, verdict.users.dropped), (400, 0));
    assert_eq!(verdict.anonymous.lines + verdict.anonymous.dropped, 800);
    assert!(
        size(folder.path(), "audit").0 > 1,
        "long logs go on in new files"
    );
    // A file of the log of users that is missing shows.
    let oldest = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| {
            path.file_name()
                .unwrap()
                .to_string_lossy()
                .starts_with("audit-")
        })
        .min()
        .unwrap();
    std::fs::remove_file(oldest).unwrap();
    assert!(!verify(folder.path()).unwrap().is_good());
}

/// A folder on a file system of its own, of half a megabyte; none where it cannot be made.
struct Small(tempfile::TempDir);

impl Small {
    fn new() -> Option<Small> {
        let folder = tempfile::tempdir().unwrap();
        let made = std::process::Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=512k", "tmpfs"])
            .arg(folder.path())
            .output();
        made.is_ok_and(|own| own.status.success())
            .then_some(Small(folder))
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount")
            .arg("-l")
            .arg(self.0.path())
            .output();
    }
}

/// Finding F10: a full disk stopped every request, also when there was room again, and `/healthz` said ok.
#[test]
fn a_full_disk_stops_changes_only_and_only_while_it_is_full() {
    let Some(small) = Small::new() else {
        return bauta_testkit::skip("no file system can be mounted here");
    };
    let folder = small.0.path();
    let audit = Audit::open(folder).unwrap();
    let server = Server::logged(Context::open(), &Settings::default(), Some(audit));
    let insert = "INSERT DATA { <http://e.org/a> <http://e.org/b> 1 }";
    let health = || server.send("GET", "/healthz", None, &[], b"").status;
    assert_eq!(server.update(insert).status, 204);
    assert_eq!(health(), 200);
    let filler = folder.join("filler");
    let mut file = std::fs::File::create(&filler).unwrap();
    while std::io::Write::write_all(&mut file, &[1; 512]).is_ok() {}
    // Until nothing fits any more: a page of the file may have room.
    let full = (0..200).any(|_| server.update(insert).status == 500);
    assert!(full, "the disk never was full");
    for _ in 0..40 {
        for token in [None, Some(server.token.as_str())] {
            let reply = server.query("ASK { ?s ?p 1 }", token, "text/csv");
            assert_eq!((reply.status, reply.text.trim()), (200, "true"));
        }
    }
    assert_eq!(health(), 503);
    std::fs::remove_file(&filler).unwrap();
    drop(file);
    assert_eq!(health(), 200);
    assert_eq!(server.update(insert).status, 204);
    let verdict = verify(folder).unwrap();
    assert!(verdict.is_good(), "{verdict:?}");
    let log = std::fs::read_to_string(folder.join("audit.log")).unwrap();
    assert!(log.contains("lines could not be written"));
}
