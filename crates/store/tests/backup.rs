//! Backups of a store that is at work, and folders of which files are missing.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

#[path = "common/mod.rs"]
mod common;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bauta_store::backup::{backup, check, restore};
use bauta_store::{Engine, Error};
use common::{HOSPITAL, as_set, hospital, people, public_text, quads, update};

fn open(folder: &Path) -> bauta_store::Result<Engine> {
    Engine::open(folder, hospital(), HOSPITAL)
}

/// Finding F11: there was no way to copy a store with the signatures of its releases.
#[test]
fn a_restored_store_has_the_data_the_releases_and_their_signatures() {
    let place = tempfile::tempdir().unwrap();
    let (folder, copy, back) = (
        place.path().join("a"),
        place.path().join("b"),
        place.path().join("c"),
    );
    let engine = open(&folder).unwrap();
    engine.insert(quads(&people())).unwrap();
    engine.publish().unwrap();
    update(
        &engine,
        "DELETE { ex:p1 ex:age ?a } INSERT { ex:p1 ex:age 33 } WHERE { ex:p1 ex:age ?a }",
    )
    .unwrap();
    engine.snapshot().unwrap();
    engine.publish().unwrap();
    update(&engine, "INSERT DATA { ex:ward2 ex:p 1 }").unwrap();
    let made = backup(&folder, &copy).unwrap();
    assert_eq!(check(&copy).unwrap(), made);
    restore(&copy, &back).unwrap();
    let again = open(&back).unwrap();
    assert_eq!(
        as_set(again.exact(None).unwrap()),
        as_set(engine.exact(None).unwrap())
    );
    let lines = |engine: &Engine| {
        public_text(engine)
            .lines()
            .map(str::to_owned)
            .collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(lines(&again), lines(&engine));
    assert_eq!(again.state().history, engine.state().history);
    assert!(!again.state().history.is_empty());
    // Nothing of it is anybody else's to read.
    #[cfg(unix)]
    for file in std::fs::read_dir(&copy).unwrap() {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(
            file.unwrap().metadata().unwrap().permissions().mode() & 0o077,
            0
        );
    }
    // Not over what is there.
    assert!(backup(&folder, &copy).is_err() && restore(&copy, &back).is_err());
}

#[test]
fn a_backup_that_was_changed_is_refused() {
    let place = tempfile::tempdir().unwrap();
    let (folder, copy) = (place.path().join("a"), place.path().join("b"));
    open(&folder).unwrap().insert(quads(&people())).unwrap();
    let made = backup(&folder, &copy).unwrap();
    for name in made.files.keys() {
        let path = copy.join(name);
        let before = std::fs::read(&path).unwrap();
        let mut bytes = before.clone();
        bytes.push(b' ');
        std::fs::write(&path, bytes).unwrap();
        assert!(restore(&copy, &place.path().join("c")).is_err(), "{name}");
        std::fs::remove_file(&path).unwrap();
        assert!(restore(&copy, &place.path().join("c")).is_err(), "{name}");
        std::fs::write(&path, before).unwrap();
    }
    assert!(restore(&copy, &place.path().join("c")).is_ok());
}

/// While changes, releases and snapshots go on: each copy opens, and has every change up to some moment and none after it.
#[test]
fn a_backup_while_the_store_works_is_of_one_moment() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("a");
    let engine = Arc::new(open(&folder).unwrap());
    engine.insert(quads(&people())).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let (own, stopped) = (Arc::clone(&engine), Arc::clone(&stop));
    let writer = std::thread::spawn(move || {
        let mut count = 0;
        while !stopped.load(Ordering::Relaxed) {
            update(
                &own,
                &format!("INSERT DATA {{ ex:counter ex:value {count} }}"),
            )
            .unwrap();
            count += 1;
            if count % 7 == 0 {
                own.publish().unwrap();
            }
            if count % 11 == 0 {
                own.snapshot().unwrap();
            }
        }
        count
    });
    let mut seen = Vec::new();
    for at in 0..12 {
        let (copy, back) = (
            place.path().join(format!("b{at}")),
            place.path().join(format!("c{at}")),
        );
        backup(&folder, &copy).unwrap();
        restore(&copy, &back).unwrap();
        let again = open(&back).unwrap();
        let counted = again.exact(None).unwrap();
        let values = counted
            .iter()
            .filter(|quad| quad.predicate.as_str().ends_with("/value"));
        let mut values: Vec<usize> = values
            .map(|quad| match &quad.object {
                oxigraph::model::Term::Literal(own) => own.value().parse().unwrap(),
                other => panic!("{other}"),
            })
            .collect();
        values.sort_unstable();
        assert!(
            values.iter().copied().eq(0..values.len()),
            "a change is missing"
        );
        seen.push(values.len());
    }
    stop.store(true, Ordering::Relaxed);
    let count = writer.join().unwrap();
    assert!(seen.windows(2).all(|pair| pair[0] <= pair[1]) && *seen.last().unwrap() <= count);
}

fn files(folder: &Path, start: &str) -> Vec<std::path::PathBuf> {
    let all = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    all.filter(|path| {
        path.file_name()
            .unwrap()
            .to_string_lossy()
            .starts_with(start)
    })
    .collect()
}

/// Finding F15: a folder without its snapshot, or with an emptied journal, opened as an empty store without a word.
#[test]
fn a_folder_of_which_a_file_is_missing_or_emptied_is_refused() {
    let place = tempfile::tempdir().unwrap();
    for (snapshot, later) in [(true, false), (true, true), (false, true)] {
        let folder = place.path().join(format!("{snapshot}{later}"));
        let engine = open(&folder).unwrap();
        engine.insert(quads(&people())).unwrap();
        if snapshot {
            engine.snapshot().unwrap();
        }
        if later {
            update(&engine, "INSERT DATA { ex:ward2 ex:p 1 }").unwrap();
        }
        let before = as_set(engine.exact(None).unwrap());
        drop(engine);
        for path in [files(&folder, "snapshot-"), files(&folder, "journal-")].concat() {
            let bytes = std::fs::read(&path).unwrap();
            std::fs::remove_file(&path).unwrap();
            let told = open(&folder).err();
            assert!(
                matches!(told, Some(Error::Missing(_))),
                "{}: {told:?}",
                path.display()
            );
            std::fs::write(&path, b"").unwrap();
            let told = open(&folder).err();
            assert!(told.is_some(), "{} emptied", path.display());
            std::fs::write(&path, bytes).unwrap();
        }
        assert_eq!(as_set(open(&folder).unwrap().exact(None).unwrap()), before);
    }
}

/// Folders of earlier versions have journals that begin with nothing.
#[test]
fn a_folder_of_an_earlier_version_opens() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("a");
    let engine = open(&folder).unwrap();
    engine.insert(quads(&people())).unwrap();
    engine.snapshot().unwrap();
    let before = as_set(engine.exact(None).unwrap());
    drop(engine);
    std::fs::remove_file(folder.join("format")).unwrap();
    for path in files(&folder, "journal-") {
        std::fs::write(path, b"").unwrap();
    }
    for _ in 0..2 {
        let engine = open(&folder).unwrap();
        assert_eq!(as_set(engine.exact(None).unwrap()), before);
    }
}
