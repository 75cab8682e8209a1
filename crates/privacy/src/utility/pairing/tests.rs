//! The bound on what chance does is one, and orders that are not kept are not taken for kept.

use bauta_testkit::table_of;

use super::*;

fn small(seed: u64) -> (Table, Table, Vec<Qi>) {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(3);
    let mut draw = move |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let rows: Vec<[String; 4]> = (0..6)
        .map(|_| {
            let (age, ill) = (20 + draw(6), ["x", "y"][draw(2) as usize]);
            let label = match draw(3) {
                0 => "*".to_owned(),
                1 => format!("[{}-{}]", age - draw(3), age + draw(3)),
                _ => age.to_string(),
            };
            [age.to_string(), ill.to_owned(), label, ill.to_owned()]
        })
        .collect();
    let part = |at: usize| {
        let cells: Vec<[&str; 2]> = rows
            .iter()
            .map(|it| [it[at].as_str(), it[at + 1].as_str()])
            .collect();
        table_of(
            &["age", "ill"],
            &cells.iter().map(|row| &row[..]).collect::<Vec<_>>(),
        )
    };
    let (original, released) = (part(0), part(2));
    let qis = vec![Qi::new(&original, 0, None).unwrap()];
    (original, released, qis)
}

/// All orders of a list.
fn orders(rows: usize) -> Vec<Vec<usize>> {
    if rows == 0 {
        return vec![Vec::new()];
    }
    let shorter = orders(rows - 1);
    let with = |order: &Vec<usize>| {
        (0..rows)
            .map(|at| {
                let mut order = order.clone();
                order.insert(at, rows - 1);
                order
            })
            .collect::<Vec<_>>()
    };
    shorter.iter().flat_map(with).collect()
}

#[test]
fn the_bound_is_above_the_share_of_orders_that_fit() {
    for seed in 0..40 {
        let (original, released, qis) = small(seed);
        for left_out in 0..3 {
            let rows: Vec<u32> = (left_out..6).collect();
            let part = released.picked(&rows);
            let reading = Reading::of(&original, &qis, &part, 6);
            let fit = Fit::new(&original, &qis, &part, &reading);
            let all = orders(rows.len());
            let kept = all.iter().filter(|order| {
                let order: Vec<u32> = order.iter().map(|&row| row as u32).collect();
                let mixed = part.picked(&order);
                let reading = Reading::of(&original, &qis, &mixed, 6);
                Fit::new(&original, &qis, &mixed, &reading)
                    .earliest(order.len(), 6)
                    .is_some()
            });
            let share = kept.count() as f64 / all.len() as f64;
            let bound = fit.ln_chance(rows.len(), 6).exp();
            assert!(bound >= share - 1e-9, "{seed}: {bound} < {share}");
            // The bound by columns is no smaller.
            let (one, by_column) = (
                (0..rows.len())
                    .map(|row| (0..6).filter(|&from| fit.fits(from, row)).count() as u64),
                fit.fitting_by_column(rows.len(), 6),
            );
            assert!(
                one.zip(by_column).all(|(one, column)| one <= column),
                "{seed}"
            );
        }
    }
}

/// Review H1: a frequent value beside the quasi-identifiers is no sign that rows kept their order.
#[test]
fn a_rotated_copy_is_not_paired() {
    let rows: Vec<[String; 3]> = (0..200u32)
        .map(|row| {
            [
                format!("t{}", row % 40),
                (20 + row % 60).to_string(),
                if row < 150 { "x" } else { "y" }.to_owned(),
            ]
        })
        .collect();
    let cells: Vec<Vec<&str>> = rows
        .iter()
        .map(|row| row.iter().map(String::as_str).collect())
        .collect();
    let cells: Vec<&[&str]> = cells.iter().map(Vec::as_slice).collect();
    let original = table_of(&["town", "age", "ill"], &cells);
    let qis: Vec<Qi> = (0..2)
        .map(|index| Qi::new(&original, index, None).unwrap())
        .collect();
    let pair_of = |order: Vec<u32>| {
        let released = original.picked(&order);
        let reading = Reading::of(&original, &qis, &released, 200);
        pair(&original, &qis, &released, &reading)
    };
    assert_eq!(pair_of((0..200).collect()), Some((0..200).collect()));
    assert_eq!(pair_of((0..200).map(|row| (row + 1) % 200).collect()), None);
    assert_eq!(pair_of((0..200).map(|row| row * 7 % 200).collect()), None);
    // Rows that were left out leave the others in order.
    let kept: Vec<u32> = (0..200).filter(|row| row % 9 != 4).collect();
    assert_eq!(pair_of(kept.clone()), Some(kept));
}

#[test]
fn keys_must_identify() {
    let one = table_of(&["id", "age"], &[&["1", "20"], &["2", "30"], &["3", "40"]]);
    let mixed = table_of(&["id", "age"], &[&["3", "*"], &["1", "*"]]);
    let key = ["id".to_owned()];
    assert_eq!(by_key(&one, &mixed, &key), Ok(vec![2, 0]));
    let twice = table_of(&["id"], &[&["3"], &["3"], &["9"]]);
    assert_eq!(by_key(&one, &twice, &key).unwrap_err().len(), 2);
    assert_eq!(by_key(&twice, &one, &key).unwrap_err().len(), 2);
    assert!(by_key(&one, &mixed, &["name".to_owned()]).is_err());
}
