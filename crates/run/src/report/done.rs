//! What was done, in order, and what remains: the parts of the report that a person signs.

use std::collections::BTreeMap;

use bauta_documents::{Block, Document, percent, whole};
use bauta_privacy::{Assessment, Disclosure, Measure};

use super::account::Account;
use crate::steps::StepRecord;

/// Everything that was done, in order: reading, pseudonyms, columns left out, steps, method, writing.
pub(super) fn section(paper: &mut Document, account: &Account) {
    paper.section("What was done, in order", "Ce qui a été fait, dans l'ordre");
    let report = &account.report;
    let fr = paper.language == "fr";
    let rows = whole(&paper.language, report.original_rows);
    let mut lines = vec![match fr {
        true => format!("Lecture de {} : {rows} lignes.", report.input),
        false => format!("Read {}: {rows} rows.", report.input),
    }];
    let identifiers = account.in_role("identifier");
    if let Some(pseudonyms) = &report.pseudonyms {
        let ids = pseudonyms.fields.join(", ");
        let (name, method) = (&pseudonyms.name, &pseudonyms.method);
        lines.push(match fr {
            true => format!(
                "Les identifiants ({ids}) sont remplacés par le pseudonyme « {name} » ({method})."
            ),
            false => {
                format!("Identifiers ({ids}) were replaced by the pseudonym \"{name}\" ({method}).")
            }
        });
    } else if !identifiers.is_empty() {
        let ids = identifiers.join(", ");
        lines.push(match fr {
            true => format!("Les identifiants ({ids}) sont retirés."),
            false => format!("Identifiers ({ids}) were left out."),
        });
    }
    let dropped = account.in_role("drop").join(", ");
    if !dropped.is_empty() {
        lines.push(match fr {
            true => format!("Colonnes retirées : {dropped}."),
            false => format!("Columns left out: {dropped}."),
        });
    }
    let steps = report.steps.iter().enumerate();
    lines.extend(steps.map(|(place, step)| step_line(place + 1, step, &paper.language)));
    let parameters = settings(&report.parameters);
    let (title, seed) = (&account.paragraph.title, report.seed);
    lines.push(match fr {
        true => format!(
            "Méthode : {title} ({}) ; {parameters}graine {seed}.",
            report.method
        ),
        false => format!(
            "Method: {title} ({}); {parameters}seed {seed}.",
            report.method
        ),
    });
    if let Some(assessment) = &report.assessment {
        lines.push(released_line(account, assessment, &paper.language));
    }
    paper.blocks.push(Block::Steps(lines));
}

fn released_line(account: &Account, assessment: &Assessment, language: &str) -> String {
    let rows = whole(language, assessment.rows);
    let places = account.report.outputs.join(", ");
    let (to, order) = match (language, account.keep_order) {
        ("fr", true) => ("Écriture", "dans l'ordre de la source"),
        ("fr", false) => ("Écriture", "triées selon leurs valeurs publiées"),
        (_, true) => ("Written", "in the order of the source"),
        (_, false) => ("Written", "sorted by their published values"),
    };
    match language {
        "fr" => format!("{to} de {rows} lignes, {order} : {places}."),
        _ => format!("{to}: {rows} rows, {order}: {places}."),
    }
}

/// Parameters as a text that ends in a separator; empty where there is none.
fn settings(parameters: &BTreeMap<String, String>) -> String {
    let own = parameters.iter().filter(|(_, value)| !value.is_empty());
    own.map(|(name, value)| format!("{name} = {value}, "))
        .collect()
}

fn step_line(number: usize, step: &StepRecord, language: &str) -> String {
    let title = bauta_methods::find(&step.method).map_or(step.method.as_str(), |it| {
        it.descriptor().title.get(language)
    });
    let parameters = settings(&step.parameters);
    let parameters = parameters.trim_end_matches(", ");
    let after = &step.after;
    let (k, risk, lost) = (
        whole(language, after.k),
        percent(language, after.mean_risk),
        percent(language, after.information_loss),
    );
    match language {
        "fr" => format!(
            "Étape {number} : {title} ({}) ; {parameters}. Ensuite : plus petite classe {k}, risque moyen {risk}, information perdue {lost}.",
            step.method
        ),
        _ => format!(
            "Step {number}: {title} ({}); {parameters}. Afterwards: smallest class {k}, mean risk {risk}, information lost {lost}.",
            step.method
        ),
    }
}

