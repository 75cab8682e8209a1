//! Local suppression against a plain greedy, and both readings of a suppressed cell.

use std::collections::BTreeMap;

use bauta_privacy::{Requirement, examine};
use bauta_table::{Role, Table};
use bauta_testkit::shared::shared_dir;
use bauta_testkit::{oracle, random_table, skip, table_of};

use super::Suppress;
use crate::trial::{Trial, columns, settings};

type Rows = Vec<Vec<String>>;

fn sizes(rows: &[Vec<String>]) -> BTreeMap<&[String], usize> {
    let mut sizes = BTreeMap::new();
    rows.iter()
        .for_each(|row| *sizes.entry(&row[..]).or_default() += 1);
    sizes
}

/// Attribute by attribute, every row in a class below k loses its cell. What is still too small at the end takes the smallest
/// other class with it.
fn plain_greedy(mut rows: Rows, k: usize) -> usize {
    let width = rows[0].len();
    for column in 0..width {
        let sizes = sizes(&rows);
        let small: Vec<bool> = rows.iter().map(|row| sizes[&row[..]] < k).collect();
        for (row, _) in rows.iter_mut().zip(small).filter(|(_, small)| *small) {
            row[column] = "*".into();
        }
    }
    let blank = vec!["*".to_owned(); width];
    let own = sizes(&rows).get(&blank[..]).copied().unwrap_or(0);
    if own > 0 && own < k {
        let others = sizes(&rows);
        let others = others.into_iter().filter(|(key, _)| **key != blank[..]);
        let smallest = others.min_by_key(|(_, size)| *size).unwrap().0.to_vec();
        for row in rows.iter_mut().filter(|row| **row == smallest) {
            row.clone_from(&blank);
        }
    }
    assert!(*sizes(&rows).values().min().unwrap() >= k);
    stars(&rows)
}

fn stars(rows: &[Vec<String>]) -> usize {
    rows.iter().flatten().filter(|cell| *cell == "*").count()
}

/// The first columns of each row.
fn first(rows: Rows, width: usize) -> Rows {
    rows.into_iter().map(|row| row[..width].to_vec()).collect()
}

fn suppressed(table: &Table, k: usize, words: &[(&str, &str)]) -> Table {
    let trial = Trial {
        table: table.clone(),
    };
    let asked = [Requirement::k_anonymity(k as u64)];
    let draft = trial.drafted(&Suppress, &asked, &settings(words), 1);
    draft.unwrap().unwrap().tables.remove(0).1
}

#[test]
fn never_more_cells_than_a_plain_greedy() {
    for seed in 0..60 {
        let at = seed as usize;
        let (rows, width) = (20 + 7 * at % 180, 1 + at % 7);
        let table = random_table(seed, rows, width, 2 + at % 6, 3);
        for k in 2..=20 {
            let released = first(oracle::rows_of(&suppressed(&table, k, &[])), width);
            assert!(*sizes(&released).values().min().unwrap() >= k, "{seed} {k}");
            let plain = plain_greedy(first(oracle::rows_of(&table), width), k);
            let ours = stars(&released);
            assert!(ours <= plain, "{seed} {k}: {ours} cells, {plain} plainly");
        }
    }
}

/// The first attributes of Adult; none where the data are not beside the checkout.
fn adult(width: usize) -> Option<Table> {
    let text = std::fs::read_to_string(shared_dir()?.join("data/adult/adult.csv")).ok()?;
    let rows: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.split(';').take(width).collect())
        .collect();
    let cells: Vec<&[&str]> = rows[1..].iter().map(Vec::as_slice).collect();
    let mut table = table_of(&rows[0], &cells);
    (0..width).for_each(|index| table.set_role(index, Role::QuasiIdentifier));
    Some(table)
}

