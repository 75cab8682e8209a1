//! The rule of the steps, by hand.

use bauta_privacy::Requirement;
use bauta_table::recoding::{Prepared, Recoding};
use bauta_testkit::random_table;

use super::*;
use crate::Settings;
use crate::laws::{context, with_hierarchies};

/// Follows the rule with slow and obvious code: recode all rows, count classes and values, take the attribute with most.
#[test]
fn every_step_generalises_the_attribute_with_most_values() {
    for seed in 0..30 {
        let table = random_table(seed, 40, 3, 8, 3);
        let prepared = Prepared::new(&table, with_hierarchies(&table));
        let k = 4;
        let limit = seed % 4;
        let mut levels = [0usize; 3];
        let expected = loop {
            let rows: Vec<Vec<u32>> = (0..table.rows())
                .map(|row| {
                    let own = |(index, qi): (usize, &bauta_table::Qi)| {
                        let code = table.attributes()[qi.attribute].column.codes().get(row);
                        qi.hierarchy.as_ref().unwrap().group(levels[index], code)
                    };
                    prepared.qis.iter().enumerate().map(own).collect()
                })
                .collect();
            let alike = |row: &Vec<u32>| rows.iter().filter(|other| *other == row).count();
            let outliers = rows.iter().filter(|row| alike(row) < k).count() as u64;
            if outliers <= limit {
                break Some(levels);
            }
            let values = |qi: usize| {
                rows.iter()
                    .map(|row| row[qi])
                    .collect::<std::collections::BTreeSet<_>>()
                    .len()
            };
            let mut best: Option<usize> = None;
            for (qi, &level) in levels.iter().enumerate() {
                let open = level < prepared.qis[qi].hierarchy.as_ref().unwrap().height();
                if open && best.is_none_or(|best| values(qi) > values(best)) {
                    best = Some(qi);
                }
            }
            match best {
                Some(qi) => levels[qi] += 1,
                None => break None,
            }
        };
        let requirements = [Requirement::k_anonymity(k as u64)];
        let task = Task::new(
            &Datafly,
            &prepared,
            &requirements,
            &Settings::new(),
            Vec::new(),
        )
        .unwrap()
        .with_limit(limit);
        let found = match task.plan(&mut context(0)).unwrap() {
            Outcome::Plan(Recoding::Levels(plan)) => Some(plan.node.levels().to_vec()),
            _ => None,
        };
        assert_eq!(
            found,
            expected.map(|levels| levels.map(|level| level as u8).to_vec()),
            "seed {seed}"
        );
    }
}
