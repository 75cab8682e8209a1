//! A column whose name is a script and cells that are tags: every document shows them, and no browser obeys them.

use crate::support::Folder;

/// The name of a quasi-identifier.
const NAME: &str = "<script>alert(1)</script>";
const COLUMNS: &str = "--qi <script>alert(1)</script>,town --sensitive illness";

/// A hundred people of four towns; each town and each illness is a tag.
fn people() -> String {
    let row = |number: usize| {
        let (age, town, illness) = (20 + number % 7, number % 4, (number * 7 + number / 9) % 5);
        format!("{age},<b>{town}</b>,<img src=x onerror=alert({illness})>\n")
    };
    let rows: String = (0..100).map(row).collect();
    format!("{NAME},town,illness\n{rows}")
}

#[test]
fn hostile_names_and_labels_come_out_escaped_in_every_document() {
    let folder = Folder::new()
        .with("people.csv", people())
        .with("<i>.csv", people());
    let written = |command: &str, file: &str| {
        folder.run(&format!("{command} {file}"));
        folder.text(file)
    };
    let documents = [
        // Each with whether it names the column.
        (
            format!("anonymize people.csv {COLUMNS} -k 3 --method mondrian -o o1.csv --report"),
            "release.html",
            true,
        ),
        (
            format!("anonymize people.csv {COLUMNS} -k 3 --method mondrian -o o2.csv --report"),
            "release.md",
            true,
        ),
        (
            format!("risk people.csv {COLUMNS} --report"),
            "risk.html",
            true,
        ),
        (
            format!("explain mondrian people.csv {COLUMNS} -k 3 --rows 20 -o"),
            "explain.html",
            true,
        ),
        (
            "coclusters people.csv --rounds 2 --report".to_owned(),
            "coclusters.html",
            true,
        ),
        (
            "evaluate people.csv people.csv --synthetic --attacks 0 --report".to_owned(),
            "synthetic.html",
            true,
        ),
        (
            "evaluate people.csv --synthetic --levels 2,1 --rounds 2 --report".to_owned(),
            "study.html",
            false,
        ),
        (
            format!("compare <i>.csv {COLUMNS} -k 3 --method mondrian -o"),
            "plot.svg",
            false,
        ),
        (
            format!("compare <i>.csv {COLUMNS} -k 3 --method mondrian -o"),
            "plot.html",
            false,
        ),
    ];
    for (command, file, names) in &documents {
        let text = written(command, file);
        let bare = text.replace("\\<", "");
        for tag in ["<script", "<b>", "<img", "<i>"] {
            assert!(!bare.contains(tag), "{file}: {tag}");
        }
        let shown = ["&lt;script&gt;alert(1)", "\\<script\\>alert(1)"]
            .iter()
            .any(|name| text.contains(name));
        assert!(shown || !names, "{file} does not name the column");
    }
    assert!(folder.text("plot.svg").contains("&lt;i&gt;.csv"));
}
