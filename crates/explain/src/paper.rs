//! An explanation as a document: Markdown, or a page that needs no other file.

use std::path::Path;

use super::say::Say;
use super::told::{Explanation, ShownRow, ShownTable, ToldStep};
use bauta_documents::{Block, Document, Tone, written};
use bauta_messages::Result;

impl Explanation {
    /// As Markdown.
    pub fn markdown(&self) -> String {
        self.document().markdown()
    }

    /// As the name of a file says: `.md`, `.html` or `.json`.
    ///
    /// # Errors
    /// When it cannot be written as JSON, which does not happen.
    pub fn text(&self, path: &Path) -> Result<String> {
        written(path, self, &self.document())
    }

    fn say(&self) -> Say {
        Say::of(&self.language)
    }

    fn document(&self) -> Document {
        let say = self.say();
        let mut document = Document {
            language: self.language.clone(),
            title: say.pick(
                format!("How {} works", self.title),
                format!("Comment fonctionne {}", self.title),
            ),
            subtitle: format!("{}{} {}", self.family.title, say.colon(), self.family.text),
            blocks: self.words.iter().cloned().map(Block::Text).collect(),
            footer: format!("bauta {} · {}", self.bauta, self.method),
        };
        document.section(
            "The method in its family's terms",
            "La méthode dans les termes de sa famille",
        );
        let slots = self
            .template
            .iter()
            .map(|slot| (slot.title.clone(), slot.text.clone()));
        document.blocks.push(Block::Facts(slots.collect()));
        document.section("The run", "L'exécution");
        document.blocks.push(Block::Facts(self.facts()));
        document.text(Self::LEGEND.0, Self::LEGEND.1);
        self.steps
            .iter()
            .for_each(|step| document.blocks.extend(self.step(step)));
        document.section("What came of it", "Le résultat");
        let tone = if self.outcome.reached {
            Tone::Good
        } else {
            Tone::Bad
        };
        let sentences = self
            .outcome
            .missing
            .iter()
            .chain(&self.notes)
            .cloned()
            .collect();
        document.blocks.push(Block::Verdict {
            tone,
            headline: self.outcome.text.clone(),
            sentences,
        });
        document
    }

    /// What the marks in tables mean, in both languages.
    pub const LEGEND: (&'static str, &'static str) = (
        "In the tables → marks a cell that the step changed, ✗ a row whose class is not safe yet.",
        "Dans les tables → marque une cellule que le pas a changée, ✗ une ligne dont la classe n'est pas encore sûre.",
    );

    /// What the algorithm is shown on.
    pub fn facts(&self) -> Vec<(String, String)> {
        let (say, setting) = (self.say(), &self.setting);
        let table = if setting.example {
            say.pick(
                "the example: people who do not exist",
                "l'exemple : des personnes qui n'existent pas",
            )
            .to_owned()
        } else {
            setting.data.clone()
        };
        let table = format!("{table}, {}", say.rows(setting.rows));
        let asked = if setting.asked.is_empty() {
            say.pick(
                "nothing beyond the method itself",
                "rien au-delà de la méthode elle-même",
            )
            .to_owned()
        } else {
            setting.asked.join(", ")
        };
        let mut facts = vec![
            (say.pick("Table", "Table").to_owned(), table),
            (
                say.pick("Quasi-identifiers", "Quasi-identifiants")
                    .to_owned(),
                setting.quasi_identifiers.join(", "),
            ),
            (say.pick("Asked for", "Demandé").to_owned(), asked),
        ];
        let leaves_out =
            self.steps.iter().any(|step| step.state.left_out > 0) || setting.may_leave_out > 0;
        facts.extend(leaves_out.then(|| {
            (
                say.pick("May be left out", "Peuvent être écartées")
                    .to_owned(),
                say.rows(setting.may_leave_out),
            )
        }));
        facts
    }

