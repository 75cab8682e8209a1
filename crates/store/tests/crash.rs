//! The real server is killed in the middle of updates, publications and snapshots: afterwards no acknowledged update is lost, no half release is seen, and the
//! audit log is whole.
//!
//! `BAUTA_CRASH_ROUNDS` says how often; 5 without it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bauta_store::access::{Role, Users};
use bauta_store::endpoint::{Settings, open, start};
use bauta_store::{Engine, Error, View, audit};
use common::{HOSPITAL, ask, hospital};
use ureq::Agent;

/// The folder that the server is to serve.
const FOLDER: &str = "BAUTA_CRASH_FOLDER";

/// Not a test of its own: the program that is killed.
#[test]
fn the_server() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let (engine, users, log) = open(Path::new(&folder), hospital(), HOSPITAL).unwrap();
    let engine = Arc::new(engine);
    let running = start(Arc::clone(&engine), users, Some(log), &Settings::default()).unwrap();
    println!("\nlistening at {}", running.address());
    // It is killed in the middle of snapshots too.
    std::thread::spawn(move || {
        while engine.snapshot().is_ok() {
            std::thread::park_timeout(Duration::from_millis(20));
        }
    });
    // Until it is killed, or who started it has gone.
    let _ = std::io::stdin().read_line(&mut String::new());
}

fn serve(folder: &Path) -> (Child, String) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "the_server", "--nocapture"])
        .env(FOLDER, folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let address = lines
        .map_while(Result::ok)
        .find_map(|line| Some(line.strip_prefix("listening at ")?.to_owned()));
    (child, address.expect("the server has started"))
}

fn post(
    agent: &Agent,
    address: &str,
    token: &str,
    path: &str,
    media: &str,
    body: &str,
) -> Option<(u16, String)> {
    let request = agent.post(format!("http://{address}{path}"));
    let request = request
        .header("authorization", format!("Bearer {token}"))
        .header("content-type", media);
    let mut response = request.send(body).ok()?;
    Some((
        response.status().as_u16(),
        response.body_mut().read_to_string().unwrap_or_default(),
    ))
}

/// What was acknowledged.
#[derive(Default)]
struct Acknowledged {
    /// Patients by number, with their disease; none for those that were deleted.
    patients: Mutex<BTreeMap<u64, Option<u64>>>,
    /// Patients of which a change was sent and not acknowledged: either may be.
    unsure: Mutex<BTreeSet<u64>>,
    release: AtomicU64,
}

fn write(
    agent: &Agent,
    address: &str,
    token: &str,
    known: &Acknowledged,
    next: &AtomicU64,
    stop: &AtomicBool,
) {
    // Who is deleted was inserted by the same client, and acknowledged: what two clients send at once has no order that one could expect.
    let mut own = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        let who = next.fetch_add(1, Ordering::Relaxed);
        let disease = who % 5;
        let insert = format!(
            "PREFIX ex: <http://example.org/> INSERT DATA {{ ex:p{who} a ex:Patient ; ex:name \"Name {who}\" ; ex:age {} ; ex:zipcode \"{:05}\" ; ex:disease ex:d{disease} ; ex:treatedIn ex:ward }}",
            who % 90,
            who % 300
        );
        known.unsure.lock().unwrap().insert(who);
        if post(
            agent,
            address,
            token,
            "/sparql",
            "application/sparql-update",
            &insert,
        )
        .is_some_and(|(status, _)| status == 204)
        {
            known.patients.lock().unwrap().insert(who, Some(disease));
            known.unsure.lock().unwrap().remove(&who);
            own.push(who);
        }
        if own.len() == 4 {
            let gone = own.swap_remove(0);
            own.clear();
            let delete = format!("DELETE WHERE {{ <http://example.org/p{gone}> ?p ?o }}");
            known.unsure.lock().unwrap().insert(gone);
            if post(
                agent,
                address,
                token,
                "/sparql",
                "application/sparql-update",
                &delete,
            )
            .is_some_and(|(status, _)| status == 204)
            {
                known.patients.lock().unwrap().insert(gone, None);
                known.unsure.lock().unwrap().remove(&gone);
            }
        }
    }
}

