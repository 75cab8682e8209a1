//! Runs that are ended in the middle: nothing under the final name, nothing changed, nothing left behind where that is possible.

use std::fmt::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::support::{Folder, Run, digest};

const ROWS: usize = 20_000;
const COPIES: usize = 25;

/// A census that takes a while: half a million rows.
fn census() -> Folder {
    let text = bauta_testkit::write_csv(&bauta_testkit::census::census(ROWS, 1));
    let (header, rows) = text.split_once('\n').expect("a header");
    let mut all = String::with_capacity(COPIES * text.len());
    writeln!(all, "{header}").expect("text");
    (0..COPIES).for_each(|_| all.push_str(rows));
    Folder::new().with("census.csv", all)
}

const LINE: &str = "anonymize census.csv --id id,name,birth_date --pseudonym random --qi sex,age,postcode,marital_status,education,occupation --sensitive diagnosis --keep household_size -k 10 --mapping who.csv --record record.json -o out.ods";

fn start(folder: &Folder, line: &str) -> Child {
    let arguments: Vec<&str> = line.split_whitespace().collect();
    let mut command = folder.command(&arguments);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program")
}

/// Waits until the run is where it shall be; `false` if it ended before.
fn wait_for(child: &mut Child, there: impl Fn(u32) -> bool) -> bool {
    while child.try_wait().expect("a state").is_none() {
        if there(child.id()) {
            return true;
        }
        std::thread::yield_now();
    }
    false
}

fn is_part(name: &str) -> bool {
    name.starts_with(".bauta-") && name.ends_with(".part")
}

fn parts(folder: &Path) -> Vec<u64> {
    let entries = std::fs::read_dir(folder)
        .expect("a folder")
        .filter_map(Result::ok);
    let parts = entries.filter(|entry| is_part(&entry.file_name().to_string_lossy()));
    parts
        .filter_map(|entry| Some(entry.metadata().ok()?.len()))
        .collect()
}

/// The census being open says that the program is past its start and has begun to read.
fn is_reading(id: u32) -> bool {
    let Ok(open) = std::fs::read_dir(format!("/proc/{id}/fd")) else {
        return false;
    };
    let mut files = open.filter_map(|entry| std::fs::read_link(entry.ok()?.path()).ok());
    files.any(|file| file.ends_with("census.csv"))
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill")
        .args([format!("-{name}"), child.id().to_string()])
        .status()
        .expect("kill");
    assert!(status.success());
}

/// Ends a run by a signal at some moment; what is left must be the input, and a part only after a kill.
fn interrupt(folder: &Folder, name: &str, moment: &str) {
    let input = digest(&folder.path("census.csv"));
    let mut child = start(folder, LINE);
    let home = folder.path("");
    let there = wait_for(&mut child, |id| match moment {
        "reading" => is_reading(id),
        _ => parts(&home).iter().any(|&length| length > 0),
    });
    if !there {
        let run = Run::of(LINE, &child.wait_with_output().expect("an end"));
        panic!("the run ended before it was {moment}: make the census larger\n{run}");
    }
    signal(&child, name);
    let run = Run::of(LINE, &child.wait_with_output().expect("an end"));
    let (left, others): (Vec<String>, Vec<String>) =
        folder.names().into_iter().partition(|file| is_part(file));
    assert_eq!(others, ["census.csv"], "{name} while {moment}\n{run}");
    assert_eq!(digest(&folder.path("census.csv")), input);
    if name == "KILL" {
        assert_eq!(run.status, -1, "{run}");
    } else {
        assert!(
            left.is_empty(),
            "{name} while {moment} leaves {left:?}\n{run}"
        );
        assert_eq!(run.errors(), ["stopped; nothing was written"]);
        assert_eq!(run.status, 130, "{run}");
    }
    left.iter()
        .for_each(|part| std::fs::remove_file(folder.path(part)).expect("removed"));
}

