//! What a project file may say, and how its mistakes are reported.

use super::*;

#[test]
fn the_least_project_has_safe_defaults() {
    let project = Project::parse("version = 1\n[input]\ndata = \"people.ods\"\n", "bauta.toml").unwrap();
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
    let error = Project::parse("version = 2\n[input]\ndata = \"a.csv\"\n", "bauta.toml").unwrap_err().to_string();
    assert!(error.contains("version"), "{error}");
}

#[test]
fn paths_are_relative_to_the_project_file() {
    let mut project = Project::new("people.ods#Sheet2");
    project.output.tables = vec!["sqlite:out.db#t".into(), "/abs/out.ods".into(), "postgres://h/d#t".into()];
    project.anchor(Path::new("survey"));
    assert_eq!(project.input.data, "survey/people.ods#Sheet2");
    assert_eq!(project.output.tables, ["sqlite:survey/out.db#t", "/abs/out.ods", "postgres://h/d#t"]);
}

#[test]
fn a_project_survives_writing_and_reading() {
    let mut project = Project::new("people.ods");
    project.targets.k = Some(3);
    project.hierarchies.insert("CP".into(), HierarchySource::File("cp.csv".into()));
    let text = toml::to_string(&project).unwrap();
    assert_eq!(Project::parse(&text, "bauta.toml").unwrap(), project);
}