    fn step(&self, step: &ToldStep) -> Vec<Block> {
        let say = self.say();
        let mut blocks = vec![Block::Section(self.step_title(step))];
        blocks.push(Block::Text(format!(
            "{}{} {}",
            say.pick("Why", "Pourquoi"),
            say.colon(),
            step.why
        )));
        if !step.candidates.is_empty() {
            let (header, rows) = self.candidates(step);
            blocks.push(Block::Table { header, rows });
        }
        blocks.push(Block::Text(format!(
            "{}{} {}",
            say.pick("Then", "Ensuite"),
            say.colon(),
            step.result
        )));
        for table in &step.state.tables {
            let (header, rows) = self.table(table);
            blocks.push(Block::Table { header, rows });
        }
        blocks
    }

    /// The number of a step with its decision.
    pub fn step_title(&self, step: &ToldStep) -> String {
        format!("{}. {}", step.number, step.decision)
    }

    /// What a step weighed, as a table.
    pub fn candidates(&self, step: &ToldStep) -> (Vec<String>, Vec<Vec<String>>) {
        let say = self.say();
        let first = say.pick("weighed", "pesé").to_owned();
        let figures = step.figures.iter().map(|figure| figure.title.clone());
        let header = [first]
            .into_iter()
            .chain(figures)
            .chain([say.pick("then", "ensuite").to_owned()])
            .collect();
        let row = |candidate: &super::Weighed| {
            let figures = candidate
                .figures
                .iter()
                .map(|value| value.map_or_else(String::new, |value| say.figure(value)));
            let fate = match candidate.fate {
                "chosen" => format!("→ {}", candidate.fate_words),
                _ => candidate.fate_words.clone(),
            };
            [candidate.what.clone()]
                .into_iter()
                .chain(figures)
                .chain([fate])
                .collect()
        };
        let mut rows: Vec<Vec<String>> = step.candidates.iter().map(row).collect();
        if step.more_candidates > 0 {
            let more = say.pick(
                format!("… {} more", step.more_candidates),
                format!("… {} de plus", step.more_candidates),
            );
            rows.push(
                [more]
                    .into_iter()
                    .chain(vec![String::new(); step.figures.len() + 1])
                    .collect(),
            );
        }
        (header, rows)
    }

    /// A table of a state, with its marks.
    pub fn table(&self, table: &ShownTable) -> (Vec<String>, Vec<Vec<String>>) {
        let say = self.say();
        let numbered = table.rows.iter().any(|row| row.row.is_some());
        let grouped = table.rows.iter().any(|row| row.group.is_some());
        let judged = table
            .rows
            .iter()
            .any(|row| row.class_rows.is_some() || row.left_out);
        let mut header: Vec<String> = Vec::new();
        header.extend(numbered.then(|| say.pick("row", "ligne").to_owned()));
        header.extend(table.columns.iter().cloned());
        header.extend(grouped.then(|| say.pick("in group", "dans le groupe").to_owned()));
        header.extend(judged.then(|| say.pick("class", "classe").to_owned()));
        let row = |row: &ShownRow| {
            let mut cells: Vec<String> = Vec::new();
            cells.extend(numbered.then(|| row.row.map_or_else(String::new, |row| row.to_string())));
            cells.extend(row.cells.iter().enumerate().map(|(place, cell)| {
                if row.changed.contains(&place) {
                    format!("→ {cell}")
                } else {
                    cell.clone()
                }
            }));
            cells.extend(grouped.then(|| {
                row.group
                    .map_or_else(|| "–".to_owned(), |group| group.to_string())
            }));
            cells.extend(judged.then(|| self.class(row)));
            cells
        };
        (header, table.rows.iter().map(row).collect())
    }

    fn class(&self, row: &ShownRow) -> String {
        let say = self.say();
        match (row.left_out, row.class_rows) {
            (true, _) => say.pick("left out", "écartée").to_owned(),
            (false, Some(rows)) => {
                let mark = if row.safe == Some(false) { "✗ " } else { "" };
                format!("{mark}{}", say.rows(rows))
            }
            (false, None) => String::new(),
        }
    }
}
