//! How many quasi-identifiers an attacker knows, and the k that is asked of each number of them: `3,2=10,1=20`.

use bauta_table::Fault;

use super::Requirement;

/// Sizes of subsets of the quasi-identifiers. The largest has the k that is asked for (`-k`); smaller ones may ask for more.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SubsetSizes {
    /// The largest; 0 = all quasi-identifiers together.
    largest: usize,
    /// Smaller ones, each with its own k.
    smaller: Vec<(usize, u64)>,
}

impl SubsetSizes {
    /// Reads sizes as people write them: the largest alone, smaller ones as `SIZE=K`. No word means all quasi-identifiers.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn read(words: &[String]) -> Result<SubsetSizes, Fault> {
        let mut sizes = SubsetSizes::default();
        for word in words {
            let (size, k) = match word.split_once('=') {
                None => (word.as_str(), None),
                Some((size, k)) => (size, Some(k.trim().parse::<u64>().map_err(|_| unclear())?)),
            };
            let size = size.trim().parse::<usize>().map_err(|_| unclear())?;
            if size == 0 || k == Some(0) {
                return Err(too_small());
            }
            match k {
                Some(k) => sizes.smaller.push((size, k)),
                None if sizes.largest == 0 => sizes.largest = size,
                None => return Err(unclear()),
            }
        }
        let largest = sizes.largest;
        let known = |size: usize| sizes.smaller.iter().filter(|own| own.0 == size).count();
        let unfit = |&(size, _): &(usize, u64)| size >= largest || known(size) > 1;
        if sizes.smaller.iter().any(unfit) {
            return Err(unclear());
        }
        Ok(sizes)
    }

    /// The largest number of quasi-identifiers that an attacker knows; none = all of them.
    pub fn largest(&self) -> Option<usize> {
        (self.largest > 0).then_some(self.largest)
    }

    /// Each size with its k, where the largest has `k`; none where all quasi-identifiers are meant.
    pub fn with_k(&self, k: u64) -> impl Iterator<Item = (usize, u64)> {
        let largest = self.largest().map(|size| (size, k));
        largest.into_iter().chain(self.smaller.iter().copied())
    }

    /// The requirements in place of k-anonymity with this `k`.
    pub fn requirements(&self, k: u64) -> impl Iterator<Item = Requirement> {
        self.with_k(k)
            .map(|(size, k)| Requirement::k_anonymity_of_subsets(k, size))
    }
}

fn unclear() -> Fault {
    Fault::Request(
        "the sizes of subsets cannot be read; give the largest size by itself, which has the k of -k, and smaller ones with a k of their own, such as --subsets 3,2=10,1=20".into(),
    )
}

fn too_small() -> Fault {
    Fault::Request("subsets must be of at least 1 quasi-identifier".into())
}

#[cfg(test)]
mod tests {
    use super::SubsetSizes;

    fn read(text: &str) -> Option<Vec<(usize, u64)>> {
        let words: Vec<String> = text.split_terminator(',').map(str::to_owned).collect();
        let sizes = SubsetSizes::read(&words).ok()?;
        Some(sizes.with_k(5).collect())
    }

    #[test]
    fn the_largest_has_k_and_smaller_ones_their_own() {
        assert_eq!(read(""), Some(vec![]));
        assert_eq!(read("3"), Some(vec![(3, 5)]));
        assert_eq!(read("3,2=10,1=20"), Some(vec![(3, 5), (2, 10), (1, 20)]));
        assert_eq!(read("1=20, 2"), Some(vec![(2, 5), (1, 20)]));
    }

    #[test]
    fn unclear_sizes_are_refused() {
        for wrong in [
            "0",
            "x",
            "3,2",
            "2=10",
            "2,3=4",
            "2,2=4",
            "3,1=4,1=5",
            "3,2=0",
            "3,2=",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
