//! Tests of the whole path on made-up people: clusters, generation, margins, guard, and attempts to deceive the verifier.

use bauta_table::{Column, ColumnBuilder, ReadAs, Role, Table};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;

use super::draw::{draw, fit};
use super::search::{Effort, Grid, Unwatched, search};
use super::*;
use crate::guard::Copies;
use crate::mend::{Draft, Mended, Standards, mend};
use crate::modalities::{Modalities, Preparing, prepare};
use crate::request::{Margin, Way};
use crate::verify::Verdict;

fn column(cells: &[String]) -> Column {
    let mut builder = ColumnBuilder::new();
    cells.iter().for_each(|cell| builder.push_text(cell));
    builder.finish(&ReadAs {
        text_may_be_typed: true,
        ..ReadAs::default()
    })
}

/// People of three kinds: sex, region, job and age hang together; income is missing for some.
fn people(rows: usize) -> Table {
    let mut random = ChaCha20Rng::seed_from_u64(7);
    let mut cells: [Vec<String>; 5] = Default::default();
    for _ in 0..rows {
        let kind = random.random_range(0..3usize);
        let own = |random: &mut ChaCha20Rng| {
            if random.random::<f64>() < 0.85 {
                kind
            } else {
                random.random_range(0..3)
            }
        };
        cells[0].push(["F", "M", "M"][own(&mut random)].to_owned());
        cells[1].push(["north", "south", "west"][own(&mut random)].to_owned());
        cells[2].push(["nurse", "baker", "clerk"][own(&mut random)].to_owned());
        cells[3].push((20 + 20 * own(&mut random) + random.random_range(0..20)).to_string());
        let income = format!(
            "{}.{}",
            1000 * (1 + own(&mut random)) + random.random_range(0..900),
            random.random_range(0..9)
        );
        cells[4].push(if random.random::<f64>() < 0.1 {
            String::new()
        } else {
            income
        });
    }
    let names = ["sex", "region", "job", "age", "income"];
    Table::new(
        names
            .iter()
            .zip(&cells)
            .map(|(name, cells)| ((*name).to_owned(), column(cells))),
    )
}

struct Learnt {
    real: Table,
    modalities: Modalities,
    instances: Instances,
    best: Grid,
}

fn learnt(rows: usize) -> Learnt {
    let real = people(rows);
    let modalities = prepare(&real, &Preparing::default()).unwrap();
    let instances = Instances::new(&modalities);
    let (best, _) = search(
        &instances.incidence,
        Effort { seed: 2, rounds: 6 },
        &Unwatched,
    )
    .unwrap();
    Learnt {
        real,
        modalities,
        instances,
        best,
    }
}

impl Learnt {
    fn climbed(&self, wanted: &Wanted) -> Option<Climbed> {
        climb(&self.modalities, &self.instances, &self.best, wanted)
    }

    fn table(&self, model: &Model, rows: usize, seed: u64) -> (Table, Vec<u32>) {
        let mut random = ChaCha20Rng::seed_from_u64(seed);
        let drawn = draw(model, rows, Way::Quotas, None, &mut random);
        let columns = model
            .forms
            .iter()
            .zip(&drawn.codes)
            .map(|(form, codes)| (form.name.clone(), form.column(codes, &mut random)));
        (Table::new(columns), drawn.cluster)
    }

    fn verdict(
        &self,
        synthetic: &Table,
        climbed: &Climbed,
        wanted: &Wanted,
        copies_allowed: bool,
    ) -> Verdict {
        let evidence = Evidence {
            real: &self.real,
            modalities: &self.modalities,
            row_cluster: Some(&climbed.row_cluster),
            model: &climbed.model,
            wanted,
            copies_allowed,
        };
        verify(synthetic, &evidence)
    }
}

/// Rows in which copies of unique real rows are broken.
fn without_copies(table: Table, group: Vec<u32>, real: &Table, seed: u64) -> Mended {
    let standards = Standards {
        copies: Some(Copies::new(real)),
        ..Standards::default()
    };
    let mut random = ChaCha20Rng::seed_from_u64(seed);
    mend(Draft { table, group }, &standards, &mut random).unwrap()
}

