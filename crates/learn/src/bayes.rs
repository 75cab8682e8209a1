//! Naive Bayes on spread values.
//!
//! **Idea.** A row whose value is only known to be one of several counts for each of them by its share, so a release is learnt from
//! as it is, without choosing a value for it. Counts are smoothed by one (Laplace).

use crate::Samples;

/// Log-probability of each class, up to a constant of the row.
pub(crate) fn scores(train: &Samples, test: &Samples, classes: usize) -> Vec<Vec<f64>> {
    let width: usize = train.values.iter().sum();
    let mut counts = vec![vec![1.0; width]; classes];
    let mut rows = vec![1.0; classes];
    for (row, &label) in train.soft.chunks_exact(width).zip(&train.labels) {
        rows[label as usize] += 1.0;
        counts[label as usize]
            .iter_mut()
            .zip(row)
            .for_each(|(count, share)| *count += share);
    }
    let all: f64 = rows.iter().sum();
    let score = |row: &[f64], class: usize| {
        let mut score = (rows[class] / all).ln();
        let mut from = 0;
        for &values in &train.values {
            let (row, counts) = (
                &row[from..from + values],
                &counts[class][from..from + values],
            );
            let total: f64 = counts.iter().sum();
            let likelihood: f64 = row
                .iter()
                .zip(counts)
                .map(|(share, count)| share * count / total)
                .sum();
            score += likelihood.max(f64::MIN_POSITIVE).ln();
            from += values;
        }
        score
    };
    test.soft
        .chunks_exact(width)
        .map(|row| (0..classes).map(|class| score(row, class)).collect())
        .collect()
}
