//! `bauta compare`.

use std::path::Path;

use bauta::project::HierarchySource;
use bauta::{Candidate, Compared, Comparison, Project, Result, Status};
use bauta_formats::Staged;
use bauta_methods::ALL;
use bauta_privacy::{RiskChange, SurveyVerdict};
use bauta_table::{Fault, Progress};

use super::evaluate::figure;
use super::{DONE, NO};
use crate::args::CompareArgs;
use crate::output::Screen;

pub fn run(args: &CompareArgs, screen: &Screen) -> Result<u8> {
    let mut project = Project::new(&args.data.data);
    project.input = args.data.reading.input(&args.data.data);
    if let Some(file) = &args.roles.project {
        let declared = Project::load(file)?;
        (project.hierarchies, project.utility) = (declared.hierarchies, declared.utility);
        (project.targets, project.anonymize) = (declared.targets, declared.anonymize);
    }
    project.roles = args.roles.lists()?;
    args.survey.tell(&mut project.roles);
    project.targets.set_l(args.l.or(project.targets.l()));
    if args.t.is_some() {
        project.targets.set_t(args.t);
    }
    for (column, file) in &args.hierarchy {
        project
            .hierarchies
            .insert(column.clone(), HierarchySource::File(file.clone()));
    }
    project.anonymize.missing_values = args
        .missing_values
        .unwrap_or(project.anonymize.missing_values);
    project.anonymize.max_suppression = args.max_suppression.or(project.anonymize.max_suppression);
    project.anonymize.seed = args.measures.seed;
    project
        .utility
        .importance
        .extend(args.measures.importance.iter().cloned());
    let output = args.output.as_deref().map(is_page).transpose()?;
    if let Some(path) = &args.output {
        // Refused before the work rather than after it.
        bauta_formats::stage_text("", path, args.force)?;
    }
    let candidates = candidates(args)?;
    let bar = screen.bar();
    let found = bauta::compare(&project, &candidates, &args.measures.options(), &bar)?;
    let staged = match (&args.output, output) {
        (Some(path), Some(page)) => Some(plot(&found, path, page, args.force, screen)?),
        _ => None,
    };
    if bar.cancelled() {
        return Err(bauta::Error::Cancelled);
    }
    drop(bar);
    if let Some(staged) = staged {
        staged.commit()?;
    }
    tell(&found, args.output.as_deref(), screen);
    let any = found
        .candidates
        .iter()
        .any(|candidate| candidate.status == Status::Released);
    Ok(if any { DONE } else { NO })
}

/// Every method with every k; a plan's candidates that say no k get every k too.
fn candidates(args: &CompareArgs) -> Result<Vec<Candidate>> {
    let listed = match &args.plan {
        Some(path) => {
            let text = std::fs::read_to_string(path)
                .map_err(|source| bauta_formats::Error::io(path, source))?;
            bauta::candidates_of_plan(&text, &path.display().to_string())?
        }
        None if args.method.is_empty() => ALL
            .iter()
            .map(|technique| Candidate::parse(technique.descriptor().id))
            .collect::<Result<_>>()?,
        None => args
            .method
            .iter()
            .map(|text| Candidate::parse(text))
            .collect::<Result<_>>()?,
    };
    let swept = |candidate: Candidate| match (candidate.k, args.k.as_slice()) {
        (None, [_, ..]) => args
            .k
            .iter()
            .map(|&k| Candidate {
                k: Some(k),
                ..candidate.clone()
            })
            .collect(),
        _ => vec![candidate],
    };
    Ok(listed.into_iter().flat_map(swept).collect())
}

/// Whether a plot is a page or a picture, by its name.
fn is_page(path: &Path) -> Result<bool> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html" | "htm") => Ok(true),
        Some("svg") => Ok(false),
        _ => Err(vec![Fault::OutOfRange {
            parameter: "the plot's name".into(),
            given: path.display().to_string(),
            allowed: "a name that ends in .html or .svg".into(),
        }]
        .into()),
    }
}

fn plot(
    found: &Comparison,
    path: &Path,
    page: bool,
    force: bool,
    screen: &Screen,
) -> Result<Staged> {
    let text = if page {
        bauta::plot_html(found, screen.language)
    } else {
        bauta::plot_svg(found, screen.language)
    };
    Ok(bauta_formats::stage_text(&text, path, force)?)
}

