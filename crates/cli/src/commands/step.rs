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
    ];
    let first = screen.say("as it came", "au départ").to_owned();
    let mut rows = vec![row(first, &history.before)];
    for (place, step) in history.steps.iter().enumerate() {
        rows.push(row(format!("{}. {}", place + 1, named(step)), &step.after));
    }
    screen.tell(&screen.table(&header, rows));
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
    let (k, l) = (history.target_k, history.target_l);
    let wanted = if last.l.is_empty() {
        format!("k ≥ {k}")
    } else {
        format!("k ≥ {k}, l ≥ {l}")
    };
    let verdict = if history.reached {
        screen.say("reached", "atteint")
    } else {
        screen.say("not reached yet", "pas encore atteint")
    };
    screen.tell(&format!(
        "{} {wanted}{} {verdict}",
        screen.mark(history.reached),
        screen.say(":", " :")
    ));
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

fn row(name: String, footing: &Footing) -> Vec<String> {
    let percent = |share: f64| format!("{:.2} %", 100.0 * share);
    let l = footing
        .l
        .values()
        .min()
        .map_or_else(|| "–".to_owned(), ToString::to_string);
    vec![
        name,
        footing.k.to_string(),
        l,
        footing.uniques.to_string(),
        footing.nonconforming.any.rows.to_string(),
        percent(footing.mean_risk),
        percent(footing.information_loss),
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
