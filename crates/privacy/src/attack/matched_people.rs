//! Which released people may be a person of another table, where people have several rows.
//!
//! **Idea.** Where a reader of the release sees which rows are one person's, an attacker matches a person on *all* rows: a released person may be the one who
//! is looked for if each of that person's rows fits a row of theirs. Else only single rows can be matched, and the attacker takes the one that fits the fewest
//! people. Either way people are counted: several rows of one released person are one candidate.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::Candidates;

/// Whose rows they are.
pub struct MatchedPeople {
    /// The rows of each person who is looked for.
    pub rows_of_target: Vec<Vec<u32>>,
    /// The person of each released row.
    pub released_person: Vec<u32>,
    /// The released people who may be each distinct person.
    pub fits: Vec<u64>,
}

/// Whose rows those of two tables are, numbered from 0.
pub struct Owners {
    /// Of the rows of people who are looked for.
    pub target_of_row: Vec<u32>,
    /// Of the released rows.
    pub released_person: Vec<u32>,
    /// Whether a reader of the release sees which rows are one person's.
    pub together: bool,
}

/// Candidates of people, from those of rows.
pub fn candidates_of_people(of_rows: &Candidates, owners: Owners) -> Candidates {
    let rows_of_target = grouped(&owners.target_of_row);
    let mut numbers: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
    let (mut tuples_of, mut person_rows) = (Vec::<Vec<u32>>::new(), Vec::<u64>::new());
    let mut person_of_row = Vec::new();
    for rows in &rows_of_target {
        let tuples: BTreeSet<u32> = rows
            .iter()
            .map(|&row| of_rows.person_of_row[row as usize])
            .collect();
        let tuples: Vec<u32> = tuples.into_iter().collect();
        let number = *numbers.entry(tuples.clone()).or_insert_with(|| {
            tuples_of.push(tuples);
            person_rows.push(0);
            person_rows.len() as u32 - 1
        });
        person_rows[number as usize] += 1;
        person_of_row.push(number);
    }
    let unknown = tuples_of.iter();
    let unknown = unknown.map(|tuples| tuples.iter().any(|&it| of_rows.unknown[it as usize]));
    let unknown: Vec<bool> = unknown.collect();
    let boxes = Boxes::of(of_rows, &owners);
    let found: Vec<(Vec<u32>, u64)> = tuples_of
        .par_iter()
        .map(|tuples| boxes.fitting(of_rows, tuples, owners.together))
        .collect();
    let (boxes_of_person, fits) = found.into_iter().unzip();
    Candidates {
        boxes_of_person,
        box_rows: boxes.people,
        box_of_row: boxes.of_row,
        person_rows,
        person_of_row,
        unknown,
        people: Some(MatchedPeople {
            rows_of_target,
            released_person: owners.released_person,
            fits,
        }),
    }
}

/// The rows of each number.
pub(super) fn grouped(number_of_row: &[u32]) -> Vec<Vec<u32>> {
    let count = number_of_row
        .iter()
        .max()
        .map_or(0, |&most| most as usize + 1);
    let mut rows: Vec<Vec<u32>> = vec![Vec::new(); count];
    for (row, &number) in number_of_row.iter().enumerate() {
        rows[number as usize].push(row as u32);
    }
    rows
}

/// What a released row belongs to: rows with the same labels or, where a reader sees people, people whose rows are all alike.
struct Boxes {
    of_row: Vec<u32>,
    people: Vec<u64>,
    /// The people of each box of rows.
    people_of_rows: Vec<Vec<u32>>,
    /// The box of each released person, where a reader sees people.
    of_person: Vec<u32>,
}

impl Boxes {
    fn of(of_rows: &Candidates, owners: &Owners) -> Boxes {
        let mut people_of_rows: Vec<Vec<u32>> = vec![Vec::new(); of_rows.box_rows.len()];
        let rows = of_rows.box_of_row.iter().zip(&owners.released_person);
        rows.for_each(|(&own, &person)| people_of_rows[own as usize].push(person));
        for people in &mut people_of_rows {
            people.sort_unstable();
            people.dedup();
        }
        if !owners.together {
            return Boxes {
                of_row: of_rows.box_of_row.clone(),
                people: people_of_rows.iter().map(|it| it.len() as u64).collect(),
                people_of_rows,
                of_person: Vec::new(),
            };
        }
        let mut numbers: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        let mut people: Vec<u64> = Vec::new();
        let of_person = grouped(&owners.released_person).into_iter().map(|rows| {
            let mut list: Vec<u32> = rows
                .iter()
                .map(|&row| of_rows.box_of_row[row as usize])
                .collect();
            list.sort_unstable();
            let number = *numbers.entry(list).or_insert_with(|| {
                people.push(0);
                people.len() as u32 - 1
            });
            people[number as usize] += 1;
            number
        });
        let of_person: Vec<u32> = of_person.collect();
        let of_row = owners.released_person.iter();
        Boxes {
            of_row: of_row.map(|&person| of_person[person as usize]).collect(),
            people,
            people_of_rows,
            of_person,
        }
    }

    /// The released people whom a row with these boxes fits.
    fn whom(&self, boxes: &[u32]) -> Vec<u32> {
        let all = boxes.iter();
        let mut people: Vec<u32> = all
            .flat_map(|&it| self.people_of_rows[it as usize].iter().copied())
            .collect();
        people.sort_unstable();
        people.dedup();
        people
    }

    /// The boxes that a person with these tuples may be in, and how many released people may be that person.
    fn fitting(&self, of_rows: &Candidates, tuples: &[u32], together: bool) -> (Vec<u32>, u64) {
        let boxes = |tuple: &u32| &of_rows.boxes_of_person[*tuple as usize];
        if !together {
            let fits = tuples
                .iter()
                .map(|tuple| (self.whom(boxes(tuple)).len() as u64, tuple));
            let fewest = fits.filter(|(people, _)| *people > 0).min();
            return fewest.map_or((Vec::new(), 0), |(people, tuple)| {
                (boxes(tuple).clone(), people)
            });
        }
        let mut sets = tuples.iter().map(|tuple| self.whom(boxes(tuple)));
        let first = sets.next().unwrap_or_default();
        let all = sets.fold(first, |all, set| {
            let kept = all.into_iter();
            kept.filter(|it| set.binary_search(it).is_ok()).collect()
        });
        let groups: BTreeSet<u32> = all.iter().map(|&it| self.of_person[it as usize]).collect();
        (groups.into_iter().collect(), all.len() as u64)
    }
}
