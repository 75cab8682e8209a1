//! Trees and two-way tables in which every count is of k rows.

use bauta_methods::synthesis::generate::{Copies, guard};
use bauta_methods::synthesis::trees::{Columns, Growing, draw, learn, verify};
use bauta_methods::synthesis::{Preparing, Rare, prepare};
use bauta_table::{Attribute, Progress, Table};
use rand_chacha::ChaCha20Rng;

use super::{BrokenCopies, JoinedOptions, JudgedCounts, Made, target_of};
use bauta_messages::{Error, Result};

/// Learns, judges and draws.
pub(super) fn make(
    table: &Table,
    k: u64,
    options: &JoinedOptions,
    rng: &mut ChaCha20Rng,
    progress: &dyn Progress,
) -> Result<Made> {
    let preparing = Preparing {
        quantiles: Some(QUANTILES),
        least: k,
        rare: Rare::Hide,
        ..Preparing::default()
    };
    let modalities = prepare(table, &preparing)?;
    let columns = Columns::of(&modalities);
    let growing = Growing {
        k,
        order: order(table, &options.order),
        ..Growing::default()
    };
    let model = learn(&columns.coded(), &growing, &|| progress.cancelled());
    if progress.cancelled() {
        return Err(Error::Cancelled);
    }
    let judged = verify(&model, &columns.coded());
    if !judged.holds(k) {
        let broken = format!(
            "the least of {} counts is of {} rows, {} are wrong",
            judged.counts, judged.least, judged.wrong
        );
        return Err(Error::Refused {
            method: "trees".into(),
            broken: vec![broken],
        });
    }
    let codes = draw(&model, options.rows.unwrap_or(table.rows()), rng);
    let attributes = modalities
        .forms()
        .into_iter()
        .zip(&codes)
        .map(|(form, codes)| Attribute {
            column: form.column(codes, rng),
            name: form.name.clone(),
            role: form.role,
        });
    let drawn = Table::from_attributes(attributes.collect());
    let (drawn, copies) = without_copies(drawn, &codes, table, options, rng);
    let (counts, least) = (judged.counts, judged.least);
    Ok(Made {
        table: drawn,
        copies: Some(copies),
        claim: format!("each of the {counts} counts in the model is of at least {k} rows; the least is of {least}"),
        counts: Some(JudgedCounts { k, least, counts }),
        privacy: None,
        notes: vec!["the rule of k is a heuristic: it says how many rows a count is of, not what an attacker who knows much can infer; for a proof, use noisy tables (epsilon)".into()],
    })
}

/// Breaks copies of real rows that are unique, unless they are allowed: by exchanging a value among rows that are alike in the last variable (the target, if
/// there is one), so that its tables with the others stay.
fn without_copies(
    drawn: Table,
    codes: &[Vec<u32>],
    real: &Table,
    options: &JoinedOptions,
    rng: &mut ChaCha20Rng,
) -> (Table, BrokenCopies) {
    let copies = Copies::new(real);
    let unique_real_rows = copies.unique() as u64;
    if options.allow_copies {
        return (
            drawn,
            BrokenCopies {
                unique_real_rows,
                exchanged: 0,
                left_out: 0,
            },
        );
    }
    let like = target_of(real).or_else(|| codes.len().checked_sub(1));
    let alike = like
        .and_then(|place| codes.get(place))
        .cloned()
        .unwrap_or_else(|| vec![0; drawn.rows()]);
    let guarded = guard(drawn, alike, &copies, rng);
    let (exchanged, left_out) = (guarded.exchanged as u64, guarded.left_out as u64);
    (
        guarded.table,
        BrokenCopies {
            unique_real_rows,
            exchanged,
            left_out,
        },
    )
}

/// Intervals of numbers and dates; each has k rows at least.
const QUANTILES: usize = 100;

/// The order asked for; targets last, so that all others predict them.
fn order(table: &Table, named: &[String]) -> Vec<usize> {
    let mut order: Vec<usize> = named
        .iter()
        .filter_map(|name| table.index_of(name).ok())
        .collect();
    let target = target_of(table);
    let others = (0..table.attributes().len()).filter(|index| Some(*index) != target);
    for index in others.collect::<Vec<_>>() {
        if !order.contains(&index) {
            order.push(index);
        }
    }
    order
}
