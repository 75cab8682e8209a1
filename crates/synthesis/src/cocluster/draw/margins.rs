//! Fixed margins: the joint distribution of the variables that have one, fitted to them by iterative proportional fitting.

use bauta_table::{Fault, nearest_name};
use rand::Rng;

use super::super::model::Model;
use super::{Draw, quotas};
use crate::request::Margin;

/// A model under fixed margins.
pub struct Fitted {
    /// The variables that have one.
    pub variables: Vec<usize>,
    /// Number of modalities of each.
    sizes: Vec<usize>,
    /// The fitted chance of each combination of their modalities; the last variable runs fastest.
    joint: Vec<f64>,
    /// For each variable and cluster, the chance of each modality.
    chances: Vec<Vec<Vec<f64>>>,
    /// Rows of each cluster.
    weights: Vec<f64>,
}

/// Most combinations of modalities of variables with a margin.
const MOST: usize = 2_000_000;
/// Steps of the fitting, and the error that is small enough.
const STEPS: usize = 1000;
const SMALL: f64 = 1e-10;

/// Fits a model to margins. Values of a variable that have none share what is left, as in the model.
///
/// # Errors
/// Unknown variables or values, shares that add up to more than all, margins that contradict the model; all together.
pub fn fit(model: &Model, margins: &[Margin]) -> Result<Fitted, Vec<Fault>> {
    let (variables, targets) = targets(model, margins)?;
    let sizes: Vec<usize> = variables
        .iter()
        .map(|&variable| model.forms[variable].len())
        .collect();
    let cells = sizes
        .iter()
        .try_fold(1usize, |product, &size| product.checked_mul(size))
        .filter(|&cells| cells <= MOST);
    let Some(cells) = cells else {
        return Err(vec![Fault::Request(format!(
            "the variables with fixed margins have more than {MOST} combinations of values; fix fewer of them"
        ))]);
    };
    let chances: Vec<Vec<Vec<f64>>> = variables
        .iter()
        .map(|&variable| model.all_chances(variable))
        .collect();
    let weights: Vec<f64> = model
        .clusters
        .iter()
        .map(|cluster| cluster.rows as f64)
        .collect();
    let mut fitted = Fitted {
        variables,
        sizes,
        joint: vec![0.0; cells],
        chances,
        weights,
    };
    fitted.joint = (0..cells)
        .map(|cell| fitted.by_cluster(cell).iter().sum())
        .collect();
    fitted.rake(&targets);
    let missed = fitted.missed(&targets);
    if missed > 1e-6 {
        return Err(vec![Fault::Request(
            "the fixed margins cannot hold together in this table: some of their values never occur with each other"
                .to_owned(),
        )]);
    }
    Ok(fitted)
}

type Targets = (Vec<usize>, Vec<Vec<f64>>);

/// The variables with margins and the share of each of their modalities.
fn targets(model: &Model, margins: &[Margin]) -> Result<Targets, Vec<Fault>> {
    let mut faults = Vec::new();
    let mut variables: Vec<usize> = Vec::new();
    let mut given: Vec<Vec<Option<f64>>> = Vec::new();
    for margin in margins {
        let names = || model.forms.iter().map(|form| form.name.as_str());
        let Some(variable) = names().position(|name| name == margin.variable) else {
            let nearest = nearest_name(&margin.variable, names());
            faults.push(Fault::UnknownAttribute {
                name: margin.variable.clone(),
                nearest,
            });
            continue;
        };
        let form = &model.forms[variable];
        let Some(code) = (0..form.len()).find(|&code| form.label(code) == margin.value) else {
            faults.push(Fault::Request(format!(
                "\"{}\" has no modality that is written as the one given with --given; bauta coclusters lists them",
                margin.variable
            )));
            continue;
        };
        let place = variables
            .iter()
            .position(|&known| known == variable)
            .unwrap_or_else(|| {
                variables.push(variable);
                given.push(vec![None; form.len()]);
                variables.len() - 1
            });
        given[place][code] = Some(margin.share);
    }
    let mut shares = Vec::new();
    for (&variable, given) in variables.iter().zip(&given) {
        match completed(given, &model.forms[variable].rows) {
            Some(target) => shares.push(target),
            None => faults.push(Fault::Request(format!(
                "the shares given for \"{}\" must lie between 0 and 1 and add up to at most 1, and to 1 if every value has one",
                model.forms[variable].name
            ))),
        }
    }
    if faults.is_empty() {
        Ok((variables, shares))
    } else {
        Err(faults)
    }
}

