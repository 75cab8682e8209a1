//! The project file: what `init` writes, `run` accepts as it is.

use serde_json::{Map, Value};

use crate::refusals::{SECRET, refused};
use crate::support::{Folder, PEOPLE};

/// Names that trip file formats, shells and TOML.
const NASTY: [&str; 8] = [
    "nom complet",
    "an \"age\"",
    "né(e) en été",
    "[cp]",
    "a.b=c",
    "dos\\sier",
    "it's # not",
    "deux\nlignes",
];

/// A table of those names: the first is all different, the others repeat.
fn nasty() -> String {
    let quoted: Vec<String> = NASTY
        .iter()
        .map(|name| format!("\"{}\"", name.replace('"', "\"\"")))
        .collect();
    let row = |row: usize| {
        let cells = (1..NASTY.len()).map(|column| (row * column % 5).to_string());
        std::iter::once(format!("n{row}"))
            .chain(cells)
            .collect::<Vec<_>>()
            .join(",")
    };
    std::iter::once(quoted.join(","))
        .chain((0..30).map(row))
        .collect::<Vec<_>>()
        .join("\n")
        + "\n"
}

#[test]
fn what_init_writes_run_accepts_as_it_is() {
    let with_missing = PEOPLE.replace("18500,21", ",21");
    let mixed = PEOPLE.replace("18500,21", "18500,about 21");
    for table in [
        PEOPLE,
        &nasty(),
        &with_missing,
        &mixed,
        "a,b\n1,2\n",
        "a,b\nx,2\ny,2\nx,3\ny,3\n",
    ] {
        for data in ["data.csv", "data.ods"] {
            let folder = Folder::new().with("made.csv", table);
            folder.run(&format!("convert made.csv -o {data}")).ok();
            folder.run(&format!("init {data}")).ok().says(&[]);
            let report = folder.run("run --json").ok().json();
            assert!(report["privacy"]["k"].as_u64() >= Some(1), "{report:#}");
            let release = data.replace("data", "data-anonymous");
            assert_eq!(
                folder.cells(&release).len(),
                table.lines().count() - usize::from(table.contains("deux\n"))
            );
        }
    }
}

#[test]
fn a_second_run_or_init_replaces_nothing_without_force() {
    let folder = Folder::with_people();
    folder.run("init people.csv").ok();
    let before = folder.listing();
    refused(
        &folder,
        "init people.csv",
        2,
        &["bauta.toml exists already; choose another name, or replace it with --force"],
    );
    assert_eq!(folder.listing(), before);
    folder.run("run").ok();
    refused(&folder, "run", 2, &["people-anonymous.csv exists already"]);
    folder.run("run --force").ok();
    folder.run("init people.csv --force").ok();
    assert_eq!(
        folder.names(),
        ["bauta.toml", "people-anonymous.csv", "people.csv"]
    );
}

