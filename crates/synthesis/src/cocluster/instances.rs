//! Rows and modalities of a prepared table as instances to be co-clustered.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::search::Incidence;
use crate::modalities::Modalities;

/// The distinct rows of a prepared table.
pub struct Instances {
    /// Rows x modalities, equal rows as one unit.
    pub incidence: Incidence,
    /// The unit of each row.
    pub unit_of: Vec<u32>,
    /// The first modality of each variable on the axis of modalities.
    pub offsets: Vec<usize>,
}

impl Instances {
    /// Groups equal rows; modalities of all variables get one numbering.
    pub fn new(modalities: &Modalities) -> Self {
        let variables = modalities.variables();
        let mut offsets = Vec::with_capacity(variables.len());
        let mut total = 0;
        for variable in variables {
            offsets.push(total);
            total += variable.form.len();
        }
        let (unit_of, first_rows) = equal_rows(modalities);
        let mut rows = vec![0u64; first_rows.len()];
        unit_of.iter().for_each(|&unit| rows[unit as usize] += 1);
        let modality = |row: u32| {
            let codes = variables.iter().zip(&offsets);
            codes.map(move |(variable, &offset)| offset as u32 + variable.codes.get(row as usize))
        };
        let patterns: Vec<u32> = first_rows.iter().flat_map(|&row| modality(row)).collect();
        let incidence = Incidence::of_patterns(&patterns, variables.len(), &rows, total);
        Instances {
            incidence,
            unit_of,
            offsets,
        }
    }

    /// The part of each row, from that of each unit.
    pub fn of_rows(&self, part_of: &[u32]) -> Vec<u32> {
        self.unit_of
            .iter()
            .map(|&unit| part_of[unit as usize])
            .collect()
    }
}

/// A number for each row that equal rows share, in order of first appearance, and the first row of each number. Exact: groups are
/// refined by one variable after the other.
fn equal_rows(modalities: &Modalities) -> (Vec<u32>, Vec<u32>) {
    let mut group_of = vec![0u32; modalities.rows()];
    let mut groups = u32::from(modalities.rows() > 0);
    for variable in modalities.variables() {
        let mut finer: HashMap<(u32, u32), u32, FixedState> =
            HashMap::with_capacity_and_hasher(groups as usize, FixedState::default());
        groups = 0;
        for (group, code) in group_of.iter_mut().zip(variable.codes.iter()) {
            *group = *finer.entry((*group, code)).or_insert_with(|| {
                groups += 1;
                groups - 1
            });
        }
    }
    let mut first_rows = vec![u32::MAX; groups as usize];
    for (row, &group) in group_of.iter().enumerate().rev() {
        first_rows[group as usize] = row as u32;
    }
    (group_of, first_rows)
}