fn publish(agent: &Agent, address: &str, token: &str, known: &Acknowledged, stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        if let Some((200, text)) = post(agent, address, token, "/admin/publish", "text/plain", "") {
            let summary: bauta_store::state::Summary = serde_json::from_str(&text).unwrap();
            known.release.fetch_max(summary.number, Ordering::Relaxed);
        }
    }
}

/// What is on the disk after a crash, read by a store that is opened on it.
fn judged(folder: &Path, known: &Acknowledged) {
    let engine = Engine::open(folder, hospital(), HOSPITAL).unwrap();
    let exact: BTreeSet<String> = ask(&engine, "SELECT ?p ?d { ?p ex:disease ?d }", View::Exact)
        .unwrap()
        .into_iter()
        .collect();
    let unsure = known.unsure.lock().unwrap();
    for (who, disease) in known
        .patients
        .lock()
        .unwrap()
        .iter()
        .filter(|(who, _)| !unsure.contains(who))
    {
        let row =
            |disease: &u64| format!("<http://example.org/p{who}> <http://example.org/d{disease}>");
        match disease {
            Some(disease) => assert!(
                exact.contains(&row(disease)),
                "patient {who} was acknowledged and is lost"
            ),
            None => {
                let start = format!("<http://example.org/p{who}> ");
                assert!(
                    exact
                        .range(start.clone()..)
                        .next()
                        .is_none_or(|own| !own.starts_with(&start)),
                    "{who}"
                );
            }
        }
    }
    // An update is there as a whole or not at all.
    let parts = "SELECT ?p { ?p ex:disease ?d FILTER NOT EXISTS { ?p a ex:Patient ; ex:name ?n ; ex:age ?a ; ex:zipcode ?z ; ex:treatedIn ?w } }";
    assert_eq!(ask(&engine, parts, View::Exact).unwrap(), [""; 0]);
    let release = engine.last_release().map_or(0, |last| last.number);
    assert!(
        release >= known.release.load(Ordering::Relaxed),
        "a release was acknowledged and is lost"
    );
    whole_release(&engine);
    assert!(audit::verify(folder).unwrap().is_good());
}

/// Everybody who is public has all that a release shows, classes have members enough, and nobody can be told.
fn whole_release(engine: &Engine) {
    let half = "SELECT ?s { { ?s ex:disease ?x } UNION { ?s ex:age ?x } UNION { ?s ex:zipcode ?x } FILTER NOT EXISTS { ?s ex:disease ?d ; ex:zipcode ?z ; ex:age ?a . ?a ex:minValue ?b ; ex:maxValue ?c } }";
    assert_eq!(ask(engine, half, View::Public).unwrap(), [""; 0]);
    let small = "SELECT ?a ?z { ?s ex:disease ?d ; ex:age ?a ; ex:zipcode ?z } GROUP BY ?a ?z HAVING(COUNT(DISTINCT ?d) < 2)";
    assert_eq!(ask(engine, small, View::Public).unwrap(), [""; 0]);
    let count = |view| {
        ask(engine, "SELECT ?s { ?s ex:disease ?d }", view)
            .unwrap()
            .len()
    };
    let fakes = engine
        .entries()
        .iter()
        .filter(|entry| entry.counterfeit)
        .count();
    let entities = engine.last_release().map_or(0, |last| last.entities);
    assert_eq!(
        (count(View::Whole), count(View::Public)),
        (entities, entities + fakes),
        "one release in both stores"
    );
    let public = common::public_text(engine);
    assert!(!public.contains("Name ") && !public.contains("org/p"));
}

