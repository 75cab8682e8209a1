//! What the attacks gave as a document for people, and as a section of another one.

use std::path::Path;

use bauta_documents::{Block, Document, Tone, percent, written};
use bauta_messages::french::sentence;
use bauta_messages::{Result, word};
use bauta_privacy::attack::{Rate, Risk};

use super::{Attacked, Criterion};

impl Attacked {
    /// The report as a file whose name ends in `.html`, `.md` or `.json`, in a language (`en` or `fr`).
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    pub fn text(&self, path: &Path, language: &str) -> Result<String> {
        written(path, self, &document(self, language))
    }
}

/// What the attacks gave, as a section of a document: the three criteria, every attack in words, all risks side by side, and remarks.
pub fn attacks_section(found: &Attacked, language: &str) -> Vec<Block> {
    let mut paper = empty(language);
    criteria(&mut paper, found);
    paper.section("Every attack in words", "Chaque attaque en mots");
    let explained = found.explained(language).into_iter();
    let told = explained.map(|attack| (attack.title, attack.text));
    paper.blocks.push(Block::Facts(told.collect()));
    risks(&mut paper, found);
    if !found.notes.is_empty() {
        paper.section("Notes", "Remarques");
        let mut notes: Vec<String> = Vec::new();
        for note in found.notes.iter().map(|note| sentence(language, note)) {
            // Several files may have been read in the same way.
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        paper.blocks.push(Block::List(notes));
    }
    paper.blocks
}

/// The three criteria as a section of the report of a release, with what is worth saying about them.
pub(super) fn criteria_section(found: &Attacked, language: &str) -> Vec<Block> {
    let mut paper = empty(language);
    paper.section(
        "Attacks that were tried on the release",
        "Attaques essayées contre la publication",
    );
    criteria_table(&mut paper, found);
    if !found.notes.is_empty() {
        let notes = found.notes.iter().map(|note| sentence(language, note));
        paper.blocks.push(Block::List(notes.collect()));
    }
    let confidence = percent(language, found.confidence);
    let (en, fr) = (
        format!(
            "Intervals have a confidence of {confidence}. bauta attack makes these attacks again, and more: with a file about people, or against another release."
        ),
        format!(
            "Les intervalles ont un niveau de confiance de {confidence}. bauta attack refait ces attaques, et d'autres : avec un fichier sur des personnes, ou contre une autre publication."
        ),
    );
    paper.text(&en, &fr);
    paper.blocks
}

fn empty(language: &str) -> Document {
    Document {
        language: language.to_owned(),
        title: String::new(),
        subtitle: String::new(),
        blocks: Vec::new(),
        footer: String::new(),
    }
}

fn document(found: &Attacked, language: &str) -> Document {
    let mut paper = empty(language);
    paper.title = paper
        .say("Attacks on a release", "Attaques contre une publication")
        .to_owned();
    let rows = found.rows;
    let of_rows = paper.say("rows", "lignes");
    paper.subtitle = format!("{} · {rows} {of_rows}", found.release);
    paper.footer = format!("Bauta {}", env!("CARGO_PKG_VERSION"));
    let verdict = verdict(&paper, found);
    paper.blocks.push(verdict);
    paper.blocks.extend(attacks_section(found, language));
    let (seed, confidence) = (found.seed, percent(language, found.confidence));
    let (en, fr) = (
        format!(
            "Intervals have a confidence of {confidence}. Everything that is drawn at random follows from the seed {seed}."
        ),
        format!(
            "Les intervalles ont un niveau de confiance de {confidence}. Tout tirage aléatoire découle de la graine {seed}."
        ),
    );
    paper.text(&en, &fr);
    paper
}

/// What it all comes to. Without a limit nothing was asked for that could hold.
fn verdict(paper: &Document, found: &Attacked) -> Block {
    let language = &paper.language;
    let criteria = found.criteria.as_ref();
    let controlled = criteria.is_some_and(|it| it.control.is_some());
    let shown = criterion_rows(found)
        .iter()
        .any(|row| row.criterion.risk.low > 0.0);
    let limit = found.fail_above.map(|limit| percent(language, limit));
    let (tone, en, fr) = match limit {
        Some(limit) if found.holds => (
            Tone::Good,
            format!("No measured risk is above {limit}"),
            format!("Aucun risque mesuré ne dépasse {limit}"),
        ),
        Some(limit) => (
            Tone::Bad,
            format!("Not every risk is shown to be at most {limit}"),
            format!("Rien ne montre que chaque risque est d'au plus {limit}"),
        ),
        None if shown && controlled => (
            Tone::Bad,
            "The release gives people away".to_owned(),
            "La publication trahit des personnes".to_owned(),
        ),
        None => (
            Tone::Mixed,
            "Measured; no limit was given to compare with".to_owned(),
            "Mesuré ; aucune limite n'a été donnée pour comparer".to_owned(),
        ),
    };
    let mut sentences = criteria_sentences(found, language);
    let unknown = found.unknown.iter().map(|risk| {
        let name = word(language, &format!("attack-name-{}", risk.attack));
        format!("{name}: {}", sentence(language, &risk.reason))
    });
    sentences.extend(unknown);
    Block::Verdict {
        tone,
        headline: paper.say(&en, &fr).to_owned(),
        sentences,
    }
}

/// A sentence for each criterion: the attack with the highest risk, and what it achieved.
pub(super) fn criteria_sentences(found: &Attacked, language: &str) -> Vec<String> {
    let paper = empty(language);
    let criteria = [
        ("singling-out", "Singling out", "Individualisation"),
        ("linkability", "Linkability", "Corrélation"),
        ("inference", "Inference", "Inférence"),
    ];
    let sentence = |(attack, en, fr)| match language {
        "fr" => format!("{fr} : {}", plain(&paper, found, attack)),
        _ => format!("{en}: {}", plain(&paper, found, attack)),
    };
    criteria.map(sentence).to_vec()
}

/// One criterion in a sentence: that of its attacks with the highest risk.
fn plain(paper: &Document, found: &Attacked, attack: &str) -> String {
    let language = &paper.language;
    let rows = criterion_rows(found);
    let own = rows.iter().filter(|row| row.attack.starts_with(attack));
    // An attack that had nothing to try has no risk to compare, and stands for its criterion only where no other was tried.
    let worst = own.max_by(|a, b| {
        let tried = |row: &CriterionRow| row.criterion.attack.attacks > 0;
        let risks = a.criterion.risk.risk.total_cmp(&b.criterion.risk.risk);
        tried(a).cmp(&tried(b)).then(risks)
    });
    let Some(row) = worst else {
        let (en, fr) = (
            "not measured; it needs the original, and two attributes at least",
            "non mesurée ; il faut l'original, et au moins deux attributs",
        );
        return paper.say(en, fr).to_owned();
    };
    let Criterion {
        attack,
        risk,
        baseline,
        ..
    } = &row.criterion;
    if attack.attacks == 0 {
        let (en, fr) = (
            "not known, because nothing could be tried",
            "inconnue, car rien n'a pu être essayé",
        );
        return paper.say(en, fr).to_owned();
    }
    let shares = [
        attack.rate,
        baseline.rate,
        risk.risk.max(0.0),
        risk.high.max(0.0),
    ];
    let [rate, other, beyond, high] = shares.map(|share| percent(language, share));
    let tries = attack.attacks;
    let controlled = found
        .criteria
        .as_ref()
        .is_some_and(|it| it.control.is_some());
    let (against, contre) = if controlled {
        (
            "on people who are not in the original",
            "sur des personnes absentes de l'original",
        )
    } else {
        ("by guessing", "au hasard")
    };
    let (en, fr) = (
        format!(
            "the attack succeeds in {rate} of {tries} attempts, against {other} {against}; the risk for the people of the original is {beyond}, at most {high}"
        ),
        format!(
            "l'attaque réussit dans {rate} des {tries} tentatives, contre {other} {contre} ; le risque pour les personnes de l'original est de {beyond}, au plus {high}"
        ),
    );
    paper.say(&en, &fr).to_owned()
}

/// One attack of a criterion.
struct CriterionRow {
    attack: &'static str,
    attribute: String,
    criterion: Criterion,
}

fn criterion_rows(found: &Attacked) -> Vec<CriterionRow> {
    let Some(criteria) = &found.criteria else {
        return Vec::new();
    };
    let row = |attack: &'static str, attribute: &str, criterion: &Criterion| CriterionRow {
        attack,
        attribute: attribute.to_owned(),
        criterion: *criterion,
    };
    let out = &criteria.singling_out;
    let mut rows = vec![
        row("singling-out-one", "", &out.one),
        row("singling-out", "", &out.several),
    ];
    rows.extend(
        criteria
            .linkability
            .iter()
            .map(|it| row("linkability", "", it)),
    );
    let inferred = criteria.inference.iter();
    rows.extend(inferred.map(|it| row("inference", &it.attribute, &it.criterion)));
    rows
}

