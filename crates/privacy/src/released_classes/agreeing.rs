//! How many released rows agree with each class, where a suppressed cell agrees with everything.

use bauta_table::{Role, Table};

use super::numbers::Numbers;

/// What stands in a suppressed cell.
const STAR: &str = "*";

/// The labels of each class, as numbers; none = suppressed.
pub(super) type Labels = Vec<Vec<Option<u32>>>;

/// The labels of classes, read off their first rows.
pub(super) fn labels(table: &Table, first_rows: &[u64]) -> Labels {
    let mut labels: Labels = vec![Vec::new(); first_rows.len()];
    for index in table.with_role(Role::QuasiIdentifier) {
        let column = &table.attributes()[index].column;
        let number_of = Numbers::default().of_codes(column);
        let star = (0..column.dictionary().len() as u32)
            .find(|&code| column.dictionary().label(code) == STAR);
        let star = star.map(|code| number_of[code as usize]);
        for (own, &row) in labels.iter_mut().zip(first_rows) {
            let code = column.codes().get(row as usize);
            own.push(Some(number_of[code as usize]).filter(|number| Some(*number) != star));
        }
    }
    labels
}

/// For each class its own rows and those of all others that agree with it. Two classes without suppressed cells never do.
pub(super) fn rows(labels: &Labels, sizes: &[u64]) -> Vec<u64> {
    // Without labels nothing is known to be suppressed: the strict reading.
    let starred: Vec<usize> = (0..labels.len())
        .filter(|&class| labels[class].contains(&None))
        .collect();
    let agree = |a: usize, b: usize| {
        let mut pairs = labels[a].iter().zip(&labels[b]);
        pairs.all(|(a, b)| a.is_none() || b.is_none() || a == b)
    };
    let mut rows = sizes.to_vec();
    for &star in &starred {
        for other in (0..labels.len()).filter(|&other| other != star && agree(star, other)) {
            rows[star] += sizes[other];
            if !labels[other].contains(&None) {
                rows[other] += sizes[star];
            }
        }
    }
    rows
}
