//! Why a column that looks like numbers, days or truth values is read as text: cells of another kind, or values that are written in several
//! ways. Both are found on distinct values; rows are only looked at to say where.

use std::borrow::Cow;

use super::infer::{Reading, Source};
use super::intern::Key;
use crate::codes::Codes;
use crate::table::{Contradiction, ContradictionCause};
use crate::value::Kind;

/// How many places a contradiction names.
const PLACES: usize = 3;

impl Source<'_> {
    /// Whether the values are codes written with digits, text on purpose: all numbers have the same three or more digits,
    /// and some begin with 0, as postcodes and telephone numbers do.
    fn are_codes(&self) -> bool {
        let (mut length, mut zero) = (None, false);
        for id in self.ids() {
            let number: Cow<'_, str> = match self.key(id) {
                Key::Text => self.texts.get(id).into(),
                Key::Integer(v) => v.to_string().into(),
                _ => return false,
            };
            if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
                if *length.get_or_insert(number.len()) != number.len() {
                    return false;
                }
                zero |= number.starts_with('0');
            }
        }
        zero && length >= Some(3)
    }

    /// Which kind most rows have, if it is more than half of them but not all.
    pub(super) fn contradiction(&self, codes: &Codes) -> Option<Contradiction> {
        let forced = self.how.kind.filter(|&kind| kind != Kind::Text);
        if self.how.kind == Some(Kind::Text)
            || self.ids().next().is_none()
            || (forced.is_none() && self.are_codes())
        {
            return None;
        }
        let candidates: Vec<usize> = self.ids().filter(|&id| self.may_be_typed(id)).collect();
        if forced.is_none() && candidates.is_empty() {
            return None;
        }
        let counts = codes.counts(self.missing.len());
        let total: u64 = self.ids().map(|id| counts[id]).sum();
        if forced.is_none() && 2 * candidates.iter().map(|&id| counts[id]).sum::<u64>() <= total {
            return None;
        }
        let fitting = |r| -> u64 {
            candidates
                .iter()
                .filter(|&&id| self.fits(id, r))
                .map(|&id| counts[id])
                .sum()
        };
        let (reading, rows) = Reading::all()
            .filter(|r| forced.is_none_or(|kind| r.kind() == kind))
            .map(|r| (r, fitting(r)))
            .reduce(|best, next| if next.1 > best.1 { next } else { best })?;
        if forced.is_none() && 2 * rows <= total {
            return None;
        }
        let wrong: Vec<bool> = (0..self.missing.len())
            .map(|id| !self.missing[id] && !self.fits(id, reading))
            .collect();
        Some(Contradiction {
            expected: reading.kind(),
            cause: ContradictionCause::OtherKind,
            cells: total - rows,
            first_rows: first_rows(codes, &wrong),
        })
    }

    /// The cells that write a value in another way than cells before them, if there are any. `index_of[i]` is the place of the distinct cell
    /// `ids[i]` among `values` values.
    pub(super) fn spellings(
        &self,
        expected: Kind,
        (ids, index_of, values): (&[usize], &[u32], usize),
        codes: &Codes,
    ) -> Option<Contradiction> {
        if values == ids.len() {
            return None;
        }
        let mut met = vec![false; values];
        let mut again = vec![false; self.missing.len()];
        for (&id, &index) in ids.iter().zip(index_of) {
            // A number of a workbook has no spelling, so that the text beside it is the only one.
            if self.key(id) == Key::Text {
                again[id] = std::mem::replace(&mut met[index as usize], true);
            }
        }
        let counts = codes.counts(self.missing.len());
        let cells = ids
            .iter()
            .filter(|&&id| again[id])
            .map(|&id| counts[id])
            .sum();
        again.contains(&true).then(|| Contradiction {
            expected,
            cause: ContradictionCause::Spellings,
            cells,
            first_rows: first_rows(codes, &again),
        })
    }
}

/// The first rows whose distinct cell is one of these.
fn first_rows(codes: &Codes, wanted: &[bool]) -> Vec<u64> {
    let rows = codes.iter().enumerate();
    rows.filter(|&(_, code)| wanted[code as usize])
        .map(|(row, _)| row as u64)
        .take(PLACES)
        .collect()
}
