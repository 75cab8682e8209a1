//! One code a row, in the narrowest of 8, 16 or 32 bits, widened as larger codes arrive.

/// The codes of a column.
#[derive(Clone, PartialEq, Eq)]
pub enum Codes {
    /// At most 256 distinct codes.
    U8(Vec<u8>),
    /// At most 65 536 distinct codes.
    U16(Vec<u16>),
    /// Everything else.
    U32(Vec<u32>),
}

/// Runs the same expression on whichever vector a [`Codes`] holds.
#[macro_export]
macro_rules! with_codes {
    ($codes:expr, $v:ident => $body:expr) => {
        match $codes {
            $crate::Codes::U8($v) => $body,
            $crate::Codes::U16($v) => $body,
            $crate::Codes::U32($v) => $body,
        }
    };
}

impl Codes {
    /// No rows yet, narrowest width.
    pub fn new() -> Self {
        Codes::U8(Vec::new())
    }

    /// `rows` codes computed by `code_of`, stored in the width that `distinct` codes need.
    pub fn from_fn(
        rows: usize,
        distinct: usize,
        code_of: impl Fn(usize) -> u32 + Sync + Send,
    ) -> Self {
        use rayon::prelude::*;
        let range = (0..rows).into_par_iter().with_min_len(1 << 14);
        match distinct {
            // 256 codes are 0 to 255: the last one still fits in a byte.
            0..=0x100 => Codes::U8(range.map(|row| code_of(row) as u8).collect()),
            0x101..=0x1_0000 => Codes::U16(range.map(|row| code_of(row) as u16).collect()),
            _ => Codes::U32(range.map(code_of).collect()),
        }
    }

    /// The same codes sent through `map`, stored in the width that `distinct` codes need.
    pub fn mapped(&self, distinct: usize, map: &[u32]) -> Self {
        with_codes!(self, codes => Codes::from_fn(codes.len(), distinct, |row| map[codes[row] as usize]))
    }

    /// The codes of the chosen rows, in the order given.
    pub fn picked(&self, rows: &[u32]) -> Self {
        use rayon::prelude::*;
        let rows = rows.par_iter().with_min_len(1 << 14);
        match self {
            Codes::U8(v) => Codes::U8(rows.map(|&row| v[row as usize]).collect()),
            Codes::U16(v) => Codes::U16(rows.map(|&row| v[row as usize]).collect()),
            Codes::U32(v) => Codes::U32(rows.map(|&row| v[row as usize]).collect()),
        }
    }

    /// The codes of one bucket after the other, dealt anew inside each: `rows` are those of one bucket after the other, so many each as `sizes` says, and
    /// `from` are places inside buckets.
    pub fn dealt(&self, (rows, sizes): (&[u32], &[u32]), from: &Codes) -> Self {
        fn dealt<T: Copy, P: Copy + Into<u32>>(
            codes: &[T],
            rows: &[u32],
            sizes: &[u32],
            from: &[P],
        ) -> Vec<T> {
            let mut out = Vec::with_capacity(rows.len());
            let (mut rows, mut from) = (rows, from);
            for &size in sizes {
                // Places count from the start of their bucket, so both lists are cut in step.
                let (own, later) = rows.split_at(size as usize);
                let (places, others) = from.split_at(size as usize);
                out.extend(
                    places
                        .iter()
                        .map(|&place| codes[own[place.into() as usize] as usize]),
                );
                (rows, from) = (later, others);
            }
            out
        }
        with_codes!(from, from => match self {
            Codes::U8(v) => Codes::U8(dealt(v, rows, sizes, from)),
            Codes::U16(v) => Codes::U16(dealt(v, rows, sizes, from)),
            Codes::U32(v) => Codes::U32(dealt(v, rows, sizes, from)),
        })
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        with_codes!(self, v => v.len())
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The code of a row.
    #[inline]
    #[allow(
        clippy::unnecessary_cast,
        reason = "one of the three widths is u32 already"
    )]
    pub fn get(&self, row: usize) -> u32 {
        with_codes!(self, v => v[row] as u32)
    }

    /// All codes in row order.
    pub fn iter(&self) -> Box<dyn Iterator<Item = u32> + '_> {
        match self {
            Codes::U8(v) => Box::new(v.iter().map(|&c| u32::from(c))),
            Codes::U16(v) => Box::new(v.iter().map(|&c| u32::from(c))),
            Codes::U32(v) => Box::new(v.iter().copied()),
        }
    }

    /// Adds a row; the width grows when the code does not fit.
    #[inline]
    pub fn push(&mut self, code: u32) {
        match self {
            Codes::U8(v) if code <= 0xff => v.push(code as u8),
            Codes::U16(v) if code <= 0xffff => v.push(code as u16),
            Codes::U32(v) => v.push(code),
            _ => {
                self.widen(code);
                // Once only: the widened column takes the code.
                self.push(code);
            }
        }
    }

    fn widen(&mut self, code: u32) {
        *self = if code <= 0xffff {
            Codes::U16(self.iter().map(|c| c as u16).collect())
        } else {
            Codes::U32(self.iter().collect())
        };
    }

    /// How often each of `distinct` codes occurs.
    pub fn counts(&self, distinct: usize) -> Vec<u64> {
        match self {
            // At most 256 counts a part; with 16 bits that holds only where few codes are in use.
            Codes::U8(v) if v.len() >= PART => counts_by_parts(v, distinct),
            Codes::U16(v) if v.len() >= PART && distinct <= FEW => counts_by_parts(v, distinct),
            _ => with_codes!(self, v => counts_of(v, distinct)),
        }
    }
}

