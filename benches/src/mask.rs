//! Masking: MDAV and local suppression in process against R's sdcMicro, how MDAV grows with the rows, and every technique
//! that works row by row, as a whole command on 3 million rows against reading them.
//!
//! sdcMicro cannot be installed from a package index that this program uses, so its processor time on the six numbers of the Adult
//! census, measured on a like machine, stands here; those six columns are not in the file beside the checkout, and numbers of the same shapes are drawn.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::time::Instant;

use bauta_methods::Settings;
use bauta_privacy::Requirement;
use bauta_table::Table;
use bauta_table::recoding::Prepared;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::bars::{Bar, best, median};
use crate::data::{self, Data};
use crate::measure::{self, Taken, own_cpu};
use crate::planned::planned;
use crate::{Result, mondrian, plain_mdav};

/// Processor seconds of sdcMicro's MDAV, k = 10, six numbers of 30 162 rows, and how many times faster we are to be.
const SDCMICRO: (f64, f64) = (1.75, 20.0);
const ROWS: usize = 30_162;
/// sdcMicro's local suppression of the first eight attributes of Adult, k = 10: seconds (measured on a like machine), and suppressed cells,
/// which its search comes to when it is written again after its published source. It lets a suppressed cell match anything; read as a value
/// of its own, 6 697 rows of its result are in classes below 10.
const LOCAL_SUPPRESSION: (f64, f64) = (1_070.0, 36_032.0);
/// How many times faster than sdcMicro local suppression is to be.
const SUPPRESSION_FASTER: f64 = 100.0;
/// A whole command may take this many times the time of reading.
const TIMES: f64 = 3.0;
const RUNS: usize = 5;

/// What the row by row techniques are told; the file is Adult's, of which age is the only number.
const TOLD: [(&str, &[&str]); 12] = [
    ("top-code", &["--attributes", "age"]),
    ("bottom-code", &["--attributes", "age"]),
    ("round", &["--attributes", "age", "--base", "5"]),
    (
        "recode",
        &["--attributes", "race", "--groups", "White=White;other=*"],
    ),
    (
        "suppress",
        &["--scope", "attributes", "--attributes", "race"],
    ),
    ("sample", &["--share", "0.5"]),
    ("swap", &["--attributes", "age"]),
    ("pram", &["--attributes", "occupation"]),
    ("noise", &["--attributes", "age"]),
    ("microaggregate", &["--attributes", "age"]),
    (
        "anatomy",
        &[
            "--qi",
            "age,sex,race",
            "--sensitive",
            "occupation",
            "-l",
            "4",
        ],
    ),
    (
        "slicing",
        &[
            "--qi",
            "age,sex,race",
            "--sensitive",
            "occupation",
            "-l",
            "4",
        ],
    ),
];

pub fn run() -> Result {
    let mut bars = mdav()?;
    bars.extend(growth()?);
    bars.extend(local_suppression()?);
    bars.extend(scans()?);
    Ok(bars)
}

/// MDAV on numbers like Adult's six: against sdcMicro's figure, and beside the plain search in turns, which must come to the same.
fn mdav() -> Result {
    let table = numbers(ROWS)?;
    let (mut ours, mut plain, mut told) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..RUNS {
        let found = grouped(&table)?;
        ours.push(found.cpu);
        told = found.notes;
        let before = own_cpu()?;
        let (lost, groups) =
            plain_mdav::lost(&table, 10).ok_or("six numbers were to be grouped")?;
        plain.push(own_cpu()? - before);
        let expected = [
            format!("{groups} groups, "),
            format!("{:.3} % ", 100.0 * lost),
        ];
        let agrees = told
            .iter()
            .zip(&expected)
            .filter(|(told, expected)| told.starts_with(*expected))
            .count();
        if agrees != expected.len() {
            return Err(format!(
                "MDAV says {}; the plain search finds {}",
                told.join("; "),
                expected.concat()
            ));
        }
    }
    let (cpu, searched) = (best(&ours), best(&plain));
    println!(
        "MDAV, {ROWS} rows, 6 numbers, k = 10: processor {cpu:.3} s (best of {RUNS}); {}",
        told.join("; ")
    );
    println!(
        "the plain search, as many groups and the same loss: {searched:.3} s, {:.1} times as long",
        searched / cpu
    );
    Ok(vec![Bar::at_least(
        "mask: MDAV, times faster than sdcMicro",
        SDCMICRO.0 / cpu,
        SDCMICRO.1,
    )])
}

