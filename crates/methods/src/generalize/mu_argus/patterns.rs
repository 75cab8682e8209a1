//! Patterns: sets of quasi-identifiers whose cells are suppressed together.

/// Patterns of one size are tried while there are at most this many.
pub(super) const MOST: usize = 200;

/// The code of a suppressed cell in a masked key; no column has so many codes.
pub(super) const STAR: u32 = u32::MAX;

/// All patterns of `size` of these quasi-identifiers, in lexicographic order; none where there are too many.
pub(super) fn of_size(open: &[usize], size: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..size {
        let longer = |pattern: &Vec<usize>| {
            let from = pattern.last().map_or(0, |last| last + 1);
            (from..open.len())
                .map(|next| pattern.iter().copied().chain([next]).collect())
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
        if all.len() > MOST {
            return Vec::new();
        }
    }
    all.into_iter()
        .map(|pattern| pattern.into_iter().map(|place| open[place]).collect())
        .collect()
}

/// A key with the cells of a pattern suppressed.
pub(super) fn masked(key: &[u32], pattern: &[usize]) -> Vec<u32> {
    let mut key = key.to_vec();
    pattern.iter().for_each(|&qi| key[qi] = STAR);
    key
}
