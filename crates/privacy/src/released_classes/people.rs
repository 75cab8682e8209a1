//! People behind rows: whose row each one is, and whether a reader of the release can tell.
//!
//! **Idea.** Where a person has several rows, a class of k rows may hide fewer than k people. (1) A person counts once in each class, and a
//! value counts once for each person who has it there. (2) If a published column is the same in all rows of a person and in nobody
//! else's, as a pseudonym is, a reader sees all rows of a person together: people are then alike only if *all* their rows are, so their classes are
//! those of the whole list of rows.

use bauta_table::{Codes, Column, Role, Table};
use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashSet};

use super::numbers::Numbers;

/// Whose row each one is.
pub(crate) struct People<'a> {
    pub(super) of_row: &'a Codes,
    pub(super) count: usize,
}

impl<'a> People<'a> {
    /// The people of a table; none where every row is a person of its own.
    pub(crate) fn of(table: &'a Table) -> Option<Self> {
        let index = *table.with_role(Role::Person).first()?;
        let column = &table.attributes()[index].column;
        Some(People {
            of_row: column.codes(),
            count: column.dictionary().len(),
        })
    }

    /// How many people have a row.
    pub(crate) fn in_rows(&self) -> u64 {
        let mut seen = vec![false; self.count];
        self.of_row
            .iter()
            .for_each(|person| seen[person as usize] = true);
        seen.into_iter().filter(|seen| *seen).count() as u64
    }

    /// 1 for the first row of each person in each class, 0 for all others.
    pub(crate) fn once(&self, class_of: &[u32]) -> Vec<u64> {
        let mut seen: HashSet<(u32, u32), FixedState> = HashSet::default();
        let rows = class_of.iter().zip(self.of_row.iter());
        rows.map(|(&class, person)| u64::from(seen.insert((class, person))))
            .collect()
    }

    /// 1 for the first row of each person with each value in each class, 0 for all others.
    pub(crate) fn once_with_value(&self, class_of: &[u32], numbers: &Codes) -> Vec<u64> {
        let mut seen: HashSet<(u32, u32, u32), FixedState> = HashSet::default();
        let rows = class_of.iter().zip(self.of_row.iter()).zip(numbers.iter());
        rows.map(|((&class, person), value)| u64::from(seen.insert((class, person, value))))
            .collect()
    }

    /// How many people have each code of a column.
    pub(super) fn with_code(&self, codes: &Codes, count: usize) -> Vec<u64> {
        let mut people = vec![0; count];
        let mut seen: HashSet<(u32, u32), FixedState> = HashSet::default();
        for (code, person) in codes.iter().zip(self.of_row.iter()) {
            people[code as usize] += u64::from(seen.insert((code, person)));
        }
        people
    }

    /// For each class, the people who have a value there that counts.
    pub(crate) fn with_known_value(
        &self,
        class_of: &[u32],
        classes: usize,
        (numbers, none): (&Codes, u32),
    ) -> Vec<u64> {
        let mut seen: HashSet<(u32, u32), FixedState> = HashSet::default();
        let mut people = vec![0; classes];
        let rows = class_of.iter().zip(self.of_row.iter()).zip(numbers.iter());
        for ((&class, person), value) in rows {
            if value != none && seen.insert((class, person)) {
                people[class as usize] += 1;
            }
        }
        people
    }

    /// Puts people together whose rows are in the same classes, as often each; returns how many such classes of people there are, numbered
    /// by first appearance.
    pub(crate) fn by_all_rows(&self, class_of: &mut [u32]) -> usize {
        let mut rows_of: Vec<Vec<u32>> = vec![Vec::new(); self.count];
        for (&class, person) in class_of.iter().zip(self.of_row.iter()) {
            rows_of[person as usize].push(class);
        }
        let mut class_of_list: HashMap<Vec<u32>, u32, FixedState> = HashMap::default();
        let mut class_of_person = vec![u32::MAX; self.count];
        for (class, person) in class_of.iter_mut().zip(self.of_row.iter()) {
            let person = person as usize;
            if class_of_person[person] == u32::MAX {
                let mut list = std::mem::take(&mut rows_of[person]);
                list.sort_unstable();
                let fresh = class_of_list.len() as u32;
                class_of_person[person] = *class_of_list.entry(list).or_insert(fresh);
            }
            *class = class_of_person[person];
        }
        class_of_list.len()
    }

    /// The published column by which a reader sees which rows are one person's, if there is one.
    pub(crate) fn shown_by<'t>(&self, table: &'t Table) -> Option<&'t str> {
        let mut published = table
            .attributes()
            .iter()
            .filter(|attribute| matches!(attribute.role, Role::Insensitive | Role::Target));
        published
            .find(|attribute| self.is_told_by(&attribute.column))
            .map(|attribute| attribute.name.as_str())
    }

    /// Whether all rows of a person have one label, and nobody else has it.
    fn is_told_by(&self, column: &Column) -> bool {
        let number_of = Numbers::default().of_codes(column);
        let mut label_of = vec![u32::MAX; self.count];
        let mut person_of: HashMap<u32, u32, FixedState> = HashMap::default();
        let mut rows = column.codes().iter().zip(self.of_row.iter());
        rows.all(|(code, person)| {
            let label = number_of[code as usize];
            let known = &mut label_of[person as usize];
            if *known == u32::MAX {
                *known = label;
            }
            *known == label && *person_of.entry(label).or_insert(person) == person
        })
    }
}

