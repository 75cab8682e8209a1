//! Fewer values, from noisy counts alone: ordered ones in groups of about even size, rare words together.

/// Groups of an ordered variable.
const GROUPS: f64 = 10.0;
/// Words whose noisy count is below so many scales of the noise are told together.
const RARE: f64 = 4.0;

/// A variable with fewer values.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Shape {
    /// The group of each value.
    pub group_of: Vec<u32>,
    /// Number of groups.
    pub groups: usize,
    /// The share of each value inside its group.
    pub inside: Vec<f64>,
    /// Noisy share of each group.
    pub shares: Vec<f64>,
}

impl Shape {
    pub fn of(noisy: &[i64], scale: f64, ordered: bool) -> Shape {
        let counts: Vec<f64> = noisy.iter().map(|&count| (count as f64).max(0.0)).collect();
        let total = counts.iter().sum::<f64>().max(1.0);
        let group_of = if ordered {
            neighbours(&counts, total, scale)
        } else {
            frequent(&counts, scale)
        };
        let groups = group_of.iter().max().map_or(0, |&most| most as usize + 1);
        let mut sums = vec![0.0; groups];
        let mut sizes = vec![0.0; groups];
        for (&group, count) in group_of.iter().zip(&counts) {
            sums[group as usize] += count;
            sizes[group as usize] += 1.0;
        }
        let inside =
            group_of
                .iter()
                .zip(&counts)
                .map(|(&group, count)| match sums[group as usize] {
                    sum if sum > 0.0 => count / sum,
                    _ => 1.0 / sizes[group as usize],
                });
        let inside = inside.collect();
        Shape {
            group_of,
            groups,
            inside,
            shares: sums.iter().map(|sum| sum / total).collect(),
        }
    }
}

/// Neighbours until a group has a tenth of the rows.
fn neighbours(counts: &[f64], total: f64, scale: f64) -> Vec<u32> {
    let least = (total / GROUPS).max(RARE * scale);
    let (mut group, mut sum, mut left) = (0, 0.0, total);
    let mut of = Vec::with_capacity(counts.len());
    for &count in counts {
        // A group that is full ends, unless too few are left for another one.
        if sum >= least && left >= least / 2.0 {
            group += 1;
            sum = 0.0;
        }
        of.push(group);
        sum += count;
        left -= count;
    }
    of
}

/// Words that are surely there by themselves, the others together in the last group.
fn frequent(counts: &[f64], scale: f64) -> Vec<u32> {
    let told = counts
        .iter()
        .filter(|&&count| count >= RARE * scale)
        .count() as u32;
    let mut next = 0;
    counts
        .iter()
        .map(|&count| {
            if count >= RARE * scale {
                next += 1;
                next - 1
            } else {
                told
            }
        })
        .collect()
}
