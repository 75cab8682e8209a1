//! A folder with files, and the program run in it.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use bauta_testkit::skip::NO_CLUSTER;
use serde_json::Value;
use zip::write::SimpleFileOptions;

/// The six people of the spreadsheet workflow.
pub const PEOPLE: &str = "Nom,CP,Age,C.E.\nSue,18000,22,50\nPat,69000,27,70\nBob,18500,21,90\nBill,18510,20,60\nDan,69100,26,70\nSam,69300,28,75\n";

/// Roles and target for them.
pub const ROLES: &str = "--qi CP,Age --sensitive C.E. --id Nom -k 3 --pseudonym sequential";

/// The words that decide about those of some columns that a request gives no role: they are published unchanged.
fn kept_words(columns: &str, words: &[&str]) -> Vec<String> {
    const COMMANDS: [&str; 3] = ["anonymize", "check", "explain"];
    const FLAGS: [&str; 7] = [
        "--qi",
        "--id",
        "--sensitive",
        "--target",
        "--keep",
        "--drop",
        "--person",
    ];
    let speaks = words.first().is_some_and(|word| COMMANDS.contains(word));
    if !speaks || words.contains(&"--project") || words.contains(&"--layout") {
        return Vec::new();
    }
    let named: Vec<&str> = words
        .windows(2)
        .filter(|pair| FLAGS.contains(&pair[0]))
        .flat_map(|pair| pair[1].split(','))
        .collect();
    let rest: Vec<&str> = columns
        .split(',')
        .filter(|column| !named.contains(column))
        .collect();
    match rest.is_empty() {
        true => Vec::new(),
        false => vec!["--keep".to_owned(), rest.join(",")],
    }
}

/// A temporary folder, the program's working folder.
pub struct Folder {
    folder: tempfile::TempDir,
    /// Columns that requests publish unchanged where they give them no role, and the only data that this is about.
    kept: Option<(String, Option<&'static str>)>,
}

impl Folder {
    pub fn new() -> Self {
        Folder {
            folder: tempfile::tempdir().expect("a folder"),
            kept: None,
        }
    }

    /// A folder with `people.csv`.
    pub fn with_people() -> Self {
        Folder::new().with("people.csv", PEOPLE).keeping_people()
    }

    /// Requests about `people.csv` publish those of its columns unchanged that they give no role.
    pub fn keeping_people(mut self) -> Self {
        self.kept = Some(("Nom,CP,Age,C.E.".to_owned(), Some("people.csv")));
        self
    }

    /// Requests about a census publish those of its columns unchanged that they give no role.
    pub fn keeping_census(self) -> Self {
        self.keeping(&bauta_testkit::census::ATTRIBUTES)
    }

    /// All requests publish those of some columns unchanged that they give no role.
    pub fn keeping(mut self, columns: &[&str]) -> Self {
        self.kept = Some((columns.join(","), None));
        self
    }

    pub fn with(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        std::fs::write(self.path(name), content).expect("a file");
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn text(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).expect("text")
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Every file by name, with a digest of what it holds.
    pub fn listing(&self) -> BTreeMap<String, u64> {
        let entries = std::fs::read_dir(self.folder.path()).expect("a folder");
        entries
            .map(|entry| entry.expect("an entry").path())
            .map(|path| (name_of(&path), digest(&path)))
            .collect()
    }

    pub fn names(&self) -> Vec<String> {
        self.listing().into_keys().collect()
    }

    /// The program with arguments, not started yet.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bauta"));
        let about = |data: &Option<&str>| data.is_none_or(|data| arguments.contains(&data));
        let kept = self.kept.iter().filter(|(_, data)| about(data));
        let kept = kept.flat_map(|(columns, _)| kept_words(columns, arguments));
        command
            .args(arguments)
            .args(kept)
            .current_dir(self.folder.path());
        for name in ["LANG", "LC_MESSAGES", "NO_COLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        command.env("LC_ALL", "C.UTF-8");
        command
    }

    /// Runs the program on arguments parted by spaces.
    pub fn run(&self, line: &str) -> Run {
        self.run_args(&line.split_whitespace().collect::<Vec<_>>())
    }

    pub fn run_args(&self, arguments: &[&str]) -> Run {
        let output = self
            .command(arguments)
            .stdin(Stdio::null())
            .output()
            .expect("the program");
        Run::of(&arguments.join(" "), &output)
    }

    /// Runs the program with a text on its standard input.
    pub fn run_with_input(&self, line: &str, input: &str) -> Run {
        let arguments: Vec<&str> = line.split_whitespace().collect();
        let mut command = self.command(&arguments);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program");
        child
            .stdin
            .take()
            .expect("an input")
            .write_all(input.as_bytes())
            .expect("written");
        Run::of(line, &child.wait_with_output().expect("an end"))
    }

    /// Runs a line of bash in the folder; `$BAUTA` is the program.
    pub fn bash(&self, script: &str) -> Output {
        let mut command = Command::new("bash");
        command.args(["-c", script]).current_dir(self.folder.path());
        command
            .env("BAUTA", env!("CARGO_BIN_EXE_bauta"))
            .env("LC_ALL", "C.UTF-8");
        command.stdin(Stdio::null()).output().expect("bash")
    }

    /// Header and rows of a table, as texts.
    pub fn cells(&self, locator: &str) -> Vec<Vec<String>> {
        let shown = self
            .run(&format!("show {locator} --json --rows 100000"))
            .ok()
            .json();
        let texts = |row: &Value| {
            row.as_array()
                .expect("cells")
                .iter()
                .map(|c| c.as_str().unwrap().to_owned())
                .collect()
        };
        let rows = shown["rows"].as_array().expect("rows").iter().map(texts);
        std::iter::once(texts(&shown["header"]))
            .chain(rows)
            .collect()
    }
}

/// What a run of the program left.
pub struct Run {
    pub line: String,
    /// Exit status; -1 where a signal ended it.
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    pub fn of(line: &str, output: &Output) -> Run {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
        let status = output.status.code().unwrap_or(-1);
        let run = Run {
            line: line.to_owned(),
            status,
            out: text(&output.stdout),
            err: text(&output.stderr),
        };
        assert!(!run.err.contains("panicked"), "{run}");
        assert!(
            !run.out.contains('\u{1b}') && !run.err.contains('\u{1b}'),
            "escape sequences off a terminal\n{run}"
        );
        run
    }

