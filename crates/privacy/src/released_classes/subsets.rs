//! How many released rows share each class' labels in some of the quasi-identifiers.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::agreeing::Labels;

/// For each class, the fewest rows that share its labels in any `size` of the quasi-identifiers (in all, if there are fewer). A suppressed
/// cell is a label of its own.
pub(super) fn fewest(labels: &Labels, sizes: &[u64], size: usize) -> Vec<u64> {
    let width = labels.first().map_or(0, Vec::len);
    let mut fewest = vec![u64::MAX; sizes.len()];
    let start = vec![0; sizes.len()];
    walk(
        &Walk {
            labels,
            sizes,
            width,
        },
        &start,
        (0, size.min(width)),
        &mut fewest,
    );
    fewest
}

struct Walk<'a> {
    labels: &'a Labels,
    sizes: &'a [u64],
    width: usize,
}

/// Goes through all ways to add `left` of the quasi-identifiers from `from` on to those by which `part_of` parts the classes.
fn walk(of: &Walk<'_>, part_of: &[u32], (from, left): (usize, usize), fewest: &mut [u64]) {
    if left == 0 {
        let mut rows: HashMap<u32, u64, FixedState> = HashMap::default();
        part_of
            .iter()
            .zip(of.sizes)
            .for_each(|(&part, &size)| *rows.entry(part).or_default() += size);
        for (own, part) in fewest.iter_mut().zip(part_of) {
            *own = (*own).min(rows.get(part).copied().unwrap_or(0));
        }
        return;
    }
    for next in from..=of.width - left {
        let mut numbers: HashMap<(u32, Option<u32>), u32, FixedState> = HashMap::default();
        let finer: Vec<u32> = part_of
            .iter()
            .zip(of.labels)
            .map(|(&part, labels)| {
                let fresh = numbers.len() as u32;
                *numbers.entry((part, labels[next])).or_insert(fresh)
            })
            .collect();
        walk(of, &finer, (next + 1, left - 1), fewest);
    }
}