fn tell(found: &Comparison, output: Option<&Path>, screen: &Screen) {
    found.notes.iter().for_each(|note| screen.note(note));
    if screen.json {
        screen.print_json(found);
        return;
    }
    let names = [
        "max-risk",
        "mean-risk",
        "information-loss",
        "queries",
        "accuracy",
        "seconds",
    ];
    let [max, mean, information, queries, accuracy, seconds] =
        names.map(|name| screen.word(&format!("measure-{name}")));
    let [individual, household] =
        ["individual-risk", "household-risk"].map(|name| screen.word(&format!("measure-{name}")));
    let header = [
        "",
        screen.say("method", "méthode"),
        screen.say("targets", "objectifs"),
        screen.say("classes", "classes"),
        screen.say("left out", "écartées"),
        &max,
        &mean,
        &information,
        screen.say("loss", "perte"),
        screen.say("KL", "KL"),
        &queries,
        "CM",
        &accuracy,
        &seconds,
        &individual,
        &household,
    ];
    let all = found.candidates.iter();
    let weighed = all.clone().any(|it| survey(it).is_some());
    let shown = if weighed {
        header.len()
    } else {
        header.len() - 2
    };
    let rows = all.map(|candidate| {
        let mut row = row(candidate, screen);
        row.truncate(shown);
        row
    });
    screen.tell(&screen.table(&header[..shown], rows.collect()));
    let notes = found.star_notes(screen.language);
    notes.iter().for_each(|note| screen.tell(note));
    if found.candidates.iter().any(Compared::leaves_rows_exact) {
        screen.tell(bauta::exact_rows(screen.language));
    }
    for candidate in found
        .candidates
        .iter()
        .filter(|candidate| candidate.status != Status::Released)
    {
        let verdict = match candidate.status {
            Status::Unreachable => screen.word("status-unreachable"),
            _ => screen.word("status-not-applicable"),
        };
        let reasons = if screen.language == "fr" {
            &candidate.reasons_fr
        } else {
            &candidate.reasons
        };
        let colon = screen.say(":", " :");
        screen.tell(&format!(
            "{} {} {verdict}{colon} {}",
            screen.mark(false),
            candidate.title(screen.language),
            reasons.join("; ")
        ));
    }
    if let Some(path) = output {
        screen.tell(&format!(
            "{}{} {}",
            screen.say("written", "écrit"),
            screen.say(":", " :"),
            path.display()
        ));
    }
}

fn targets(candidate: &Compared, screen: &Screen) -> String {
    let targets = candidate
        .targets
        .iter()
        .map(|target| bauta::sentence(screen.language, target));
    targets.collect::<Vec<_>>().join(", ")
}

/// What survey weights and households say of a candidate.
fn survey(candidate: &Compared) -> Option<&SurveyVerdict> {
    candidate.assessment.as_ref()?.verdict.survey.as_ref()
}

fn row(candidate: &Compared, screen: &Screen) -> Vec<String> {
    let none = || "–".to_owned();
    let known = |value: Option<f64>| value.map_or_else(none, figure);
    let measures = candidate.assessment.as_ref();
    let utility = measures.map(|measures| &measures.utility);
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let small = |share: f64| format!("{:.2} %", 100.0 * share);
    let change = |it: Option<RiskChange>| match it {
        None => none(),
        Some(RiskChange { before, after }) => match before {
            Some(before) => format!("{} → {}", small(before), small(after)),
            None => small(after),
        },
    };
    let mark = match candidate.status {
        Status::Released if candidate.pareto => "*",
        Status::Released => "",
        _ => "✗",
    };
    vec![
        mark.to_owned(),
        candidate.name(),
        targets(candidate, screen),
        measures.map_or_else(none, |m| m.classes.to_string()),
        measures.map_or_else(none, |m| m.suppressed_rows.to_string()),
        measures.map_or_else(none, |m| percent(m.risk.prosecutor.max)),
        measures.map_or_else(none, |m| percent(m.risk.prosecutor.mean)),
        known(utility.and_then(bauta_privacy::Utility::lost)),
        known(utility.and_then(|u| u.loss)),
        known(utility.and_then(|u| u.kl_divergence)),
        known(candidate.queries.map(|report| report.error.mean)),
        known(utility.and_then(|u| u.classification)),
        known(candidate.accuracy()),
        format!("{:.2}", candidate.total_seconds()),
        survey(candidate).map_or_else(none, |it| change(it.individual)),
        survey(candidate).map_or_else(none, |it| change(it.household)),
    ]
}
