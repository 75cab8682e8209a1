//! `bauta guide`.

use std::collections::BTreeMap;

use bauta::guide::ahp::Consistency;
use bauta::guide::suggest::default_scales;
use bauta::{Grid, Result, ScoreFiles, ScoreReport};

use super::{DONE, NO};
use crate::args::{GuideAction, GuideArgs, GuideCheckArgs, LearnArgs, ScoreArgs};
use crate::output::Screen;

pub fn run(args: &GuideArgs, screen: &Screen) -> Result<u8> {
    match &args.action {
        GuideAction::Score(args) => score(args, screen),
        GuideAction::Check(args) => check(args, screen),
        GuideAction::Learn(args) => learn(args, screen),
        GuideAction::Scales => {
            screen.print(default_scales().trim_end());
            Ok(DONE)
        }
    }
}

fn score(args: &ScoreArgs, screen: &Screen) -> Result<u8> {
    let files = ScoreFiles {
        evaluations: args.evaluations.clone(),
        context: args.context.clone(),
        scales: args.scales.clone(),
        weights: args.weights,
    };
    let found = bauta::score_files(&files)?;
    found
        .notes
        .iter()
        .for_each(|note| screen.note(note.get(screen.language)));
    if screen.json {
        screen.print_json(&found);
        return Ok(DONE);
    }
    tell(&found, screen);
    Ok(DONE)
}

fn tell(found: &ScoreReport, screen: &Screen) {
    let header = [
        screen.say("alternative", "solution"),
        screen.say("score", "note"),
    ];
    let of = |id: &String| found.scores.get(id).copied().unwrap_or(0.0);
    let rows = found
        .ranking
        .iter()
        .map(|id| vec![id.clone(), screen.figure(of(id), 6)])
        .collect();
    screen.tell(&screen.table(&header, rows));
    weights(&found.weights, &found.consistency, screen);
    for said in &found.advice {
        screen.tell(&format!(
            "{} {}",
            screen.mark(false),
            said.get(screen.language)
        ));
    }
    sensitivity(&found.sensitivity, screen, &|id| id.to_owned());
}

/// Weights of the criteria, and how consistent their judgements are.
pub fn weights(
    weights: &BTreeMap<String, f64>,
    consistency: &BTreeMap<String, Consistency>,
    screen: &Screen,
) {
    let parts: Vec<String> = weights
        .iter()
        .map(|(leaf, weight)| format!("{leaf} {} %", screen.figure(100.0 * weight, 1)))
        .collect();
    screen.tell(&format!(
        "{} {}",
        screen.say("weights:", "poids :"),
        parts.join(", ")
    ));
    for (parent, own) in consistency.iter().filter(|(_, own)| own.size > 2) {
        let ratio = screen.figure(own.cr, 3);
        let verdict = if own.consistent {
            screen.say("consistent", "cohérent")
        } else {
            screen.say(
                "NOT consistent, above 0.1",
                "NON cohérent, au-dessus de 0,1",
            )
        };
        let words = screen.say("consistency ratio below", "rapport de cohérence sous");
        screen.tell(&format!(
            "{} {words} {parent}{} {ratio} ({verdict})",
            screen.mark(own.consistent),
            screen.say(":", " :")
        ));
    }
}

/// What moving a weight does.
pub fn sensitivity(
    moved: &[bauta::guide::ahp::Moved],
    screen: &Screen,
    name: &dyn Fn(&str) -> String,
) {
    for own in moved {
        let tip = match (own.tips_at, &own.tips_to) {
            (Some(at), Some(to)) => format!(
                "{} {} %, {} {}",
                screen.say("the winner changes at", "le gagnant change à"),
                screen.figure(100.0 * at, 1),
                screen.say("to", "pour"),
                name(to)
            ),
            _ => screen
                .say(
                    "no weight changes the winner",
                    "aucun poids ne change le gagnant",
                )
                .to_owned(),
        };
        let tenth = if own.changes {
            screen.say("± 10 %: another wins", "± 10 % : un autre gagne")
        } else {
            screen.say("± 10 %: the same wins", "± 10 % : le même gagne")
        };
        let (colon, semicolon) = (screen.say(":", " :"), screen.say(";", " ;"));
        let weight = screen.figure(100.0 * own.weight, 1);
        screen.tell(&format!(
            "  {} {weight} %{colon} {tenth}{semicolon} {tip}",
            own.criterion
        ));
    }
}

fn check(args: &GuideCheckArgs, screen: &Screen) -> Result<u8> {
    let faults = bauta::check_ontology(args.folder.as_deref())?;
    if screen.json {
        screen.print_json(&serde_json::json!({ "holds": faults.is_empty(), "faults": faults }));
    }
    for fault in &faults {
        screen.tell(&format!(
            "{} {}",
            screen.mark(false),
            fault.text(screen.language)
        ));
    }
    if faults.is_empty() {
        let ontology = bauta::load_ontology(args.folder.as_deref())?;
        let (algorithms, points) = (ontology.algorithms()?.len(), ontology.experiments()?.len());
        let (en, fr) = (
            format!("the knowledge is sound: {algorithms} algorithms, {points} measured points"),
            format!(
                "les connaissances sont saines : {algorithms} algorithmes, {points} points mesurés"
            ),
        );
        screen.tell(&format!("{} {}", screen.mark(true), screen.say(&en, &fr)));
    }
    Ok(if faults.is_empty() { DONE } else { NO })
}

fn learn(args: &LearnArgs, screen: &Screen) -> Result<u8> {
    let grid = Grid {
        algorithms: args.method.clone(),
        k: args.k.clone(),
        quasi_identifiers: args.quasi_identifiers.clone(),
        rows: args.rows.clone(),
        seed: args.seed,
    };
    // Refused before the work rather than after it.
    bauta_formats::stage_text("", &args.output, args.force)?;
    let bar = screen.bar();
    let learned = bauta::learn(&grid, &bar)?;
    drop(bar);
    bauta_formats::stage_text(&learned.turtle, &args.output, args.force)?.commit()?;
    let (runs, without, output) = (learned.runs, learned.without, args.output.display());
    if screen.json {
        screen
            .print_json(&serde_json::json!({ "runs": runs, "without_release": without, "output": output.to_string() }));
    }
    let (en, fr) = (
        format!("{runs} experiments ({without} runs had no release) written: {output}"),
        format!("{runs} expériences ({without} exécutions sans publication) écrites : {output}"),
    );
    screen.tell(screen.say(&en, &fr));
    Ok(DONE)
}
