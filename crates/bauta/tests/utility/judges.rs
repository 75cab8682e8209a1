//! Slow judges of every loss on random releases.

use super::*;

/// A release in which each cell says a random set that holds its value, and some rows are gone, as rows of text.
struct Random {
    original: Table,
    released: Table,
    source: Vec<u32>,
    /// What each released cell of a quasi-identifier covers.
    covers: Vec<Vec<BTreeSet<String>>>,
    domains: Vec<BTreeSet<String>>,
}

const QIS: usize = 3;

fn random(seed: u64) -> Random {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(1);
    let mut draw = move |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let original = random_table(seed, 30, QIS, 4, 3);
    let rows = rows_of(&original);
    let domains: Vec<BTreeSet<String>> = (0..QIS)
        .map(|qi| rows.iter().map(|row| row[qi].clone()).collect())
        .collect();
    let (mut source, mut covers, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    for (number, row) in rows.iter().enumerate() {
        if draw(8) == 0 {
            continue;
        }
        let mut cover = Vec::new();
        let mut text = Vec::new();
        for qi in 0..QIS {
            let mut set = BTreeSet::from([row[qi].clone()]);
            match draw(4) {
                0 => set = domains[qi].clone(),
                1 | 2 => set.extend(domains[qi].iter().filter(|_| draw(2) == 0).cloned()),
                _ => {}
            }
            let values: Vec<&str> = set.iter().map(String::as_str).collect();
            text.push(match values.as_slice() {
                all if all.len() == domains[qi].len() && all.len() > 1 => "*".to_owned(),
                [only] => (*only).to_owned(),
                several => format!("{{{}}}", several.join(", ")),
            });
            cover.push(set);
        }
        text.push(row[QIS].clone());
        source.push(number as u32);
        covers.push(cover);
        texts.push(text);
    }
    let texts: Vec<Vec<&str>> = texts
        .iter()
        .map(|row| row.iter().map(String::as_str).collect())
        .collect();
    let texts: Vec<&[&str]> = texts.iter().map(Vec::as_slice).collect();
    let mut released = table_of(&["q1", "q2", "q3", "sensitive"], &texts);
    (0..QIS).for_each(|index| released.set_role(index, Role::QuasiIdentifier));
    released.set_role(QIS, Role::Sensitive);
    Random {
        original,
        released,
        source,
        covers,
        domains,
    }
}

impl Random {
    fn qis(&self) -> Vec<Qi> {
        (0..QIS)
            .map(|index| Qi::new(&self.original, index, None).unwrap())
            .collect()
    }

    fn rows(&self) -> f64 {
        self.original.rows() as f64
    }

    /// Mean of what each cell loses, 1 for a row that is gone.
    fn mean(&self, qi: usize, lost: impl Fn(f64, f64) -> f64) -> f64 {
        let n = self.domains[qi].len() as f64;
        let cells: f64 = self
            .covers
            .iter()
            .map(|cover| lost(cover[qi].len() as f64, n))
            .sum();
        (cells + self.rows() - self.covers.len() as f64) / self.rows()
    }

    fn divergence(&self) -> f64 {
        let originals = rows_of(&self.original);
        let all: f64 = self
            .domains
            .iter()
            .map(|domain| domain.len() as f64)
            .product();
        let mut total = 0.0;
        for a in &self.domains[0] {
            for b in &self.domains[1] {
                for c in &self.domains[2] {
                    let cell = [a, b, c];
                    let p = originals
                        .iter()
                        .filter(|row| (0..3).all(|qi| row[qi] == *cell[qi]))
                        .count() as f64;
                    let covering = self
                        .covers
                        .iter()
                        .filter(|cover| (0..3).all(|qi| cover[qi].contains(cell[qi])));
                    let spread = covering.map(|cover| {
                        cover
                            .iter()
                            .map(|set| 1.0 / set.len() as f64)
                            .product::<f64>()
                    });
                    let q = spread.sum::<f64>() + (self.rows() - self.covers.len() as f64) / all;
                    if p > 0.0 {
                        total += p / self.rows() * (p / q).ln();
                    }
                }
            }
        }
        total
    }

    fn entropy(&self, qi: usize) -> f64 {
        let originals = rows_of(&self.original);
        let count = |set: &dyn Fn(&String) -> bool| {
            originals.iter().filter(|row| set(&row[qi])).count() as f64
        };
        let withheld = |value: &String, among: f64| (among / count(&|other| other == value)).log2();
        let most: f64 = originals
            .iter()
            .map(|row| withheld(&row[qi], self.rows()))
            .sum();
        let gone = (0..self.original.rows() as u32).filter(|row| !self.source.contains(row));
        let lost: f64 = gone
            .map(|row| withheld(&originals[row as usize][qi], self.rows()))
            .sum();
        let kept = self.source.iter().zip(&self.covers);
        let kept = kept.map(|(&row, cover)| {
            withheld(
                &originals[row as usize][qi],
                count(&|v| cover[qi].contains(v)),
            )
        });
        if most > 0.0 {
            (lost + kept.sum::<f64>()) / most
        } else {
            0.0
        }
    }
}

#[test]
fn slow_judges_agree_on_random_releases() {
    for seed in 0..60 {
        let random = random(seed);
        let prepared = Prepared::new(&random.original, random.qis());
        let reading = Reading::of(&random.original, &prepared.qis, &random.released, 30);
        assert_eq!(reading.not_understood(), 0);
        let weights = [1.0, 2.0, 0.5];
        let losses = Losses::all(
            &prepared,
            &random.released,
            &reading,
            Some(&random.source),
            &weights,
        );
        let mean = |of: &dyn Fn(usize) -> f64| (of(0) + 2.0 * of(1) + 0.5 * of(2)) / 3.5;
        let single = |n: f64| (n - 1.0).max(1.0);
        // A set of one value of a single-valued attribute covers everything and loses nothing.
        let spread = |qi| random.mean(qi, |covered, n| (covered - 1.0) / single(n));
        near(
            losses.information_loss.unwrap(),
            mean(&spread),
            "information loss",
        );
        near(losses.precision.unwrap(), 1.0 - mean(&spread), "precision");
        let n = |qi: usize| random.domains[qi].len() as f64;
        let share = |qi| random.mean(qi, |covered, n| covered / n);
        let loss = |qi| {
            if n(qi) > 1.0 {
                (share(qi) - 1.0 / n(qi)) / (1.0 - 1.0 / n(qi))
            } else {
                0.0
            }
        };
        let geometric = ((1.0 + loss(0)) * (1.0 + loss(1)).powi(2) * (1.0 + loss(2)).sqrt())
            .powf(1.0 / 3.5)
            - 1.0;
        near(losses.loss.unwrap(), geometric, "loss");
        let least = mean(&|qi| 1.0 / n(qi));
        near(
            losses.granularity.unwrap(),
            (mean(&share) - least) / (1.0 - least),
            "granularity",
        );
        near(
            losses.non_uniform_entropy.unwrap(),
            mean(&|qi| random.entropy(qi)),
            "entropy",
        );
        near(
            losses.kl_divergence.unwrap(),
            random.divergence(),
            "divergence",
        );
        let volume = |cover: &Vec<BTreeSet<String>>| {
            cover.iter().map(|set| set.len() as f64).product::<f64>()
        };
        let gone = 30.0 - random.covers.len() as f64;
        let combinations =
            random.covers.iter().map(volume).sum::<f64>() + gone * n(0) * n(1) * n(2);
        near(losses.ambiguity.unwrap(), combinations / 30.0, "ambiguity");
        let originals = rows_of(&random.original);
        let fits = |cover: &Vec<BTreeSet<String>>, row: &Vec<String>| {
            (0..3).all(|qi| cover[qi].contains(&row[qi]))
        };
        let candidates: usize = random
            .covers
            .iter()
            .map(|cover| originals.iter().filter(|row| fits(cover, row)).count())
            .sum();
        near(
            losses.candidates.unwrap(),
            candidates as f64 / random.covers.len() as f64,
            "candidates",
        );
    }
}

#[test]
fn rows_left_out_are_found_again() {
    let mut paired = 0;
    for seed in 0..60 {
        let random = random(seed);
        let qis = random.qis();
        let reading = Reading::of(&random.original, &qis, &random.released, 30);
        // Thirty rows of vague labels do not always prove their order.
        if let Some(found) = pairing::pair(&random.original, &qis, &random.released, &reading) {
            assert!(found.windows(2).all(|pair| pair[0] < pair[1]));
            assert_eq!(
                pairing::untrue_cells(&random.original, &qis, &random.released, &reading, &found),
                0
            );
            paired += 1;
        }
        let mut backwards: Vec<u32> = (0..random.released.rows() as u32).collect();
        backwards.reverse();
        let mixed = random.released.picked(&backwards);
        let reading = Reading::of(&random.original, &qis, &mixed, 30);
        let found = pairing::pair(&random.original, &qis, &mixed, &reading);
        assert_eq!(found, None, "{seed}");
    }
    assert!(paired > 40, "{paired}");
}

#[test]
fn slow_judges_agree_on_queries() {
    for seed in 0..30 {
        let random = random(seed);
        let prepared = Prepared::new(&random.original, random.qis());
        let reading = Reading::of(&random.original, &prepared.qis, &random.released, 30);
        let estimator = Estimator::new(&prepared, &reading, &random.released, &random.released);
        let mut state = seed;
        let draw = |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let workload = Workload {
            count: 20,
            selectivity: 0.3,
            ..Workload::default()
        };
        let (originals, released) = (rows_of(&random.original), rows_of(&random.released));
        let label = |qi: usize, rank: u32| {
            random.original.attributes()[qi]
                .column
                .dictionary()
                .label(rank)
                .into_owned()
        };
        for query in queries(&prepared, &workload, draw) {
            let wanted: Vec<(usize, BTreeSet<String>)> = query
                .ranges
                .iter()
                .map(|(qi, ranks)| (*qi, ranks.iter().map(|rank| label(*qi, rank)).collect()))
                .collect();
            let value = query.value.map(|code| label(3, code)).unwrap();
            let count = originals
                .iter()
                .filter(|row| {
                    row[3] == value && wanted.iter().all(|(qi, set)| set.contains(&row[*qi]))
                })
                .count();
            assert_eq!(answer(&prepared, &query), count as u64);
            let mut expected = 0.0;
            for (row, cover) in released.iter().zip(&random.covers) {
                let class: Vec<_> = released
                    .iter()
                    .filter(|other| other[..3] == row[..3])
                    .collect();
                let with_value = class.iter().filter(|other| other[3] == value).count() as f64;
                let inside = wanted.iter().map(|(qi, set)| {
                    cover[*qi].intersection(set).count() as f64 / cover[*qi].len() as f64
                });
                expected += inside.product::<f64>() * with_value / class.len() as f64;
            }
            near(estimator.estimate(&query), expected, "estimate");
        }
    }
}
