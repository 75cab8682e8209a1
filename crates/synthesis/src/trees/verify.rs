//! The independent judge: recounts every number of the model from the rows.
//!
//! It follows each row from the root by the model's questions and counts what it meets, and shares no code with growing.

use super::Coded;
use super::node::Trees;

/// What the judge found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verified {
    /// Numbers that the model holds.
    pub counts: u64,
    /// The least of them, as recounted.
    pub least: u64,
    /// Numbers that differ from what the rows give.
    pub wrong: u64,
}

impl Verified {
    /// Whether every number is right and of at least `k` rows.
    pub fn holds(&self, k: u64) -> bool {
        self.wrong == 0 && self.least >= k
    }
}

/// Recounts every number of the model.
pub fn verify(trees: &Trees, data: &Coded<'_>) -> Verified {
    let mut found = Verified {
        counts: 0,
        least: u64::MAX,
        wrong: 0,
    };
    for tree in &trees.trees {
        let mut seen = vec![vec![0u64; tree.values]; tree.nodes.len()];
        for row in 0..data.rows() {
            let value = data.columns[tree.variable][row] as usize;
            let mut at = Some(0);
            while let Some(node) = at {
                seen[node][value] += 1;
                at = tree.nodes[node].split.as_ref().map(|split| {
                    let answer = data.columns[split.on][row] as usize;
                    if split.first[answer] {
                        split.below[0]
                    } else {
                        split.below[1]
                    }
                });
            }
        }
        for (node, seen) in tree.nodes.iter().zip(&seen) {
            let mut judge = |said: u64, counted: u64| {
                found.counts += 1;
                found.least = found.least.min(counted);
                found.wrong += u64::from(said != counted);
            };
            judge(node.rows, seen.iter().sum());
            node.told
                .iter()
                .for_each(|&(value, rows)| judge(rows, seen[value as usize]));
            if let Some((pool, rows)) = &node.pool {
                judge(*rows, pool.iter().map(|&value| seen[value as usize]).sum());
            }
            let told = node
                .told
                .iter()
                .map(|it| it.0)
                .chain(node.pool.iter().flat_map(|it| it.0.iter().copied()));
            let mut untold = seen.clone();
            told.for_each(|value| untold[value as usize] = 0);
            found.wrong += u64::from(untold.iter().any(|&count| count > 0));
        }
    }
    for pair in &trees.pairs {
        let [a, b] = pair.variables;
        let mut rest = 0;
        let mut seen = vec![0u64; pair.told.len()];
        for (&x, &y) in data.columns[a].iter().zip(&data.columns[b]) {
            match pair.told.binary_search_by_key(&(x, y), |it| (it.0, it.1)) {
                Ok(place) => seen[place] += 1,
                Err(_) => rest += 1,
            }
        }
        let told = pair.told.iter().map(|it| it.2).zip(seen);
        for (said, counted) in told.chain((rest > 0 || pair.rest > 0).then_some((pair.rest, rest)))
        {
            found.counts += 1;
            found.least = found.least.min(counted);
            found.wrong += u64::from(said != counted);
        }
    }
    found
}
