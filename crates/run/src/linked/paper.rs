//! A run of several tables as a document.

use bauta_privacy::linked::JoinedView;
use bauta_privacy::{ReleaseVerdict, VerdictLevel};

use super::report::{JoinedValues, LinkedReport, title_in};
use bauta_documents::{Block, Document, Tone, percent, whole};
use bauta_messages::french::sentence;

/// The report in a language (`en` or `fr`).
pub(super) fn document(report: &LinkedReport, language: &str) -> Document {
    let names: Vec<&str> = report
        .tables
        .iter()
        .map(|table| table.name.as_str())
        .collect();
    let mut paper = Document {
        language: language.to_owned(),
        title: if language == "fr" {
            "Rapport d'anonymisation"
        } else {
            "Anonymisation report"
        }
        .to_owned(),
        subtitle: names.join(", "),
        blocks: vec![verdict(report, language)],
        footer: format!("Bauta {}", report.bauta),
    };
    tables(&mut paper, report);
    together(&mut paper, report);
    keys(&mut paper, report);
    let own = report
        .tables
        .iter()
        .filter_map(|table| Some((table, table.report.as_ref()?)));
    let notes = own.flat_map(|(table, own)| {
        own.notes
            .iter()
            .map(|note| format!("{}: {}", table.name, sentence(language, note)))
    });
    let notes: Vec<String> = notes
        .chain(report.notes.iter().map(|note| sentence(language, note)))
        .collect();
    if !notes.is_empty() {
        paper.section("Notes", "Remarques");
        paper.blocks.push(Block::List(notes));
    }
    paper
}

/// What all tables come to: the worst verdict of one of them, and what holds of them together.
fn verdict(report: &LinkedReport, language: &str) -> Block {
    let say = |en: &'static str, fr: &'static str| if language == "fr" { fr } else { en };
    let own = report.tables.iter().filter_map(|table| {
        let assessment = table.report.as_ref()?.assessment.as_ref()?;
        Some((&table.name, &assessment.verdict))
    });
    let own: Vec<_> = own.collect();
    let bad = |(_, verdict): &(_, &ReleaseVerdict)| verdict.level == VerdictLevel::Bad;
    let mixed = |(_, verdict): &(_, &ReleaseVerdict)| verdict.level == VerdictLevel::Mixed;
    let doubted = |it: &JoinedValues| it.verdict.level == VerdictLevel::Mixed;
    let together = report.guarantees.iter().all(|(_, holds)| *holds);
    let level = if !together || own.iter().any(bad) {
        VerdictLevel::Bad
    } else if own.iter().any(mixed) || report.values.iter().any(doubted) {
        VerdictLevel::Mixed
    } else {
        VerdictLevel::Good
    };
    let headline = if report.released {
        crate::report::headline(level, language)
    } else {
        say("Nothing was released", "Rien n'a été publié")
    };
    let tone = match level {
        _ if !report.released => Tone::Bad,
        VerdictLevel::Bad => Tone::Bad,
        VerdictLevel::Mixed => Tone::Mixed,
        VerdictLevel::Good => Tone::Good,
    };
    let holds = report.guarantees.iter().map(|(title, holds)| {
        let mark = if *holds { "✓" } else { "✗" };
        format!("{mark} {}", title_in(language, title))
    });
    let colon = say(":", " :");
    let reservations = own.iter().flat_map(|(name, verdict)| {
        let said = verdict.reservations.iter();
        let said = said.map(|it| crate::report::reservation(it, language));
        said.map(move |line| format!("{name}{colon} {line}"))
    });
    let joined = report
        .values
        .iter()
        .flat_map(|it| it.reservations(language));
    Block::Verdict {
        tone,
        headline: headline.to_owned(),
        sentences: holds.chain(reservations).chain(joined).collect(),
    }
}

fn header(paper: &Document, words: &[(&str, &str)]) -> Vec<String> {
    words
        .iter()
        .map(|(en, fr)| paper.say(en, fr).to_owned())
        .collect()
}

/// Each table by itself.
fn tables(paper: &mut Document, report: &LinkedReport) {
    paper.section("Tables", "Tables");
    let words = [
        ("table", "table"),
        ("from", "source"),
        ("to", "publication"),
        ("method", "méthode"),
        ("rows read", "lignes lues"),
        ("released", "publiées"),
        ("smallest class (k)", "plus petite classe (k)"),
        ("verified", "vérifié"),
    ];
    let header = header(paper, &words);
    let counted = |value: u64| whole(&paper.language, value);
    let row = |table: &super::TableReport| {
        let own = table.report.as_ref()?;
        let measures = own.assessment.as_ref();
        let held = own
            .guarantees()
            .iter()
            .filter(|(_, holds)| *holds)
            .map(|(title, _)| sentence(&paper.language, title));
        Some(vec![
            table.name.clone(),
            own.input.clone(),
            own.outputs.join(", "),
            own.method.clone(),
            counted(own.original_rows + table.cut_rows),
            measures.map_or_else(String::new, |measures| counted(measures.rows)),
            measures
                .filter(|_| own.quasi_identifiers > 0)
                .map_or_else(String::new, |it| counted(it.privacy.k)),
            held.collect::<Vec<_>>().join("; "),
        ])
    };
    let rows = report.tables.iter().filter_map(row).collect();
    paper.blocks.push(Block::Table { header, rows });
}

/// All tables together.
fn together(paper: &mut Document, report: &LinkedReport) {
    paper.section("The tables joined", "Les tables jointes");
    let language = paper.language.clone();
    let lines = report.guarantees.iter().map(|(title, holds)| {
        let verdict = if *holds {
            paper.say("holds", "vérifié")
        } else {
            paper.say("does not hold", "non vérifié")
        };
        format!("{}: {verdict}", title_in(&language, title))
    });
    let lines = lines.collect();
    paper.blocks.push(Block::List(lines));
    paper.text(
        "A row's signature is what somebody sees who joins all tables: its quasi-identifiers, those of the rows that it points to, and the signatures of all rows that point to it.",
        "La signature d'une ligne est ce que voit qui joint toutes les tables : ses quasi-identifiants, ceux des lignes vers lesquelles elle pointe, et les signatures de toutes les lignes qui pointent vers elle.",
    );
    let words = [
        ("table", "table"),
        ("rows", "lignes"),
        ("different signatures", "signatures différentes"),
        ("rows of the rarest", "lignes de la plus rare"),
        ("highest household risk", "risque maximal d'un ménage"),
        ("mean household risk", "risque moyen d'un ménage"),
    ];
    let header = header(paper, &words);
    let view = |view: &JoinedView| {
        let figures = [view.rows, view.classes, view.k].map(|value| whole(&language, value));
        [view.table.clone()]
            .into_iter()
            .chain(figures)
            .collect::<Vec<String>>()
    };
    let plain = report
        .joined
        .iter()
        .map(|it| [view(it), vec![String::new(); 2]].concat());
    let homes = report.households.iter().map(|it| {
        let risks = [it.risk.max, it.risk.mean].map(|risk| percent(&language, risk));
        [view(&it.joined), risks.to_vec()].concat()
    });
    let rows = plain.chain(homes).collect();
    paper.blocks.push(Block::Table { header, rows });
}

fn keys(paper: &mut Document, report: &LinkedReport) {
    paper.section("Keys", "Clés");
    let line = |key: &super::KeyRecord| {
        format!("{} ({})", key.attributes.join(" = "), key.pseudonyms.method)
    };
    paper
        .blocks
        .push(Block::List(report.keys.iter().map(line).collect()));
}
