//! Global recoding: every value of an attribute becomes the group that it is declared to belong to.
//!
//! **Paper** thesis, section 4 (global recoding); hundepool2012, section 3.3.1.
//!
//! **Guarantee** only declared groups are released, the same for all rows. Nothing is said about k.
//!
//! **Idea**
//! 1. With `level`: the groups of that level of the attribute's hierarchy.
//! 2. With `groups`: a list `label=member|member;…`. A member is a value, an interval (`[150,200[`, `20-24`, `>=40`), or `*` for
//!    all that no other group has. A group without `=` is an interval that is its own label.
//! 3. Every value must be in exactly one group, else it is a fault: what nobody thought of must not slip through.
//!
//! Missing values stay missing.
//!
//! **Cost** distinct values × groups.
//!
//! **Invariants** `every_value_is_in_exactly_one_group`, `intervals_of_the_thesis`, `a_level_of_the_hierarchy_is_a_recoding`.

use std::sync::Arc;

use bauta_table::recoding::New;
use bauta_table::{Bound, Column, Dictionary, Fault, interval};

use crate::contract::{Context, Outcome, Planner, Result, Task, Technique};
use crate::descriptor::{Descriptor, Family, Text};
use crate::mask::told::{ANY, NOTHING, changed};
use crate::named::places;
use crate::parameter::{FreeText, Parameter, Parameters, Whole};

/// Global recoding.
pub struct Recode;

impl Technique for Recode {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn planner(&self, parameters: &Parameters) -> Arc<dyn Planner> {
        Arc::new(RecodeParameters {
            attributes: parameters.get(&ANY),
            groups: parameters.get(&GROUPS),
            level: parameters.get(&LEVEL) as usize,
        })
    }
}

/// What recoding is told.
struct RecodeParameters {
    attributes: Vec<String>,
    /// Groups as they were written; empty = by the level.
    groups: String,
    level: usize,
}

impl Planner for RecodeParameters {
    fn technique(&self) -> &'static dyn Technique {
        &Recode
    }

    /// Every value becomes one other, whatever the row.
    fn needs_rows(&self) -> Option<&'static str> {
        None
    }

    fn faults(&self, task: &Task<'_>) -> Vec<Fault> {
        self.recoded(task).err().unwrap_or_default()
    }

    fn plan(&self, task: &Task<'_>, _: &mut Context<'_>) -> Result<Outcome> {
        Ok(changed(self.recoded(task).unwrap_or_default()))
    }
}

impl RecodeParameters {
    fn recoded(&self, task: &Task<'_>) -> Result<Vec<(usize, New)>, Vec<Fault>> {
        let groups: Vec<Group<'_>> = groups(&self.groups);
        let mut faults = Vec::new();
        let mut changes = Vec::new();
        for index in places(task.prepared.table, &self.attributes) {
            let attribute = &task.prepared.table.attributes()[index];
            let (name, column) = (attribute.name.as_str(), &attribute.column);
            let new = if groups.is_empty() {
                by_level(name, column, hierarchy(task, index), self.level)
            } else {
                by_groups(name, column, &groups)
            };
            match new {
                Ok(new) => changes.push((index, new)),
                Err(fault) => faults.push(fault),
            }
        }
        if faults.is_empty() {
            Ok(changes)
        } else {
            Err(faults)
        }
    }
}

fn hierarchy<'t>(task: &'t Task<'_>, index: usize) -> Option<&'t Bound> {
    let prepared = task.prepared;
    let of_sensitive = || {
        let place = prepared
            .sensitive
            .iter()
            .position(|&sensitive| sensitive == index)?;
        prepared.sensitive_hierarchies[place].as_ref()
    };
    let qi = prepared.qis.iter().find(|qi| qi.attribute == index);
    qi.and_then(|qi| qi.hierarchy.as_ref())
        .or_else(of_sensitive)
}

/// Step 1.
fn by_level(
    name: &str,
    column: &Column,
    bound: Option<&Bound>,
    level: usize,
) -> std::result::Result<New, Fault> {
    let Some(bound) = bound else {
        let sentence = format!(
            "recode knows no groups for \"{name}\"; declare them with --groups, or give a hierarchy with --hierarchy {name}=FILE"
        );
        return Err(Fault::Request(sentence));
    };
    if level > bound.height() {
        let allowed = format!(
            "at most {}, the height of the hierarchy of \"{name}\"",
            bound.height()
        );
        return Err(Fault::OutOfRange {
            parameter: LEVEL.name.into(),
            given: level.to_string(),
            allowed,
        });
    }
    let groups = bound.level(level);
    let label = |code: usize| Some(bound.label(level, groups[code]).to_owned());
    Ok(labelled(column.dictionary(), label))
}

/// One declared group.
struct Group<'a> {
    label: &'a str,
    members: Vec<&'a str>,
}