/// All shares of a variable; what is not given shares the rest by its rows.
fn completed(given: &[Option<f64>], rows: &[u64]) -> Option<Vec<f64>> {
    let sum: f64 = given.iter().flatten().sum();
    let free: u64 = given
        .iter()
        .zip(rows)
        .filter(|(share, _)| share.is_none())
        .map(|(_, &rows)| rows)
        .sum();
    let fair = given
        .iter()
        .flatten()
        .all(|share| (0.0..=1.0).contains(share));
    let whole = (sum - 1.0).abs() < 1e-9;
    if !fair || sum > 1.0 + 1e-9 || (free == 0 && !whole) {
        return None;
    }
    let rest = (1.0 - sum).max(0.0);
    let share = |(given, &rows): (&Option<f64>, &u64)| {
        given.unwrap_or(rest * rows as f64 / free.max(1) as f64)
    };
    Some(given.iter().zip(rows).map(share).collect())
}

impl Fitted {
    /// The modality of each variable in a combination.
    fn codes(&self, mut cell: usize) -> Vec<usize> {
        let mut codes = vec![0; self.sizes.len()];
        for (code, &size) in codes.iter_mut().zip(&self.sizes).rev() {
            *code = cell % size;
            cell /= size;
        }
        codes
    }

    /// What each cluster contributes to a combination.
    fn by_cluster(&self, cell: usize) -> Vec<f64> {
        let codes = self.codes(cell);
        let of = |(cluster, &weight): (usize, &f64)| {
            let each = self
                .chances
                .iter()
                .zip(&codes)
                .map(|(chances, &code)| chances[cluster][code]);
            weight * each.product::<f64>()
        };
        self.weights.iter().enumerate().map(of).collect()
    }

    fn sums(&self, place: usize) -> Vec<f64> {
        let mut sums = vec![0.0; self.sizes[place]];
        let below: usize = self.sizes[place + 1..].iter().product();
        for (cell, chance) in self.joint.iter().enumerate() {
            sums[cell / below % self.sizes[place]] += chance;
        }
        sums
    }

    fn rake(&mut self, targets: &[Vec<f64>]) {
        for _ in 0..STEPS {
            for (place, target) in targets.iter().enumerate() {
                let factors: Vec<f64> = self
                    .sums(place)
                    .iter()
                    .zip(target)
                    .map(|(&sum, &wanted)| if sum > 0.0 { wanted / sum } else { 0.0 })
                    .collect();
                let (below, size) = (
                    self.sizes[place + 1..].iter().product::<usize>(),
                    self.sizes[place],
                );
                for (cell, chance) in self.joint.iter_mut().enumerate() {
                    *chance *= factors[cell / below % size];
                }
            }
            if self.missed(targets) < SMALL {
                break;
            }
        }
    }

    /// The largest difference between a margin and what it should be.
    fn missed(&self, targets: &[Vec<f64>]) -> f64 {
        let each = targets.iter().enumerate().flat_map(|(place, target)| {
            self.sums(place)
                .into_iter()
                .zip(target)
                .map(|(sum, wanted)| (sum - wanted).abs())
                .collect::<Vec<f64>>()
        });
        each.fold(0.0, f64::max)
    }

    /// Draws the variables with margins, and a cluster for each row.
    pub(super) fn draw(&self, rows: usize, draw: &mut Draw, random: &mut impl Rng) {
        for (cell, count) in quotas(&self.joint, rows, random)
            .into_iter()
            .enumerate()
            .filter(|(_, count)| *count > 0)
        {
            let codes = self.codes(cell);
            for (&variable, &code) in self.variables.iter().zip(&codes) {
                draw.codes[variable].extend(std::iter::repeat_n(code as u32, count));
            }
            for (cluster, count) in quotas(&self.by_cluster(cell), count, random)
                .into_iter()
                .enumerate()
            {
                draw.cluster
                    .extend(std::iter::repeat_n(cluster as u32, count));
            }
        }
    }
}