#[test]
fn init_remembers_how_the_data_were_read_and_what_was_said() {
    let table = "Nom|CP|Age\nSue|01000|NA\nPat|69000|27\nBob|18500|21\nBill|18510|20\n";
    let folder = Folder::new().with("in.csv", table);
    let line = "init in.csv --delimiter | --missing NA,? --type CP=text --id Nom --qi CP,Age -k 2";
    folder.run(line).ok();
    let text = folder.text("bauta.toml");
    for part in [
        "delimiter = \"|\"",
        "missing = [\"NA\", \"?\"]",
        "types = { CP = \"text\" }",
        "k = 2",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    assert!(
        text.contains("# There are some in: Age.\nmissing-values = \"category\""),
        "{text}"
    );
    folder.run("run").ok();
    folder
        .run("check in-anonymous.csv --person Pseudo --qi CP,Age -k 2")
        .ok();
}

#[test]
fn paths_in_a_project_are_relative_to_it() {
    let folder = Folder::with_people();
    std::fs::create_dir(folder.path("survey")).unwrap();
    std::fs::rename(folder.path("people.csv"), folder.path("survey/people.csv")).unwrap();
    folder
        .run("init survey/people.csv -o survey/bauta.toml")
        .ok();
    assert!(
        folder
            .text("survey/bauta.toml")
            .contains("data = \"people.csv\"")
    );
    folder.run("run survey/bauta.toml").ok();
    assert!(folder.path("survey/people-anonymous.csv").exists());
    folder
        .run("convert survey/people.csv -o sqlite:people.db#t")
        .ok();
    folder
        .run("init sqlite:people.db#t -o survey/other.toml")
        .ok();
    folder.run("run survey/other.toml").ok();
    assert!(folder.path("survey/release-anonymous.csv").exists());
}

#[test]
fn mistakes_in_a_project_are_told_by_line() {
    let start = "version = 1\n[input]\ndata = \"people.csv\"\n";
    let cases: [(&str, &[&str]); 8] = [
        (
            "[targets]\nkk = 3\n",
            &["bauta.toml, line 5: there is no key \"kk\" here"],
        ),
        (
            "[targets]\nk = \"three\"\n",
            &["bauta.toml, line 5: here is a text in quotes, but there must be a whole number"],
        ),
        ("[targets\nk = 3\n", &["bauta.toml, line 4"]),
        (
            "[anonymize]\nmissing-values = \"perhaps\"\n",
            &["bauta.toml, line 5: \"perhaps\" cannot stand here (possible: refuse"],
        ),
        (
            "[hierarchies]\nCP = { type = \"intervalls\" }\n",
            &["bauta.toml, line 5: \"intervalls\" cannot stand here; did you mean \"intervals\"?"],
        ),
        (
            "[hierarchies]\nCP = { type = \"intervals\", widht = 5 }\n",
            &["bauta.toml, line 5: there is no key \"widht\" here"],
        ),
        (
            "[hierarchies]\nCP = 5\n",
            &[
                "bauta.toml, line 5: here is a whole number, but there must be a text in quotes or a table of keys",
            ],
        ),
        (
            "[roles]\nquasi-identifiers = [\"CP\"]\ninsensitive = [\"Nom\", \"Age\"]\n[targets]\nk = 3\n",
            &["the number of outputs is 0, but must be 1"],
        ),
    ];
    for (text, says) in cases {
        let folder = Folder::new()
            .with("people.csv", PEOPLE.replace("Sue", SECRET))
            .with("bauta.toml", format!("{start}{text}"));
        refused(&folder, "run", 2, says);
    }
    let folder = Folder::with_people().with(
        "bauta.toml",
        "version = 2\n[input]\ndata = \"people.csv\"\n",
    );
    folder
        .run("run")
        .exits(2)
        .says(&["version in bauta.toml is 2, but must be 1"]);
}

#[test]
fn the_schema_knows_and_explains_every_key_that_init_writes() {
    let folder = Folder::new().with("data.csv", nasty());
    let schema = folder.run("generate schema").ok().json();
    folder.run("init data.csv").ok();
    let text = folder.text("bauta.toml");
    // The lines that are switched off are checked too.
    let on: String = text
        .lines()
        .map(|line| match line.strip_prefix("# ") {
            Some(off) if off.starts_with('[') || (off.contains(" = ") && !off.contains(" = {")) => {
                off
            }
            _ => line,
        })
        .collect::<Vec<_>>()
        .join("\n");
    for text in [text.as_str(), on.as_str()] {
        let project: toml::Table = text
            .parse()
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
        let project = serde_json::to_value(project).unwrap();
        known(&project, &schema, &schema, "");
    }
    explained(&schema, "project");
    for (name, definition) in schema["$defs"].as_object().expect("definitions") {
        explained(definition, name);
    }
}

/// Every key of an object is a property of its schema, and of the right type.
fn known(value: &Value, schema: &Value, root: &Value, path: &str) {
    let schema = resolved(schema, root);
    let Some(object) = value.as_object() else {
        let types: Vec<&str> = match &schema["type"] {
            Value::String(one) => vec![one],
            Value::Array(many) => many.iter().filter_map(Value::as_str).collect(),
            _ => return,
        };
        let own = match value {
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Bool(_) => "boolean",
            Value::Number(number) if number.is_u64() => "integer",
            _ => "number",
        };
        assert!(
            types.contains(&own),
            "{path} is {own}, the schema has {types:?}"
        );
        return;
    };
    for (key, value) in object {
        let empty = Map::new();
        let properties = schema["properties"].as_object().unwrap_or(&empty);
        let inner = properties.get(key).or_else(|| {
            schema
                .get("additionalProperties")
                .filter(|more| more.is_object())
        });
        let inner = inner.unwrap_or_else(|| panic!("{path}.{key} is not in the schema"));
        known(value, inner, root, &format!("{path}.{key}"));
    }
}

fn resolved<'a>(schema: &'a Value, root: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(reference) => root
            .pointer(reference.trim_start_matches('#'))
            .expect("a definition"),
        None => schema,
    }
}

/// Every property has a description, and unknown ones are refused.
fn explained(schema: &Value, name: &str) {
    let Some(properties) = schema["properties"].as_object() else {
        return;
    };
    for (key, property) in properties {
        assert!(
            property["description"]
                .as_str()
                .is_some_and(|text| text.len() > 3),
            "{name}.{key} is not explained"
        );
    }
    assert_eq!(
        schema["additionalProperties"], false,
        "{name} takes any key"
    );
}
