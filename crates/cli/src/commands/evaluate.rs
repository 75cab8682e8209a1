//! `bauta evaluate`.

use bauta::project::HierarchySource;
use bauta::{Evaluated, Matched, Project, ReleasePlaces, Result, TaskUtility};

use bauta_privacy::Measure;

use super::measure_rows::MeasureRows;
use super::{DONE, NO};
use crate::args::{DataArgs, EvaluateArgs, project};
use crate::output::Screen;

pub fn run(args: &EvaluateArgs, screen: &Screen) -> Result<u8> {
    let data = DataArgs {
        data: args.original.clone(),
        reading: args.reading.clone(),
    };
    let mut project = project(&data, &args.roles, &args.targets)?;
    args.survey.tell(&mut project.roles);
    if let Some(file) = &args.roles.project {
        let declared = Project::load(file)?;
        (project.hierarchies, project.utility) = (declared.hierarchies, declared.utility);
    }
    for (column, file) in &args.hierarchy {
        project
            .hierarchies
            .insert(column.clone(), HierarchySource::File(file.clone()));
    }
    project
        .utility
        .importance
        .extend(args.measures.importance.iter().cloned());
    if args.synthetic.synthetic {
        return super::synthetic::run(&project, args, screen);
    }
    let release = ReleasePlaces {
        table: args.release.clone().unwrap_or_default(),
        parts: args.parts.parts(args.sensitive_table.as_ref()),
    };
    let found = {
        let bar = screen.bar();
        bauta::evaluate(&project, &release, &args.options(), &bar)?
    };
    found.notes.iter().for_each(|note| screen.note(note));
    let status = if found.holds { DONE } else { NO };
    if screen.json {
        screen.print_json(&found);
        return Ok(status);
    }
    for (title, holds) in &found.assessment.guarantees {
        screen.tell(&format!(
            "{} {}",
            screen.mark(*holds),
            bauta::sentence(screen.language, title)
        ));
    }
    let mut rows = MeasureRows::new(screen);
    compared(&found, screen, &mut rows);
    guarantees(&found, &mut rows);
    risks(&found, &mut rows);
    losses(&found, &mut rows);
    rows.tell();
    attributes(&found, screen);
    if let Some(task) = &found.task {
        models(task, screen);
    }
    Ok(status)
}

/// A figure for people.
pub fn figure(value: f64) -> String {
    match value.abs() {
        // What rounding leaves of nothing.
        v if v < 1e-12 => "0".to_owned(),
        v if v >= 1e7 => format!("{value:.3e}"),
        v if v >= 1000.0 => format!("{value:.0}"),
        v if v >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.4}"),
    }
}

/// How well the release can be held against the original.
fn compared(found: &Evaluated, screen: &Screen, rows: &mut MeasureRows<'_>) {
    rows.say(
        "rows before → after",
        "lignes avant → après",
        format!("{} → {}", found.original_rows, found.assessment.rows),
        "",
    );
    let matched = match found.matched {
        Matched::ByKey => screen.say(
            "by the columns of --match-by",
            "par les colonnes de --match-by",
        ),
        Matched::InOrder => screen.say("in order", "dans l'ordre"),
        Matched::InOrderWithGaps => screen.say(
            "in order, some left out",
            "dans l'ordre, certaines écartées",
        ),
        Matched::Not => screen.say("not possible", "impossible"),
    };
    rows.say("rows matched", "lignes rapprochées", matched.to_owned(), "");
    let unread: u64 = found.not_understood.values().sum();
    rows.say(
        "cells not understood",
        "cellules non comprises",
        unread.to_string(),
        "0",
    );
    if let Some(untrue) = found.untrue_cells {
        rows.say(
            "untrue cells",
            "cellules inexactes",
            untrue.to_string(),
            "0",
        );
    }
}

/// Classes, and what their sizes and sensitive values guarantee.
fn guarantees(found: &Evaluated, rows: &mut MeasureRows<'_>) {
    let m = &found.assessment;
    rows.say("classes", "classes", m.classes.to_string(), "");
    rows.say(
        "smallest class (k)",
        "plus petite classe (k)",
        m.privacy.k.to_string(),
        "",
    );
    for (attribute, l) in &m.privacy.l {
        let t = m.privacy.t.get(attribute).copied().unwrap_or(0.0);
        let name = format!("l, t ({attribute})");
        rows.row(name, format!("{l}, {t:.4}"), String::new());
    }
}

/// Whether a measure rests on survey weights or households.
fn is_of_survey(measure: Measure) -> bool {
    matches!(
        measure,
        Measure::HighestIndividualRisk
            | Measure::MeanIndividualRisk
            | Measure::HighestHouseholdRisk
            | Measure::MeanHouseholdRisk
    )
}

