//! Rows with a rare value or a rare pair of values: outliers, which need treatment even where the risk of the file is low.
//!
//! **Definition** a row is an outlier if fewer than [`RARE`] rows have one of its values, or one of its pairs of values. The rarest combination
//! is told: the fewest rows, then the fewest attributes. Where a table has none, the rows with the highest SUDA scores are listed instead.

use bauta_table::Table;
use bauta_table::count::{FrequencySet, KeyColumn, group};
use rayon::prelude::*;

use super::suda::Suda;
use crate::released_classes::{Alike, PeopleUnits};

/// From so many rows on a combination is not rare.
pub const RARE: u64 = 3;

/// A row that stands out.
#[derive(Debug, Clone, PartialEq)]
pub struct Outlier {
    /// The row, from 0.
    pub row: u64,
    /// Its tuple in the set.
    pub tuple: u32,
    /// The places of the attributes by which it stands out.
    pub attributes: Vec<usize>,
    /// Rows with the same values there.
    pub frequency: u64,
    /// Its SUDA score.
    pub score: f64,
}

/// The rows that stand out.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Outliers {
    /// How many rows have a rare value or pair.
    pub rows: u64,
    /// Those that stand out most, first the ones that most stand out.
    pub listed: Vec<Outlier>,
}

/// What makes a tuple rare: rows, number of attributes, attributes.
type Rarest = (u64, u32, u64);

/// Lists at most `most` rows; `class_of` is the tuple of each row.
pub fn outliers(
    set: &FrequencySet,
    class_of: &[u32],
    suda: Option<&Suda>,
    most: usize,
) -> Outliers {
    let mut rarest = rare_combinations(set);
    let rows = rarest
        .iter()
        .zip(set.counts())
        .filter(|(rare, _)| rare.0 < RARE)
        .map(|(_, &rows)| rows)
        .sum();
    if rows == 0 {
        by_minimal_uniques(suda, &mut rarest);
    }
    let score = |tuple: u32| suda.map_or(0.0, |suda| suda.scores[tuple as usize]);
    Outliers {
        rows,
        listed: listed(&rarest, (class_of, set.width()), score, most),
    }
}

/// The same where people have several rows: a value or a pair of values is rare if few people have it in any of their rows. `attributes` are their indices.
pub fn outliers_of_people(
    table: &Table,
    attributes: &[usize],
    units: &PeopleUnits,
    suda: Option<&Suda>,
    most: usize,
) -> Outliers {
    let width = attributes.len().min(64);
    let mut rarest: Vec<Rarest> = vec![(u64::MAX, 0, 0); table.rows()];
    for places in combinations(width) {
        let own: Vec<usize> = places.iter().map(|&place| attributes[place]).collect();
        let Some(alike) = Alike::by(table, &own, false) else {
            break;
        };
        let bits = places.iter().fold(0, |bits, place| bits | 1 << place);
        for (known, &class) in rarest.iter_mut().zip(&alike.class_of) {
            let people = alike.people[class as usize];
            if people < RARE && (people, places.len() as u32) < (known.0, known.1) {
                *known = (people, places.len() as u32, bits);
            }
        }
    }
    let rows = rarest.iter().filter(|rare| rare.0 < RARE).count() as u64;
    if rows == 0 {
        let mut of_unit = vec![(u64::MAX, 0, 0); units.first_rows.len()];
        by_minimal_uniques(suda, &mut of_unit);
        for (rare, &row) in of_unit.iter().zip(&units.first_rows) {
            rarest[row as usize] = *rare;
        }
    }
    let score = |row: u32| {
        let unit = units.of_row[row as usize];
        suda.map_or(0.0, |suda| suda.scores[unit as usize])
    };
    let itself: Vec<u32> = (0..table.rows() as u32).collect();
    Outliers {
        rows,
        listed: listed(&rarest, (&itself, width), score, most),
    }
}

/// The rows of the tuples that stand out most; `class_of` is the tuple of each row.
fn listed(
    rarest: &[Rarest],
    (class_of, width): (&[u32], usize),
    score: impl Fn(u32) -> f64,
    most: usize,
) -> Vec<Outlier> {
    let mut order: Vec<u32> = (0..rarest.len() as u32)
        .filter(|&tuple| rarest[tuple as usize].0 < RARE)
        .collect();
    let before = |&a: &u32, &b: &u32| {
        let (x, y) = (rarest[a as usize], rarest[b as usize]);
        (x.0, x.1)
            .cmp(&(y.0, y.1))
            .then(score(b).total_cmp(&score(a)))
            .then(a.cmp(&b))
    };
    if order.len() > most && most > 0 {
        order.select_nth_unstable_by(most - 1, before);
    }
    order.truncate(most);
    order.sort_unstable_by(before);
    let listed = rows_of(&order, class_of).into_iter().map(|(tuple, row)| {
        let (frequency, _, attributes) = rarest[tuple as usize];
        let attributes = (0..width)
            .filter(|place| attributes >> place & 1 == 1)
            .collect();
        Outlier {
            row,
            tuple,
            attributes,
            frequency,
            score: score(tuple),
        }
    });
    listed.take(most).collect()
}