/// The three criteria of the European regulators.
fn criteria(paper: &mut Document, found: &Attacked) {
    paper.section("The three criteria", "Les trois critères");
    criteria_table(paper, found);
}

/// Every attack of the three criteria with its interval, control and baseline.
fn criteria_table(paper: &mut Document, found: &Attacked) {
    let rows = criterion_rows(found);
    if rows.is_empty() {
        paper.text(
            "Singling out, linkability and inference were not measured: they need the original (--original).",
            "L'individualisation, la corrélation et l'inférence n'ont pas été mesurées : il faut l'original (--original).",
        );
        return;
    }
    paper.text(
        "Singling out: a description found in the release fits exactly one person of the original. Linkability: two files about the same people are joined by way of the release. Inference: an unknown attribute is told from known ones. The risk is what an attack achieves beyond its baseline, as a share of what was left to achieve: (attack − baseline) / (1 − baseline). The baseline is the control, people who are not in the original, or guessing where there is no control.",
        "Individualisation : une description trouvée dans la publication convient à exactement une personne de l'original. Corrélation : deux fichiers sur les mêmes personnes sont joints au moyen de la publication. Inférence : un attribut inconnu se déduit d'attributs connus. Le risque est ce qu'une attaque obtient au-delà de sa référence, rapporté à ce qui restait à obtenir : (attaque − référence) / (1 − référence). La référence est le témoin, des personnes absentes de l'original, ou à défaut le hasard.",
    );
    let language = paper.language.clone();
    let controlled = found
        .criteria
        .as_ref()
        .is_some_and(|it| it.control.is_some());
    let rate = |rate: &Rate| interval(&language, [rate.rate, rate.low, rate.high]);
    let header = [
        ("attack", "attaque"),
        ("attribute", "attribut"),
        ("attempts", "tentatives"),
        ("success", "succès"),
        ("control", "témoin"),
        ("guessing", "hasard"),
        ("risk", "risque"),
        ("reading", "lecture"),
    ];
    let header = header.map(|(en, fr)| paper.say(en, fr).to_owned()).to_vec();
    let table = rows.into_iter().map(|row| {
        let Criterion {
            attack,
            chance,
            baseline,
            risk,
        } = &row.criterion;
        let tried = attack.attacks > 0;
        let known = |text: String| if tried { text } else { "–".to_owned() };
        vec![
            word(&language, &format!("attack-name-{}", row.attack)),
            row.attribute,
            attack.attacks.to_string(),
            known(rate(attack)),
            known(if controlled {
                rate(baseline)
            } else {
                "–".to_owned()
            }),
            known(rate(chance)),
            known(interval(&language, [risk.risk, risk.low, risk.high])),
            reading(paper, attack, risk, controlled).to_owned(),
        ]
    });
    let rows = table.collect();
    paper.blocks.push(Block::Table { header, rows });
}

