//! `bauta step`: one reduction at a time, with what it did.

use std::collections::BTreeMap;
use std::path::Path;

use bauta::project::Step;
use bauta::{Footing, History, Project, Result};
use bauta_methods::{AnyParameter, ParameterKind};

use super::DONE;
use crate::args::StepArgs;
use crate::output::Screen;

pub fn run(args: &StepArgs, parameters: BTreeMap<String, String>, screen: &Screen) -> Result<u8> {
    let path = &args.project;
    let mut project = Project::load(path)?;
    let mut text = None;
    if args.undo {
        let (without, step) = bauta::undo_step(path)?;
        project.steps.pop();
        screen.tell(&format!(
            "{} {}",
            screen.say("taken back:", "annulé :"),
            step.method
        ));
        text = Some(without);
    } else if let Some(method) = &args.method {
        let step = Step {
            method: method.clone(),
            parameters,
        };
        text = (!args.try_only)
            .then(|| bauta::add_step(path, &step))
            .transpose()?;
        project.steps.push(step);
    }
    let history = {
        let bar = screen.bar();
        bauta::history(&project, &bar)?
    };
    // A step that cannot be taken never gets here, and so not into the file.
    if let Some(text) = text {
        write(path, &text)?;
    }
    history.notes.iter().for_each(|note| screen.note(note));
    if screen.json {
        screen.print_json(&history);
    } else {
        show(&history, screen);
    }
    Ok(DONE)
}

fn write(path: &Path, text: &str) -> Result<()> {
    Ok(bauta_formats::stage_text(text, path, true)?.commit()?)
}

fn show(history: &History, screen: &Screen) {
    let header = [
        screen.say("step", "étape"),
        "k",
        "l",
        screen.say("alone", "seules"),
        screen.say("below the thresholds", "sous les seuils"),
        screen.say("mean risk", "risque moyen"),
        screen.say("information lost", "information perdue"),
        screen.say("expected to be found", "à retrouver"),
        screen.say("household risk", "risque du ménage"),
    ];
    let survey = history.before.survey.is_some();
    let header = &header[..if survey { 9 } else { 7 }];
    let first = screen.say("as it came", "au départ").to_owned();
    let mut rows = vec![row(first, &history.before)];
    for (place, step) in history.steps.iter().enumerate() {
        rows.push(row(format!("{}. {}", place + 1, named(step)), &step.after));
    }
    rows.iter_mut().for_each(|row| row.truncate(header.len()));
    screen.tell(&screen.table(header, rows));
    for (place, step) in history.steps.iter().enumerate() {
        for note in &step.notes {
            screen.tell(&format!(
                "  {}. {}",
                place + 1,
                bauta::sentence(screen.language, note)
            ));
        }
    }
    let last = history
        .steps
        .last()
        .map_or(&history.before, |step| &step.after);
    verdict(history, last, screen);
    if let (false, Some((attribute, share))) = (history.reached, &last.most_dangerous) {
        let percent = (100.0 * share).round();
        screen.tell(&match screen.language {
            "fr" => {
                format!("  l'attribut qui pèse le plus : {attribute} (sans lui, le risque moyen baisse de {percent} %)")
            }
            _ => {
                format!("  the attribute that weighs most: {attribute} (without it the mean risk falls by {percent} %)")
            }
        });
    }
}

/// What is asked for, line by line; the thresholds of the manual where the project asks for nothing.
fn verdict(history: &History, last: &Footing, screen: &Screen) {
    let line = |wanted: &str, holds: bool| {
        let verdict = match holds {
            true => screen.say("reached", "atteint"),
            false => screen.say("not reached yet", "pas encore atteint"),
        };
        let colon = screen.say(":", " :");
        screen.tell(&format!("{} {wanted}{colon} {verdict}", screen.mark(holds)));
    };
    for (title, holds) in &history.guarantees {
        line(&bauta::sentence(screen.language, title), *holds);
    }
    if history.guarantees.is_empty() {
        let (k, l) = (history.target_k, history.target_l);
        let least = match last.l.is_empty() {
            true => format!("k ≥ {k}"),
            false => format!("k ≥ {k}, l ≥ {l}"),
        };
        let usual = screen.say("usual thresholds", "seuils habituels");
        line(&format!("{usual} ({least})"), history.reached);
    }
}

fn row(name: String, footing: &Footing) -> Vec<String> {
    let percent = |share: f64| format!("{:.2} %", 100.0 * share);
    let l = footing
        .l
        .values()
        .min()
        .map_or_else(|| "–".to_owned(), ToString::to_string);
    let survey = footing.survey.as_ref();
    let individual = survey.and_then(|it| it.individual.as_ref());
    let household = survey.and_then(|it| it.household.as_ref());
    let none = || "–".to_owned();
    vec![
        name,
        footing.k.to_string(),
        l,
        footing.uniques.to_string(),
        footing.nonconforming.any.rows.to_string(),
        percent(footing.mean_risk),
        percent(footing.information_loss),
        individual.map_or_else(none, |it| format!("{:.2}", it.expected)),
        household.map_or_else(none, |it| percent(it.max)),
    ]
}

/// The method with the parameters that tell steps apart: the attributes.
fn named(step: &bauta::StepRecord) -> String {
    let tells = |own: &&&dyn AnyParameter| match own.kind() {
        ParameterKind::Attributes(kind) => kind.changed,
        kind => matches!(kind, ParameterKind::QuasiIdentifier),
    };
    let declared = bauta_methods::find(&step.method)
        .map_or(&[][..], |technique| technique.descriptor().parameters);
    let attributes = declared
        .iter()
        .filter(tells)
        .find_map(|own| step.parameters.get(own.name()));
    match attributes.filter(|names| !names.is_empty()) {
        Some(names) => format!("{} {names}", step.method),
        None => step.method.clone(),
    }
}
