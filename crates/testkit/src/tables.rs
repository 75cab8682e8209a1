//! Small tables made by hand or by chance, and the way back to text.

use bauta_table::{Cell, ColumnBuilder, ReadAs, Role, Table};
use rand::RngExt;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

/// A table from text cells, typed as reading a CSV file would type it. Empty cells are missing.
pub fn table_of(header: &[&str], rows: &[&[&str]]) -> Table {
    let how = ReadAs {
        text_may_be_typed: true,
        ..ReadAs::default()
    };
    Table::new(header.iter().enumerate().map(|(column, name)| {
        let mut builder = ColumnBuilder::new();
        for (index, row) in rows.iter().enumerate() {
            assert_eq!(
                row.len(),
                header.len(),
                "row {} has another number of cells than the header",
                index + 1
            );
            builder.push_text(row[column]);
        }
        ((*name).to_owned(), builder.finish(&how))
    }))
}

/// A table of chance: `qi_count` text columns `q1`, `q2`, … of at most `distinct` values each, and the column `sensitive` of
/// at most `sensitive_distinct`, with their roles. Low values are more frequent than high ones, so that classes of every size occur. The same
/// arguments give the same table.
pub fn random_table(
    seed: u64,
    rows: usize,
    qi_count: usize,
    distinct: usize,
    sensitive_distinct: usize,
) -> Table {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let columns = (1..=qi_count).map(|q| (format!("q{q}"), format!("q{q}-"), distinct));
    let columns = columns.chain([("sensitive".to_owned(), "s".to_owned(), sensitive_distinct)]);
    let mut table = Table::new(columns.map(|(name, prefix, distinct)| {
        let mut builder = ColumnBuilder::new();
        for _ in 0..rows {
            let (a, b) = (
                rng.random_range(0..distinct.max(1)),
                rng.random_range(0..distinct.max(1)),
            );
            builder.push(Cell::Text(&format!("{prefix}{}", a.min(b))));
        }
        (name, builder.finish(&ReadAs::default()))
    }));
    (0..qi_count).for_each(|index| table.set_role(index, Role::QuasiIdentifier));
    table.set_role(qi_count, Role::Sensitive);
    table
}

/// The table as CSV with commas, a header and line feeds; cells are quoted where they have to be.
pub fn write_csv(table: &Table) -> String {
    let mut out = String::new();
    let names = table.attributes().iter().map(|a| a.name.as_str());
    push_line(&mut out, names);
    for row in 0..table.rows() {
        push_line(
            &mut out,
            table.attributes().iter().map(|a| a.column.label(row)),
        );
    }
    out
}

fn push_line(out: &mut String, cells: impl ExactSizeIterator<Item = impl AsRef<str>>) {
    let alone = cells.len() == 1;
    for (index, cell) in cells.enumerate() {
        if index > 0 {
            out.push(',');
        }
        let cell = cell.as_ref();
        // A line with nothing on it would be no row at all.
        if cell.contains([',', '"', '\n', '\r']) || (alone && cell.is_empty()) {
            out.push('"');
            out.push_str(&cell.replace('"', "\"\""));
            out.push('"');
        } else {
            out.push_str(cell);
        }
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use bauta_table::Kind;

    use super::*;
    use crate::oracle::rows_of;

    #[test]
    fn cells_are_typed_as_in_a_csv_file() {
        let table = table_of(
            &["zip", "age", "born"],
            &[&["01000", "34", "1990-01-31"], &["69001", "", "1970-12-01"]],
        );
        let kinds: Vec<Kind> = table
            .attributes()
            .iter()
            .map(|a| a.column.dictionary().kind())
            .collect();
        assert_eq!(kinds, [Kind::Text, Kind::Integer, Kind::Date]);
        assert_eq!(
            rows_of(&table),
            [["01000", "34", "1990-01-31"], ["69001", "", "1970-12-01"]]
        );
    }

    #[test]
    fn a_random_table_has_what_was_asked_and_repeats() {
        let table = random_table(7, 200, 3, 4, 5);
        assert_eq!((table.rows(), table.attributes().len()), (200, 4));
        assert!(
            table.attributes()[..3]
                .iter()
                .all(|a| a.column.dictionary().len() <= 4)
        );
        assert_eq!(table.attributes()[3].name, "sensitive");
        assert!(table == random_table(7, 200, 3, 4, 5));
        assert!(table != random_table(8, 200, 3, 4, 5));
    }

    #[test]
    fn csv_quotes_what_needs_it() {
        let table = table_of(&["a,b", "c"], &[&["say \"hi\"", "x\ny"], &["", "plain"]]);
        assert_eq!(
            write_csv(&table),
            "\"a,b\",c\n\"say \"\"hi\"\"\",\"x\ny\"\n,plain\n"
        );
    }
}
