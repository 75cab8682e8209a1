//! A Ballista cluster of a scheduler and two executors, as processes.

use std::fs;

use bauta_engines::{Output, ballista, datafusion};
use bauta_formats::ReadOptions;
use bauta_table::Silent;

use crate::{QUASI, data, holds, judge, locator, owned};
use bauta_testkit::machines::Machines;

#[test]
fn a_cluster_counts_and_writes() {
    Machines::start(2)
        .iter()
        .for_each(|machines| count_and_write(machines, 0..2));
}

/// Ballista's own processes know none of our functions, and need none.
#[test]
fn a_stock_cluster_counts_and_writes() {
    Machines::stock(2)
        .iter()
        .for_each(|machines| count_and_write(machines, 2..3));
}

fn count_and_write(machines: &Machines, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let (_held, folder) = data::folder();
        let people = data::people(seed, 300);
        let pattern = data::spread(&people, &folder.join("many"), 4);
        let output = folder.join("out.parquet");
        let engine = ballista::open(
            &machines.engine(),
            &locator(&pattern),
            &ReadOptions::default(),
        )
        .unwrap();
        let read_back = locator(&format!("{}/*.parquet", output.display()));
        holds(
            engine.as_ref(),
            &locator(&pattern),
            &locator(output.to_str().unwrap()),
            &read_back,
        );
        assert_eq!(fs::read_dir(&output).unwrap().count(), 4, "a file for each");
        assert_eq!(
            fs::read_dir(&folder).unwrap().count(),
            2,
            "no look-up table is left"
        );
        // Bit for bit what one process finds.
        let here = datafusion::open(&locator(&pattern), &ReadOptions::default(), None).unwrap();
        let columns = owned(&QUASI);
        let (one, other) = (
            engine.frequency_set(&columns, &Silent).unwrap(),
            here.frequency_set(&columns, &Silent).unwrap(),
        );
        assert!(one.keys == other.keys && one.weights == other.weights);
    }
}

#[test]
fn a_cluster_reads_csv() {
    let Some(machines) = Machines::start(2) else {
        return;
    };
    let (_held, folder) = data::folder();
    let path = folder.join("people.csv");
    data::write(&data::people(5, 200), &path);
    let text = path.to_str().unwrap();
    let engine =
        ballista::open(&machines.engine(), &locator(text), &ReadOptions::default()).unwrap();
    let whole = bauta_formats::read(&locator(text), &ReadOptions::default(), &Silent)
        .unwrap()
        .table;
    judge::profiles(engine.as_ref(), &whole);
    judge::counts(engine.as_ref(), &whole, &["name", "born", "rate"]);
    let place = folder.join("out.parquet");
    let output = Output {
        place: locator(place.to_str().unwrap()),
        force: false,
    };
    let written = engine
        .apply(&judge::mapping_by_value(engine.as_ref()), &output, &Silent)
        .unwrap();
    assert_eq!(written.rows(), 200);
    crate::publish(written);
    assert!(place.join("part-00000.parquet").is_file());
}

/// The same run gives the same files, byte for byte: what a task wrote twice is what it wrote once.
#[test]
fn a_cluster_writes_the_same_bytes_every_time() {
    let Some(machines) = Machines::start(2) else {
        return;
    };
    let (_held, folder) = data::folder();
    let pattern = data::spread(&data::people(8, 400), &folder.join("many"), 3);
    let engine = ballista::open(
        &machines.engine(),
        &locator(&pattern),
        &ReadOptions::default(),
    )
    .unwrap();
    let bytes = |name: &str| {
        let path = folder.join(name);
        let output = Output {
            place: locator(path.to_str().unwrap()),
            force: true,
        };
        crate::publish(
            engine
                .apply(&judge::mapping_by_value(engine.as_ref()), &output, &Silent)
                .unwrap(),
        );
        (0..3)
            .map(|part| fs::read(path.join(format!("part-{part:05}.parquet"))).unwrap())
            .collect::<Vec<_>>()
    };
    assert!(bytes("one.parquet") == bytes("two.parquet"));
    assert!(
        bytes("one.parquet") == bytes("one.parquet"),
        "an output that is replaced"
    );
}

/// The key is the executor's: the plan has a name only, and the pseudonyms are those of `bauta pseudonymize`.
#[test]
fn pseudonyms_and_noise_on_a_cluster() {
    use ::ballista::prelude::SessionContextExt;
    use ::datafusion::prelude::SessionContext;
    let (_held, folder) = data::folder();
    let key = folder.join("key");
    fs::write(&key, b"four unlikely words in a row").unwrap();
    std::os::unix::fs::PermissionsExt::set_mode(
        &mut fs::metadata(&key).unwrap().permissions(),
        0o600,
    );
    fs::set_permissions(&key, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    let Some(machines) = Machines::with(1, &["--key-file", key.to_str().unwrap()], &[]) else {
        return;
    };
    let address = machines.engine().replace("ballista://", "df://");
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    let answer = runtime.block_on(async {
        let context = SessionContext::remote(&address).await.unwrap();
        ballista::functions().into_iter().for_each(|function| context.register_udf(function));
        let sql = "SELECT bauta_pseudonym(x), bauta_noise(7, x, 1.0) FROM (VALUES ('Ada'), (' ADA '), ('Bob')) AS t(x)";
        let batches = context.sql(sql).await.unwrap().collect().await.unwrap();
        ::datafusion::arrow::util::pretty::pretty_format_batches(&batches).unwrap().to_string()
    });
    let rows: Vec<Vec<&str>> = answer
        .lines()
        .filter(|line| line.starts_with('|'))
        .skip(1)
        .map(|line| {
            line.split('|')
                .map(str::trim)
                .filter(|cell| !cell.is_empty())
                .collect()
        })
        .collect();
    let expected = pseudonym(b"four unlikely words in a row", "ada");
    assert_eq!(
        rows.iter().filter(|row| row[0] == expected).count(),
        2,
        "{answer}"
    );
    assert_eq!(
        rows.iter()
            .map(|row| row[1])
            .collect::<std::collections::BTreeSet<_>>()
            .len(),
        3,
        "{answer}"
    );
}

/// By way of a table, as the program makes pseudonyms.
fn pseudonym(key: &[u8], name: &str) -> String {
    use bauta_methods::pseudonym::{Hash, Hasher, Identities, Key, Normalization, digest_text};
    use rand_chacha::rand_core::SeedableRng;
    let table = bauta_testkit::table_of(&["name"], &[&[name]]);
    let hasher = Hasher::new(&Key::from_file(key).ok().unwrap(), Hash::HmacSha256, None);
    let identities = Identities::new(&table, &[0], Normalization::USUAL);
    let mut chance = rand_chacha::ChaCha20Rng::seed_from_u64(1);
    let digests = identities.digests(&hasher, &mut chance, &Silent);
    digest_text(digests.ok().unwrap()[0])
}
