//! Special uniques where people have several rows.
//!
//! A set of attributes singles a person out if no other person has the same values there: in one of its rows or, where a reader sees which rows are one
//! person's, in all of them together. **Cost** sets of attributes times rows: each set is counted by itself.

use bauta_table::{Progress, Stage, Table};

use super::search::Minimal;
use super::{Suda, scored};
use crate::released_classes::{Alike, PeopleUnits};

/// Looks for minimal uniques of at most `size` of the attributes; the tuples are the units. None if the work was cancelled, there are more than 64
/// attributes, or every row is a person of its own.
pub fn suda_of_people(
    table: &Table,
    attributes: &[usize],
    units: &PeopleUnits,
    (size, dis_fraction): (usize, f64),
    progress: &dyn Progress,
) -> Option<Suda> {
    let width = attributes.len();
    let size = size.min(width);
    if width > 64 {
        return None;
    }
    let together = units.shown_by.is_some();
    let mut found = Minimal::none(units.first_rows.len());
    let sets = sets_of(width, size);
    for (done, &set) in sets.iter().enumerate() {
        if progress.cancelled() {
            return None;
        }
        progress.tell(Stage::Verify, done as u64, Some(sets.len() as u64));
        let own = (0..width).filter(|place| set >> place & 1 == 1);
        let own: Vec<usize> = own.map(|place| attributes[place]).collect();
        let alike = Alike::by(table, &own, together)?;
        for (unit, &row) in units.first_rows.iter().enumerate() {
            let class = alike.class_of[row as usize] as usize;
            if alike.people[class] == 1 && !found.lies_in(unit as u32, set) {
                found.push(unit as u32, set);
            }
        }
    }
    let alike = Alike::by(table, attributes, together)?;
    let of = (units.first_rows.len(), alike.people.as_slice());
    Some(scored(found, (width, size), of, dis_fraction))
}

/// The sets of at most `most` of so many places as bits, small ones first.
fn sets_of(width: usize, most: usize) -> Vec<u64> {
    let (mut all, mut last) = (Vec::new(), vec![0_u64]);
    for _ in 0..most {
        let grown = last.iter().flat_map(|&set| {
            let above = (u64::BITS - set.leading_zeros()) as usize;
            (above..width).map(move |place| set | 1 << place)
        });
        last = grown.collect();
        all.extend(&last);
    }
    all
}