fn risks(found: &Evaluated, rows: &mut MeasureRows<'_>) {
    for finding in &found.assessment.findings {
        let (title, attribute) = (finding.measure.title(), finding.attribute.as_ref());
        let of = attribute.map_or(String::new(), |name| format!(" ({name})"));
        let (en, fr) = (format!("{}{of}", title.en), format!("{}{of}", title.fr));
        match (finding.before, finding.after) {
            (Some(before), Some(after)) if is_of_survey(finding.measure) => {
                let change = format!("{} → {}", figure(before), figure(after));
                rows.say(&en, &fr, change, "0");
            }
            (_, after) => rows.figure(&en, &fr, after, "0"),
        }
    }
}

fn losses(found: &Evaluated, rows: &mut MeasureRows<'_>) {
    let u = &found.assessment.utility;
    let error = found.queries.map(|report| report.error);
    // Name in English and French, value, best value.
    let measures: [(&str, &str, Option<f64>, &str); 14] = [
        ("completeness", "complétude", u.completeness, "1"),
        (
            "information loss (GenILoss)",
            "perte d'information (GenILoss)",
            u.information_loss,
            "0",
        ),
        ("precision", "précision", u.precision, "1"),
        (
            "loss (geometric mean)",
            "perte (moyenne géométrique)",
            u.loss,
            "0",
        ),
        ("granularity", "granularité", u.granularity, "0"),
        (
            "non-uniform entropy",
            "entropie non uniforme",
            u.non_uniform_entropy,
            "0",
        ),
        (
            "discernibility",
            "discernabilité",
            Some(u.discernibility_with_suppression),
            "",
        ),
        (
            "average class size (C_AVG)",
            "taille moyenne des classes (C_AVG)",
            u.average_class_size,
            "1",
        ),
        (
            "classification (CM)",
            "classification (CM)",
            u.classification,
            "0",
        ),
        ("ambiguity", "ambiguïté", u.ambiguity, "1"),
        (
            "candidates for a row",
            "candidats par ligne",
            u.candidates,
            "1",
        ),
        (
            "KL divergence (nats)",
            "divergence KL (nats)",
            u.kl_divergence,
            "0",
        ),
        (
            "count queries, mean error",
            "requêtes de comptage, erreur moyenne",
            error.map(|error| error.mean),
            "0",
        ),
        (
            "count queries, median error",
            "requêtes de comptage, erreur médiane",
            error.map(|error| error.median),
            "0",
        ),
    ];
    for (en, fr, value, best) in measures {
        rows.figure(en, fr, value, best);
    }
}

fn attributes(found: &Evaluated, screen: &Screen) {
    let header = [
        screen.say("attribute", "attribut"),
        screen.say("importance", "importance"),
        screen.say("information loss", "perte d'information"),
        screen.say("precision", "précision"),
        screen.say("loss", "perte"),
        screen.say("non-uniform entropy", "entropie non uniforme"),
        screen.say("not understood", "non comprises"),
    ];
    let rows = found
        .assessment
        .utility
        .attributes
        .iter()
        .map(|(name, losses)| {
            let unread = found.not_understood.get(name).copied().unwrap_or(0);
            vec![
                name.clone(),
                figure(losses.weight),
                figure(losses.information_loss),
                figure(losses.precision),
                figure(losses.loss),
                losses.non_uniform_entropy.map_or("–".to_owned(), figure),
                unread.to_string(),
            ]
        });
    screen.tell(&screen.table(&header, rows.collect()));
}

fn models(task: &TaskUtility, screen: &Screen) {
    let seen = if task.held_out {
        screen.say("rows kept out", "lignes tenues à l'écart")
    } else {
        screen.say("rows that may have been seen", "lignes peut-être déjà vues")
    };
    let (predicting, tested) = (
        screen.say("predicting", "prédire"),
        screen.say("tested on", "testé sur"),
    );
    let nothing = screen.say("knowing nothing", "sans rien savoir");
    screen.tell(&format!(
        "{predicting} {} · {tested} {} {seen} · {nothing} {}",
        task.target,
        task.test_rows,
        figure(task.majority)
    ));
    let names = [
        ("accuracy, original", "exactitude, original"),
        ("accuracy, release", "exactitude, publication"),
        ("AUC, original", "AUC, original"),
        ("AUC, release", "AUC, publication"),
    ];
    scores(task, names, screen);
}

/// The scores of models trained on the original and on what was made of it, under the names of their columns.
pub fn scores(task: &TaskUtility, names: [(&str, &str); 4], screen: &Screen) {
    let mut header = vec![screen.say("model", "modèle")];
    header.extend(names.map(|(en, fr)| screen.say(en, fr)));
    let shown = |value: Option<f64>| value.map_or("–".to_owned(), figure);
    let rows = task.models.iter().map(|it| {
        vec![
            bauta::sentence(screen.language, it.model),
            figure(it.original.accuracy),
            shown(it.release.map(|score| score.accuracy)),
            shown(it.original.auc),
            shown(it.release.and_then(|score| score.auc)),
        ]
    });
    screen.tell(&screen.table(&header, rows.collect()));
}
