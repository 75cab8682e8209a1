//! What a draft lost against the table it was made of, as its plan knows it.

use bauta_table::recoding::Draft;

/// Share of the quasi-identifiers' information that a draft lost against the table it was made of; a row left out lost all.
pub fn draft_loss(draft: &Draft, original_rows: u64) -> Option<f64> {
    let kept = draft
        .tables
        .iter()
        .find(|(part, _)| !part.is_sensitive())
        .map_or(0, |(_, table)| table.counted_rows());
    mean_loss(draft, kept, original_rows)
}

/// Mean over rows and quasi-identifiers; a row left out counts as lost entirely.
fn mean_loss(draft: &Draft, kept: u64, original_rows: u64) -> Option<f64> {
    let (_, table) = draft.tables.iter().find(|(part, _)| !part.is_sensitive())?;
    if draft.losses.is_empty() || original_rows == 0 {
        return None;
    }
    let mut total = 0.0;
    for loss in &draft.losses {
        let Ok(index) = table.index_of(&loss.attribute) else {
            // An attribute that was left out says nothing in any row.
            total += original_rows as f64;
            continue;
        };
        let counts = table.counts_of(index);
        total += counts
            .iter()
            .zip(&loss.spread)
            .map(|(&count, &lost)| count as f64 * lost)
            .sum::<f64>();
        total += original_rows.saturating_sub(kept) as f64;
    }
    Some(total / (original_rows as f64 * draft.losses.len() as f64))
}
