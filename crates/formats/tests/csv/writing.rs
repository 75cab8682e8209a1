//! Outputs: formulas, files that exist, work that is stopped, standard input and output.

use super::*;

#[test]
fn text_that_looks_like_a_formula_is_disarmed_and_told() {
    let table = read_bytes(b"what;number;phone\n=1+1;-5;+33 1\n@x;-6;-\n\"=a;b\";7;-x\n=1+1;8;\n")
        .unwrap()
        .table;
    let folder = Folder::new();
    let staged = stage(
        &table,
        &folder.locator("o.csv"),
        &WriteOptions::default(),
        &Silent,
    )
    .unwrap();
    assert_eq!(staged.notes().len(), 1);
    assert!(
        staged.notes()[0].starts_with("5 texts that begin like a formula"),
        "{}",
        staged.notes()[0]
    );
    staged.commit().unwrap();
    let text = std::fs::read_to_string(folder.path("o.csv")).unwrap();
    assert_eq!(
        text,
        "what,number,phone\n'=1+1,-5,+33 1\n'@x,-6,-\n'=a;b,7,'-x\n'=1+1,8,\n"
    );

    let plain = WriteOptions {
        guard_formulas: false,
        ..WriteOptions::default()
    };
    let staged = stage(&table, &folder.locator("p.csv"), &plain, &Silent).unwrap();
    assert!(staged.notes().is_empty());
    staged.commit().unwrap();
    assert!(
        std::fs::read_to_string(folder.path("p.csv"))
            .unwrap()
            .contains("\n=1+1,-5,+33 1\n")
    );
}

#[test]
fn an_output_that_exists_is_refused_unless_it_may_be_replaced() {
    let table = read_bytes(b"a;b\n1;2\n").unwrap().table;
    let folder = Folder::new();
    let there = folder.file("o.csv", b"old");
    let refused = stage(&table, &there, &WriteOptions::default(), &Silent)
        .err()
        .unwrap();
    assert!(matches!(refused, Error::Exists { .. }), "{refused}");
    let force = WriteOptions {
        force: true,
        ..WriteOptions::default()
    };
    let staged = stage(&table, &there, &force, &Silent).unwrap();
    assert_eq!(std::fs::read(folder.path("o.csv")).unwrap(), b"old");
    staged.commit().unwrap();
    assert_eq!(std::fs::read(folder.path("o.csv")).unwrap(), b"a,b\n1,2\n");
}

/// Says stop when it was told of a stage for the second time.
struct StopAt(Stage, AtomicU64);

impl Progress for StopAt {
    fn tell(&self, stage: Stage, _: u64, _: Option<u64>) {
        if stage == self.0 {
            self.1.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn cancelled(&self) -> bool {
        self.1.load(Ordering::Relaxed) > 1
    }
}

#[test]
fn stopped_work_leaves_nothing_behind() {
    let many = 600_000 * rayon::current_num_threads();
    let text = String::from("a;b\n") + &"1;2222222222\n3;4444444444\n".repeat(many);
    let folder = Folder::new();
    let file = folder.file("t.csv", text.as_bytes());
    let stopped = read(
        &file,
        &ReadOptions::default(),
        &StopAt(Stage::Read, AtomicU64::new(0)),
    );
    assert!(matches!(stopped, Err(Error::Cancelled)));

    let table = read(&file, &ReadOptions::default(), &Silent).unwrap().table;
    let out = folder.locator("o.csv");
    let stopped = stage(
        &table,
        &out,
        &WriteOptions::default(),
        &StopAt(Stage::Write, AtomicU64::new(0)),
    );
    assert!(matches!(stopped, Err(Error::Cancelled)));
    drop(stage(&table, &out, &WriteOptions::default(), &Silent).unwrap());
    assert_eq!(folder.names(), ["t.csv"]);
}

const CHILD: &str = "BAUTA_TEST_COPIES_STDIN";

/// Run by the next test in a process of its own.
#[test]
fn child_copies_standard_input_to_standard_output() {
    if std::env::var_os(CHILD).is_some() {
        let source = read(&Locator::Stdio, &ReadOptions::default(), &Silent).unwrap();
        stage(
            &source.table,
            &Locator::Stdio,
            &WriteOptions::default(),
            &Silent,
        )
        .unwrap()
        .commit()
        .unwrap();
    }
}

#[test]
fn standard_input_and_output_are_csv() {
    let mut child = std::process::Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "writing::child_copies_standard_input_to_standard_output",
            "--nocapture",
        ])
        .env(CHILD, "1")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"a;b\n1;x\n2;y\n")
        .unwrap();
    let output = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(output.contains("a,b\n1,x\n2,y\n"), "{output}");
}