#[test]
fn three_kinds_of_people_are_clusters_and_a_drawn_table_passes() {
    let learnt = learnt(1500);
    assert!(learnt.best.parts()[0] >= 3);
    let wanted = Wanted {
        k: 10,
        ..Wanted::default()
    };
    let climbed = learnt.climbed(&wanted).unwrap();
    let (drawn, cluster) = learnt.table(&climbed.model, 700, 5);
    let guarded = without_copies(drawn, cluster, &learnt.real, 4);
    assert!(guarded.table.rows() <= 700);
    let verdict = learnt.verdict(&guarded.table, &climbed, &wanted, false);
    assert_eq!(verdict.failures, Vec::<String>::new());
    assert!(verdict.least >= 10);
}

/// The shares of modalities, over many seeds, are those of the table: no bias, and little spread.
#[test]
fn margins_stay_within_sampling_error_over_many_seeds() {
    let learnt = learnt(900);
    let climbed = learnt
        .climbed(&Wanted {
            k: 10,
            ..Wanted::default()
        })
        .unwrap();
    let (seeds, rows) = (60, 450);
    for variable in 0..5 {
        let form = &climbed.model.forms[variable];
        let mut sums = vec![0usize; form.len()];
        for seed in 0..seeds {
            let drawn = draw(
                &climbed.model,
                rows,
                Way::Quotas,
                None,
                &mut ChaCha20Rng::seed_from_u64(seed),
            );
            drawn.codes[variable]
                .iter()
                .for_each(|&code| sums[code as usize] += 1);
        }
        for (&sum, &real) in sums.iter().zip(&form.rows) {
            let (drawn, share) = (
                sum as f64 / (seeds as usize * rows) as f64,
                real as f64 / 900.0,
            );
            let error = (share * (1.0 - share) / (seeds as usize * rows) as f64).sqrt();
            assert!(
                (drawn - share).abs() < 4.0 * error + 0.02,
                "{drawn} instead of {share}"
            );
        }
    }
}

#[test]
fn clusters_are_as_large_as_asked_for_and_as_few() {
    let learnt = learnt(1200);
    for k in [1, 50, 350, 700, 1200] {
        let climbed = learnt
            .climbed(&Wanted {
                k,
                ..Wanted::default()
            })
            .unwrap();
        assert!(
            climbed
                .model
                .clusters
                .iter()
                .all(|cluster| cluster.rows >= k)
        );
    }
    assert!(
        learnt
            .climbed(&Wanted {
                k: 1201,
                ..Wanted::default()
            })
            .is_none()
    );
    let two = learnt
        .climbed(&Wanted {
            k: 1,
            clusters: Some(2),
            ..Wanted::default()
        })
        .unwrap();
    assert_eq!(two.model.clusters.len(), 2);
}

#[test]
fn a_level_of_the_saved_model_is_that_of_the_search() {
    let learnt = learnt(1000);
    let fine = learnt
        .climbed(&Wanted {
            k: 1,
            ..Wanted::default()
        })
        .unwrap()
        .model;
    for (level, told) in fine.levels.iter().enumerate() {
        let coarse = fine.at_level(level);
        assert_eq!(coarse.clusters.len(), told.row_clusters);
        assert_eq!(coarse.modality_clusters(), told.modality_clusters);
        assert_eq!(
            coarse.clusters.iter().map(|cluster| cluster.rows).min(),
            Some(told.smallest)
        );
    }
    let (direct, climbed) = (
        learnt
            .climbed(&Wanted {
                k: 1,
                clusters: Some(2),
                ..Wanted::default()
            })
            .unwrap(),
        fine,
    );
    let level = climbed
        .levels
        .iter()
        .position(|level| level.row_clusters == 2)
        .unwrap();
    let mut rows = [direct.model, climbed.at_level(level)].map(|model| {
        model
            .clusters
            .iter()
            .map(|cluster| cluster.rows)
            .collect::<Vec<_>>()
    });
    rows.iter_mut().for_each(|rows| rows.sort_unstable());
    assert_eq!(rows[0], rows[1]);
}