/// How the time grows beyond 100 000 rows: the exponent.
fn growth() -> Result {
    let seconds = |rows: usize| -> Result<f64> {
        let found = grouped(&numbers(rows)?)?;
        println!(
            "MDAV, {rows} rows: {:.2} s, processor {:.2} s",
            found.wall, found.cpu
        );
        Ok(found.cpu)
    };
    let (few, many) = (seconds(100_000)?, seconds(400_000)?);
    Ok(vec![Bar::at_most(
        "mask: MDAV grows with rows to the power of",
        (many / few).ln() / 4f64.ln(),
        1.9,
    )])
}

/// Cells that local suppression needs for k = 10 of the first eight attributes of Adult, in both readings of a suppressed cell.
///
/// The number of cells is compared in sdcMicro's reading, where both results reach k. In the stricter one only ours does, and its cells are
/// shown without a bar.
fn local_suppression() -> Result {
    let mut data = data::small()?;
    data.quasi_identifiers.truncate(8);
    let table = mondrian::read(&data)?;
    let given = data.quasi_identifiers.iter();
    let given = given
        .map(|name| table.index_of(name).map(|index| (index, None)))
        .collect::<std::result::Result<_, _>>()
        .map_err(|fault| fault.to_string())?;
    let qis = bauta_table::prepare(&table, given).map_err(|error| error.to_string())?;
    let prepared = Prepared::new(&table, qis);
    let mut bars = Vec::new();
    for suppressed in ["own", "any"] {
        let settings: Settings = [("suppressed".to_owned(), suppressed.to_owned())].into();
        let before = own_cpu()?;
        let k = [Requirement::k_anonymity(10)];
        let (_, notes) = planned("suppress", &prepared, &k, &settings, 0)?;
        let cpu = own_cpu()? - before;
        let cells = notes.iter().find_map(|note| {
            let (number, _) = note.split_once(" cells of ")?;
            number.parse::<f64>().ok()
        });
        let cells = cells.ok_or("suppress did not say how many cells it suppressed")?;
        println!(
            "local suppression, k = 10, 8 attributes, suppressed = {suppressed}: {cells} cells, processor {cpu:.2} s"
        );
        bars.push(Bar::at_least(
            format!("mask: suppress ({suppressed}), times faster than sdcMicro"),
            LOCAL_SUPPRESSION.0 / cpu,
            SUPPRESSION_FASTER,
        ));
        if suppressed == "any" {
            bars.push(Bar::at_most(
                "mask: suppress (any), cells by sdcMicro's",
                cells / LOCAL_SUPPRESSION.1,
                1.0,
            ));
        }
    }
    Ok(bars)
}

/// What a grouping took.
struct Grouped {
    wall: f64,
    cpu: f64,
    notes: Vec<String>,
}

fn grouped(table: &Table) -> Result<Grouped> {
    let names: Vec<&str> = table
        .attributes()
        .iter()
        .map(|attribute| attribute.name.as_str())
        .collect();
    let told = [
        ("attributes", names.join(",")),
        ("grouping", "mdav".into()),
        ("group-size", "10".into()),
    ];
    let settings: Settings = told
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    let (cpu, start) = (own_cpu()?, Instant::now());
    let prepared = Prepared::new(table, Vec::new());
    let (_, notes) = planned("microaggregate", &prepared, &[], &settings, 0)?;
    Ok(Grouped {
        wall: start.elapsed().as_secs_f64(),
        cpu: own_cpu()? - cpu,
        notes,
    })
}

