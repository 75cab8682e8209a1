//! Noise: numbers are moved by chance.
//!
//! **Paper** thesis, section 4 (noise); kim1986 (correlated noise that keeps the covariance); ting2008 (random orthogonal matrix
//! masking); hundepool2012, section 3.4.1; dwork2006, dwork2006ourdata (noise of a stated ε and δ);
//! canonne2020 (exact draws on a grid).
//!
//! **Guarantee** what each kind keeps, below. Nothing is said about k. Kinds 1 to 4 are no differential privacy: their noise is in
//! proportion to the data's own spread. Kinds 5 and 6 are, for one row and the named attributes: whatever values a row has in them,
//! all together, any release is at most e^ε times as likely as with any others (and δ more). So one value among m named ones
//! is protected at least as well. Nothing is guaranteed about the row's other attributes, about which of its values are missing, or about
//! who is in the table; of somebody with several rows, each row tells as much again.
//!
//! **Idea** d is the share of the variance.
//! 1. `additive`: x + e, e normal with mean 0 and variance d·var(x), for each attribute by itself. Means and covariances between
//!    attributes are kept on average, variances grow by 1 + d.
//! 2. `correlated`: x + e, e normal with covariance d·Σ, then drawn together: m + (x + e - m)/√(1+d). Means and the whole
//!    covariance matrix are kept on average.
//! 3. `multiplicative`: x · (1 + e), e normal with mean 0 and variance d·var(x)/mean(x²), so that the noise x·e has the variance
//!    d·var(x); drawn again where |e| is 1 or more. Means are kept on average, signs always; large values move more.
//! 4. `rotation`: in blocks of rows, put together by chance, the attributes are rotated about the block's mean by an orthogonal matrix
//!    near the identity (d decides how near). Sums, variances and covariances are kept exactly, but for rounding.
//!
//! 5. `laplace`: values are clamped to declared bounds, and noise of the Laplace distribution is added whose scale is as many times
//!    the bounds' width as attributes are named, by ε. Means of clamped values are kept on average.
//! 6. `gaussian`: the same with normal noise, whose deviation grows with the root of the number of attributes.
//!
//! 5 and 6 are drawn and accounted for by the OpenDP library ([`mechanism`]), from the operating system's randomness and not from the
//! seed: who could draw the noise again could take it off.
//!
//! Whole numbers stay whole and decimals keep their digits, except under `rotation`, where rounding would undo what is exact.
//! Missing values stay missing. In 1 and 3 what a row draws depends on the seed, the attribute and the row's number only (`by_row`); in 5 and 6 rows draw by
//! themselves too. These four can be had wherever rows have numbers; 2 and 4 look at rows together.
//!
//! **Notation** Σ, the covariance of complete rows → `covariance`; its root → `lower`; m → `means`.
//!
//! **Differences from the papers** (a) ting2008 rotates all rows at once, which takes n² numbers; blocks of 32 keep the same sums and
//! products exactly. (b) Rows with a missing value get the noise of those attributes that they have. (c) Bounds are never read from
//! the data: they would tell of the largest and the smallest value.
//!
//! **Cost** n × attributes (for `correlated` n × attributes²), on all cores; for `rotation` n × 32²; for `laplace` and `gaussian` some microseconds a value, because draws are exact.
//!
//! **Invariants** `correlated_noise_keeps_the_covariance`, `additive_noise_does_not`, `rotation_keeps_sums_and_products_exactly`,
//! `multiplicative_noise_keeps_signs_and_means`, `multiplicative_noise_has_the_variance_that_it_is_told`, `whole_numbers_stay_whole`, `laplace_and_gaussian_noise_have_the_mean_and_variance_of_the_theory`,
//! `everything_wrong_with_a_stated_epsilon_is_told_at_once`, `rows_elsewhere_get_the_noise_of_rows_in_memory`.

mod joint;
mod keeps;
mod mechanism;
mod moving;
mod rotation;
mod stated;

use std::sync::Arc;

use bauta_table::recoding::New;
use bauta_table::{Column, Dictionary, Fault, Precision, Table};
use rand_chacha::ChaCha20Rng;
use rand_distr::{Distribution, StandardNormal};