#[test]
fn sensitive_values_are_diverse_and_close_in_every_cluster() {
    let mut learnt = learnt(1200);
    learnt.real.set_role(2, Role::Sensitive);
    let wanted = Wanted {
        k: 10,
        closeness: vec![(2, 0.25)],
        diversity: vec![(2, 3)],
        ..Wanted::default()
    };
    let free = learnt
        .climbed(&Wanted {
            k: 10,
            ..Wanted::default()
        })
        .unwrap();
    let climbed = learnt.climbed(&wanted).unwrap();
    assert!(
        climbed.level > free.level,
        "jobs hang together with everything, so clusters must have been merged"
    );
    let (drawn, _) = learnt.table(&climbed.model, 300, 1);
    assert_eq!(
        learnt.verdict(&drawn, &climbed, &wanted, true).failures,
        Vec::<String>::new()
    );
    assert!(
        !learnt
            .verdict(&drawn, &free, &wanted, true)
            .failures
            .is_empty(),
        "the verifier sees it by itself"
    );
    let too_much = Wanted {
        k: 10,
        diversity: vec![(2, 4)],
        ..Wanted::default()
    };
    assert!(learnt.climbed(&too_much).is_none());
}

#[test]
fn fixed_margins_are_met_and_contradictions_refused() {
    let learnt = learnt(900);
    let model = learnt
        .climbed(&Wanted {
            k: 10,
            ..Wanted::default()
        })
        .unwrap()
        .model;
    let margin = |variable: &str, value: &str, share| Margin {
        variable: variable.into(),
        value: value.into(),
        share,
    };
    let margins = [
        margin("sex", "F", 0.8),
        margin("job", "baker", 0.5),
        margin("job", "nurse", 0.2),
    ];
    let fitted = fit(&model, &margins).unwrap_or_else(|_| unreachable!("these margins can be met"));
    let drawn = draw(
        &model,
        1000,
        Way::Quotas,
        Some(&fitted),
        &mut ChaCha20Rng::seed_from_u64(1),
    );
    for margin in &margins {
        let variable = model
            .forms
            .iter()
            .position(|form| form.name == margin.variable)
            .unwrap();
        let code = (0..5)
            .find(|&code| model.forms[variable].label(code) == margin.value)
            .unwrap() as u32;
        let rows = drawn.codes[variable]
            .iter()
            .filter(|&&drawn| drawn == code)
            .count() as f64;
        assert!(
            (rows - 1000.0 * margin.share).abs() <= 12.0,
            "{rows} rows of share {}",
            margin.share
        );
    }
    assert_eq!(
        drawn.codes.iter().map(Vec::len).collect::<Vec<_>>(),
        [1000; 5]
    );
    for wrong in [
        margin("sexe", "F", 0.5),
        margin("sex", "X", 0.5),
        margin("sex", "F", 1.5),
    ] {
        assert!(fit(&model, &[wrong]).is_err());
    }
}

/// Where every real row is unique and clusters are small, drawing copies some; the guard leaves none.
#[test]
fn no_unique_row_is_copied() {
    let mut random = ChaCha20Rng::seed_from_u64(3);
    let mut cell = || {
        (0..120)
            .map(|_| ["a", "b", "c", "d"][random.random_range(0..4)].to_owned())
            .collect::<Vec<_>>()
    };
    let cells: Vec<Vec<String>> = (0..4).map(|_| cell()).collect();
    let real = Table::new(
        cells
            .iter()
            .enumerate()
            .map(|(place, cells)| (format!("v{place}"), column(cells))),
    );
    let modalities = prepare(&real, &Preparing::default()).unwrap();
    let (row_cluster, own) = (
        vec![0; 120],
        modalities
            .forms()
            .iter()
            .map(|form| vec![0; form.len()])
            .collect(),
    );
    let model = Model::new(&modalities, &row_cluster, own);
    let drawn = draw(&model, 400, Way::Quotas, None, &mut random);
    let columns: Vec<_> = model
        .forms
        .iter()
        .zip(&drawn.codes)
        .map(|(form, codes)| (form.name.clone(), form.column(codes, &mut random)))
        .collect();
    let table = Table::new(columns);
    let wanted = Wanted {
        k: 10,
        ..Wanted::default()
    };
    let evidence = |copies_allowed| Evidence {
        real: &real,
        modalities: &modalities,
        row_cluster: Some(&row_cluster),
        model: &model,
        wanted: &wanted,
        copies_allowed,
    };
    let before = verify(&table, &evidence(false));
    assert!(before.unique_copies > 0 && !before.failures.is_empty());
    assert_eq!(
        verify(&table, &evidence(true)).failures,
        Vec::<String>::new()
    );
    let guarded = without_copies(table, drawn.cluster, &real, 5);
    let after = verify(&guarded.table, &evidence(false));
    assert_eq!((after.unique_copies, after.failures.len()), (0, 0));
    assert!(guarded.copied == before.unique_copies && guarded.table.rows() > 300);
}

