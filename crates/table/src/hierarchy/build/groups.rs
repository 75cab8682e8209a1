//! Groups that are declared by name, level by level.
//!
//! A group of the first level lists values, one of a higher level lists groups of the level below. What no group lists
//! stays by itself and is repeated on the way up, or joins the group `other` if that is given. Declared values come first
//! and in the order of their declaration, so an ordinal attribute keeps its order; a value that no row has is a leaf too.

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};

use super::TOP;
use super::draft::{Draft, Grouping, leaves_of};
use crate::dictionary::{Dictionary, TextPool};
use crate::error::Fault;
use crate::hierarchy::Hierarchy;
use crate::hierarchy::bind::Finder;
use crate::value::Kind;

/// A declared group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Group {
    /// What it is called.
    pub label: String,
    /// The values, or the labels of the level below, that are in it.
    pub members: Vec<String>,
}

/// Parameters of declared groups.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Groups {
    /// The groups of each level, from fine to coarse.
    pub levels: Vec<Vec<Group>>,
    /// The group of what no group of a level lists; if not given, that stays by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    /// Label of the single group on top.
    pub top: String,
}

impl Default for Groups {
    fn default() -> Self {
        Groups {
            levels: Vec::new(),
            other: None,
            top: TOP.to_owned(),
        }
    }
}

impl Groups {
    /// Builds the hierarchy.
    pub fn build(&self, attribute: &str, dictionary: &Dictionary) -> Result<Hierarchy, Vec<Fault>> {
        let mut draft = Draft::new(attribute, "groups");
        draft.refuse_if(
            self.levels.is_empty(),
            "declare at least one level of groups",
        );
        let listed = self
            .levels
            .iter()
            .take(1)
            .flatten()
            .flat_map(|group| group.members.iter().map(String::as_str));
        let leaves = with_undeclared(declared(listed, dictionary).leaves, dictionary);
        let mut below: Vec<u32> = (0..leaves.len() as u32).collect();
        let mut labels = leaves.clone();
        let mut above: Vec<Grouping> = Vec::new();
        for (at, groups) in self.levels.iter().enumerate() {
            // Values may be declared in any writing of their numbers, labels only as they are.
            let kind = if at == 0 {
                dictionary.kind()
            } else {
                Kind::Text
            };
            let (parents, next) = self.level(&mut draft, at + 1, groups, &labels, kind);
            below
                .iter_mut()
                .for_each(|group| *group = parents[*group as usize]);
            above.push((below.clone(), next.clone()));
            labels = next;
        }
        draft.finish(leaves, above, &self.top)
    }

    /// The group of each group below, and the labels of the groups.
    fn level(
        &self,
        draft: &mut Draft<'_>,
        level: usize,
        groups: &[Group],
        below: &TextPool,
        kind: Kind,
    ) -> (Vec<u32>, TextPool) {
        let finder = Finder::of(below.iter(), kind);
        let mut parent: Vec<Option<u32>> = vec![None; below.len()];
        let mut labels = TextPool::default();
        for (at, group) in groups.iter().enumerate() {
            let id = labels.push(&group.label) as u32;
            let name = format!("group {} of level {level}", at + 1);
            draft.refuse_if(
                group.members.is_empty(),
                format!("{name} has no member; give it some or leave it out"),
            );
            for (place, member) in group.members.iter().enumerate() {
                let place = place + 1;
                match finder.leaf_of_text(member).map(|found| &mut parent[found as usize]) {
                    None => draft.refuse(format!(
                        "{name}: member {place} is no group of the level below; write it as there, or list the value there first"
                    )),
                    Some(Some(_)) => draft.refuse(format!("{name}: member {place} is in a group already; keep one")),
                    Some(slot) => *slot = Some(id),
                }
            }
        }
        let mut other = None;
        let parents =
            parent
                .iter()
                .enumerate()
                .map(|(group, parent)| match (parent, &self.other) {
                    (Some(parent), _) => *parent,
                    (None, Some(label)) => *other.get_or_insert_with(|| labels.push(label) as u32),
                    (None, None) => labels.push(below.get(group)) as u32,
                });
        (parents.collect(), labels)
    }
}

/// The leaves that a declaration lists.
pub(super) struct Declared {
    /// The values, as the column writes them where it has them.
    pub(super) leaves: TextPool,
    /// Places (from 1) that list the same value.
    pub(super) repeated: Vec<(usize, usize)>,
}

/// The distinct values among those that are listed.
pub(super) fn declared<'a>(
    listed: impl Iterator<Item = &'a str>,
    dictionary: &Dictionary,
) -> Declared {
    let own = leaves_of(dictionary);
    let finder = Finder::of(own.iter(), dictionary.kind());
    let mut first_of: HashMap<&str, usize, FixedState> = HashMap::default();
    let mut declared = Declared {
        leaves: TextPool::default(),
        repeated: Vec::new(),
    };
    for (at, text) in listed.enumerate() {
        let written = finder
            .leaf_of_text(text)
            .map_or(text, |code| own.get(code as usize));
        let first = *first_of.entry(written).or_insert(at);
        if first == at {
            declared.leaves.push(written);
        } else {
            declared.repeated.push((first + 1, at + 1));
        }
    }
    declared
}

/// The declared leaves, then the other values of the column.
fn with_undeclared(mut leaves: TextPool, dictionary: &Dictionary) -> TextPool {
    let declared: hashbrown::HashSet<String, FixedState> =
        leaves.iter().map(str::to_owned).collect();
    for label in leaves_of(dictionary)
        .iter()
        .filter(|label| !declared.contains(*label))
    {
        leaves.push(label);
    }
    leaves
}
