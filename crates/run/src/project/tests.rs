//! What a project file may say, and how its mistakes are reported.

use bauta_privacy::{Distance, Requirement};

use super::*;

#[test]
fn the_least_project_has_safe_defaults() {
    let project = Project::parse(
        "version = 1\n[input]\ndata = \"people.ods\"\n",
        "bauta.toml",
    )
    .unwrap();
    assert_eq!(project, Project::new("people.ods"));
    assert_eq!(project.anonymize.missing_values, MissingPolicy::Refuse);
    assert!(!project.output.force);
}

#[test]
fn a_mistyped_key_is_told_with_its_line() {
    let text = "version = 1\n[input]\ndata = \"people.ods\"\n[targets]\nkk = 3\n";
    let error = Project::parse(text, "bauta.toml").unwrap_err().to_string();
    assert!(error.contains("line 5") && error.contains("kk"), "{error}");
}

#[test]
fn another_version_is_refused() {
    let error = Project::parse("version = 2\n[input]\ndata = \"a.csv\"\n", "bauta.toml")
        .unwrap_err()
        .to_string();
    assert!(error.contains("version"), "{error}");
}

#[test]
fn paths_are_relative_to_the_project_file() {
    let mut project = Project::new("people.ods#Sheet2");
    project.output.tables = vec![
        "sqlite:out.db#t".into(),
        "/abs/out.ods".into(),
        "postgres://h/d#t".into(),
    ];
    project.anchor(Path::new("survey"));
    assert_eq!(project.input.data, "survey/people.ods#Sheet2");
    assert_eq!(
        project.output.tables,
        ["sqlite:survey/out.db#t", "/abs/out.ods", "postgres://h/d#t"]
    );
}

#[test]
fn a_project_survives_writing_and_reading() {
    let mut project = Project::new("people.ods");
    let targets = r#"{ "k": 3, "recursive-l": { "c": 3.0, "l": 2 }, "t-distance": "ordered" }"#;
    project.targets = serde_json::from_str(targets).unwrap();
    project
        .hierarchies
        .insert("CP".into(), HierarchySource::File("cp.csv".into()));
    let text = toml::to_string(&project).unwrap();
    assert_eq!(Project::parse(&text, "bauta.toml").unwrap(), project);
}

#[test]
fn targets_are_read_with_whole_numbers_and_fractions() {
    let targets =
        "k = 3\nentropy-l = 2\nrecursive-l = { c = 1.5, l = 2 }\nt = 0.2\nt-distance = \"equal\"";
    let text = format!("version = 1\n[input]\ndata = \"a.csv\"\n[targets]\n{targets}\n");
    let project = Project::parse(&text, "bauta.toml").unwrap();
    let expected = [
        Requirement::k_anonymity(3),
        Requirement::t_closeness(0.2, Some(Distance::Equal)),
        Requirement::entropy_l_diversity(2.0),
        Requirement::recursive_l_diversity(1.5, 2),
    ];
    assert_eq!(project.targets.requirements(), expected);
    assert!(Project::parse(&text.replace("equal", "far"), "bauta.toml").is_err());
    assert_eq!(
        Project::parse(&text.replace("t = 0.2", ""), "bauta.toml")
            .unwrap()
            .targets
            .faults()
            .len(),
        1
    );
}

#[test]
fn several_tables_take_the_place_of_the_input() {
    let text = "version = 1\n[[tables]]\nname = \"a\"\ndata = \"a.csv\"\nkey = \"id\"\n[tables.targets]\nk = 3\n[[tables]]\nname = \"b\"\ndata = \"b.csv\"\nrows-known = false\n[[links]]\nfrom = \"b.a\"\nto = \"a.id\"\n";
    let project = Project::parse(text, "bauta.toml").unwrap();
    assert_eq!(
        (project.tables.len(), project.tables[0].targets.k()),
        (2, Some(3))
    );
    assert!(project.tables[0].rows_known && !project.tables[1].rows_known);
    assert!(project.misplaced().is_empty());
    assert_eq!(
        Project::parse(&project.text().unwrap(), "bauta.toml").unwrap(),
        project
    );
    let beside = Project::parse(
        &format!("{text}[roles]\nsensitive = [\"x\"]\n"),
        "bauta.toml",
    )
    .unwrap();
    assert_eq!(beside.misplaced().len(), 1);
    let error = Project::parse("version = 1\n", "bauta.toml")
        .unwrap_err()
        .to_string();
    assert!(error.contains("neither"), "{error}");
}

#[test]
fn a_rule_needs_what_it_demands() {
    let project = |rule: &str| {
        Project::parse(
            &format!("version = 1\n[input]\ndata = \"a.csv\"\n[[rules]]\n{rule}\n"),
            "bauta.toml",
        )
    };
    let rule = project("then = 'a = 1'\nbroken-in-input = \"known\"")
        .unwrap()
        .rules
        .remove(0);
    assert_eq!(
        (rule.when, rule.broken_in_input),
        (None, BrokenInInput::Known)
    );
    assert!(project("when = 'a = 1'").is_err());
    assert!(project("then = 'a = 1'\nbroken-in-input = \"maybe\"").is_err());
}