fn groups(text: &str) -> Vec<Group<'_>> {
    let words = text
        .split(';')
        .map(str::trim)
        .filter(|word| !word.is_empty());
    // `>=40` is an interval, not the group `>` of the member 40.
    let split = |word: &str| {
        word.char_indices()
            .find(|&(at, c)| c == '=' && !word[..at].ends_with(['<', '>']))
            .map(|(at, _)| at)
    };
    words
        .map(|word| match split(word) {
            Some(at) => Group {
                label: word[..at].trim(),
                members: word[at + 1..].split('|').map(str::trim).collect(),
            },
            None => Group {
                label: word,
                members: vec![word],
            },
        })
        .collect()
}

impl Group<'_> {
    fn is_rest(&self) -> bool {
        self.members.contains(&"*")
    }

    fn has(&self, label: &str, value: Option<f64>) -> bool {
        let in_interval = |member: &str| {
            let found = interval::parse(member)?;
            let value = value?;
            let above = value > found.low || (found.closed_low && value == found.low);
            Some(above && (value < found.high || (found.closed_high && value == found.high)))
        };
        self.members
            .iter()
            .any(|&member| member == label || in_interval(member).unwrap_or(false))
    }
}

/// Steps 2 and 3.
fn by_groups(name: &str, column: &Column, groups: &[Group<'_>]) -> std::result::Result<New, Fault> {
    let dictionary = column.dictionary();
    let of_code = |code: u32| {
        let (label, value) = (dictionary.label(code), dictionary.measure(code));
        let found: Vec<&Group<'_>> = groups
            .iter()
            .filter(|group| group.has(&label, value))
            .collect();
        match found.as_slice() {
            [] => groups
                .iter()
                .find(|group| group.is_rest())
                .map(|group| group.label),
            [only] => Some(only.label),
            [first, rest @ ..] => rest
                .iter()
                .all(|group| group.label == first.label)
                .then_some(first.label),
        }
    };
    let codes = 0..dictionary.value_count() as u32;
    let labels: Vec<Option<&str>> = codes.map(of_code).collect();
    let counts = column.codes().counts(dictionary.len());
    let lost = |code: u32| {
        labels.get(code as usize).is_some_and(Option::is_none) && counts[code as usize] > 0
    };
    let (first_rows, _) = column.find_rows(1, lost);
    if let Some(row) = first_rows.first() {
        let values = (0..labels.len() as u32).filter(|&code| lost(code)).count();
        return Err(Fault::Request(format!(
            "{values} values of \"{name}\" are in no group or in several, first in data row {}; every value needs exactly one, or other=* for the rest",
            row + 1
        )));
    }
    Ok(labelled(dictionary, |code| labels[code].map(str::to_owned)))
}

fn labelled(dictionary: &Dictionary, label: impl Fn(usize) -> Option<String>) -> New {
    // A value that no row has, and no group either, needs no label of its own.
    let labels: Vec<String> = (0..dictionary.value_count())
        .map(|code| label(code).unwrap_or_else(|| "*".into()))
        .collect();
    let (new, mut code_of) = Dictionary::of_labels(&labels, dictionary.missing_code().is_some());
    code_of.extend(new.missing_code());
    New::Values {
        dictionary: new,
        code_of,
    }
}

/// The declaration.
pub const DESCRIPTOR: Descriptor = Descriptor {
    id: "recode",
    title: Text {
        en: "Global recoding",
        fr: "Recodage global",
    },
    family: Family::Reduction,
    summary: Text {
        en: "Replaces every value of an attribute by the group that it is declared to belong to, or by its group on a level of the hierarchy.",
        fr: "Remplace chaque valeur d'un attribut par le groupe auquel elle est déclarée appartenir, ou par son groupe à un niveau de la hiérarchie.",
    },
    papers: &["hundepool2012"],
    parameters: &[&ANY, &GROUPS, &LEVEL],
    needs: NOTHING,
    guarantees: Text {
        en: "Only declared groups are released, the same for all rows. Nothing is promised about k; what is asked for is verified.",
        fr: "Seuls les groupes déclarés sont publiés, les mêmes pour toutes les lignes. Rien n'est promis sur k ; ce qui est demandé est vérifié.",
    },
    cost: "distinct values × groups",
    outputs: 1,
};

const GROUPS: Parameter<FreeText> = Parameter {
    name: "groups",
    kind: FreeText,
    default: "",
    help: Text {
        en: "North=Lille|Roubaix;South=Nice;other=* or [150,200[;[200,250[;>=250; none = by the level",
        fr: "Nord=Lille|Roubaix;Sud=Nice;autre=* ou [150,200[;[200,250[;>=250 ; sans eux, par le niveau",
    },
};

const LEVEL: Parameter<Whole> = Parameter {
    name: "level",
    kind: Whole {
        least: 0,
        most: 255,
    },
    default: 1,
    help: Text {
        en: "level of the hierarchy",
        fr: "niveau de la hiérarchie",
    },
};

#[cfg(test)]
mod tests;
