//! What a run of several tables tells about itself.

use bauta_privacy::ReleaseVerdict;
use bauta_privacy::linked::JoinedView;
use bauta_privacy::risk::HouseholdRisk;
use serde::Serialize;

use super::keys::Keys;
use crate::project::{Project, TableLink};
use crate::pseudonymize::PseudonymRecord;
use crate::report::Report;
use bauta_messages::french::sentence;

/// What a run of several tables did.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LinkedReport {
    /// Program and version.
    pub bauta: &'static str,
    /// Whether the tables were written.
    pub released: bool,
    /// Each table, in the order of the project.
    pub tables: Vec<TableReport>,
    /// How they are linked.
    pub links: Vec<TableLink>,
    /// How their keys became pseudonyms.
    pub keys: Vec<KeyRecord>,
    /// What was checked on all tables together, in words, and whether it holds.
    pub guarantees: Vec<(String, bool)>,
    /// What the joined view shows of each table that others point to.
    pub joined: Vec<JoinedView>,
    /// What the joined view tells of sensitive values.
    pub values: Vec<JoinedValues>,
    /// Households, by the table that names them.
    pub households: Vec<HouseholdFinding>,
    /// Things worth saying.
    pub notes: Vec<String>,
}

/// A table of the run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TableReport {
    /// Its name.
    pub name: String,
    /// Rows left out because their parent was, or because there were more than max-rows.
    pub cut_rows: u64,
    /// Its own run; absent where an earlier table stopped all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
}

/// Attributes that share their pseudonyms.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct KeyRecord {
    /// `table.attribute`, the key first.
    pub attributes: Vec<String>,
    /// How they were made.
    pub pseudonyms: PseudonymRecord,
}

/// Households of a table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HouseholdFinding {
    /// The table.
    pub table: String,
    /// The chance to find them by any of their members.
    pub risk: HouseholdRisk,
    /// How many look alike, by all their members.
    pub joined: JoinedView,
}

/// The sensitive values of a table as the joined view shows them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JoinedValues {
    /// The table.
    pub table: String,
    /// The table whose rows an attacker recognises.
    pub seen_from: String,
    /// What it comes to.
    pub verdict: ReleaseVerdict,
}

impl JoinedValues {
    /// What speaks against the release, in sentences, in a language (`en` or `fr`).
    pub(super) fn reservations(&self, language: &str) -> impl Iterator<Item = String> {
        let JoinedValues {
            table, seen_from, ..
        } = self;
        let joined = match (language, table == seen_from) {
            ("fr", true) => format!("« {table} » joint aux tables vers lesquelles il pointe :"),
            ("fr", false) => format!("« {table} » vu depuis « {seen_from} » :"),
            (_, true) => format!("\"{table}\" joined with the tables that it points to:"),
            (_, false) => format!("\"{table}\" seen from \"{seen_from}\":"),
        };
        let own = self.verdict.reservations.iter();
        own.map(move |it| format!("{joined} {}", crate::report::reservation(it, language)))
    }
}

impl LinkedReport {
    pub(super) fn new(project: &Project, keys: &Keys) -> Self {
        let table = |name: &String| TableReport {
            name: name.clone(),
            cut_rows: 0,
            report: None,
        };
        let key = |domain: &super::keys::Domain| KeyRecord {
            attributes: domain.attributes.clone(),
            pseudonyms: domain.record.clone(),
        };
        LinkedReport {
            bauta: env!("CARGO_PKG_VERSION"),
            released: false,
            tables: project.tables.iter().map(|it| table(&it.name)).collect(),
            links: project.links.clone(),
            keys: keys.domains.iter().map(key).collect(),
            guarantees: Vec::new(),
            joined: Vec::new(),
            values: Vec::new(),
            households: Vec::new(),
            notes: Vec::new(),
        }
    }

    pub(super) fn cut(&mut self, place: usize, rows: usize) {
        self.tables[place].cut_rows = rows as u64;
    }

    /// Whether all that was asked for holds, in every table and in all together.
    pub fn holds(&self) -> bool {
        let own = |table: &TableReport| {
            table
                .report
                .as_ref()
                .is_some_and(|report| report.assessment.is_some())
        };
        self.tables.iter().all(own) && self.guarantees.iter().all(|(_, holds)| *holds)
    }

