//! The account of a run as a document.

use std::collections::BTreeMap;

use bauta_privacy::risk::Band;
use bauta_privacy::{Attacker, Measure};

use super::account::{Account, FileSum};
use super::done;
use super::private;
use super::rules;
use super::verdict::verdict;
use crate::kept;
use crate::standing::Standing;
use bauta_documents::{Bars, Block, Document, percent, whole};
use bauta_messages::french::sentence;

/// The account in a language (`en` or `fr`).
pub(crate) fn document(account: &Account, language: &str) -> Document {
    let report = &account.report;
    let mut paper = Document {
        language: language.to_owned(),
        title: if language == "fr" {
            "Rapport d'anonymisation"
        } else {
            "Anonymisation report"
        }
        .to_owned(),
        subtitle: format!("{} → {}", report.input, report.outputs.join(", ")),
        blocks: vec![verdict(account, language)],
        footer: format!("Bauta {} · {}", report.bauta, account.date),
    };
    guarantees(&mut paper, account);
    rules::section(&mut paper, &report.rules);
    if report.quasi_identifiers > 0 {
        attackers(&mut paper, account);
        if let Some(attacks) = &account.attacks {
            let section = attacks.section(language);
            paper.blocks.extend(section.iter().cloned());
        }
        before_and_after(&mut paper, account);
        attributes(&mut paper, account);
    }
    statistics(&mut paper, account);
    done::section(&mut paper, account);
    method(&mut paper, account);
    because(&mut paper, account);
    provenance(&mut paper, account);
    if !report.notes.is_empty() {
        paper.section("Notes", "Remarques");
        paper.blocks.push(Block::List(
            report
                .notes
                .iter()
                .map(|note| sentence(language, note))
                .collect(),
        ));
    }
    done::conclusion(&mut paper, account);
    paper
}

/// The argument for the choice, where it was guided.
fn because(paper: &mut Document, account: &Account) {
    let because = &account.report.because;
    if !because.is_empty() {
        paper.section("Why this release", "Pourquoi cette publication");
        let said = because
            .iter()
            .map(|said| said.get(&paper.language).to_owned())
            .collect();
        paper.blocks.push(Block::List(said));
    }
}

fn guarantees(paper: &mut Document, account: &Account) {
    paper.section("What was asked for", "Ce qui était demandé");
    let colon = paper.say(":", " :").to_owned();
    let lines = account.report.guarantees().iter().map(|(title, holds)| {
        let verdict = if *holds {
            paper.say(
                "verified on the released rows",
                "vérifié sur les lignes publiées",
            )
        } else {
            paper.say("cannot be reached", "hors d'atteinte")
        };
        format!("{}{colon} {verdict}", sentence(&paper.language, title))
    });
    let stated = account
        .report
        .differential_privacy
        .iter()
        .map(|of| private::line(&paper.language, of));
    let lines = lines.chain(stated).collect();
    paper.blocks.push(Block::List(lines));
    for of in &account.report.differential_privacy {
        paper
            .blocks
            .push(Block::Text(private::sentences(&paper.language, of)));
    }
    paper.text(
        "The check looks at the released rows, by their labels, and shares no code with the method that made them.",
        "La vérification porte sur les lignes publiées, par leurs libellés, et ne partage aucun code avec la méthode qui les a produites.",
    );
}

