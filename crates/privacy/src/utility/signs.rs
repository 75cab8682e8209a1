//! Labels that are written with signs which values may hold as well: sets, ranges and masks as texts.

/// The members of a set `a, b, c`. Values may hold the separator themselves (at most `longest` pieces make one), so pieces are joined where that makes a
/// member; all members of every way to take the whole apart. None where there is no way.
pub(super) fn members(
    inner: &str,
    separator: &str,
    longest: usize,
    member: impl Fn(&str) -> Option<Vec<u32>>,
) -> Option<Vec<u32>> {
    // Where each piece begins and ends.
    let starts = inner
        .match_indices(separator)
        .map(|(at, _)| at + separator.len());
    let starts: Vec<usize> = std::iter::once(0).chain(starts).collect();
    let ends = starts.iter().skip(1).map(|start| start - separator.len());
    let ends: Vec<usize> = ends.chain([inner.len()]).collect();
    let mut joined: Vec<(usize, usize, Vec<u32>)> = Vec::new();
    // How many pieces from the left can be taken apart.
    let mut reached = vec![false; ends.len() + 1];
    reached[0] = true;
    for end in 0..ends.len() {
        for start in (end + 1).saturating_sub(longest)..=end {
            if !reached[start] {
                continue;
            }
            if let Some(ranks) = member(&inner[starts[start]..ends[end]]) {
                reached[end + 1] = true;
                joined.push((start, end + 1, ranks));
            }
        }
    }
    // And from the right: members come in the order of their ends, so that each is met after those that follow it.
    let mut leads = vec![false; ends.len() + 1];
    leads[ends.len()] = reached[ends.len()];
    let mut ranks = Vec::new();
    for (start, end, own) in joined.into_iter().rev() {
        if leads[end] {
            leads[start] = true;
            ranks.extend(own);
        }
    }
    leads[0].then_some(ranks)
}

/// Whether a value can be behind a mask. Hidden places at either end may stand for nothing.
pub(super) fn fits_mask(shown: &[char], value: &str, whole: bool) -> bool {
    let value: Vec<char> = value.chars().collect();
    let Some(lacking) = shown.len().checked_sub(value.len()) else {
        return false;
    };
    let same =
        |shown: &[char], value: &[char]| shown.iter().zip(value).all(|(&s, &v)| s == '*' || s == v);
    let hidden = |places: &[char]| places.iter().all(|&c| c == '*');
    let zeros = |places: &[char]| places.iter().all(|&c| c == '*' || c == '0');
    let (front, rest) = shown.split_at(lacking);
    let (start, end) = shown.split_at(value.len());
    (same(rest, &value) && (hidden(front) || (whole && zeros(front))))
        || (same(start, &value) && hidden(end))
}

/// Every way to split a text in two at a separator, also where separators overlap.
pub(crate) fn splits<'l>(
    text: &'l str,
    separator: &str,
) -> impl Iterator<Item = (&'l str, &'l str)> {
    let at = text.char_indices().map(|(at, _)| at);
    at.filter_map(move |at| Some((&text[..at], text[at..].strip_prefix(separator)?)))
}
