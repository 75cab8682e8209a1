//! A study of levels as a document for people.

use std::path::Path;

use super::{Study, StudyLevel};
use bauta_documents::{Bars, Block, Document, Heat, Tone, number, percent, whole, written};
use bauta_messages::Result;
use bauta_messages::french::sentence;

impl Study {
    /// The study as a file whose name ends in `.html`, `.md` or `.json`, in a language (`en` or `fr`).
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    pub fn text(&self, path: &Path, language: &str) -> Result<String> {
        written(path, self, &document(self, language))
    }

    /// The heads of the table of levels in a language, and its rows.
    pub fn table(&self, language: &str) -> (Vec<String>, Vec<Vec<String>>) {
        let french = language == "fr";
        let say = |en: &str, fr: &str| if french { fr.to_owned() } else { en.to_owned() };
        let mut header = vec![
            say("row clusters", "groupes de lignes"),
            say("modality clusters", "groupes de modalités"),
            say("smallest", "le plus petit"),
            say("largest", "le plus grand"),
            say("attribution", "attribution"),
            say("two-way variation", "variation à deux"),
        ];
        let tasks = self.levels.first().map(|level| &level.tasks);
        for task in tasks.into_iter().flatten() {
            for model in &task.models {
                header.push(format!(
                    "{} {} AUC",
                    task.target,
                    sentence(language, model.model)
                ));
            }
        }
        (
            header,
            self.levels
                .iter()
                .map(|level| row(level, language))
                .collect(),
        )
    }
}

fn row(level: &StudyLevel, language: &str) -> Vec<String> {
    let mut row = vec![
        level.clusters.to_string(),
        level.modality_clusters.to_string(),
        whole(language, level.smallest),
        whole(language, level.largest),
        percent(language, level.attribution),
        percent(language, level.two_way),
    ];
    for model in level.tasks.iter().flat_map(|task| &task.models) {
        let figure =
            |value: Option<f64>| value.map_or("–".to_owned(), |value| number(language, value, 3));
        row.push(format!(
            "{} / {}",
            figure(model.release.and_then(|it| it.auc)),
            figure(model.original.auc)
        ));
    }
    row
}

fn document(study: &Study, language: &str) -> Document {
    let french = language == "fr";
    let say = |en: &str, fr: &str| if french { fr.to_owned() } else { en.to_owned() };
    let (rows, kept) = (
        whole(language, study.rows),
        whole(language, study.held_out_rows),
    );
    let sentences = vec![say(
        &format!(
            "{rows} rows were co-clustered; {kept} were kept out and test what is learnt from synthetic rows."
        ),
        &format!(
            "{rows} lignes ont été co-groupées ; {kept} ont été tenues à l'écart et testent ce qui s'apprend des lignes synthétiques."
        ),
    )];
    let headline = say(
        "Synthesis by co-clustering, level by level",
        "Synthèse par co-classification, niveau par niveau",
    );
    let mut paper = Document {
        language: language.to_owned(),
        title: say("Study of synthetic tables", "Étude de tables synthétiques"),
        subtitle: study.original.clone(),
        blocks: vec![Block::Verdict {
            tone: Tone::Good,
            headline,
            sentences,
        }],
        footer: format!("Bauta {}", study.bauta),
    };
    paper.section("Levels", "Niveaux");
    paper.text(
        "Attribution: the mean share of synthetic rows that the cluster of an unknown row could have given; an attacker who knows all other rows cannot exclude these. AUC: trained on synthetic / on real rows.",
        "Attribution : part moyenne des lignes synthétiques que le groupe d'une ligne inconnue a pu donner ; un attaquant qui connaît toutes les autres lignes ne peut les exclure. AUC : appris sur lignes synthétiques / réelles.",
    );
    let (header, rows) = study.table(language);
    paper.blocks.push(Block::Table { header, rows });
    populations(&mut paper, study);
    if let Some(confusion) = &study.confusion {
        paper.section("Both co-clusterings", "Les deux co-classifications");
        let share = percent(language, confusion.agreement);
        paper.text(
            &format!("Where the model of real rows (down) and that of synthetic rows (across) send the rows kept out; {share} are on the diagonal."),
            &format!("Où le modèle des lignes réelles (vertical) et celui des lignes synthétiques (horizontal) envoient les lignes tenues à l'écart ; {share} sont sur la diagonale."),
        );
        let names = |count: usize| (1..=count).map(|place| place.to_string()).collect();
        paper.blocks.push(Block::Heat(Heat {
            title: say("Confusion matrix", "Matrice de confusion"),
            rows: names(confusion.shares.len()),
            columns: names(confusion.shares.first().map_or(0, Vec::len)),
            values: confusion
                .shares
                .iter()
                .map(|row| row.iter().copied().map(Some).collect())
                .collect(),
        }));
    }
    if !study.notes.is_empty() {
        paper.section("Notes", "Remarques");
        paper.blocks.push(Block::List(
            study
                .notes
                .iter()
                .map(|note| sentence(language, note))
                .collect(),
        ));
    }
    paper
}

/// The most bars.
const MOST: usize = 18;

/// Rows of the smallest and the largest cluster by the number of clusters.
fn populations(paper: &mut Document, study: &Study) {
    let mut levels = study.populations.clone();
    levels.dedup_by_key(|level| level.row_clusters);
    let step = levels.len().div_ceil(MOST).max(1);
    let shown: Vec<_> = levels.iter().step_by(step).collect();
    if shown.is_empty() {
        return;
    }
    let share = |rows: u64| rows as f64 / study.rows.max(1) as f64;
    let title = paper.say(
        "Rows of the smallest and the largest cluster",
        "Lignes du plus petit et du plus grand groupe",
    );
    let axis = paper.say(
        "row clusters; share of all rows",
        "groupes de lignes ; part de toutes les lignes",
    );
    let bars = Bars {
        title: title.to_owned(),
        axis: axis.to_owned(),
        labels: shown
            .iter()
            .map(|level| level.row_clusters.to_string())
            .collect(),
        series: vec![
            (
                paper.say("smallest", "le plus petit").to_owned(),
                shown.iter().map(|level| share(level.smallest)).collect(),
            ),
            (
                paper.say("largest", "le plus grand").to_owned(),
                shown.iter().map(|level| share(level.largest)).collect(),
            ),
        ],
    };
    paper.blocks.push(Block::Chart(bars));
}