/// Numbers of the shapes of Adult's age, weight, years of education, capital gain and loss, and hours a week: two nearly free ones, two
/// that are mostly zero, two with few values.
fn numbers(rows: usize) -> Result<Table> {
    let mut draw = ChaCha20Rng::seed_from_u64(7);
    let mut unit = || (draw.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    let mut text = String::from("age,weight,years,gain,loss,hours\n");
    for _ in 0..rows {
        let bell = (0..4).map(|_| unit()).sum::<f64>() / 4.0;
        let (age, weight) = (
            17.0 + 73.0 * unit() * bell,
            (12.0 + 1.2 * (unit() + unit() - 1.0)).exp(),
        );
        let years = if unit() < 0.5 {
            9.0 + (2.0 * unit()).floor()
        } else {
            1.0 + (16.0 * unit()).floor()
        };
        let gain = if unit() < 0.085 {
            100.0 * (1.0 + (118.0 * unit()).floor()).powf(1.4)
        } else {
            0.0
        };
        let loss = if unit() < 0.047 {
            1_500.0 + 10.0 * (90.0 * unit()).floor()
        } else {
            0.0
        };
        let hours = if unit() < 0.47 {
            40.0
        } else {
            1.0 + 98.0 * bell
        };
        let _ = writeln!(
            text,
            "{age:.0},{weight:.0},{years},{gain:.0},{loss},{hours:.0}"
        );
    }
    let path = data::cache()?.join(format!("numbers_{rows}.csv"));
    std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    mondrian::read(&Data {
        path,
        delimiter: ',',
        quasi_identifiers: Vec::new(),
    })
}

/// Every technique as a whole command against reading, in turns; what it releases is dropped.
fn scans() -> Result {
    let data = data::large()?;
    println!("{}", data.path.display());
    let program = std::env::current_exe()
        .map_err(|error| error.to_string())?
        .with_file_name("bauta");
    let words = |words: &[&str]| -> Vec<OsString> {
        let head = [
            program.clone().into(),
            words[0].into(),
            data.path.clone().into(),
        ];
        head.into_iter()
            .chain(words[1..].iter().map(OsString::from))
            .collect()
    };
    let folder = data::cache()?.join("masked");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let mut bars = Vec::new();
    for (method, told) in TOLD {
        let outputs =
            bauta_methods::find(method).map_or(1, |technique| technique.descriptor().outputs);
        let places: Vec<String> = (0..outputs)
            .map(|place| folder.join(format!("out{place}.csv")).display().to_string())
            .collect();
        let mut command = vec!["anonymize", "--method", method];
        command.extend(told);
        // Every column of a release has a role that somebody decided.
        let named: Vec<&str> = told.iter().flat_map(|word| word.split(',')).collect();
        let columns = data.quasi_identifiers.iter().copied();
        let kept: Vec<&str> = columns.filter(|name| !named.contains(name)).collect();
        let kept = kept.join(",");
        command.extend(["--keep", &kept]);
        command.extend(["--seed", "1", "--quiet"]);
        command.extend(places.iter().flat_map(|place| ["-o", place]));
        let (command, read) = (words(&command), words(&["show", "--rows", "1"]));
        let (mut reading, mut masking) = (Vec::new(), Vec::new());
        for _ in 0..RUNS {
            // The release is a new file: taking an old one of 250 MB away is not what is measured.
            places
                .iter()
                .for_each(|place| drop(std::fs::remove_file(place)));
            for (command, taken) in [(&read, &mut reading), (&command, &mut masking)] {
                measure::warm()?;
                taken.push(measure::run(command)?);
            }
        }
        let of = |all: &[Taken], what: fn(&Taken) -> f64| {
            median(&all.iter().map(what).collect::<Vec<_>>())
        };
        let (wall, cpu, peak) = (
            |taken: &Taken| taken.wall,
            |taken: &Taken| taken.cpu,
            |taken: &Taken| taken.peak_bytes,
        );
        let ratio = of(&masking, wall) / of(&reading, wall);
        println!(
            "{method:14} {:5.2} s, reading {:5.2} s: {ratio:4.2}; processor {:5.2} s and {:5.2} s: {:4.2}; memory {:3.0} MB and {:3.0} MB",
            of(&masking, wall),
            of(&reading, wall),
            of(&masking, cpu),
            of(&reading, cpu),
            of(&masking, cpu) / of(&reading, cpu),
            of(&masking, peak) / 1e6,
            of(&reading, peak) / 1e6,
        );
        bars.push(Bar::at_most(
            format!("mask: {method} by reading"),
            ratio,
            TIMES,
        ));
    }
    std::fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
    Ok(bars)
}