use crate::by_row::{CellDrawing, Cells, Draws, RowWise};
use crate::contract::{
    Context, DifferentialPrivacy, Error, Outcome, Planner, Result, Task, Technique,
};
use crate::descriptor::{Descriptor, Family, Text};
use crate::keeps::Keeps;
use crate::mask::told::{MEASURABLE, NOTHING, changed};
use crate::named::places;
use crate::parameter::{Choice, Choices, List, Number, Parameter, Parameters, Settings};
use mechanism::Kind;
use moving::{Moved, Moving};
use stated::StatedNoise;

/// Noise.
pub struct Noise;

impl Technique for Noise {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn setting_faults(&self, settings: &Settings, table: &Table) -> Vec<Fault> {
        stated::faults(settings, table)
    }

    fn planner(&self, parameters: &Parameters) -> Arc<dyn Planner> {
        Arc::new(NoiseParameters {
            attributes: parameters.get(&MEASURABLE),
            noise: parameters.get(&NOISE),
            variance: parameters.get(&VARIANCE),
            epsilon: parameters.get(&EPSILON),
            delta: parameters.get(&DELTA),
            bounds: parameters.get(&BOUNDS),
        })
    }
}

/// Which noise.
#[derive(Clone, Copy, PartialEq)]
enum NoiseKind {
    Additive,
    Correlated,
    Multiplicative,
    Rotation,
    Laplace,
    Gaussian,
}

impl NoiseKind {
    /// The distribution, where it is one with a stated ε.
    fn stated(self) -> Option<Kind> {
        match self {
            NoiseKind::Laplace => Some(Kind::Laplace),
            NoiseKind::Gaussian => Some(Kind::Gaussian),
            _ => None,
        }
    }
}

/// What noise is told.
struct NoiseParameters {
    attributes: Vec<String>,
    noise: NoiseKind,
    /// Variance of the noise by the variance of the attribute.
    variance: f64,
    epsilon: f64,
    delta: f64,
    /// Bounds of attributes, as they were typed.
    bounds: Vec<String>,
}

impl Planner for NoiseParameters {
    fn technique(&self) -> &'static dyn Technique {
        &Noise
    }

    fn repeats(&self) -> bool {
        self.noise.stated().is_none()
    }

    fn differential_privacy(&self, table: &Table) -> Option<DifferentialPrivacy> {
        StatedNoise::new(self, table).map(|stated| stated.guarantee(self, table))
    }

    fn keeps(&self) -> Option<Keeps> {
        Some(keeps::keeps(self.noise, self.variance))
    }

    fn faults(&self, task: &Task<'_>) -> Vec<Fault> {
        let table = task.prepared.table;
        match self.noise {
            NoiseKind::Rotation => {}
            NoiseKind::Laplace | NoiseKind::Gaussian => {
                let unreachable = StatedNoise::new(self, table).is_none();
                return unreachable.then(stated::too_little).into_iter().collect();
            }
            _ => return Vec::new(),
        }
        let named = places(table, &self.attributes)
            .into_iter()
            .map(|index| &table.attributes()[index]);
        let missing = named.filter_map(|attribute| {
            let code = attribute.column.dictionary().missing_code()?;
            let (_, cells) = attribute.column.find_rows(0, |found| found == code);
            (cells > 0).then(|| {
                format!(
                    "rotation needs complete rows, but \"{}\" has {cells} missing values; leave such rows out, or choose --noise correlated",
                    attribute.name
                )
            })
        });
        missing.map(Fault::Request).collect()
    }

    /// Not where sums are kept exactly or a privacy loss is stated: drawing again would break either.
    fn redraws(&self) -> bool {
        matches!(
            self.noise,
            NoiseKind::Additive | NoiseKind::Correlated | NoiseKind::Multiplicative
        )
    }

    fn needs_rows(&self) -> Option<&'static str> {
        Some("draws for all rows together")
    }

    fn row_wise(&self) -> Option<RowWise<'_>> {
        let together = matches!(self.noise, NoiseKind::Correlated | NoiseKind::Rotation);
        (!together).then_some(RowWise::Drawing(self))
    }

    fn plan(&self, task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
        let table = task.prepared.table;
        if self.noise.stated().is_some() {
            // `faults` has found that there is such noise.
            let noise = StatedNoise::new(self, table)
                .ok_or_else(|| Error::internal("noise of a stated epsilon is lost"))?;
            return noise.plan(table, context);
        }
        let named = places(table, &self.attributes);
        let columns: Vec<&Column> = named
            .iter()
            .map(|&index| &table.attributes()[index].column)
            .collect();
        let mut values: Vec<Vec<f64>> = columns
            .iter()
            .filter_map(|column| column.measures())
            .collect();
        let (share, rng) = (self.variance, &mut context.rng);
        match self.noise {
            NoiseKind::Correlated => joint::add(&mut values, share, rng),
            NoiseKind::Rotation => rotation::rotate(&mut values, share, rng),
            _ => {
                let counts: Vec<Vec<u64>> =
                    named.iter().map(|&index| table.counts_of(index)).collect();
                let known = columns
                    .iter()
                    .zip(&counts)
                    .map(|(column, counts)| (column.dictionary(), counts.as_slice()));
                let moving = self.moving(&known.collect::<Vec<_>>(), rng);
                values
                    .iter_mut()
                    .zip(moving)
                    .for_each(|(values, moving)| moving.all(values));
            }
        }
        let precision = if self.noise == NoiseKind::Rotation {
            Precision::Digits(9)
        } else {
            Precision::Source
        };
        let new = columns.iter().zip(&values).map(|(column, values)| {
            New::Rows(Column::of_measures(values, column.dictionary(), precision))
        });
        Ok(changed(named.iter().copied().zip(new.collect::<Vec<_>>())))
    }
}

