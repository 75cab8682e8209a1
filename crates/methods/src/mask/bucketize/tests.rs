//! The header's invariants, and the number of buckets against trying all of them.

use proptest::prelude::*;

use super::*;
use crate::laws::context;

/// Whether `buckets` sets of `l` different values can be dealt from `values`: the most plentiful values first, by hand.
fn can_deal(values: &[u64], buckets: u64, l: u64) -> bool {
    let mut left = values.to_vec();
    for _ in 0..buckets {
        left.sort_unstable_by(|a, b| b.cmp(a));
        for value in 0..l as usize {
            match left.get_mut(value) {
                Some(count) if *count > 0 => *count -= 1,
                _ => return false,
            }
        }
    }
    true
}

proptest! {
    #[test]
    fn diverse_buckets_reach_l_whenever_it_can_be_reached(
        values in proptest::collection::vec(0u64..9, 1..6), l in 1u64..4
    ) {
        let most: u64 = values.iter().sum();
        let by_hand = (1..=most).filter(|&buckets| can_deal(&values, buckets, l)).max();
        prop_assert_eq!(bucket_count(&values, most, l), by_hand);
        let Some(buckets) = by_hand else { return Ok(()) };
        let value_of: Vec<u32> = values.iter().enumerate()
            .flat_map(|(value, &count)| std::iter::repeat_n(value as u32, count as usize)).collect();
        let rows: Vec<u32> = (0..most as u32).collect();
        let bucket_of = deal_diverse(&rows, &values, |row| value_of[row as usize], buckets, &mut context(1));
        for bucket in 0..buckets as u32 {
            let mut found: Vec<u32> =
                rows.iter().filter(|&&row| bucket_of[row as usize] == bucket).map(|&row| value_of[row as usize]).collect();
            found.sort_unstable();
            found.dedup();
            prop_assert!(found.len() as u64 >= l);
        }
    }

    #[test]
    fn no_bucket_is_smaller_than_k(rows in 1usize..50, k in 1u64..8) {
        prop_assume!(rows as u64 >= k);
        let rows: Vec<u32> = (0..rows as u32).collect();
        for bucket_of in [consecutive(rows.len(), k), deal_random(&rows, rows.len() as u64 / k, &mut context(2))] {
            let last = *bucket_of.iter().max().unwrap();
            for bucket in 0..=last {
                prop_assert!(bucket_of.iter().filter(|&&b| b == bucket).count() as u64 >= k);
            }
        }
    }
}
