//! People with several rows: a search counts rows, and is asked for larger classes until the verifier finds enough people in them.

use bauta_privacy::Requirement;
use bauta_table::{Progress, Role};

use super::plan::Applied;
use super::prepare::Prepared;
use bauta_messages::Result;

/// How many more runs are spent on a release that is less coarse, once one was found.
const FINER: usize = 4;

impl Prepared {
    /// Plans and applies. Where people have several rows and a class has too few people, larger classes are searched: a class of k times as many
    /// rows as somebody has holds k people, so the search ends.
    ///
    /// # Errors
    /// As planning and applying.
    pub(super) fn applied(&self, progress: &dyn Progress) -> Result<Applied> {
        let first = self.plan(progress)?.apply(progress)?;
        let masks = self.checked.technique.descriptor().family.does_as_told();
        if first.outcome.is_ok() || masks {
            return Ok(first);
        }
        let Some(most) = self.rows_of_one_person() else {
            return Ok(first);
        };
        let asked = self.checked.requirements.iter();
        let start = asked.filter_map(Requirement::asked_k).max().unwrap_or(1);
        let end = start
            .saturating_mul(most)
            .min(self.checked.table.counted_rows());
        let (mut low, mut next) = (start, start);
        let mut found = None;
        while found.is_none() && next < end {
            low = next;
            next = (next + next.div_ceil(2)).min(end);
            found = self.with_classes_of(next, progress)?.map(|it| (next, it));
        }
        let Some((mut high, mut best)) = found else {
            return Ok(first);
        };
        for _ in 0..FINER {
            let middle = low.midpoint(high);
            if middle == low {
                break;
            }
            match self.with_classes_of(middle, progress)? {
                Some(applied) => (high, best) = (middle, applied),
                None => low = middle,
            }
        }
        Ok(best)
    }

    /// What comes of a search for classes of so many rows; none where the verifier refuses it.
    fn with_classes_of(&self, rows: u64, progress: &dyn Progress) -> Result<Option<Applied>> {
        let mut searched = self.checked.requirements.clone();
        searched.push(Requirement::k_anonymity(rows));
        let applied = self.plan_for(&searched, progress)?.apply(progress)?;
        Ok(applied.outcome.is_ok().then_some(applied))
    }

    /// The most rows that a person has; none where every row is a person of its own.
    fn rows_of_one_person(&self) -> Option<u64> {
        let table = self.table();
        let index = *table.with_role(Role::Person).first()?;
        table.counts_of(index).into_iter().max()
    }
}