impl CellDrawing for NoiseParameters {
    fn attributes(&self) -> &[String] {
        &self.attributes
    }

    fn drawn(
        &self,
        values: &Table,
        counts: &[Vec<u64>],
        context: &mut Context<'_>,
    ) -> Result<Vec<Box<dyn Cells>>, Vec<Fault>> {
        if self.noise.stated().is_some() {
            return StatedNoise::new(self, values)
                .ok_or_else(|| vec![stated::too_little()])
                .map(|stated| stated.drawn(values, context));
        }
        let dictionaries = places(values, &self.attributes)
            .into_iter()
            .map(|index| values.attributes()[index].column.dictionary());
        let known: Vec<_> = dictionaries.zip(counts.iter().map(Vec::as_slice)).collect();
        let moved = self
            .moving(&known, &mut context.rng)
            .into_iter()
            .zip(&known);
        Ok(moved
            .map(|(moving, (like, _))| Box::new(Moved::new(moving, like)) as Box<dyn Cells>)
            .collect())
    }
}

impl NoiseParameters {
    /// Steps 1 and 3, for each attribute: its dictionary, and how many rows have each code.
    fn moving(&self, values: &[(&Dictionary, &[u64])], rng: &mut ChaCha20Rng) -> Vec<Moving> {
        let proportional = self.noise == NoiseKind::Multiplicative;
        let draws = Draws::of_attributes(values.len(), rng);
        values
            .iter()
            .zip(draws)
            .map(|(&values, draws)| Moving::new(proportional, self.variance, values, draws))
            .collect()
    }
}

/// A standard normal number.
fn normal(rng: &mut ChaCha20Rng) -> f64 {
    StandardNormal.sample(rng)
}

/// The declaration.
pub const DESCRIPTOR: Descriptor = Descriptor {
    id: "noise",
    title: Text {
        en: "Random noise",
        fr: "Bruit aléatoire",
    },
    family: Family::Perturbation,
    summary: Text {
        en: "Moves numbers by chance: each attribute by itself, all together with their covariance kept, in proportion, by rotations that keep means and covariances exactly, or by Laplace or Gaussian noise of a stated ε and δ.",
        fr: "Déplace les nombres au hasard : chaque attribut séparément, tous ensemble en conservant leur covariance, en proportion, par des rotations qui conservent exactement moyennes et covariances, ou par un bruit de Laplace ou gaussien d'ε et de δ donnés.",
    },
    papers: &[
        "kim1986",
        "ting2008",
        "hundepool2012",
        "dwork2006",
        "dwork2006ourdata",
        "canonne2020",
    ],
    parameters: &[&MEASURABLE, &NOISE, &VARIANCE, &EPSILON, &DELTA, &BOUNDS],
    needs: NOTHING,
    guarantees: Text {
        en: "Statistics are kept as the kind of noise says. Laplace and Gaussian noise: (ε, δ)-differential privacy of the named attributes of one row, by how it is drawn. The other kinds are no differential privacy. Nothing is promised about k; what is asked for is verified.",
        fr: "Les statistiques sont conservées selon le type de bruit. Bruit de Laplace ou gaussien : confidentialité différentielle (ε, δ) des attributs nommés d'une ligne, par construction. Les autres types n'en sont pas. Rien n'est promis sur k ; ce qui est demandé est vérifié.",
    },
    cost: "n × attributes²",
    outputs: 1,
};