    /// Which table makes the joined view of another fail, and what to do; one sentence each.
    pub fn advice(&self) -> Vec<String> {
        let views = self
            .joined
            .iter()
            .chain(self.households.iter().map(|household| &household.joined));
        let mut lines = Vec::new();
        for view in views.filter(|view| !view.holds()) {
            let (rows, table) = (view.failing_rows, &view.table);
            lines.push(format!(
                "{rows} of {} rows of \"{table}\" are too rare in the joined view",
                view.rows
            ));
            for (child, left) in view
                .failing_without
                .iter()
                .filter(|(_, left)| **left < rows)
            {
                lines.push(format!(
                    "\"{child}\" is responsible: without it {left} rows of \"{table}\" would be; generalise its quasi-identifiers, cap its rows with max-rows, set rows-known = false, or leave it out"
                ));
            }
        }
        lines
    }

    /// What was done and found, for people, in a language (`en` or `fr`).
    pub fn text(&self, language: &str) -> String {
        let say = |en: &'static str, fr: &'static str| if language == "fr" { fr } else { en };
        let colon = say(":", " :");
        let mut lines = Vec::new();
        for table in &self.tables {
            let Some(report) = &table.report else {
                continue;
            };
            let (read, released) = (say("rows read", "lignes lues"), say("released", "publiées"));
            let left = report
                .assessment
                .as_ref()
                .map_or(0, |measures| measures.rows);
            lines.push(format!(
                "{}{colon} {} {read}, {left} {released}",
                table.name,
                report.original_rows + table.cut_rows
            ));
            let held = report.assessment.is_some();
            lines.extend(
                report
                    .guarantees()
                    .iter()
                    .map(|(title, holds)| marked(language, title, *holds && held)),
            );
            let verdict = report.assessment.iter().map(|it| &it.verdict);
            let reservations = verdict.flat_map(|it| &it.reservations);
            lines.extend(
                reservations.map(|it| format!("! {}", crate::report::reservation(it, language))),
            );
            if let Some(miss) = &report.nearest_miss {
                let missing: Vec<String> = miss
                    .missing
                    .iter()
                    .map(|text| sentence(language, text))
                    .collect();
                lines.push(format!(
                    "  {}{colon} {}",
                    say("it misses", "il y manque"),
                    missing.join(", ")
                ));
                lines.push(format!("  {}", sentence(language, &miss.advice)));
            }
        }
        lines.extend(
            self.guarantees
                .iter()
                .map(|(title, holds)| marked(language, title, *holds)),
        );
        let joined = self.values.iter().flat_map(|it| it.reservations(language));
        lines.extend(joined.map(|sentence| format!("! {sentence}")));
        lines.extend(
            self.advice()
                .iter()
                .map(|line| format!("  {}", sentence(language, line))),
        );
        for household in &self.households {
            let (found, mean) = (
                say(
                    "households found with a chance of at most",
                    "ménages retrouvés avec une probabilité d'au plus",
                ),
                say("on average", "en moyenne"),
            );
            let risk = &household.risk;
            lines.push(format!(
                "  {}{colon} {found} {:.3}, {mean} {:.3}",
                household.table, risk.max, risk.mean
            ));
        }
        if self.released {
            let places = self
                .tables
                .iter()
                .filter_map(|table| table.report.as_ref())
                .flat_map(|report| report.outputs.clone());
            lines.push(format!(
                "{}{colon} {}",
                say("written", "écrit"),
                places.collect::<Vec<_>>().join(", ")
            ));
        } else {
            lines.push(say("nothing was written", "rien n'a été écrit").to_owned());
        }
        lines.join("\n")
    }
}

fn marked(language: &str, title: &str, holds: bool) -> String {
    format!(
        "{} {}",
        if holds { "✓" } else { "✗" },
        title_in(language, title)
    )
}

/// What was checked, in a language; a requirement of one table may be checked in the joined view.
pub(super) fn title_in(language: &str, title: &str) -> String {
    match title.split_once(" of \"") {
        Some((asked, rest)) if title.contains("in the joined view of \"") => {
            let rest = format!(" of \"{rest}");
            format!("{}{}", sentence(language, asked), sentence(language, &rest))
        }
        _ => sentence(language, title),
    }
}