/// Each value by itself, and each pair of values, by the places of their attributes.
fn combinations(width: usize) -> Vec<Vec<usize>> {
    let pairs = (0..width).flat_map(|a| (a + 1..width).map(move |b| vec![a, b]));
    (0..width).map(|place| vec![place]).chain(pairs).collect()
}

/// The rarest value or pair of each tuple.
fn rare_combinations(set: &FrequencySet) -> Vec<Rarest> {
    let combinations = combinations(set.width().min(64));
    let none: Rarest = (u64::MAX, 0, 0);
    let found = combinations.par_iter().map(|places| {
        let columns: Vec<KeyColumn<'_>> = places
            .iter()
            .map(|&place| KeyColumn {
                codes: set.codes(place),
                map: None,
                distinct: set.distinct(place),
            })
            .collect();
        let groups = group(&columns, set.len());
        let sizes = groups.sizes(Some(set.counts()));
        let bits = places.iter().fold(0, |bits, place| bits | 1 << place);
        let rare = groups
            .class_of
            .iter()
            .enumerate()
            .filter(|(_, class)| sizes[**class as usize] < RARE);
        rare.map(|(tuple, &class)| {
            (
                tuple as u32,
                (sizes[class as usize], places.len() as u32, bits),
            )
        })
        .collect()
    });
    let found: Vec<Vec<(u32, Rarest)>> = found.collect();
    let mut rarest = vec![none; set.len()];
    for (tuple, rare) in found.into_iter().flatten() {
        let known = &mut rarest[tuple as usize];
        if (rare.0, rare.1) < (known.0, known.1) {
            *known = rare;
        }
    }
    rarest
}

/// The smallest minimal unique of each tuple.
fn by_minimal_uniques(suda: Option<&Suda>, rarest: &mut [Rarest]) {
    let found = suda.into_iter().flat_map(|suda| suda.found.iter());
    for (tuple, attributes) in found {
        let (known, size) = (&mut rarest[tuple as usize], attributes.count_ones());
        if known.0 > 1 || size < known.1 {
            *known = (1, size, attributes);
        }
    }
}

/// The rows of tuples, in the order of the tuples.
fn rows_of(tuples: &[u32], class_of: &[u32]) -> Vec<(u32, u64)> {
    let rank: std::collections::BTreeMap<u32, usize> = tuples
        .iter()
        .enumerate()
        .map(|(rank, &tuple)| (tuple, rank))
        .collect();
    let most = tuples.iter().max().copied().unwrap_or(0);
    let mut wanted = vec![false; most as usize + 1];
    tuples
        .iter()
        .for_each(|&tuple| wanted[tuple as usize] = true);
    let mut found: Vec<(usize, u64, u32)> = class_of
        .iter()
        .enumerate()
        .filter(|(_, tuple)| wanted.get(**tuple as usize).copied().unwrap_or(false))
        .filter_map(|(row, tuple)| Some((*rank.get(tuple)?, row as u64, *tuple)))
        .collect();
    found.sort_unstable();
    found
        .into_iter()
        .map(|(_, row, tuple)| (tuple, row))
        .collect()
}

#[cfg(test)]
mod tests {
    use bauta_table::Silent;
    use bauta_testkit::table_of;

    use super::super::suda::suda;
    use super::*;

    fn people(widower: &str) -> FrequencySetOf {
        let mut cells = Vec::new();
        for age in ["old", "young"] {
            for status in ["married", "single"] {
                cells.extend(vec![[age, status, "m"]; 8]);
            }
        }
        cells.extend(vec![["old", "widowed", "m"]; 6]);
        cells.push([widower, "widowed", "m"]);
        let rows: Vec<&[&str]> = cells.iter().map(<[&str; 3]>::as_slice).collect();
        FrequencySet::count(&table_of(&["age", "status", "sex"], &rows), &[0, 1, 2], &[])
    }

    type FrequencySetOf = (FrequencySet, Vec<u32>);

    /// Young is frequent, widowed is frequent; a young widower is not.
    #[test]
    fn a_rare_pair_of_frequent_values_is_found() {
        let (set, class_of) = people("young");
        let scores = suda(&set, 3, 0.01, &Silent);
        let found = outliers(&set, &class_of, scores.as_ref(), 5);
        assert_eq!((found.rows, found.listed.len()), (1, 1));
        assert_eq!((found.listed[0].row, found.listed[0].frequency), (38, 1));
        assert_eq!(found.listed[0].attributes, [0, 1]);
        let (set, class_of) = people("old");
        assert_eq!(outliers(&set, &class_of, None, 5), Outliers::default());
    }

    #[test]
    fn the_list_is_cut_where_asked() {
        let table = bauta_testkit::random_table(5, 300, 4, 12, 2);
        let (set, class_of) = FrequencySet::count(&table, &[0, 1, 2, 3], &[]);
        let scores = suda(&set, 4, 0.01, &Silent);
        let all = outliers(&set, &class_of, scores.as_ref(), 1000);
        assert_eq!(all.listed.len() as u64, all.rows);
        assert!(
            all.listed
                .is_sorted_by_key(|outlier| (outlier.frequency, outlier.attributes.len()))
        );
        let few = outliers(&set, &class_of, scores.as_ref(), 7);
        assert_eq!(
            (few.listed.as_slice(), few.rows),
            (&all.listed[..7], all.rows)
        );
        assert!(outliers(&set, &class_of, None, 0).listed.is_empty());
    }
}