const NOISE: Parameter<Choices<NoiseKind>> = Parameter {
    name: "noise",
    kind: Choices(&[
        Choice {
            word: "additive",
            value: NoiseKind::Additive,
            help: Text {
                en: "added, each attribute by itself: means are kept on average",
                fr: "ajouté, chaque attribut séparément : moyennes conservées en moyenne",
            },
        },
        Choice {
            word: "correlated",
            value: NoiseKind::Correlated,
            help: Text {
                en: "added together: means and covariances are kept on average",
                fr: "ajouté ensemble : moyennes et covariances conservées en moyenne",
            },
        },
        Choice {
            word: "multiplicative",
            value: NoiseKind::Multiplicative,
            help: Text {
                en: "in proportion to the value: means and signs are kept",
                fr: "en proportion de la valeur : moyennes et signes conservés",
            },
        },
        Choice {
            word: "rotation",
            value: NoiseKind::Rotation,
            help: Text {
                en: "means and covariances are kept exactly",
                fr: "moyennes et covariances conservées exactement",
            },
        },
        Choice {
            word: "laplace",
            value: NoiseKind::Laplace,
            help: Text {
                en: "added, with a stated --epsilon and declared --bounds: differential privacy of a row's values",
                fr: "ajouté, avec --epsilon et --bounds déclarés : confidentialité différentielle des valeurs d'une ligne",
            },
        },
        Choice {
            word: "gaussian",
            value: NoiseKind::Gaussian,
            help: Text {
                en: "the same, with a --delta besides: less noise where many attributes are named",
                fr: "de même, avec un --delta en plus : moins de bruit quand beaucoup d'attributs sont nommés",
            },
        },
    ]),
    default: NoiseKind::Additive,
    help: Text {
        en: "which noise",
        fr: "quel bruit",
    },
};

const VARIANCE: Parameter<Number> = Parameter {
    name: "variance",
    kind: Number {
        least: 0.0,
        most: 100.0,
    },
    default: 0.1,
    help: Text {
        en: "variance of the noise by the variance of the attribute; not for laplace and gaussian",
        fr: "variance du bruit rapportée à celle de l'attribut ; sans objet pour laplace et gaussian",
    },
};

const EPSILON: Parameter<Number> = Parameter {
    name: "epsilon",
    kind: Number {
        least: 0.0,
        most: 1000.0,
    },
    default: 0.0,
    help: Text {
        en: "ε of laplace and gaussian noise, above 0, for all named attributes of a row together",
        fr: "ε du bruit laplace et gaussian, supérieur à 0, pour tous les attributs nommés d'une ligne ensemble",
    },
};

const DELTA: Parameter<Number> = Parameter {
    name: "delta",
    kind: Number {
        least: 0.0,
        most: 1.0,
    },
    default: 0.0,
    help: Text {
        en: "δ of gaussian noise, above 0 and below 1",
        fr: "δ du bruit gaussian, supérieur à 0 et inférieur à 1",
    },
};

const BOUNDS: Parameter<List> = Parameter {
    name: "bounds",
    kind: List,
    default: "",
    help: Text {
        en: "what values of laplace and gaussian noise are clamped to, from what is known of such data: age=0..120;income=0..200000",
        fr: "bornes des valeurs pour le bruit laplace et gaussian, d'après ce qu'on sait de telles données : age=0..120;revenu=0..200000",
    },
};

#[cfg(test)]
mod tests;