/// Rows that are worth a core's while, and codes that are few enough for each part to have its own counts.
const PART: usize = 1 << 18;
const FEW: usize = 1 << 12;

/// Counts of codes. Neighbours are often the same and are counted in different places, so that one need not wait for the other.
fn counts_of<T: Copy + Into<u32>>(codes: &[T], distinct: usize) -> Vec<u64> {
    if distinct > FEW {
        let mut counts = vec![0; distinct];
        codes
            .iter()
            .for_each(|&code| counts[code.into() as usize] += 1);
        return counts;
    }
    // Four counters a code, used in turn: two equal neighbours would else wait for each other's store.
    let mut counts = vec![0u64; 4 * distinct];
    let (fours, rest) = codes.as_chunks::<4>();
    for four in fours {
        for (place, &code) in four.iter().enumerate() {
            counts[place * distinct + code.into() as usize] += 1;
        }
    }
    rest.iter()
        .for_each(|&code| counts[code.into() as usize] += 1);
    (0..distinct)
        .map(|code| (0..4).map(|place| counts[place * distinct + code]).sum())
        .collect()
}

fn counts_by_parts<T: Copy + Into<u32> + Sync>(codes: &[T], distinct: usize) -> Vec<u64> {
    use rayon::prelude::*;
    let added = |mut all: Vec<u64>, part: Vec<u64>| {
        all.iter_mut()
            .zip(part)
            .for_each(|(all, part)| *all += part);
        all
    };
    codes
        .par_chunks(PART)
        .map(|part| counts_of(part, distinct))
        .reduce(|| vec![0; distinct], added)
}

impl Default for Codes {
    fn default() -> Self {
        Codes::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_widen_when_needed_and_keep_what_was_there() {
        let mut codes = Codes::new();
        for code in [0, 255, 256, 65_535, 65_536, 7] {
            codes.push(code);
        }
        assert!(matches!(codes, Codes::U32(_)));
        assert_eq!(
            codes.iter().collect::<Vec<_>>(),
            [0, 255, 256, 65_535, 65_536, 7]
        );
    }

    #[test]
    fn counting_by_parts_counts_each_row_once() {
        let codes = Codes::from_fn(PART * 2 + 3, 300, |row| (row % 300) as u32);
        let counts = codes.counts(300);
        assert_eq!(counts.iter().sum::<u64>(), codes.len() as u64);
        assert!(counts.iter().enumerate().all(
            |(code, &count)| count == codes.iter().filter(|&c| c == code as u32).count() as u64
        ));
    }

    #[test]
    fn mapping_narrows_to_the_width_needed() {
        let mut codes = Codes::new();
        for code in [300, 0, 299] {
            codes.push(code);
        }
        let mapped = codes.mapped(
            2,
            &(0..301).map(|c| u32::from(c >= 299)).collect::<Vec<_>>(),
        );
        assert!(matches!(mapped, Codes::U8(_)));
        assert_eq!(mapped.iter().collect::<Vec<_>>(), [1, 0, 1]);
    }
}
