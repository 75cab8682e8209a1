//! Releases and evaluations of graphs as documents for people.

use std::path::Path;

use bauta_graph::evaluate::Evaluation;

use super::GraphReport;
use bauta_documents::{Bars, Block, Document, Tone, number, percent, whole, written};
use bauta_messages::Result;
use bauta_messages::french::sentence;

/// What came of anonymising.
pub(super) fn release(report: &GraphReport, path: &Path, language: &str) -> Result<String> {
    let mut paper = started(language, "A released graph", "Un graphe publié");
    verdict(&mut paper, report);
    facts(&mut paper, report);
    groups(&mut paper, report);
    notes(&mut paper, &report.notes);
    written(path, report, &paper)
}

fn started(language: &str, en: &str, fr: &str) -> Document {
    let mut paper = Document {
        language: language.to_owned(),
        title: String::new(),
        subtitle: String::new(),
        blocks: Vec::new(),
        footer: format!("bauta {}", env!("CARGO_PKG_VERSION")),
    };
    paper.title = paper.say(en, fr).to_owned();
    paper
}

fn verdict(paper: &mut Document, report: &GraphReport) {
    let language = paper.language.clone();
    let block = match &report.nearest_miss {
        Some(miss) => Block::Verdict {
            tone: Tone::Bad,
            headline: paper
                .say("There is no such release", "Cette publication n'existe pas")
                .to_owned(),
            sentences: std::iter::once(&miss.attempt)
                .chain(&miss.missing)
                .chain([&miss.advice])
                .map(|text| sentence(&language, text))
                .collect(),
        },
        None => Block::Verdict {
            tone: Tone::Good,
            headline: paper
                .say(
                    "Everything asked for holds",
                    "Tout ce qui est demandé tient",
                )
                .to_owned(),
            sentences: report
                .guarantees
                .iter()
                .map(|found| sentence(&language, &found.what))
                .collect(),
        },
    };
    paper.blocks.push(block);
}

fn facts(paper: &mut Document, report: &GraphReport) {
    let language = paper.language.clone();
    let count = |value: u64| whole(&language, value);
    let mut rows: Vec<(String, String)> = vec![
        (
            paper.say("triples read", "triplets lus").to_owned(),
            count(report.triples.0),
        ),
        (
            paper.say("triples written", "triplets écrits").to_owned(),
            count(report.triples.1),
        ),
        (
            paper
                .say("entities protected", "entités protégées")
                .to_owned(),
            count(report.entities),
        ),
        (
            paper
                .say("addresses replaced", "adresses remplacées")
                .to_owned(),
            count(report.renamed.0),
        ),
        (
            paper
                .say("derived addresses replaced", "adresses dérivées remplacées")
                .to_owned(),
            count(report.renamed.1),
        ),
    ];
    if let Some((k, classes)) = report.k.zip(report.classes) {
        rows.push((
            paper
                .say("fewest alike (k)", "plus petite classe (k)")
                .to_owned(),
            count(k),
        ));
        rows.push((paper.say("classes", "classes").to_owned(), count(classes)));
    }
    paper.section("Figures", "Chiffres");
    paper.blocks.push(Block::Facts(rows));
}

