//! Our figures beside published ones, and which differences drawing explains.
//!
//! What was published was drawn once, and so are ours, several times. Whether theirs could be a draw of ours is asked as for any new
//! observation: (theirs - mean) / (s * sqrt(1 + 1/n)) has Student's distribution with n - 1 degrees of freedom where it is one. Of many figures
//! some lie far off by chance alone, so they are judged together, by Holm's procedure.
//!
//! **Invariants** `a_difference_that_drawing_makes_is_told_apart_from_a_worse_figure`, `draws_of_our_own_are_hardly_ever_told_as_worse`.

use std::fmt;

use statrs::distribution::{ContinuousCDF, StudentsT};

/// What a published figure measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Measure {
    /// Mean relative error of counts; less is better.
    RelativeError,
    /// Mean absolute error of counts; less is better.
    AbsoluteError,
    /// Mean relative error where an attribute is masked instead; theirs and ours should agree.
    MaskedError,
    /// 1 - mean relative error; more is better.
    Recall,
    /// Seconds; less is better.
    Seconds,
    /// Generalised triples a second; more is better.
    TriplesPerSecond,
}

impl Measure {
    fn more_is_better(self) -> bool {
        matches!(self, Measure::Recall | Measure::TriplesPerSecond)
    }

    /// The worst that is no worse than what was published.
    fn bound(self, published: (f64, f64)) -> f64 {
        match self {
            // Masking is theirs: ours is right if it agrees.
            Measure::MaskedError => published.1 * 1.1 + 0.01,
            measure if measure.more_is_better() => published.0,
            _ => published.1,
        }
    }

    /// How much worse ours is than a bound; not above 0 where it is no worse.
    fn worse_by(self, bound: f64, ours: f64) -> f64 {
        if self.more_is_better() {
            bound - ours
        } else {
            ours - bound
        }
    }

    fn no_worse(self, published: (f64, f64), ours: f64) -> bool {
        self.worse_by(self.bound(published), ours) <= 0.0
    }
}

/// A published figure and ours.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Comparison {
    /// Where it was published.
    pub(super) figure: String,
    /// The graph that it was measured on.
    pub(super) dataset: String,
    /// What was asked of it.
    pub(super) setting: String,
    /// What is measured.
    pub(super) measure: Measure,
    /// The least and the greatest that was published for the setting.
    pub(super) published: (f64, f64),
    /// Ours; of several draws the mean.
    pub(super) ours: f64,
    /// The least and the greatest of our draws.
    pub(super) drawn: (f64, f64),
    /// The chance that one more draw of ours would be no worse than theirs; nothing of a single draw.
    pub(super) chance: Option<f64>,
    /// Ours by the nearer end of theirs; nothing where theirs is 0.
    pub(super) ratio: Option<f64>,
    /// How ours stands to theirs.
    pub(super) standing: Standing,
}

/// How our figure stands to a published one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// Ours is no worse.
    NoWorse,
    /// The mean of ours is worse, but theirs, which is one draw, could be a draw of ours.
    ByChance,
    /// Theirs is better than drawing explains ([`judge`]); or ours was drawn once and is worse.
    Worse,
}

impl Comparison {
    /// Puts a figure beside a published one. Only the figures of several draws can show that a difference is chance: [`Comparison::over`].
    pub(super) fn new(
        figure: &str,
        dataset: &str,
        setting: String,
        measure: Measure,
        published: (f64, f64),
        ours: f64,
    ) -> Self {
        let nearest = ours.clamp(published.0.min(published.1), published.1.max(published.0));
        let ratio = (nearest > 0.0).then(|| ours / nearest);
        let (figure, dataset) = (figure.to_owned(), dataset.to_owned());
        let standing = if measure.no_worse(published, ours) {
            Standing::NoWorse
        } else {
            Standing::Worse
        };
        Comparison {
            figure,
            dataset,
            setting,
            measure,
            published,
            ours,
            drawn: (ours, ours),
            chance: None,
            ratio,
            standing,
        }
    }

    /// One figure of several draws of the same setting: their mean, how far they are apart, and the chance of theirs. Nothing of no draw. Figures
    /// that belong together are then judged together: [`judge`].
    pub(super) fn over(draws: &[Comparison]) -> Option<Comparison> {
        let first = draws.first()?;
        let values = || draws.iter().map(|one| one.ours);
        let mean = values().sum::<f64>() / draws.len() as f64;
        let Comparison {
            figure,
            dataset,
            setting,
            measure,
            published,
            ..
        } = first;
        let mut all = Comparison::new(figure, dataset, setting.clone(), *measure, *published, mean);
        all.drawn = (
            values().fold(f64::INFINITY, f64::min),
            values().fold(f64::NEG_INFINITY, f64::max),
        );
        let deviation = (values().map(|ours| (ours - mean).powi(2)).sum::<f64>()
            / (draws.len() as f64 - 1.0))
            .sqrt();
        let worse_by = measure.worse_by(measure.bound(*published), mean);
        all.chance = chance(worse_by, deviation, draws.len());
        Some(all)
    }
}

impl fmt::Display for Comparison {
    /// One line: the setting, theirs, ours, the range of our draws, the chance of theirs, and how ours stands.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = |(low, high): (f64, f64)| {
            if low == high {
                format!("{low:.4}")
            } else {
                format!("{low:.4} to {high:.4}")
            }
        };
        let optional = |value: Option<f64>| value.map_or("-".to_owned(), |it| format!("{it:.3}"));
        let standing = match self.standing {
            Standing::NoWorse => "no worse",
            Standing::ByChance => "no worse but for chance",
            Standing::Worse => "WORSE",
        };
        write!(
            f,
            "{:8} {}, {}: published {}, here {:.4} ({}), ratio {}, chance of theirs {}: {standing}",
            self.figure,
            self.dataset,
            self.setting,
            range(self.published),
            self.ours,
            range(self.drawn),
            optional(self.ratio),
            optional(self.chance),
        )
    }
}

/// The chance that one more draw is better than the mean of `draws` by so much; nothing where draws do not vary.
fn chance(better_by: f64, deviation: f64, draws: usize) -> Option<f64> {
    let scale = deviation * (1.0 + 1.0 / draws as f64).sqrt();
    let student = StudentsT::new(0.0, scale, draws as f64 - 1.0).ok()?;
    Some(student.sf(better_by))
}

/// The chance that a study whose figures all are draws of the same kind as those published calls any of them worse.
pub(super) const LEVEL: f64 = 0.05;

/// Says which figures are worse than drawing explains: Holm's procedure over those of several draws, at [`LEVEL`].
pub(super) fn judge(figures: &mut [Comparison]) {
    let mut drawn: Vec<(f64, &mut Comparison)> = figures
        .iter_mut()
        .filter_map(|one| one.chance.map(|chance| (chance, one)))
        .collect();
    drawn.sort_by(|a, b| a.0.total_cmp(&b.0));
    let all = drawn.len();
    let mut explained = false;
    for (place, (chance, one)) in drawn.into_iter().enumerate() {
        explained |= chance >= LEVEL / (all - place) as f64;
        if explained && one.standing == Standing::Worse {
            one.standing = Standing::ByChance;
        }
    }
}

#[cfg(test)]
mod tests;