#[test]
fn killed_in_the_middle_nothing_acknowledged_is_lost_and_no_half_release_is_seen() {
    if std::env::var_os(FOLDER).is_some() {
        return;
    }
    let rounds = std::env::var("BAUTA_CRASH_ROUNDS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(5u64);
    let folder = tempfile::tempdir().unwrap();
    drop(Engine::open(folder.path(), hospital(), HOSPITAL).unwrap());
    let token = Users::open(folder.path())
        .unwrap()
        .add("officer", Role::Dpo, true, None)
        .unwrap();
    let (known, next) = (Acknowledged::default(), AtomicU64::new(0));
    for round in 0..rounds {
        let (mut child, address) = serve(folder.path());
        let stop = AtomicBool::new(false);
        let agent: Agent = Agent::config_builder()
            .http_status_as_error(false)
            .build()
            .into();
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| write(&agent, &address, &token, &known, &next, &stop));
            }
            scope.spawn(|| publish(&agent, &address, &token, &known, &stop));
            // In the middle of the work, at another moment in each round.
            let (begun, enough) = (
                Instant::now(),
                next.load(Ordering::Relaxed) + 5 + (round * 37) % 50,
            );
            while next.load(Ordering::Relaxed) < enough && begun.elapsed() < Duration::from_secs(30)
            {
                std::thread::yield_now();
            }
            child.kill().unwrap();
            stop.store(true, Ordering::Relaxed);
        });
        child.wait().unwrap();
        judged(folder.path(), &known);
    }
    let acknowledged = known.patients.lock().unwrap().len();
    assert!(
        acknowledged > rounds as usize,
        "only {acknowledged} updates were acknowledged"
    );
    assert!(
        known.release.load(Ordering::Relaxed) > 0,
        "no release was acknowledged"
    );
    println!(
        "{rounds} crashes, {acknowledged} patients, release {}",
        known.release.load(Ordering::Relaxed)
    );
}

/// Everything that a store holds, but for the order.
fn held(engine: &Engine) -> (BTreeSet<String>, BTreeSet<String>, usize) {
    let public = common::public_text(engine)
        .lines()
        .map(str::to_owned)
        .collect();
    (
        common::as_set(engine.exact(None).unwrap()),
        public,
        engine.entries().len(),
    )
}

#[test]
fn the_state_is_the_same_whenever_a_crash_ends_the_writing_of_a_snapshot() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let open = || Engine::open(folder.path(), hospital(), HOSPITAL);
    let engine = open().unwrap();
    engine.insert(common::quads(&common::people())).unwrap();
    engine.publish().unwrap();
    let first = std::fs::read(file("journal-000000")).unwrap();
    engine.snapshot().unwrap();
    assert!(!file("journal-000000").exists() && file("snapshot-000001").exists());
    common::update(
        &engine,
        "DELETE WHERE { ex:p1 ?p ?o } ; INSERT DATA { ex:p9 ex:age 4 }",
    )
    .unwrap();
    engine.publish().unwrap();
    let expected = held(&engine);
    drop(engine);
    let snapshot = std::fs::read(file("snapshot-000001")).unwrap();
    let same = |what: &str| assert!(held(&open().unwrap()) == expected, "{what}");
    same("snapshot and journal");
    std::fs::write(file("journal-000000"), &first).unwrap();
    same("what the snapshot stands for was not removed yet");
    assert!(!file("journal-000000").exists());
    // Before it had its name: both journals count, and the last one goes on.
    let before = || {
        let _ = std::fs::remove_file(file("snapshot-000001"));
        std::fs::write(file("journal-000000"), &first).unwrap();
        std::fs::write(file("unfinished"), &snapshot[..snapshot.len() / 2]).unwrap();
    };
    before();
    same("the snapshot is half written");
    assert!(!file("unfinished").exists());
    File::create(file("journal-000002")).unwrap();
    same("the next snapshot has begun");
    // Damage is told, and told again.
    let second = std::fs::read(file("journal-000001")).unwrap();
    let damaged = |what: &str| {
        (0..2).for_each(|_| assert!(matches!(open(), Err(Error::Damaged(..))), "{what}"));
    };
    std::fs::write(file("journal-000000"), &first[..first.len() - 5]).unwrap();
    damaged("the end of an earlier journal is missing");
    before();
    std::fs::rename(file("journal-000001"), file("journal-000002")).unwrap();
    damaged("a journal is missing");
    std::fs::remove_file(file("journal-000002")).unwrap();
    std::fs::write(file("journal-000001"), &second).unwrap();
    std::fs::write(file("snapshot-000001"), &snapshot[..snapshot.len() - 5]).unwrap();
    damaged("the end of the snapshot is missing");
    std::fs::write(file("snapshot-000001"), &snapshot).unwrap();
    same("mended");
}