#[test]
fn a_run_that_is_stopped_leaves_nothing_under_its_final_name() {
    let folder = census();
    for moment in ["reading", "writing"] {
        for name in ["INT", "TERM", "KILL"] {
            interrupt(&folder, name, moment);
        }
    }
    // And the same run goes well afterwards.
    let mut child = start(&folder, &LINE.replace("out.ods", "out.csv"));
    child.stdout.take();
    let run = Run::of(LINE, &child.wait_with_output().expect("an end")).ok();
    assert_eq!(
        folder.names(),
        ["census.csv", "out.csv", "record.json", "who.csv"],
        "{run}"
    );
    folder
        .run("check out.csv --person Pseudo --keep household_size --qi sex,age,postcode,marital_status,education,occupation -k 10")
        .ok();
}

#[test]
fn waiting_for_standard_input_can_be_stopped() {
    let folder = Folder::new();
    let mut command = folder.command(&["inspect", "-"]);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program");
    // It sleeps in its first read, or is about to: either way the signal must end it.
    let handles = |id: u32| {
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let mask = caught
            .and_then(|text| u64::from_str_radix(text.trim(), 16).ok())
            .unwrap_or(0);
        mask & 0b10 != 0
    };
    assert!(wait_for(&mut child, handles));
    signal(&child, "INT");
    let kept = child.stdin.take();
    let run = Run::of("inspect -", &child.wait_with_output().expect("an end")).exits(130);
    assert_eq!(run.errors(), ["stopped; nothing was written"]);
    drop(kept);
}

/// A large file of few different rows, quick to make.
fn plain(rows: usize) -> Folder {
    let rows: String = (0..rows).fold(String::new(), |mut text, row| {
        let _ = writeln!(
            text,
            "name{row},{},{},d{}",
            row % 97,
            10_000 + row * 7 % 50_000,
            row % 13
        );
        text
    });
    Folder::new().with("in.csv", format!("name,age,place,disease\n{rows}"))
}

const PLAIN: &str =
    "anonymize in.csv --id name --pseudonym random --qi age,place --sensitive disease -k 5";

#[test]
fn a_file_that_may_not_grow_is_a_failure_of_files() {
    let folder = plain(60_000);
    for output in [
        "out.csv",
        "out.ods",
        "out.xlsx",
        "out.parquet",
        "sqlite:out.db#t",
    ] {
        // A signal that is ignored becomes an error of the write, as a full disk is.
        let script = format!("trap '' XFSZ; ulimit -f 100; exec \"$BAUTA\" {PLAIN} -o {output}");
        let run = Run::of(output, &folder.bash(&script)).exits(3);
        assert_eq!(run.errors().len(), 1, "{run}");
        assert_eq!(folder.names(), ["in.csv"], "{run}");
    }
}

#[test]
fn a_full_disk_is_a_failure_of_files() {
    let folder = plain(60_000);
    std::fs::create_dir(folder.path("disk")).unwrap();
    // A small disk of its own in a namespace of its own: gone with the shell.
    let mount = "mount -t tmpfs -o size=200k tmpfs disk";
    let namespace = |script: &str| {
        folder.bash(&format!(
            "unshare --mount --map-root-user bash -c '{mount} && {script}'"
        ))
    };
    if !namespace("true").status.success() {
        bauta_testkit::skip(
            "no file system can be mounted here; the limit on file sizes stands for it",
        );
        return;
    }
    for output in [
        "disk/out.csv",
        "disk/out.ods",
        "disk/out.xlsx",
        "disk/out.parquet",
        "sqlite:disk/out.db#t",
    ] {
        let output = namespace(&format!(
            "\"$BAUTA\" {PLAIN} -o {output}; status=$?; ls -A disk; exit $status"
        ));
        let run = Run::of("on a full disk", &output)
            .exits(3)
            .says(&["the disk is full"]);
        assert_eq!(run.out, "", "nothing is left there\n{run}");
    }
    let output = folder.bash("\"$BAUTA\" convert in.csv -o - > /dev/full");
    Run::of("convert to a full device", &output)
        .exits(3)
        .says(&["standard output: the disk is full"]);
}
