//! What a co-clustering says about rows that it has not seen: which cluster they belong to, and what an attacker could attribute.

use rayon::prelude::*;

use super::model::Model;

/// Less than any share of a modality: what a cluster never has is unlikely, not impossible, for a row that it has not seen.
const LEAST: f64 = 1e-9;

/// The likeliest cluster of each row, given as one code a variable and row.
pub fn assign(model: &Model, columns: &[Vec<u32>]) -> Vec<u32> {
    let rows = columns.first().map_or(0, Vec::len);
    let logs: Vec<Vec<Vec<f64>>> = (0..model.forms.len())
        .map(|variable| {
            let logs = |chances: Vec<f64>| {
                chances
                    .into_iter()
                    .map(|chance| chance.max(LEAST).ln())
                    .collect()
            };
            model.all_chances(variable).into_iter().map(logs).collect()
        })
        .collect();
    let prior: Vec<f64> = model
        .clusters
        .iter()
        .map(|cluster| (cluster.rows.max(1) as f64).ln())
        .collect();
    let best = |row: usize| {
        let score = |cluster: usize| -> f64 {
            let terms = logs
                .iter()
                .zip(columns)
                .map(|(logs, codes)| logs[cluster][codes[row] as usize]);
            prior[cluster] + terms.sum::<f64>()
        };
        let all = (0..prior.len()).map(|cluster| (score(cluster), cluster as u32));
        all.fold((f64::NEG_INFINITY, 0), |best, next| {
            if next.0 > best.0 { next } else { best }
        })
        .1
    };
    (0..rows).into_par_iter().map(best).collect()
}

/// The share of synthetic rows to which an unknown row can be attributed, mean over the real rows: an attacker who knows all rows but one, the
/// clusters and the synthetic table can exclude a synthetic row only if the unknown row's cluster cannot have given it.
pub fn attribution(model: &Model, synthetic: &[Vec<u32>]) -> f64 {
    let rows = synthetic.first().map_or(0, Vec::len);
    let chances: Vec<Vec<Vec<f64>>> = (0..model.forms.len())
        .map(|variable| model.all_chances(variable))
        .collect();
    let possible = |cluster: usize| {
        let can = |row: &usize| {
            chances
                .iter()
                .zip(synthetic)
                .all(|(chances, codes)| chances[cluster][codes[*row] as usize] > 0.0)
        };
        (0..rows).filter(can).count() as f64 / rows.max(1) as f64
    };
    let all = model
        .clusters
        .iter()
        .map(|cluster| cluster.rows)
        .sum::<u64>()
        .max(1) as f64;
    let weighted = |cluster: usize| possible(cluster) * model.clusters[cluster].rows as f64 / all;
    (0..model.clusters.len())
        .into_par_iter()
        .map(weighted)
        .sum()
}

#[cfg(test)]
mod tests {
    use bauta_table::{ColumnBuilder, ReadAs, Table};

    use super::*;
    use crate::modalities::{Preparing, Rare, prepare};

    /// Two clusters: rows of `a` and `c`, rows of `b` and `c` or `d`.
    fn model() -> Model {
        let column = |cells: &[&str]| {
            let mut builder = ColumnBuilder::new();
            cells.iter().for_each(|cell| builder.push_text(cell));
            builder.finish(&ReadAs::default())
        };
        let table = Table::new([
            ("one".to_owned(), column(&["a", "a", "b", "b", "b", "b"])),
            ("two".to_owned(), column(&["c", "c", "c", "c", "d", "d"])),
        ]);
        let preparing = Preparing {
            least: 1,
            rare: Rare::Keep,
            ..Preparing::default()
        };
        let Ok(modalities) = prepare(&table, &preparing) else {
            unreachable!("two columns of words can be prepared")
        };
        Model::new(
            &modalities,
            &[0, 0, 1, 1, 1, 1],
            vec![vec![0, 1], vec![2, 3]],
        )
    }

    #[test]
    fn what_no_cluster_gives_is_not_attributed() {
        // (a, c) can be of the first cluster only, (b, c) and (b, d) of the second only.
        let synthetic = [vec![0, 1, 1, 1], vec![0, 0, 1, 1]];
        // Two of six real rows: one synthetic row of four; four of six: three of four.
        let expected = 2.0 / 6.0 * 0.25 + 4.0 / 6.0 * 0.75;
        assert!((attribution(&model(), &synthetic) - expected).abs() < 1e-12);
    }

    #[test]
    fn in_doubt_no_row_is_excluded() {
        let synthetic = [vec![0, 1, 1, 1], vec![0, 0, 1, 1]];
        let doubting = Model {
            doubt: 0.01,
            ..model()
        };
        assert!((attribution(&doubting, &synthetic) - 1.0).abs() < 1e-12);
        // The first cluster has only `a`: 99 parts in 100 from there, one from the table, where 2 of 6 have it.
        let expected = [0.99 + 0.01 * 2.0 / 6.0, 0.01 * 4.0 / 6.0];
        let found = doubting.chances(0, 0);
        assert!(
            found
                .iter()
                .zip(expected)
                .all(|(found, expected)| (found - expected).abs() < 1e-12)
        );
    }

    #[test]
    fn rows_go_to_their_likeliest_cluster() {
        assert_eq!(assign(&model(), &[vec![0, 1, 1], vec![0, 0, 1]]), [0, 1, 1]);
    }
}