/// Whether released values contain the original ones, by what the whole chain of steps and method does.
pub(super) fn truth(account: &Account, language: &str) -> Option<String> {
    let report = &account.report;
    report.assessment.as_ref()?;
    let steps = report.steps.iter();
    let steps = steps.map(|step| (step.method.as_str(), step.truthful));
    let changes = |(method, truthful): (&str, bool)| {
        let descriptor = bauta_methods::find(method).ok()?.descriptor();
        let changes = descriptor.family.does_as_told() && !truthful;
        changes.then(|| descriptor.title.get(language))
    };
    let all = steps.chain([(report.method.as_str(), report.truthful)]);
    let mut changing: Vec<&str> = all.filter_map(changes).collect();
    changing.dedup();
    Some(match (changing.is_empty(), report.truthful, language) {
        (true, true, "fr") => {
            "Chaque valeur publiée d'un quasi-identifiant contient la valeur d'origine ; la vérification l'a lu dans les libellés.".to_owned()
        }
        (true, true, _) => {
            "Every released value of a quasi-identifier contains the original one; the check read it from the labels.".to_owned()
        }
        (true, false, _) => return None,
        (false, _, "fr") => format!(
            "Des valeurs ont été modifiées ({}) : une valeur publiée ne contient pas forcément la valeur d'origine.",
            changing.join(", ")
        ),
        (false, _, _) => format!(
            "Values were changed ({}): a released value need not contain the original one.",
            changing.join(", ")
        ),
    })
}

/// What remains, in a sentence for each criterion, and the place for a signature.
pub(super) fn conclusion(paper: &mut Document, account: &Account) {
    let Some(assessment) = &account.report.assessment else {
        return;
    };
    paper.section(
        "What remains, and who answers for it",
        "Ce qui reste, et qui en répond",
    );
    let known = account.in_role("quasi-identifier").join(", ");
    let lines = [
        identity(assessment, &known, &paper.language),
        attribute(assessment, &paper.language),
        membership(assessment, &paper.language),
    ];
    let mut lines: Vec<String> = lines.into_iter().flatten().collect();
    let attacks = account.attacks.iter();
    let tried = attacks.flat_map(|it| it.sentences(&paper.language));
    lines.extend(tried.map(|it| match paper.language.as_str() {
        "fr" => format!("Attaque essayée, {it}."),
        _ => format!("Attack tried, {it}."),
    }));
    paper.blocks.push(Block::List(lines));
    let line = "______________________________".to_owned();
    let names = [
        ("assessed by", "évalué par"),
        ("recipients and purpose", "destinataires et finalité"),
        ("date", "date"),
        ("signature", "signature"),
    ];
    let facts = names.map(|(en, fr)| (paper.say(en, fr).to_owned(), line.clone()));
    paper.blocks.push(Block::Facts(facts.into()));
}

fn identity(assessment: &Assessment, known: &str, language: &str) -> Option<String> {
    if known.is_empty() {
        return None;
    }
    let name = Disclosure::Identity.title().get(language);
    let (most, mean) = (
        percent(language, assessment.risk.prosecutor.max),
        percent(language, assessment.risk.prosecutor.mean),
    );
    Some(match language {
        "fr" => format!(
            "Risque résiduel, {name} : un attaquant qui connaît {known} d'une personne, et sa présence, choisit la bonne ligne dans {most} des cas au plus, {mean} en moyenne."
        ),
        _ => format!(
            "Residual risk, {name}: an attacker who knows {known} of a person, and that the person is in the release, picks the right row in at most {most} of cases, {mean} on average."
        ),
    })
}

fn attribute(assessment: &Assessment, language: &str) -> Option<String> {
    let name = Disclosure::Attribute.title().get(language);
    let findings = assessment.findings.iter();
    let certain = findings.filter(|it| it.measure == Measure::CertainValues);
    let of_each: Vec<String> = certain
        .filter_map(|it| {
            let share = percent(language, it.after?);
            let attribute = it.attribute.as_deref()?;
            Some(match language {
                "fr" => format!("celle de « {attribute} » pour {share} des lignes"),
                _ => format!("that of \"{attribute}\" for {share} of the rows"),
            })
        })
        .collect();
    if of_each.is_empty() {
        return Some(match language {
            "fr" => format!(
                "Risque résiduel, {name} : aucun attribut sensible n'est déclaré, rien n'est mesuré."
            ),
            _ => format!(
                "Residual risk, {name}: no sensitive attribute is declared, so nothing was measured."
            ),
        });
    }
    Some(match language {
        "fr" => format!(
            "Risque résiduel, {name} : la valeur est certaine : {}.",
            of_each.join(", ")
        ),
        _ => format!(
            "Residual risk, {name}: the value is certain: {}.",
            of_each.join(", ")
        ),
    })
}

fn membership(assessment: &Assessment, language: &str) -> Option<String> {
    let name = Disclosure::Membership.title().get(language);
    let known = assessment.largest(Measure::HighestPresence);
    Some(match (known, language) {
        (Some(share), "fr") => format!(
            "Risque résiduel, {name} : la présence d'une personne est connue avec une probabilité de {} au plus.",
            percent(language, share)
        ),
        (Some(share), _) => format!(
            "Residual risk, {name}: that a person is in the release is known with a chance of at most {}.",
            percent(language, share)
        ),
        (None, "fr") => format!(
            "Risque résiduel, {name} : inconnu, car aucune table de la population n'a été donnée."
        ),
        (None, _) => format!(
            "Residual risk, {name}: not known, because no table of the population was given."
        ),
    })
}