/// A share with its interval.
fn interval(language: &str, [value, low, high]: [f64; 3]) -> String {
    let [value, low, high] = [value, low, high].map(|share| percent(language, share));
    let to = if language == "fr" { "à" } else { "to" };
    format!("{value} ({low} {to} {high})")
}

fn reading<'t>(paper: &Document, attack: &Rate, risk: &Risk, controlled: bool) -> &'t str {
    let (en, fr) = match (attack.attacks, risk.low > 0.0, controlled) {
        (0, ..) => ("nothing to try", "rien à essayer"),
        (_, true, true) => ("gives people away", "trahit des personnes"),
        (_, true, false) => ("better than guessing", "mieux que le hasard"),
        (_, false, _) => ("not shown to be better", "rien ne montre que ce soit mieux"),
    };
    if paper.language == "fr" { fr } else { en }
}

/// All risks side by side, and those that are not known.
fn risks(paper: &mut Document, found: &Attacked) {
    if found.risks.is_empty() && found.unknown.is_empty() {
        return;
    }
    paper.section("All risks", "Tous les risques");
    let language = paper.language.clone();
    let name = |attack: &str| word(&language, &format!("attack-name-{attack}"));
    let mut header = vec![
        paper.say("attack", "attaque").to_owned(),
        paper.say("attribute", "attribut").to_owned(),
        paper.say("risk", "risque").to_owned(),
        paper.say("upper bound", "borne supérieure").to_owned(),
    ];
    header.extend(
        found
            .fail_above
            .map(|limit| format!("≤ {}", percent(&language, limit))),
    );
    let mark = |holds: bool| if holds { "✓" } else { "✗" }.to_owned();
    let measured = found.risks.iter().map(|risk| {
        let mut row = vec![
            name(risk.attack),
            risk.attribute.clone().unwrap_or_default(),
            percent(&language, risk.risk),
            percent(&language, risk.high),
        ];
        row.extend(risk.above.map(|above| mark(!above)));
        row
    });
    let unknown = found.unknown.iter().map(|risk| {
        let mut row = vec![
            name(risk.attack),
            risk.attribute.clone().unwrap_or_default(),
            paper.say("unknown", "inconnu").to_owned(),
            String::new(),
        ];
        row.extend(found.fail_above.map(|_| mark(false)));
        row
    });
    let rows = measured.chain(unknown).collect();
    paper.blocks.push(Block::Table { header, rows });
}
