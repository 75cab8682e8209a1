//! A cluster whose processes show certificates to each other: who has none of the same authority is not answered.

use bauta_testkit::machines::Machines;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};

use crate::support::{Folder, Run, with_clusters};

const NAMES: [&str; 3] = ["BAUTA_TLS_CERT", "BAUTA_TLS_KEY", "BAUTA_TLS_CA"];

/// Writes an authority and a certificate of it, and gives the three paths.
fn certificates(folder: &Folder, who: &str) -> Vec<String> {
    let mut authority = CertificateParams::new(Vec::new()).unwrap();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(authority, KeyPair::generate().unwrap()).unwrap();
    let key = KeyPair::generate().unwrap();
    let own = CertificateParams::new(vec!["127.0.0.1".to_owned(), "localhost".to_owned()]).unwrap();
    let own = own.signed_by(&key, &authority).unwrap();
    let texts = [
        ("cert", own.pem()),
        ("key", key.serialize_pem()),
        ("ca", authority.pem()),
    ];
    let path = |(name, text): (&str, String)| {
        let path = folder.path(&format!("{who}-{name}.pem"));
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o600))
            .unwrap();
        path.to_str().unwrap().to_owned()
    };
    texts.into_iter().map(path).collect()
}

fn run(folder: &Folder, line: &str, files: &[String]) -> Run {
    let arguments: Vec<&str> = line.split_whitespace().collect();
    let mut command = folder.command(&arguments);
    NAMES.into_iter().zip(files).for_each(|(name, path)| {
        command.env(name, path);
    });
    Run::of(
        line,
        &command.stdin(std::process::Stdio::null()).output().unwrap(),
    )
}

#[test]
fn only_who_has_a_certificate_is_answered() {
    let folder = Folder::with_people();
    folder.run("convert people.csv -o people.parquet").ok();
    let (own, other) = (certificates(&folder, "own"), certificates(&folder, "other"));
    let environment: Vec<(&str, &str)> = NAMES
        .into_iter()
        .zip(own.iter().map(String::as_str))
        .collect();
    let Some(machines) = Machines::with(2, &[], &environment) else {
        return;
    };
    let engine = machines.engine().replace("partitions=4", "partitions=2");
    let line = |out: &str, engine: &str| {
        format!(
            "anonymize people.parquet --qi CP,Age --sensitive C.E. --keep Nom -k 3 --method mondrian -o {out} --force {engine}"
        )
    };
    folder.run(&line("memory.parquet", "")).ok();
    run(
        &folder,
        &line("out.parquet", &format!("--engine {engine}&tls=true")),
        &own,
    )
    .ok();
    let (mut expected, mut found) = (
        folder.cells("memory.parquet"),
        folder.cells("out.parquet/*.parquet"),
    );
    let columns: Vec<usize> = found[0]
        .iter()
        .map(|name| expected[0].iter().position(|it| it == name).unwrap())
        .collect();
    let picked = |row: &Vec<String>| {
        columns
            .iter()
            .map(|&at| row[at].clone())
            .collect::<Vec<_>>()
    };
    expected = expected.iter().map(picked).collect();
    expected[1..].sort();
    found[1..].sort();
    assert_eq!(expected, found);
    let none = run(
        &folder,
        &line("none.parquet", &format!("--engine {engine}&tls=true")),
        &[],
    );
    none.exits(2)
        .says(&["there is no certificate", "BAUTA_TLS_CA"]);
    run(
        &folder,
        &line("plain.parquet", &format!("--engine {engine}")),
        &[],
    )
    .exits(3);
    run(
        &folder,
        &line("other.parquet", &format!("--engine {engine}&tls=true")),
        &other,
    )
    .exits(3);
    let left: Vec<String> = folder
        .names()
        .into_iter()
        .filter(|name| name.ends_with(".parquet"))
        .collect();
    assert_eq!(
        left,
        ["memory.parquet", "out.parquet", "people.parquet"],
        "nothing of those who were not answered"
    );
}

#[test]
fn listening_beyond_this_machine_needs_certificates_or_a_word() {
    if !with_clusters() {
        return;
    }
    let folder = Folder::new();
    let asked = folder.run("scheduler --bind 0.0.0.0:0");
    asked.exits(2).says(&["--tls-cert", "--plain"]);
    folder
        .run("executor --bind 0.0.0.0 --lang fr")
        .exits(2)
        .says(&["--plain si le réseau est privé"]);
    let half = folder.with("cert.pem", "x");
    half.run("scheduler --tls-cert cert.pem")
        .exits(2)
        .says(&["three files"]);
    half.run("scheduler --tls-cert cert.pem --tls-key cert.pem --tls-ca cert.pem")
        .exits(2)
        .says(&["PEM"]);
}
