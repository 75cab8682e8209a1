//! How good scores are.

/// Share of rows whose class has the highest score; the first of equals is taken.
pub fn accuracy(scores: &[Vec<f64>], labels: &[u32]) -> f64 {
    let best = |scores: &[f64]| {
        let first = (0, f64::NEG_INFINITY);
        scores
            .iter()
            .enumerate()
            .fold(
                first,
                |best, (class, &score)| if score > best.1 { (class, score) } else { best },
            )
            .0
    };
    let right = scores
        .iter()
        .zip(labels)
        .filter(|(scores, label)| best(scores) == **label as usize)
        .count();
    right as f64 / labels.len().max(1) as f64
}

/// Area under the ROC curve: the chance that a row of a class scores higher for it than a row of another one, ties counting half;
/// mean over the classes that occur. `None` where only one does.
pub fn auc(scores: &[Vec<f64>], labels: &[u32]) -> Option<f64> {
    let classes = scores.first().map_or(0, Vec::len) as u32;
    let areas: Vec<f64> = (0..classes)
        .filter_map(|class| one(scores, labels, class))
        .collect();
    (!areas.is_empty()).then(|| areas.iter().sum::<f64>() / areas.len() as f64)
}

/// One class against the others, by ranks (Mann-Whitney).
fn one(scores: &[Vec<f64>], labels: &[u32], class: u32) -> Option<f64> {
    let others = |scores: &[f64]| {
        let rest = scores
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != class as usize)
            .map(|(_, &score)| score);
        rest.fold(f64::NEG_INFINITY, f64::max)
    };
    // How much the class leads the others: scores of different rows need not be on one scale.
    let margin = |scores: &Vec<f64>| match (scores[class as usize], others(scores)) {
        (own, _) if own == f64::NEG_INFINITY => f64::NEG_INFINITY,
        (own, other) if other == f64::NEG_INFINITY => own,
        (own, other) => own - other,
    };
    let mut ranked: Vec<(f64, bool)> = scores
        .iter()
        .zip(labels)
        .map(|(scores, &label)| (margin(scores), label == class))
        .collect();
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut ranks, mut place) = (0.0, 0.0);
    for ties in ranked.chunk_by(|a, b| a.0 == b.0) {
        let mean = place + (ties.len() as f64 + 1.0) / 2.0;
        ranks += mean * ties.iter().filter(|(_, own)| *own).count() as f64;
        place += ties.len() as f64;
    }
    let own = ranked.iter().filter(|(_, own)| *own).count() as f64;
    let rest = ranked.len() as f64 - own;
    (own > 0.0 && rest > 0.0).then(|| (ranks - own * (own + 1.0) / 2.0) / (own * rest))
}