fn groups(paper: &mut Document, report: &GraphReport) {
    if report.groups.is_empty() {
        return;
    }
    let language = paper.language.clone();
    paper.section("Groups of sensitive values", "Groupes de valeurs sensibles");
    let header = [
        paper.say("property", "propriété"),
        paper.say("groups", "groupes"),
        paper.say("fewest values", "moins de valeurs"),
        paper.say("l by meaning", "l selon le sens"),
        paper.say("largest share", "plus grande part"),
        paper.say("t by meaning", "t selon le sens"),
    ];
    let header = header.map(str::to_owned).to_vec();
    let none = || "–".to_owned();
    let row = |(name, count): (&String, &u64)| {
        vec![
            name.clone(),
            whole(&language, *count),
            whole(&language, report.l.get(name).copied().unwrap_or(0)),
            report
                .semantic_l
                .get(name)
                .map_or_else(none, |&l| whole(&language, l)),
            percent(
                &language,
                report.max_posterior.get(name).copied().unwrap_or(0.0),
            ),
            report
                .semantic_t
                .get(name)
                .map_or_else(none, |&t| number(&language, t, 3)),
        ]
    };
    let rows = report.groups.iter().map(row).collect();
    paper.blocks.push(Block::Table { header, rows });
    paper.text(
        "l by meaning counts the kinds of values (sub-concepts) that a group's concept has in the data. t by meaning is the greatest distance of a group's values from those of all, from 0 to 1; values far apart in the taxonomy count more.",
        "l selon le sens compte les sortes de valeurs (sous-concepts) que le concept d'un groupe a dans les données. t selon le sens est la plus grande distance des valeurs d'un groupe à celles de tous, de 0 à 1 ; les valeurs éloignées dans la taxonomie comptent davantage.",
    );
    paper.text(
        "Whoever knows a person's group finds their value with the share that it has there. Quasi-identifiers that were not generalised still single people out.",
        "Qui connaît le groupe d'une personne trouve sa valeur avec la part qu'elle y a. Les quasi-identifiants qui n'ont pas été généralisés distinguent toujours les personnes.",
    );
}

fn notes(paper: &mut Document, notes: &[String]) {
    if notes.is_empty() {
        return;
    }
    let language = paper.language.clone();
    paper.section("Notes", "Remarques");
    paper.blocks.push(Block::List(
        notes.iter().map(|note| sentence(&language, note)).collect(),
    ));
}

/// What an evaluation found.
pub(super) fn evaluation(found: &Evaluation, path: &Path, language: &str) -> Result<String> {
    let mut paper = started(
        language,
        "What a released graph is good for",
        "Ce que vaut un graphe publié",
    );
    paper.subtitle = format!(
        "{} {}, {} {}",
        whole(language, found.entities.1),
        paper.say("entities", "entités"),
        whole(language, found.triples.1),
        paper.say("triples", "triplets")
    );
    errors(&mut paper, found);
    posteriors(&mut paper, found);
    attack(&mut paper, found);
    notes(&mut paper, &found.notes);
    written(path, found, &paper)
}

fn errors(paper: &mut Document, found: &Evaluation) {
    let language = paper.language.clone();
    paper.section("Errors of counts", "Erreurs des comptages");
    paper.text(
        "Each count asks for one value of every sensitive property and one cell of each quasi-identifier named; all counts that are not 0 in the original are asked.",
        "Chaque comptage demande une valeur de chaque propriété sensible et une case de chaque quasi-identifiant nommé ; tous les comptages non nuls dans l'original sont posés.",
    );
    let header = [
        paper.say("asked for", "demandé"),
        paper.say("counts", "comptages"),
        paper.say("mean count", "effectif moyen"),
        paper.say("mean relative error", "erreur relative moyenne"),
        paper.say("mean absolute error", "erreur absolue moyenne"),
        paper.say("recall", "rappel"),
        paper.say("relative error by masking", "erreur relative par masquage"),
    ];
    let header = header.map(str::to_owned).to_vec();
    let name = |asked: &bauta_graph::evaluate::CountErrors| {
        if asked.quasi_identifiers.is_empty() {
            asked.cardinality.to_string()
        } else {
            format!(
                "{} ({})",
                asked.cardinality,
                asked.quasi_identifiers.join(", ")
            )
        }
    };
    let row = |asked: &bauta_graph::evaluate::CountErrors| {
        vec![
            name(asked),
            whole(&language, asked.queries),
            number(&language, asked.mean_count, 1),
            percent(&language, asked.mean_relative_error),
            number(&language, asked.mean_absolute_error, 2),
            percent(&language, asked.recall.max(0.0)),
            asked
                .masked_error
                .map_or("–".to_owned(), |error| percent(&language, error)),
        ]
    };
    paper.blocks.push(Block::Table {
        header,
        rows: found.counts.iter().map(row).collect(),
    });
    if let Some(masked) = found
        .counts
        .iter()
        .find_map(|asked| asked.masked.as_deref())
    {
        paper.text(
            &format!("By masking: \"{masked}\" is taken away from everybody, and each of its values counts for an equal share."),
            &format!("Par masquage : « {masked} » est retiré à tous, et chacune de ses valeurs compte pour une part égale."),
        );
    }
    paper.blocks.push(Block::Chart(Bars {
        title: paper
            .say(
                "Mean relative error of counts",
                "Erreur relative moyenne des comptages",
            )
            .to_owned(),
        axis: paper
            .say("attributes asked for", "attributs demandés")
            .to_owned(),
        labels: found
            .counts
            .iter()
            .map(|asked| asked.cardinality.to_string())
            .collect(),
        series: vec![
            (
                paper.say("relative error", "erreur relative").to_owned(),
                found
                    .counts
                    .iter()
                    .map(|asked| asked.mean_relative_error)
                    .collect(),
            ),
            (
                paper.say("by masking", "par masquage").to_owned(),
                found
                    .counts
                    .iter()
                    .map(|asked| asked.masked_error.unwrap_or(0.0))
                    .collect(),
            ),
        ],
    }));
}

