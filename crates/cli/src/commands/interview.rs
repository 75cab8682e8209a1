//! The questions of `bauta advise` in a terminal: plain, each with its answer prefilled.

use std::io::{BufRead, Write};
use std::path::Path;

use bauta::guide::ahp::{Judgement, Usage, intensity_of_word, word_of_intensity};
use bauta::guide::context::{Answers, Percent};
use bauta::guide::ontology::ContextQuestion;
use bauta::{MeasuredSignature, Result, Session};

use crate::output::Screen;

/// Asks until the answer can be read; an empty line keeps what is prefilled.
fn ask<T>(
    screen: &Screen,
    question: &str,
    prefilled: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<T> {
    loop {
        let shown = if prefilled.is_empty() {
            String::new()
        } else {
            format!(" [{prefilled}]")
        };
        let _ = write!(std::io::stderr(), "{question}{shown} ");
        let _ = std::io::stderr().flush();
        let mut line = String::new();
        let heard = std::io::stdin().lock().read_line(&mut line);
        match heard {
            // Whoever ends the input wants no more questions.
            Ok(0) => return Err(bauta::Error::Cancelled),
            Ok(_) => {}
            Err(error) => return Err(bauta_formats::Error::io(Path::new("stdin"), error).into()),
        }
        let line = line.trim();
        if let Some(answer) = read(if line.is_empty() { prefilled } else { line }) {
            return Ok(answer);
        }
        screen.warn(screen.say("this cannot be understood", "ceci n'est pas compris"));
    }
}

/// Step 1: what only a person knows, but for what counts more. Help is told before each question; what was answered before is prefilled.
pub fn answers(session: &Session, before: &Answers, screen: &Screen) -> Result<Answers> {
    let knowledge = session.knowledge()?;
    let questions = knowledge.questions()?;
    let question = |id: &str| questions.iter().find(|own| own.named.id == id);
    let mut answers = before.clone();
    let known = |kind: &str| -> Result<Vec<String>> {
        Ok(knowledge
            .named(kind)?
            .into_iter()
            .map(|own| own.id)
            .collect())
    };
    let (usages, mut types) = (known("Usage")?, known("GeneralizationType")?);
    types.push("any".to_owned());
    let one_of = |words: &[String], line: &str| words.iter().find(|word| *word == line).cloned();
    let words = |own: Option<&ContextQuestion>| {
        own.map_or((String::new(), String::new()), |own| {
            screen.tell(&format!("\n{}", own.named.help.get(screen.language)));
            (
                format!("{} ?", own.named.label.get(screen.language)),
                own.default.clone().unwrap_or_default(),
            )
        })
    };
    let (text, default) = words(question("risk"));
    let default = answers.risk.map_or(default, |risk| risk.to_string());
    answers.risk = Some(ask(screen, &text, &default, |line| {
        line.parse::<Percent>().ok()
    })?);
    let (text, default) = words(question("suppression"));
    let default = answers
        .suppression
        .map_or(default, |share| share.to_string());
    answers.suppression = Some(ask(screen, &text, &default, |line| {
        line.parse::<Percent>().ok()
    })?);
    let (text, default) = words(question("usage"));
    let said = answers.usage.clone();
    let default = said.as_ref().map_or(default, |usage| usage.need.clone());
    let need = ask(screen, &text, &default, |line| one_of(&usages, line))?;
    let target = match need.as_str() {
        "classification" | "regression" => {
            let named = session.project.roles.targets.first().cloned();
            let known = said.and_then(|usage| usage.target).or(named);
            let known = known.unwrap_or_default();
            let text = screen.say(
                "which attribute will be predicted?",
                "quel attribut sera prédit ?",
            );
            Some(ask(screen, text, &known, |line| {
                (!line.is_empty()).then(|| line.to_owned())
            })?)
        }
        _ => None,
    };
    answers.usage = Some(Usage { need, target });
    let (text, default) = words(question("generalization-type"));
    let default = answers.generalization_type.clone().unwrap_or(default);
    let wanted = ask(screen, &text, &default, |line| one_of(&types, line))?;
    answers.generalization_type = Some(wanted);
    Ok(answers)
}

/// Which criterion counts more, pair by pair: of those that the usage has, so that it must be known.
pub fn judgements(session: &Session, answers: &mut Answers, screen: &Screen) -> Result<()> {
    screen.tell(screen.say(
        "\nWhat counts more? A word from equally, slightly, strongly, very strongly to extremely, or a number from 1 to 9; a minus sign turns it round.",
        "\nQu'est-ce qui compte davantage ? Un mot parmi également, légèrement, fortement, très fortement, extrêmement, ou un nombre de 1 à 9 ; un signe moins inverse.",
    ));
    for (parent, children) in &session.suggestion.weighed.children {
        for (index, a) in children.iter().enumerate() {
            for b in children.iter().skip(index + 1) {
                let text = format!("{a} / {b} ?");
                let equally = word_of_intensity(1.0);
                let intensity = ask(screen, &text, equally.get(screen.language), intensity)?;
                answers.judgements.push(Judgement {
                    parent: parent.clone(),
                    a: a.clone(),
                    b: b.clone(),
                    intensity,
                });
            }
        }
    }
    Ok(())
}

/// `3`, `-3`, `strongly`, `- fortement`.
fn intensity(line: &str) -> Option<f64> {
    let (turned, word) = line
        .strip_prefix('-')
        .map_or((false, line), |rest| (true, rest.trim()));
    let number = intensity_of_word(word)
        .map(f64::from)
        .or_else(|| word.parse::<f64>().ok())?;
    (1.0..=9.0)
        .contains(&number)
        .then(|| if turned { 1.0 / number } else { number })
}

/// Step 3.
pub fn picks(session: &Session, screen: &Screen) -> Result<Vec<String>> {
    let known = |id: &str| {
        session
            .suggestion
            .suggested
            .iter()
            .any(|own| own.signature.id == id)
    };
    let text = screen.say(
        "which signatures to run (numbers)?",
        "quelles signatures exécuter (numéros) ?",
    );
    ask(screen, text, &session.usual_picks().join(","), |line| {
        let ids: Vec<String> = line
            .split([',', ' '])
            .filter(|id| !id.is_empty())
            .map(str::to_owned)
            .collect();
        (!ids.is_empty() && ids.iter().all(|id| known(id))).then_some(ids)
    })
}

/// Step 5.
pub fn choice(session: &Session, screen: &Screen) -> Result<Option<String>> {
    let measured = session
        .results
        .as_ref()
        .map(|results| results.measured.as_slice())
        .unwrap_or_default();
    let fit: Vec<&MeasuredSignature> = measured.iter().filter(|own| own.is_fit()).collect();
    let first = fit
        .first()
        .map(|own| own.signature.id.clone())
        .unwrap_or_default();
    let text = screen.say(
        "which one to release (number)?",
        "laquelle publier (numéro) ?",
    );
    ask(screen, text, &first, |line| {
        fit.iter()
            .any(|own| own.signature.id == line)
            .then(|| Some(line.to_owned()))
    })
}

/// Where the release goes; nothing = nowhere.
pub fn output(session: &Session, screen: &Screen) -> Result<Option<String>> {
    let usual = bauta::default_output(&session.project.input.data);
    let text = screen.say(
        "where to write the release (- = nowhere)?",
        "où écrire la publication (- = nulle part) ?",
    );
    ask(screen, text, &usual, |line| {
        Some((line != "-").then(|| line.to_owned()))
    })
}