#[test]
fn changes_and_releases_go_on_while_a_snapshot_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Engine::open(folder.path(), hospital(), HOSPITAL).unwrap();
    let many: String = (0..15_000)
        .map(|at| format!("ex:s{at} ex:p {at} . "))
        .collect();
    engine
        .insert(common::quads(&(common::people() + &many)))
        .unwrap();
    let unfinished = folder.path().join("unfinished");
    let meanwhile = std::thread::scope(|scope| {
        let writing = scope.spawn(|| engine.snapshot());
        let (mut round, mut meanwhile) = (0, 0);
        while !writing.is_finished() {
            let begun = unfinished.exists();
            if meanwhile < 3 {
                common::update(
                    &engine,
                    &format!("INSERT DATA {{ ex:q{round} a ex:Patient ; ex:age {round} }}"),
                )
                .unwrap();
                engine.publish().unwrap();
            }
            meanwhile += usize::from(begun && unfinished.exists());
            round += 1;
            std::thread::yield_now();
        }
        writing.join().unwrap().unwrap();
        meanwhile
    });
    assert!(meanwhile > 0, "everything waited for the snapshot");
    let expected = held(&engine);
    drop(engine);
    assert!(folder.path().join("snapshot-000001").exists());
    assert!(held(&Engine::open(folder.path(), hospital(), HOSPITAL).unwrap()) == expected);
}

/// The journal of a store to which one change of some length is written after another one.
fn journal_of(folder: &Path) -> (std::path::PathBuf, usize) {
    let path = folder.join("journal-000000");
    let engine = Engine::open(folder, hospital(), HOSPITAL).unwrap();
    common::update(&engine, "INSERT DATA { ex:a ex:age 1 }").unwrap();
    let first = std::fs::metadata(&path).unwrap().len() as usize;
    let long = "long ".repeat(1_000);
    common::update(
        &engine,
        &format!("INSERT DATA {{ ex:b ex:says \"{long}\" }}"),
    )
    .unwrap();
    (path, first)
}

/// Issue 24, item 24: the last acknowledged change was dropped without a word when a bit of it had flipped.
#[test]
fn a_damaged_last_change_is_refused_and_one_that_was_cut_off_is_dropped_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let (path, first) = journal_of(folder.path());
    let open = || Engine::open(folder.path(), hospital(), HOSPITAL);
    let whole = std::fs::read(&path).unwrap();
    let facts = |engine: &Engine| engine.exact(None).unwrap().len();
    for (at, bit) in [
        (12, 1),
        (30, 0x20),
        (600, 0x20),
        (2_000, 1),
        (whole.len() - first - 1, 2),
    ] {
        let mut damaged = whole.clone();
        damaged[first + at] ^= bit;
        std::fs::write(&path, &damaged).unwrap();
        for _ in 0..2 {
            let error = open().err().expect("damage is refused");
            assert!(
                matches!(&error, Error::DamagedEnd(_, at) if *at == first as u64),
                "byte {at}: {error}"
            );
            let told = error.to_string();
            assert!(told.contains(&format!("truncate -s {first} ")), "{told}");
        }
    }
    assert_eq!(std::fs::read(&path).unwrap().len(), whole.len());
    // What a crash leaves: the file ends too early, or sectors that were never written are zeros.
    let sector = (first / 512 + 3) * 512;
    let mut hole = whole.clone();
    hole[sector..sector + 512].fill(0);
    let mut tail = whole.clone();
    tail[sector..].fill(0);
    let mut straddling = whole.clone();
    straddling[(first / 512 + 1) * 512..].fill(0);
    for (what, torn) in [
        ("cut off", whole[..whole.len() - 7].to_vec()),
        ("a hole", hole),
        ("zeros to the end", tail),
        ("all but its start", straddling),
    ] {
        std::fs::write(&path, &torn).unwrap();
        let engine = open().unwrap();
        let cut_off = engine.cut_off().expect("it is told");
        assert_eq!(
            (cut_off.at, cut_off.bytes),
            (first as u64, (torn.len() - first) as u64),
            "{what}"
        );
        assert_eq!(facts(&engine), 1, "{what}");
        drop(engine);
        assert_eq!(open().unwrap().cut_off(), None, "{what} is told once");
    }
    std::fs::write(&path, &whole).unwrap();
    let engine = open().unwrap();
    assert_eq!((facts(&engine), engine.cut_off()), (2, None));
}