fn posteriors(paper: &mut Document, found: &Evaluation) {
    if found.posteriors.is_empty() {
        return;
    }
    let language = paper.language.clone();
    paper.section("What groups tell", "Ce que disent les groupes");
    let header = [
        paper.say("property", "propriété"),
        paper.say("groups", "groupes"),
        paper.say("fewest values", "moins de valeurs"),
        paper.say("largest share", "plus grande part"),
        paper.say(
            "mean share of one's own value",
            "part moyenne de sa propre valeur",
        ),
        paper.say(
            "most frequent value of all",
            "valeur la plus fréquente de toutes",
        ),
    ];
    let header = header.map(str::to_owned).to_vec();
    let row = |(name, told): (&String, &bauta_graph::evaluate::Posteriors)| {
        vec![
            name.clone(),
            whole(&language, told.groups),
            whole(&language, told.least_values),
            percent(&language, told.largest),
            percent(&language, told.mean),
            percent(&language, told.prior),
        ]
    };
    paper.blocks.push(Block::Table {
        header,
        rows: found.posteriors.iter().map(row).collect(),
    });
}

fn attack(paper: &mut Document, found: &Evaluation) {
    let Some(attack) = &found.attack else { return };
    let language = paper.language.clone();
    paper.section(
        "An attacker who knows all quasi-identifiers",
        "Un attaquant qui connaît tous les quasi-identifiants",
    );
    let mut rows = vec![
        (
            paper
                .say("people attacked", "personnes attaquées")
                .to_owned(),
            whole(&language, attack.people),
        ),
        (
            paper
                .say("fewest candidates", "moins de candidats")
                .to_owned(),
            whole(&language, attack.fewest_candidates),
        ),
        (
            paper
                .say("people with one candidate", "personnes à un seul candidat")
                .to_owned(),
            whole(&language, attack.alone),
        ),
        (
            paper.say("mean risk", "risque moyen").to_owned(),
            percent(&language, attack.mean_risk),
        ),
    ];
    for (name, learned) in &attack.sensitive {
        let say = |en: &str, fr: &str| format!("{name}: {}", paper.say(en, fr));
        rows.push((
            say(
                "mean certainty of the true value",
                "certitude moyenne de la vraie valeur",
            ),
            percent(&language, learned.mean_true),
        ));
        rows.push((
            say("greatest certainty", "plus grande certitude"),
            percent(&language, learned.largest_true),
        ));
        rows.push((
            say("right guesses", "devinettes justes"),
            percent(&language, learned.right),
        ));
        rows.push((
            say(
                "right guesses without the release",
                "devinettes justes sans la publication",
            ),
            percent(&language, learned.prior_right),
        ));
    }
    paper.blocks.push(Block::Facts(rows));
}