/// 30 162 people, 8 attributes. The plain greedy loses 72 314 cells at k = 10.
#[test]
fn adult_loses_few_cells() {
    let Some(table) = adult(8) else {
        return skip("the Adult data are not beside the checkout");
    };
    for (k, most) in [(2, 18_500), (5, 32_500), (10, 41_500), (20, 50_000)] {
        let released = oracle::rows_of(&suppressed(&table, k, &[]));
        assert!(*sizes(&released).values().min().unwrap() >= k, "{k}");
        let ours = stars(&released);
        let plain = plain_greedy(oracle::rows_of(&table), k);
        assert!(
            ours <= plain && ours <= most,
            "{k}: {ours}, plainly {plain}"
        );
    }
}

#[test]
fn adult_loses_fewer_cells_where_a_suppressed_cell_is_any_value() {
    let Some(table) = adult(8) else {
        return skip("the Adult data are not beside the checkout");
    };
    let released = suppressed(&table, 10, &[("suppressed", "any")]);
    let asked = [Requirement::k_anonymity_of_any_value(10)];
    assert!(examine(&released, &asked).holds());
    let cells = stars(&oracle::rows_of(&released));
    assert!(cells <= 21_000, "{cells}");
}

/// The fewest rows that agree with any row, by comparing each with each.
fn agreeing(rows: &[Vec<String>]) -> usize {
    let agree = |a: &[String], b: &[String]| {
        let mut pairs = a.iter().zip(b);
        pairs.all(|(a, b)| a == b || a == "*" || b == "*")
    };
    let with = |a: &Vec<String>| rows.iter().filter(|b| agree(a, b)).count();
    rows.iter().map(with).min().unwrap()
}

#[test]
fn enough_rows_agree_where_a_suppressed_cell_is_any_value() {
    let (mut any, mut own) = (0, 0);
    for seed in 0..120 {
        let at = seed as usize;
        let (width, k) = (1 + at % 6, 2 + at % 5);
        let table = random_table(seed, 20 + at % 80, width, 2 + at % 5, 3);
        let release = suppressed(&table, k, &[("suppressed", "any")]);
        let released = first(oracle::rows_of(&release), width);
        assert!(agreeing(&released) >= k, "{seed}");
        for (was, is) in oracle::rows_of(&table).iter().zip(&released) {
            assert!(was.iter().zip(is).all(|(was, is)| was == is || is == "*"));
        }
        let held = examine(&release, &[Requirement::k_anonymity_of_any_value(k as u64)]);
        assert!(held.holds(), "{seed}");
        any += stars(&released);
        own += stars(&first(oracle::rows_of(&suppressed(&table, k, &[])), width));
    }
    assert!(any < own, "{any} and {own}");
}

#[test]
fn the_reading_is_part_of_what_is_verified() {
    let cells: [(&str, &[&str]); 2] = [("a", &["1", "1", "2"]), ("b", &["x", "y", "y"])];
    let trial = Trial::of_columns(&cells).with_role(&["a", "b"], Role::QuasiIdentifier);
    let asked = [Requirement::k_anonymity(2)];
    let held_to = |words: &[(&str, &str)]| {
        let names = ["a".to_owned(), "b".to_owned()];
        let checked = crate::Technique::check(&Suppress, &settings(words), &names);
        checked.unwrap().verified(&asked)[0].statement("en")
    };
    assert!(held_to(&[("suppressed", "any")]).contains("any value"));
    assert!(!held_to(&[]).contains("any value"));
    let more = [
        Requirement::k_anonymity(2),
        Requirement::distinct_l_diversity(2),
    ];
    let any = settings(&[("suppressed", "any")]);
    assert!(trial.drafted(&Suppress, &more, &any, 1).is_err());
    let subsets = settings(&[("suppressed", "any"), ("subsets", "1")]);
    assert!(trial.drafted(&Suppress, &asked, &subsets, 1).is_err());
    // Rows with the same values lose different cells where that is enough: the lonely row takes one of four with it.
    let column = ["1", "1", "1", "1", "2"];
    let trial = Trial::of_column("a", &column).with_role(&["a"], Role::QuasiIdentifier);
    let released = columns(&suppressed(&trial.table, 2, &[]));
    assert_eq!(released, [["*", "1", "1", "1", "*"]]);
}
