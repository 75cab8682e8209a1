//! Noise of a stated ε and δ, drawn and accounted for by the OpenDP library.
//!
//! **Paper** dwork2006 (Laplace), dwork2006ourdata (Gaussian), canonne2020 (exact samplers on a grid, which the library uses).
//!
//! **Idea** The values of a row lie between 0 and 1 after clamping and scaling, so two rows differ by at most 1 in each attribute:
//! by `width` in the sum of distances (Laplace), by its root in their Euclidean length (Gaussian). The library says what ε a scale
//! comes to; the smallest scale that comes to the asked one is found by bisection. Nothing about ε is computed here.
//!
//! **Differences from the papers** noise is drawn on a grid of 2^-40 of the bounds' width, because floating point numbers drawn otherwise
//! tell more than the theory says (the library's reason); what the grid adds to the distance is in the library's figure.

use opendp::combinators::make_zCDP_to_approxDP;
use opendp::core::Measurement;
use opendp::domains::{AtomDomain, VectorDomain};
use opendp::error::Fallible;
use opendp::measurements::{make_gaussian, make_laplace};
use opendp::measures::{MaxDivergence, ZeroConcentratedDivergence};
use opendp::metrics::{L1Distance, L2Distance};
use rayon::prelude::*;

/// The grid of the noise, as a power of two.
const GRID: i32 = -40;

/// Rows that are drawn by one worker at a time.
const ROWS: usize = 4096;

/// Which distribution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Laplace,
    Gaussian,
}

/// Noise for rows of so many values between 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Mechanism {
    pub kind: Kind,
    /// Values in a row.
    pub width: usize,
    /// The distribution's own scale, where the bounds are 0 and 1.
    pub scale: f64,
}

type Laplace = Measurement<VectorDomain<AtomDomain<f64>>, L1Distance<f64>, MaxDivergence, Vec<f64>>;
type Gaussian = Measurement<
    VectorDomain<AtomDomain<f64>>,
    L2Distance<f64>,
    ZeroConcentratedDivergence,
    Vec<f64>,
>;

/// Adds noise to a row.
type Draw = Box<dyn Fn(&Vec<f64>) -> Fallible<Vec<f64>>>;

impl Mechanism {
    /// The least noise that keeps a row's loss within ε and δ; none where the library finds none.
    pub fn calibrated(kind: Kind, width: usize, (epsilon, delta): (f64, f64)) -> Option<Mechanism> {
        let holds = |scale: f64| {
            Mechanism { kind, width, scale }
                .keeps_within(epsilon, delta)
                .unwrap_or(false)
        };
        let mut high = width as f64 / epsilon;
        let mut low = 0.0;
        for _ in 0..64 {
            if holds(high) {
                break;
            }
            (low, high) = (high, 2.0 * high);
        }
        for _ in 0..64 {
            let middle = f64::midpoint(low, high);
            if middle <= low || middle >= high || (high - low) < 1e-9 * high {
                break;
            }
            if holds(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        holds(high).then_some(Mechanism {
            kind,
            width,
            scale: high,
        })
    }

    /// Whether changing a row's values to any others tells at most ε and δ, as the library accounts for it.
    fn keeps_within(&self, epsilon: f64, delta: f64) -> Fallible<bool> {
        let width = self.width as f64;
        match self.kind {
            Kind::Laplace => Ok(self.laplace()?.map(&width)? <= epsilon),
            Kind::Gaussian => {
                let told = make_zCDP_to_approxDP(self.gaussian()?)?.map(&width.sqrt().next_up())?;
                Ok(told.delta(epsilon)? <= delta)
            }
        }
    }

    fn rows(&self) -> VectorDomain<AtomDomain<f64>> {
        VectorDomain::new(AtomDomain::new_non_nan()).with_size(self.width)
    }

    fn laplace(&self) -> Fallible<Laplace> {
        make_laplace(self.rows(), L1Distance::default(), self.scale, Some(GRID))
    }

    fn gaussian(&self) -> Fallible<Gaussian> {
        make_gaussian(self.rows(), L2Distance::default(), self.scale, Some(GRID))
    }

    /// The standard deviation of the noise, where the bounds are 0 and 1.
    pub fn deviation(&self) -> f64 {
        match self.kind {
            Kind::Laplace => std::f64::consts::SQRT_2 * self.scale,
            Kind::Gaussian => self.scale,
        }
    }

    /// Adds noise to values between 0 and 1, which stand row after row; none where the system has no randomness to give.
    pub fn add(&self, values: &mut [f64]) -> Option<()> {
        let parts = values.par_chunks_mut(ROWS * self.width.max(1));
        parts
            .map(|part| self.add_to_rows(part).ok())
            .collect::<Option<Vec<()>>>()
            .map(|_| ())
    }

    fn add_to_rows(&self, values: &mut [f64]) -> Fallible<()> {
        // The library's functions stay on their thread.
        let draw: Draw = match self.kind {
            Kind::Laplace => {
                let measurement = self.laplace()?;
                Box::new(move |row| measurement.invoke(row))
            }
            Kind::Gaussian => {
                let measurement = self.gaussian()?;
                Box::new(move |row| measurement.invoke(row))
            }
        };
        for row in values.chunks_mut(self.width.max(1)) {
            let drawn = draw(&row.to_vec())?;
            row.iter_mut()
                .zip(drawn)
                .for_each(|(value, drawn)| *value = drawn);
        }
        Ok(())
    }
}
