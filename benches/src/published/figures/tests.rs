//! The figures are those of the charts and of the text.

use super::*;

#[test]
fn published_figures_are_those_of_the_digitised_charts() {
    let text = include_str!("fig_4_7_4_8_4_9_digitised.csv");
    let wanted: Vec<String> = text
        .lines()
        .filter(|line| line.ends_with(",digitised"))
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            [cells[0], cells[4], cells[5], cells[2], cells[3], cells[7]].join(",")
        })
        .collect();
    let told = |bar: &Bar| {
        let Bar {
            figure,
            dataset,
            distribution,
            cardinality,
            sensitive,
            value,
        } = bar;
        format!("{figure},{dataset},{distribution},{cardinality},{sensitive},{value}")
    };
    let bars: Vec<String> = bars().iter().map(told).collect();
    // Numbers may be written with more zeros there.
    let plain = |line: &String| {
        let (head, value) = line.rsplit_once(',').unwrap();
        format!("{head},{}", value.parse::<f64>().unwrap())
    };
    assert_eq!(
        bars.iter().map(plain).collect::<Vec<_>>(),
        wanted.iter().map(plain).collect::<Vec<_>>()
    );
}

#[test]
fn recall_claims_are_those_of_the_text() {
    let text = include_str!("claims_from_text.csv");
    let figures: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split(',').next())
        .collect();
    let claims = recall_claims();
    assert_eq!(claims.len(), 28);
    for claim in &claims {
        let known = |figure: &&str| match figure.split_once('-') {
            Some((from, to)) => claim.figure == from || claim.figure == to,
            None => **figure == *claim.figure,
        };
        assert!(figures.iter().any(known), "{claim:?}");
        assert!(
            claim.recall.0 <= claim.recall.1 && claim.recall.1 <= 1.0 && claim.k.0 <= claim.k.1
        );
    }
    let said = |words: &str| text.lines().any(|line| line.contains(words));
    assert!(
        said("\"global, 300 zip, 1 digit, k=15\",recall,36,%")
            && said("\"global, 3000 zip, 1 digit, k=15\",recall,~36,%")
    );
    let of = |dataset: &str, zipcodes: u32| {
        claims.iter().find(|c| {
            (c.dataset, c.zipcodes, c.digits, c.scope, c.k)
                == (dataset, zipcodes, 1, "global", (15, 15))
        })
    };
    assert_eq!(of("LUBM 100", 300).unwrap().recall, (0.36, 0.36));
    assert_eq!(of("LUBM 1000", 3000).unwrap().recall, (0.36, 0.36));
}
