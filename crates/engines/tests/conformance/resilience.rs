//! What happens when processes die.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

use bauta_engines::{Engine, Mapping, Output, Replaced, ballista};
use bauta_formats::ReadOptions;
use bauta_table::{Progress, Silent, Stage};

use crate::{data, judge, locator, owned};
use bauta_testkit::machines::{Machines, Process};

/// Ends a process when the first file is written.
struct Killer<'a> {
    victim: &'a Process,
    done: AtomicBool,
}

impl Progress for Killer<'_> {
    fn tell(&self, stage: Stage, _: u64, _: Option<u64>) {
        if stage == Stage::Write && !self.done.swap(true, Ordering::Relaxed) {
            self.victim.kill();
        }
    }

    fn cancelled(&self) -> bool {
        false
    }
}

fn killer(victim: &Process) -> Killer<'_> {
    Killer {
        victim,
        done: AtomicBool::new(false),
    }
}

fn everything(engine: &dyn Engine) -> Mapping {
    let columns = engine
        .columns()
        .iter()
        .map(|name| (name.clone(), Replaced::Kept))
        .collect();
    Mapping {
        columns,
        tuples: None,
    }
}

#[test]
fn a_run_survives_the_loss_of_an_executor() {
    let Some(machines) = Machines::start(2) else {
        return;
    };
    let (_held, folder) = data::folder();
    let census = bauta_testkit::census::census(60_000, 3);
    let pattern = data::spread(&census, &folder.join("many"), 12);
    let engine = ballista::open(
        &machines.engine(),
        &locator(&pattern),
        &ReadOptions::default(),
    )
    .unwrap();
    let place = folder.join("out.parquet");
    let output = Output {
        place: locator(place.to_str().unwrap()),
        force: false,
    };
    let killer = killer(&machines.executors[0]);
    let written = engine
        .apply(&everything(engine.as_ref()), &output, &killer)
        .unwrap();
    assert!(killer.done.load(Ordering::Relaxed));
    assert_eq!(written.rows(), 60_000, "each row once");
    crate::publish(written);
    let columns = ["id", "name", "postcode"];
    let read_back = locator(&format!("{}/*.parquet", place.display()));
    assert!(judge::read(&read_back, &columns) == judge::count(judge::rows_of(&census, &columns)));
    // One executor is left, and counts on.
    let counted = engine
        .frequency_set(&owned(&["postcode", "sex", "age"]), &Silent)
        .unwrap();
    assert!(
        judge::labels_of(&counted)
            == judge::count(judge::rows_of(&census, &["postcode", "sex", "age"]))
    );
}

#[test]
fn without_its_scheduler_a_run_ends_and_leaves_nothing() {
    let Some(machines) = Machines::start(1) else {
        return;
    };
    let (_held, folder) = data::folder();
    let pattern = data::spread(
        &bauta_testkit::census::census(40_000, 4),
        &folder.join("many"),
        8,
    );
    let engine = ballista::open(
        &machines.engine(),
        &locator(&pattern),
        &ReadOptions::default(),
    )
    .unwrap();
    let place = folder.join("out.parquet");
    let output = Output {
        place: locator(place.to_str().unwrap()),
        force: false,
    };
    let Err(told) = engine.apply(
        &everything(engine.as_ref()),
        &output,
        &killer(&machines.scheduler),
    ) else {
        panic!("the scheduler is gone")
    };
    assert!(
        !told.is_fault() && told.to_string().starts_with("ballista://"),
        "{told}"
    );
    assert!(
        told.to_string().contains("lost") || told.to_string().contains("no scheduler answers"),
        "{told}"
    );
    assert!(!place.exists());
    let Err(told) = ballista::open(
        &machines.engine(),
        &locator(&pattern),
        &ReadOptions::default(),
    ) else {
        panic!("the scheduler is gone")
    };
    assert!(told.to_string().contains("no scheduler answers"), "{told}");
    // The executor may still have been writing. Another cluster does it all over again.
    drop(machines);
    let Some(machines) = Machines::start(1) else {
        return;
    };
    let engine = ballista::open(
        &machines.engine(),
        &locator(&pattern),
        &ReadOptions::default(),
    )
    .unwrap();
    crate::publish(
        engine
            .apply(&everything(engine.as_ref()), &output, &Silent)
            .unwrap(),
    );
    assert_eq!(
        fs::read_dir(&folder).unwrap().count(),
        2,
        "nothing is left of the first attempt"
    );
}

#[test]
fn a_scheduler_without_executors_says_so() {
    let Some(machines) = Machines::start(0) else {
        return;
    };
    let (_held, folder) = data::folder();
    let pattern = data::spread(&data::people(1, 10), &folder.join("many"), 1);
    let told = ballista::open(
        &machines.engine(),
        &locator(&pattern),
        &ReadOptions::default(),
    )
    .err()
    .unwrap();
    assert!(
        told.to_string().contains("no executor has joined"),
        "{told}"
    );
}