/// The verifier against a model that lies about its clusters.
#[test]
fn a_model_that_does_not_fit_its_rows_is_refused() {
    let learnt = learnt(600);
    let wanted = Wanted {
        k: 10,
        ..Wanted::default()
    };
    let honest = || learnt.climbed(&wanted).unwrap();
    let (drawn, _) = learnt.table(&honest().model, 200, 1);
    let mut lies: Vec<Climbed> = vec![honest(), honest(), honest()];
    lies[0].model.clusters[0].rows += 1;
    lies[1].row_cluster[0] = (lies[1].row_cluster[0] + 1) % lies[1].model.clusters.len() as u32;
    lies[2].model.clusters[0].counts.swap(0, 1);
    for lie in &lies {
        assert!(
            !learnt
                .verdict(&drawn, lie, &wanted, true)
                .failures
                .is_empty()
        );
    }
    let strict = Wanted {
        k: 601,
        ..Wanted::default()
    };
    assert!(
        !learnt
            .verdict(&drawn, &honest(), &strict, true)
            .failures
            .is_empty()
    );
}

/// Mean total variation between the real and the drawn tables of two variables.
fn pair_error(real: &Modalities, drawn: &[Vec<u32>]) -> f64 {
    let (mut sum, mut pairs) = (0.0, 0.0);
    for one in 0..real.variables().len() {
        for other in 0..one {
            let sizes = [one, other].map(|variable| real.variables()[variable].form.len());
            let mut cells = vec![0.0f64; sizes[0] * sizes[1]];
            let codes =
                |variable: usize, row: usize| real.variables()[variable].codes.get(row) as usize;
            for row in 0..real.rows() {
                cells[codes(one, row) * sizes[1] + codes(other, row)] += 1.0 / real.rows() as f64;
            }
            let rows = drawn[one].len() as f64;
            for (&a, &b) in drawn[one].iter().zip(&drawn[other]) {
                cells[a as usize * sizes[1] + b as usize] -= 1.0 / rows;
            }
            sum += cells.iter().map(|cell| cell.abs()).sum::<f64>() / 2.0;
            pairs += 1.0;
        }
    }
    sum / pairs
}

#[test]
fn fine_clusters_have_k_rows_and_follow_the_table_more_closely() {
    let learnt = learnt(1500);
    let wanted = Wanted {
        k: 10,
        closeness: vec![(0, 0.6)],
        ..Wanted::default()
    };
    let coarse = learnt.climbed(&wanted).unwrap();
    let fine = refine(
        &learnt.modalities,
        learnt.climbed(&wanted).unwrap(),
        &wanted,
        1,
    );
    assert!(fine.model.clusters.len() > 2 * coarse.model.clusters.len());
    let error = |model: &Model, way| {
        let drawn = draw(model, 1500, way, None, &mut ChaCha20Rng::seed_from_u64(8));
        pair_error(&learnt.modalities, &drawn.codes)
    };
    assert!(error(&fine.model, Way::Quotas) < error(&coarse.model, Way::Quotas));
    assert!(error(&fine.model, Way::Quotas) < error(&fine.model, Way::Independent));
    let (drawn, _) = learnt.table(&fine.model, 500, 2);
    let verdict = learnt.verdict(&drawn, &fine, &wanted, true);
    assert_eq!(verdict.failures, Vec::<String>::new());
    assert!(verdict.least >= 10);
    assert!(fine.model.is_sound());
}

#[test]
fn a_damaged_model_is_not_sound() {
    let learnt = learnt(400);
    let model = learnt
        .climbed(&Wanted {
            k: 10,
            ..Wanted::default()
        })
        .unwrap()
        .model;
    assert!(model.is_sound());
    let mut damaged = [model.clone(), model.clone(), model.clone(), model];
    damaged[0].modality_cluster[0][0] = 10_000;
    damaged[1].clusters[0].rows += 1;
    damaged[2].forms.pop();
    damaged[3].clusters[0].counts.pop();
    assert!(damaged.iter().all(|model| !model.is_sound()));
}
