//! The study as a document for people.

use std::path::Path;

use super::super::paper::beside_table;
use super::{Beside, Measure, Study};
use bauta_documents::{Bars, Block, Document, Tone, whole, written};
use bauta_messages::Result;

/// A part of the study: figures, and what they are about.
struct Part {
    measure: Measure,
    title: (&'static str, &'static str),
    text: (&'static str, &'static str),
}

const PARTS: [Part; 6] = [
    Part {
        measure: Measure::RelativeError,
        title: (
            "Relative errors of counts (figure 4.7)",
            "Erreurs relatives des comptages (figure 4.7)",
        ),
        text: (
            "Counts by religion and one to three other attributes after semantic anatomy. Each way to spread values over religion and politics is a draw of its own: bars of small errors differ by chance.",
            "Comptages par religion et un à trois autres attributs après anatomie sémantique. Chaque répartition des valeurs de religion et de politique est un tirage : les petites erreurs diffèrent par hasard.",
        ),
    },
    Part {
        measure: Measure::AbsoluteError,
        title: (
            "Absolute errors of counts (figure 4.8)",
            "Erreurs absolues des comptages (figure 4.8)",
        ),
        text: (
            "The same counts, in people.",
            "Les mêmes comptages, en personnes.",
        ),
    },
    Part {
        measure: Measure::MaskedError,
        title: (
            "If politics were masked instead (figure 4.9)",
            "Si la politique était masquée (figure 4.9)",
        ),
        text: (
            "The link to politics is taken away from everybody, and every value gets an equal share. This is the published alternative: ours should agree with it.",
            "Le lien vers la politique est retiré à tous, et chaque valeur reçoit une part égale. C'est l'alternative publiée : nos chiffres doivent y correspondre.",
        ),
    },
    Part {
        measure: Measure::Recall,
        title: (
            "Recall after k-anonymity (figures 5.5 to 5.12)",
            "Rappel après k-anonymat (figures 5.5 à 5.12)",
        ),
        text: (
            "Counts by religion, decade of age and beginning of the post code. Ours takes values to the granularity of the questions first; of several k the worst is shown.",
            "Comptages par religion, décennie d'âge et début du code postal. Nos valeurs sont d'abord portées à la granularité des questions ; de plusieurs k, le pire est montré.",
        ),
    },
    Part {
        measure: Measure::Seconds,
        title: ("Grouping advisors", "Regrouper les directeurs"),
        text: (
            "Seconds to group as many values as students have advisors; theirs on a 10-core Xeon with 96 GB.",
            "Secondes pour regrouper autant de valeurs que les étudiants ont de directeurs ; les leurs sur un Xeon à 10 cœurs et 96 Go.",
        ),
    },
    Part {
        measure: Measure::TriplesPerSecond,
        title: (
            "Rate of generalising (figure 5.4)",
            "Vitesse de généralisation (figure 5.4)",
        ),
        text: (
            "Generalised triples a second.",
            "Triplets généralisés par seconde.",
        ),
    },
];

pub(super) fn study(found: &Study, path: &Path, language: &str) -> Result<String> {
    let mut paper = Document {
        language: language.to_owned(),
        title: String::new(),
        subtitle: String::new(),
        blocks: Vec::new(),
        footer: format!("bauta {}", env!("CARGO_PKG_VERSION")),
    };
    paper.title = paper
        .say("Beside published figures", "À côté des chiffres publiés")
        .to_owned();
    let size = |(universities, professors): &(u32, u64)| {
        format!(
            "LUBM {universities}: {} {}",
            whole(language, *professors),
            paper.say("professors", "professeurs")
        )
    };
    paper.subtitle = found.sizes.iter().map(size).collect::<Vec<_>>().join("; ");
    verdict(&mut paper, found);
    for part in &PARTS {
        let rows: Vec<&Beside> = found
            .beside
            .iter()
            .filter(|one| one.measure == part.measure)
            .collect();
        if !rows.is_empty() {
            told(&mut paper, part, &rows);
        }
    }
    written(path, found, &paper)
}

fn verdict(paper: &mut Document, found: &Study) {
    let all = found.beside.len() as u64;
    let tone = if found.no_worse + found.by_chance == all {
        Tone::Good
    } else {
        Tone::Mixed
    };
    let sentence = paper.say(
        "What was published was drawn once. The chance of theirs is how often one more draw of ours would be as good. A figure counts as worse where this is so rare that, over all figures together, drawing would bring it about in one study of twenty at the most (Student's distribution, Holm's procedure).",
        "Ce qui a été publié vient d'un seul tirage. La chance de la leur est la fréquence à laquelle un tirage de plus chez nous serait aussi bon. Un chiffre est dit moins bon là où c'est si rare que, sur l'ensemble des chiffres, le hasard le produirait dans une étude sur vingt au plus (loi de Student, procédure de Holm).",
    );
    let sentences = if found.draws > 1 {
        vec![sentence.to_owned()]
    } else {
        Vec::new()
    };
    paper.blocks.push(Block::Verdict {
        tone,
        headline: found.headline(&paper.language),
        sentences,
    });
}

fn told(paper: &mut Document, part: &Part, rows: &[&Beside]) {
    paper.section(part.title.0, part.title.1);
    paper.text(part.text.0, part.text.1);
    beside_table(paper, rows);
    if !matches!(
        part.measure,
        Measure::RelativeError | Measure::MaskedError | Measure::Recall
    ) {
        return;
    }
    // One chart a size, so that its labels can be read.
    let mut datasets: Vec<&str> = rows.iter().map(|one| one.dataset.as_str()).collect();
    datasets.dedup();
    for dataset in datasets {
        let own: Vec<&&Beside> = rows.iter().filter(|one| one.dataset == dataset).collect();
        paper.blocks.push(Block::Chart(Bars {
            title: format!("{}: {dataset}", paper.say(part.title.0, part.title.1)),
            axis: paper
                .say("rows of the table", "lignes du tableau")
                .to_owned(),
            labels: (1..=own.len()).map(|place| place.to_string()).collect(),
            series: vec![
                (
                    paper.say("published", "publié").to_owned(),
                    own.iter().map(|one| one.published.1).collect(),
                ),
                (
                    paper.say("here", "ici").to_owned(),
                    own.iter().map(|one| one.ours.max(0.0)).collect(),
                ),
            ],
        }));
    }
}