/// The people who are alike by some attributes. Where a reader sees which rows
/// are one person's, `together`, people are alike if all their rows are.
pub(crate) struct Alike {
    /// The class of each row.
    pub class_of: Vec<u32>,
    /// People of each class.
    pub people: Vec<u64>,
}

impl Alike {
    /// By the attributes at these indices; none where every row is a person of its own.
    pub fn by(table: &Table, attributes: &[usize], together: bool) -> Option<Alike> {
        let people = People::of(table)?;
        let (_, first_rows, mut class_of) = super::partition::classes_of(table, attributes);
        let mut classes = first_rows.len();
        if together {
            classes = people.by_all_rows(&mut class_of);
        }
        let once = people.once(&class_of);
        Some(Alike {
            people: super::partition::sizes(&class_of, classes, Some(&once)),
            class_of,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use bauta_table::{Attribute, ColumnBuilder, ReadAs};

    use super::super::units::people_view;
    use super::*;
    use crate::examine::examine;

    fn table(rows: &[[u8; 4]], shown: bool) -> Table {
        let names = ["who", "age", "town", "illness"];
        let columns = (0..4).map(|place| {
            let mut builder = ColumnBuilder::new();
            rows.iter()
                .for_each(|row| builder.push_text(&format!("v{}", row[place])));
            (names[place].to_owned(), builder.finish(&ReadAs::default()))
        });
        let mut table = Table::new(columns);
        table.set_role(0, if shown { Role::Insensitive } else { Role::Drop });
        table.set_role(1, Role::QuasiIdentifier);
        table.set_role(2, Role::QuasiIdentifier);
        table.set_role(3, Role::Sensitive);
        let mut attributes = table.into_attributes();
        attributes.push(Attribute {
            name: "person".to_owned(),
            role: Role::Person,
            column: attributes[0].column.clone(),
        });
        Table::from_attributes(attributes).without_role(Role::Drop)
    }

    /// The people of a class, and who has which value.
    type ByHand = (BTreeSet<u8>, BTreeSet<(u8, u8)>);

    /// People and their values by class, counted row by row.
    fn by_hand(rows: &[[u8; 4]], shown: bool) -> Vec<ByHand> {
        let mut lists: BTreeMap<u8, Vec<(u8, u8)>> = BTreeMap::new();
        rows.iter()
            .for_each(|row| lists.entry(row[0]).or_default().push((row[1], row[2])));
        lists.values_mut().for_each(|list| list.sort_unstable());
        let mut classes: BTreeMap<Vec<(u8, u8)>, ByHand> = BTreeMap::new();
        for row in rows {
            let key = if shown {
                lists[&row[0]].clone()
            } else {
                vec![(row[1], row[2])]
            };
            let class = classes.entry(key).or_default();
            class.0.insert(row[0]);
            class.1.insert((row[0], row[3]));
        }
        classes.into_values().collect()
    }

    proptest! {
        #[test]
        fn people_are_counted_as_by_hand(
            rows in proptest::collection::vec(proptest::array::uniform4(0u8..4), 1..25), shown in any::<bool>()
        ) {
            let found = examine(&table(&rows, shown), &[]);
            let classes = by_hand(&rows, shown);
            prop_assert_eq!(found.classes.shown_by().is_some(), shown);
            let mut sizes: Vec<u64> = classes.iter().map(|(people, _)| people.len() as u64).collect();
            sizes.sort_unstable();
            let mut own = found.classes.sizes().to_vec();
            own.sort_unstable();
            prop_assert_eq!(own, sizes);
            prop_assert_eq!(found.classes.row_sizes().iter().sum::<u64>(), rows.len() as u64);
            let confidence = classes.iter().flat_map(|(people, values)| {
                (0u8..4).map(|value| {
                    let have = values.iter().filter(|it| it.1 == value).count();
                    have as f64 / people.len() as f64
                })
            });
            let largest = confidence.fold(0.0, f64::max);
            prop_assert!((found.told()[0].1[0] - largest).abs() < 1e-12);
            let view = people_view(&table(&rows, shown)).unwrap();
            let qis = view.with_role(Role::QuasiIdentifier);
            let (mut seen, ..) = crate::released_classes::partition::classes_of(&view, &qis);
            seen.sort_unstable();
            let mut own = found.classes.sizes().to_vec();
            own.sort_unstable();
            prop_assert_eq!(seen, own);
        }
    }
}
