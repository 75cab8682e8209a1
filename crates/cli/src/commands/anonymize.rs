//! `bauta anonymize` and `bauta run`.

use std::collections::BTreeMap;

use bauta::{Answer, Project, Request, Result};

use super::{DONE, NO};
use crate::args::{AnonymizeArgs, RunArgs, hierarchies, key_file_of_environment, project};
use crate::output::Screen;

pub fn run(
    args: &AnonymizeArgs,
    parameters: BTreeMap<String, String>,
    screen: &Screen,
) -> Result<u8> {
    let mut project = project(&args.data, &args.roles, &args.targets)?;
    args.engine.tell(&mut project);
    // Flags win over the roles of a project file.
    project.roles.weight = args.weight.clone().or(project.roles.weight.take());
    project.roles.household = args.household.clone().or(project.roles.household.take());
    project.pseudonyms = args.pseudonyms.settings();
    project.hierarchies = hierarchies(&args.hierarchy);
    project.anonymize.method.clone_from(&args.method);
    project.anonymize.parameters = parameters;
    project.anonymize.missing_values = args.missing_values;
    project.anonymize.max_suppression = args.max_suppression;
    project.anonymize.seed = args.seed;
    project.utility.importance = args.importance.iter().cloned().collect();
    project.output.tables.clone_from(&args.output);
    project.output.record.clone_from(&args.record);
    project.output.lattice.clone_from(&args.lattice);
    project.output.report.clone_from(&args.report);
    project.output.control.clone_from(&args.control);
    project.output.force = args.force;
    project.output.keep_order = args.keep_order;
    project.output.keep_workbook = args.keep_workbook;
    answer(&project, screen)
}

pub fn run_project(args: &RunArgs, screen: &Screen) -> Result<u8> {
    let mut project = Project::load(&args.project)?;
    project.output.force |= args.force;
    if args.report.is_some() {
        project.output.report.clone_from(&args.report);
    }
    project.pseudonyms.key_file = project.pseudonyms.key_file.or_else(key_file_of_environment);
    if !project.tables.is_empty() {
        return linked(&project, screen);
    }
    answer(&project, screen)
}

/// Several tables.
fn linked(project: &Project, screen: &Screen) -> Result<u8> {
    let mut project = project.clone();
    project
        .output
        .language
        .get_or_insert_with(|| screen.language.to_owned());
    let report = {
        let bar = screen.bar();
        bauta::anonymize_linked(&project, &bar)?
    };
    for table in &report.tables {
        let notes = table.report.iter().flat_map(|report| &report.notes);
        notes.for_each(|note| {
            screen.note(&format!(
                "{}: {}",
                table.name,
                bauta::sentence(screen.language, note)
            ));
        });
    }
    report.notes.iter().for_each(|note| screen.note(note));
    if screen.json {
        screen.print_json(&report);
    } else {
        report
            .text(screen.language)
            .lines()
            .for_each(|line| tell(line, screen));
    }
    Ok(if report.released { DONE } else { NO })
}

fn answer(project: &Project, screen: &Screen) -> Result<u8> {
    let mut project = project.clone();
    project
        .output
        .language
        .get_or_insert_with(|| screen.language.to_owned());
    let project = &project;
    screen.one_on_stdout(&project.output.tables)?;
    let answer = {
        let bar = screen.bar();
        let request = Request::new(project).attacked_by(bauta::attack_release);
        bauta::publish(request, &bar)?
    };
    let (report, status) = match &answer {
        Answer::Released(report) => (report, DONE),
        Answer::Unreachable(report) => (report, NO),
    };
    report.notes.iter().for_each(|note| screen.note(note));
    if screen.json {
        screen.print_json(report);
    } else if !project.output.tables.iter().any(|output| output == "-") {
        report
            .text(screen.language)
            .lines()
            .for_each(|line| tell(line, screen));
    }
    Ok(status)
}

/// The report's lines, with a coloured mark before each guarantee.
fn tell(line: &str, screen: &Screen) {
    let line = line
        .strip_prefix("✓")
        .map(|rest| format!("{}{rest}", screen.mark(true)))
        .unwrap_or(line.to_owned());
    let line = line
        .strip_prefix("✗")
        .map(|rest| format!("{}{rest}", screen.mark(false)))
        .unwrap_or(line);
    screen.tell(&line);
}