    /// Itself, if the exit status is this one.
    pub fn exits(self, status: i32) -> Run {
        assert_eq!(self.status, status, "{self}");
        self
    }

    pub fn ok(self) -> Run {
        self.exits(0)
    }

    /// Itself, if standard error says all of this.
    pub fn says(self, parts: &[&str]) -> Run {
        for part in parts {
            assert!(self.err.contains(part), "does not say {part:?}\n{self}");
        }
        self
    }

    /// Itself, if standard output shows all of this.
    pub fn shows(self, parts: &[&str]) -> Run {
        for part in parts {
            assert!(self.out.contains(part), "does not show {part:?}\n{self}");
        }
        self
    }

    /// The one document on standard output.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out)
            .unwrap_or_else(|error| panic!("not one JSON document: {error}\n{self}"))
    }

    /// The error lines, without the word before them.
    pub fn errors(&self) -> Vec<&str> {
        let words = ["error: ", "erreur: "];
        self.err
            .lines()
            .filter_map(|line| words.iter().find_map(|word| line.strip_prefix(word)))
            .collect()
    }
}

impl std::fmt::Display for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Run {
            line,
            status,
            out,
            err,
        } = self;
        write!(
            f,
            "$ bauta {line}\n[exit {status}]\n--- standard output\n{out}\n--- standard error\n{err}"
        )
    }
}

pub fn digest(path: &Path) -> u64 {
    let mut hasher = DefaultHasher::new();
    if path.is_dir() {
        0.hash(&mut hasher);
    } else {
        std::fs::read(path).unwrap_or_default().hash(&mut hasher);
    }
    hasher.finish()
}

pub fn name_of(path: &Path) -> String {
    path.file_name()
        .expect("a name")
        .to_string_lossy()
        .into_owned()
}

/// A zip of parts.
pub fn zipped(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        zip.start_file(*name, SimpleFileOptions::default())
            .expect("a part");
        zip.write_all(bytes).expect("written");
    }
    zip.finish().expect("finished").into_inner()
}

/// All parts of a zip, unpacked.
pub fn unzipped(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("a zip");
    (0..zip.len())
        .map(|index| {
            let mut part = zip.by_index(index).expect("a part");
            let mut bytes = Vec::new();
            std::io::Read::read_to_end(&mut part, &mut bytes).expect("unpacked");
            (part.name().expect("a name").into_owned(), bytes)
        })
        .collect()
}

/// The permission bits of a file.
pub fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path)
        .expect("a file")
        .permissions()
        .mode()
        & 0o777
}

/// Whether a program is there; says so where not.
pub fn has(program: &str, argument: &str) -> bool {
    let found = Command::new(program)
        .arg(argument)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok();
    if !found {
        bauta_testkit::skip(&format!("{program} is not installed"));
    }
    found
}

/// Whether the program was built with clusters; says so where it was not.
pub fn with_clusters() -> bool {
    let with = bauta_testkit::machines::program().is_some();
    if !with {
        bauta_testkit::skip(NO_CLUSTER);
    }
    with
}