/// What an attacker can do with the release, by kind of disclosure: the figures of its assessment.
fn attackers(paper: &mut Document, account: &Account) {
    let Some(assessment) = &account.report.assessment else {
        return;
    };
    paper.section(
        "What an attacker can still do",
        "Ce qu'un attaquant peut encore faire",
    );
    let language = paper.language.clone();
    let known = |figure: Option<f64>| {
        figure.map_or_else(|| "–".to_owned(), |figure| percent(&language, figure))
    };
    let unknown = paper.say("not known", "inconnu").to_owned();
    let colon = paper.say(":", " :").to_owned();
    let rows = assessment.findings.iter().map(|finding| {
        let attribute = finding.attribute.iter();
        let attribute: String = attribute.map(|name| format!(" ({name})")).collect();
        let after = finding
            .after
            .map_or(unknown.clone(), |_| known(finding.after));
        let disclosure = finding.disclosure.title().get(&language);
        let measure = finding.measure.title().get(&language);
        vec![
            format!("{disclosure}{colon} {measure}{attribute}"),
            known(finding.before),
            after,
            known(finding.threshold),
        ]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let header = [
        ("disclosure of", "divulgation"),
        ("before", "avant"),
        ("after", "après"),
        ("asked for, at most", "demandé, au plus"),
    ];
    let header = header.map(|(en, fr)| paper.say(en, fr).to_owned()).into();
    paper.blocks.push(Block::Table { header, rows });
    let assumption = Attacker::KnowsPresence.assumption();
    paper.text(assumption.en, assumption.fr);
    if assessment.largest(Measure::HighestPresence).is_none() {
        paper.text(
            "Whether somebody is in the release at all was not measured: that needs a table of the population (--population-table).",
            "La présence d'une personne dans la publication n'a pas été mesurée : il faut pour cela une table de la population (--population-table).",
        );
    }
}

fn before_and_after(paper: &mut Document, account: &Account) {
    paper.section("Risk before and after", "Le risque avant et après");
    let standings: Vec<(String, &Standing)> =
        std::iter::once((paper.say("before", "avant").to_owned(), &account.before))
            .chain(
                account
                    .after
                    .iter()
                    .map(|after| (paper.say("after", "après").to_owned(), after)),
            )
            .collect();
    let language = paper.language.clone();
    let row = |en: &str, fr: &str, figure: &dyn Fn(&Standing) -> String| {
        let name = if language == "fr" { fr } else { en }.to_owned();
        std::iter::once(name)
            .chain(standings.iter().map(|(_, standing)| figure(standing)))
            .collect::<Vec<String>>()
    };
    let counted = |value: u64| whole(&language, value);
    let [all, alone, below] = counted_words(account.counts_people());
    let mut rows = vec![
        row(all.0, all.1, &|it| counted(it.rows)),
        row("classes", "classes", &|it| counted(it.classes)),
        row("smallest class (k)", "plus petite classe (k)", &|it| {
            counted(it.k)
        }),
        row("reading", "appréciation", &|it| {
            sentence(&language, it.k_reading.word())
        }),
        row(alone.0, alone.1, &|it| counted(it.uniques)),
        row("highest risk", "risque maximal", &|it| {
            percent(&language, it.prosecutor.max)
        }),
        row("mean risk", "risque moyen", &|it| {
            percent(&language, it.prosecutor.mean)
        }),
        row(below.0, below.1, &|it| counted(it.nonconforming.any.rows)),
    ];
    for attribute in account.before.l.keys() {
        let (en, fr) = (
            format!("different values of {attribute} (l)"),
            format!("valeurs différentes de {attribute} (l)"),
        );
        rows.push(row(&en, &fr, &|it| {
            it.l.get(attribute)
                .map_or_else(String::new, |&l| counted(l))
        }));
    }
    let header = std::iter::once(String::new())
        .chain(standings.iter().map(|(name, _)| name.clone()))
        .collect();
    paper.blocks.push(Block::Table { header, rows });
    class_charts(paper, &standings, account.counts_people());
}

/// What classes count, in English and French: all, those alone in their class, those below the thresholds.
fn counted_words(people: bool) -> [(&'static str, &'static str); 3] {
    if people {
        return [
            (
                "people, once in each of their classes",
                "personnes, une fois dans chacune de leurs classes",
            ),
            (
                "people alone in a class",
                "personnes seules dans une classe",
            ),
            ("people below the thresholds", "personnes sous les seuils"),
        ];
    }
    [
        ("rows", "lignes"),
        (
            "rows alone in their class",
            "lignes seules dans leur classe",
        ),
        ("rows below the thresholds", "lignes sous les seuils"),
    ]
}

/// The spread of class sizes and of risks.
fn class_charts(paper: &mut Document, standings: &[(String, &Standing)], people: bool) {
    let sizes = bars(standings, |it| &it.class_sizes, size_label);
    let title = match people {
        true => paper.say(
            "People by the size of their class",
            "Personnes selon la taille de leur classe",
        ),
        false => paper.say(
            "Rows by the size of their class",
            "Lignes selon la taille de leur classe",
        ),
    }
    .to_owned();
    let axis = match people {
        true => paper.say(
            "people in the class; right is safer",
            "personnes dans la classe ; à droite, plus sûr",
        ),
        false => paper.say(
            "rows in the class; right is safer",
            "lignes dans la classe ; à droite, plus sûr",
        ),
    }
    .to_owned();
    paper.blocks.push(Block::Chart(Bars {
        title,
        axis,
        ..sizes
    }));
    let risks = bars(
        standings,
        |it| &it.risk_distribution,
        |band| risk_label(&paper.language, band),
    );
    let title = match people {
        true => paper.say(
            "People by their risk of being found",
            "Personnes selon leur risque d'être retrouvées",
        ),
        false => paper.say(
            "Rows by their risk of being found",
            "Lignes selon leur risque d'être retrouvées",
        ),
    }
    .to_owned();
    let axis = paper
        .say(
            "risk up to; left is safer",
            "risque jusqu'à ; à gauche, plus sûr",
        )
        .to_owned();
    paper.blocks.push(Block::Chart(Bars {
        title,
        axis,
        ..risks
    }));
}

/// Shares of rows in bands, one series a standing.
fn bars(
    standings: &[(String, &Standing)],
    bands: impl Fn(&Standing) -> &[Band],
    label: impl Fn(&Band) -> String,
) -> Bars {
    let labels = standings
        .first()
        .map(|(_, first)| bands(first).iter().map(&label).collect());
    let series = standings.iter().map(|(name, standing)| {
        let rows = standing.rows.max(1) as f64;
        (
            name.clone(),
            bands(standing)
                .iter()
                .map(|band| band.rows as f64 / rows)
                .collect(),
        )
    });
    Bars {
        title: String::new(),
        axis: String::new(),
        labels: labels.unwrap_or_default(),
        series: series.collect(),
    }
}

/// The sizes of a band.
pub fn size_label(band: &Band) -> String {
    match band.to {
        Some(to) if to == band.from => format!("{to}"),
        Some(to) => format!("{}–{to}", band.from),
        None => format!("{}+", band.from),
    }
}

/// The highest risk of a band.
pub fn risk_label(language: &str, band: &Band) -> String {
    percent(language, band.to.unwrap_or(1.0)).replace(['\u{a0}', ' '], "")
}

/// What steps and method made of the statistics.
fn statistics(paper: &mut Document, account: &Account) {
    let report = &account.report;
    let steps = report.steps.iter().enumerate().filter_map(|(place, step)| {
        let name = format!(
            "{} {}{} {}",
            paper.say("Step", "Étape"),
            place + 1,
            paper.say(":", " :"),
            step.method
        );
        Some((Some(name), step.kept.as_ref()?))
    });
    let own = report.kept.iter().map(|kept| {
        (
            (!report.steps.is_empty()).then(|| report.method.clone()),
            kept,
        )
    });
    let all: Vec<_> = steps.chain(own).collect();
    if !all.is_empty() {
        paper.section("Statistics kept", "Statistiques conservées");
    }
    for (name, kept) in all {
        paper.blocks.extend(name.map(Block::Text));
        kept::paper::told(paper, kept);
    }
}

/// What each quasi-identifier adds to the risk, and what it lost.
fn attributes(paper: &mut Document, account: &Account) {
    paper.section("Attribute by attribute", "Attribut par attribut");
    let before = &account.before.contributions;
    let labels: Vec<String> = before.iter().map(|it| it.attribute.clone()).collect();
    let shares = |standing: &Standing| {
        let of: BTreeMap<&str, f64> = standing
            .contributions
            .iter()
            .map(|it| (it.attribute.as_str(), it.contribution))
            .collect();
        labels
            .iter()
            .map(|name| of.get(name.as_str()).copied().unwrap_or(0.0))
            .collect()
    };
    let mut series = vec![(
        paper.say("before", "avant").to_owned(),
        shares(&account.before),
    )];
    series.extend(
        account
            .after
            .iter()
            .map(|after| (paper.say("after", "après").to_owned(), shares(after))),
    );
    let title = paper.say(
        "What each quasi-identifier adds to the mean risk",
        "Ce que chaque quasi-identifiant ajoute au risque moyen",
    );
    let axis = paper.say(
        "share of the mean risk that goes away without the attribute",
        "part du risque moyen qui disparaît sans l'attribut",
    );
    // Names lie; short ones too, so that both charts of attributes look alike.
    let (title, axis) = (title.to_owned(), axis.to_owned());
    paper.blocks.push(Block::Chart(Bars {
        title,
        axis,
        labels: padded(&labels),
        series,
    }));
    let header = ["", "different values before", "after", "information lost"];
    let french = [
        "",
        "valeurs différentes avant",
        "après",
        "information perdue",
    ];
    let header = header
        .iter()
        .zip(french)
        .map(|(en, fr)| paper.say(en, fr).to_owned())
        .collect();
    let losses = account
        .report
        .assessment
        .as_ref()
        .map(|measures| &measures.utility.attributes);
    let none = || "–".to_owned();
    let row = |name: &String| {
        let distinct = |standing: &Standing| {
            standing
                .distinct
                .get(name)
                .map(|&count| whole(&paper.language, count))
        };
        vec![
            name.clone(),
            distinct(&account.before).unwrap_or_else(none),
            account
                .after
                .as_ref()
                .and_then(distinct)
                .unwrap_or_else(none),
            losses
                .and_then(|losses| losses.get(name))
                .map_or_else(none, |losses| {
                    percent(&paper.language, losses.information_loss)
                }),
        ]
    };
    let rows = labels.iter().map(row).collect();
    paper.blocks.push(Block::Table { header, rows });
}

/// Names long enough to be written beside lying bars.
fn padded(labels: &[String]) -> Vec<String> {
    labels.iter().map(|label| format!("{label:<10}")).collect()
}

fn method(paper: &mut Document, account: &Account) {
    paper.section("The method", "La méthode");
    let paragraph = &account.paragraph;
    paper.blocks.push(Block::Text(format!(
        "{}. {} {}",
        paragraph.title, paragraph.summary, paragraph.guarantees
    )));
    let truth = done::truth(account, &paper.language);
    paper.blocks.extend(truth.map(Block::Text));
    if let Some(node) = &account.report.node {
        let levels: Vec<String> = node
            .iter()
            .map(|(name, level)| format!("{name} {level}"))
            .collect();
        let words = paper.say(
            "Levels of the hierarchies (0 = as it was):",
            "Niveaux des hiérarchies (0 = tel quel) :",
        );
        paper
            .blocks
            .push(Block::Text(format!("{words} {}", levels.join(", "))));
    }
    if !paragraph.papers.is_empty() {
        paper.blocks.push(Block::List(paragraph.papers.clone()));
    }
}

/// The SHA-256 of a file, or of each of several; said where there is none.
fn sums(
    paper: &Document,
    name: &str,
    one: Option<&String>,
    several: &[FileSum],
) -> Vec<(String, String)> {
    let digest = |name: &str| format!("SHA-256, {name}");
    match one {
        Some(sum) => vec![(digest(name), sum.clone())],
        None if several.is_empty() => {
            let none = paper.say(
                "not taken: it is no file of this machine that can be read again",
                "non calculé : ce n'est pas un fichier de cette machine qu'on puisse relire",
            );
            vec![(digest(name), none.to_owned())]
        }
        None => several
            .iter()
            .map(|it| (digest(&it.file), it.sha256.clone()))
            .collect(),
    }
}

fn provenance(paper: &mut Document, account: &Account) {
    let report = &account.report;
    paper.section("Settings and provenance", "Réglages et provenance");
    let settings: Vec<String> = report
        .parameters
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let mut facts = vec![
        (
            paper.say("method", "méthode").to_owned(),
            report.method.clone(),
        ),
        (
            paper.say("parameters", "paramètres").to_owned(),
            settings.join(", "),
        ),
        (
            paper.say("seed", "graine").to_owned(),
            report.seed.to_string(),
        ),
        (
            paper.say("input", "entrée").to_owned(),
            report.input.clone(),
        ),
    ];
    for role in [
        "identifier",
        "quasi-identifier",
        "sensitive",
        "target",
        "insensitive",
        "drop",
        "person",
        "weight",
        "household",
    ] {
        let names = account.in_role(role);
        if !names.is_empty() {
            let name = match role {
                "drop" => paper.say("left out", "retiré").to_owned(),
                "person" => paper
                    .say("tells people apart", "distingue les personnes")
                    .to_owned(),
                "weight" => paper.say("survey weight", "poids d'enquête").to_owned(),
                "household" => paper.say("household", "ménage").to_owned(),
                role => sentence(&paper.language, role),
            };
            facts.push((name, names.join(", ")));
        }
    }
    facts.extend(sums(
        paper,
        &report.input,
        account.input_sha256.as_ref(),
        &account.input_files,
    ));
    for (output, sum) in report.outputs.iter().zip(&account.output_sha256) {
        facts.extend(sums(paper, output, sum.as_ref(), &account.output_files));
    }
    let project = paper.say("SHA-256, project", "SHA-256, projet").to_owned();
    facts.extend(
        account
            .project_sha256
            .iter()
            .map(|sum| (project.clone(), sum.clone())),
    );
    facts.push((paper.say("date", "date").to_owned(), account.date.clone()));
    facts.push(("Bauta".to_owned(), report.bauta.to_owned()));
    paper.blocks.push(Block::Facts(facts));
}
