//! Intervals of numbers or of time, which grow from level to level.
//!
//! 1. The first level is cut by a `width` (a grid through `origin`), by explicit `bounds`, or in `count` intervals of
//!    equal width or of equally many rows.
//! 2. The levels above have the `widths` given, or each put `factor` intervals of the level below together, as long as
//!    that leaves more than one.
//! 3. Values outside explicit bounds are a group of their own on either side (`<20`, `>=80`).
//!
//! Bounds are exact: whole numbers, days, microseconds, or decimals with a fixed number of digits. So levels nest, and the
//! label of an interval says precisely which values it holds.

use serde::{Deserialize, Serialize};

use super::TOP;
use super::axis::{Axis, Exact};
use super::cut::{Cut, Edges, equal_frequency, equal_width};
use super::draft::{Draft, leaves_of};
use crate::dictionary::Dictionary;
use crate::error::Fault;
use crate::hierarchy::Hierarchy;
use crate::value::Kind;

/// A bound: a number, or a text such as `2024-01-31` or `12,5`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Edge {
    /// A number.
    Number(f64),
    /// A day in ISO form or as the column writes it, a moment, or a number.
    Text(String),
}

/// What a given number of intervals have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Equal {
    /// The same width.
    #[default]
    Width,
    /// As nearly as can be, the same number of rows.
    Frequency,
}

/// How an interval is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IntervalLabels {
    /// `[20,25[`: 20 belongs to it, 25 does not. Where a comma separates the fraction of numbers: `[20;25[`.
    #[default]
    HalfOpen,
    /// `[20-24]`: both belong to it. Whole numbers only.
    Dash,
    /// `[20..24]`: both belong to it. Whole numbers and days only.
    Dots,
}

/// Parameters of intervals. One of `width` (or `widths`), `bounds` and `count` says how the first level is cut.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Intervals {
    /// Width of the first level: of numbers in their unit, of dates and moments in days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<f64>,
    /// Widths of the levels, from fine to coarse, after `width` if that is given; each a multiple of the one before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub widths: Vec<f64>,
    /// A bound through which the grid of widths goes: 0, or 1 January 1970, if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<Edge>,
    /// The bounds of the first level in ascending order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bounds: Vec<Edge>,
    /// Number of intervals of the first level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// What those `count` intervals have in common; the width, if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equal: Option<Equal>,
    /// How many intervals of a level make one of the next, as long as more than one is left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factor: Option<u32>,
    /// How intervals are written.
    pub labels: IntervalLabels,
    /// Label of the single group on top.
    pub top: String,
}

impl Default for Intervals {
    fn default() -> Self {
        Intervals {
            width: None,
            widths: Vec::new(),
            origin: None,
            bounds: Vec::new(),
            count: None,
            equal: None,
            factor: None,
            labels: IntervalLabels::default(),
            top: TOP.to_owned(),
        }
    }
}

impl Intervals {
    /// Whether [`build`](Self::build) looks at how often each value occurs.
    pub fn needs_counts(&self) -> bool {
        self.equal == Some(Equal::Frequency)
    }

    /// Builds the hierarchy; `counts` are the rows of each code, and matter for equal frequencies only.
    pub fn build(
        &self,
        attribute: &str,
        dictionary: &Dictionary,
        counts: &[u64],
    ) -> Result<Hierarchy, Vec<Fault>> {
        let mut draft = Draft::new(attribute, "intervals");
        let kind = dictionary.kind();
        draft.refuse_if(
            !kind.is_measurable(),
            format!(
                "they need numbers or dates, and the attribute is {kind}; use masking, order or groups, or set its type"
            ),
        );
        self.check_choice(&mut draft);
        self.check_labels(&mut draft, kind);
        let cut = Axis::of(dictionary).and_then(|axis| self.cut(&mut draft, axis, counts));
        draft.check()?;
        // Without a fault there is no cut only where there is no value, which `finish` tells.
        let above = cut.map(|cut| cut.levels(self.labels)).unwrap_or_default();
        draft.finish(leaves_of(dictionary), above, &self.top)
    }

    fn is_grid(&self) -> bool {
        self.width.is_some() || !self.widths.is_empty()
    }

    fn check_choice(&self, draft: &mut Draft<'_>) {
        let ways = [
            self.is_grid(),
            !self.bounds.is_empty(),
            self.count.is_some(),
        ];
        let chosen = ways.iter().filter(|&&way| way).count();
        draft.refuse_if(chosen == 0, "say how to cut: give width, bounds or count");
        draft.refuse_if(chosen > 1, "give only one of width, bounds and count");
        draft.refuse_if(
            self.origin.is_some() && !self.is_grid(),
            "origin goes with width; leave it out",
        );
        draft.refuse_if(
            self.equal.is_some() && self.count.is_none(),
            "equal goes with count; give a count or leave it out",
        );
        draft.refuse_if(
            self.factor.is_some() && !self.widths.is_empty(),
            "give only one of widths and factor",
        );
        draft.refuse_if(
            self.factor.is_some_and(|factor| factor < 2),
            "factor must be 2 or more",
        );
        draft.refuse_if(self.count == Some(0), "count must be 1 or more");
    }

    fn check_labels(&self, draft: &mut Draft<'_>, kind: Kind) {
        let fits = match self.labels {
            IntervalLabels::HalfOpen => true,
            IntervalLabels::Dash => kind == Kind::Integer,
            IntervalLabels::Dots => matches!(kind, Kind::Integer | Kind::Date),
        };
        draft.refuse_if(
            kind.is_measurable() && !fits,
            format!(
                "labels with both bounds included do not suit {kind} values; use half-open labels"
            ),
        );
    }

    /// The checked cut; none when there is a fault.
    fn cut<'a>(&self, draft: &mut Draft<'_>, axis: Axis<'a>, counts: &[u64]) -> Option<Cut<'a>> {
        let Some((low, high)) = axis.range() else {
            draft.refuse_if(
                axis.has_values(),
                "the attribute has infinite values; correct them or name them as missing",
            );
            return None;
        };
        if axis.is_decimal() && low.abs().max(high.abs()) >= 1e15 {
            draft.refuse("numbers of 10^15 and more cannot be cut exactly; use a larger unit");
            return None;
        }
        if self.is_grid() {
            self.grid(draft, axis, high - low)
        } else if let Some(count) = self.count.filter(|&count| count > 0) {
            let (axis, edges) = match self.equal.unwrap_or_default() {
                Equal::Width => equal_width(axis, count),
                Equal::Frequency => equal_frequency(axis, counts, count),
            };
            Some(Cut::Edges {
                axis,
                edges,
                factor: self.factor,
            })
        } else {
            self.edges(draft, axis)
        }
    }

    fn grid<'a>(&self, draft: &mut Draft<'_>, axis: Axis<'a>, range: f64) -> Option<Cut<'a>> {
        let widths: Option<Vec<Exact>> = self
            .width
            .iter()
            .chain(&self.widths)
            .map(|&width| axis.width(width).filter(|w| w.units > 0))
            .collect();
        draft.refuse_if(widths.is_none(), axis.width_rule());
        let origin = match &self.origin {
            Some(edge) => axis.edge(edge),
            None => Some(Exact::ZERO),
        };
        draft.refuse_if(
            origin.is_none(),
            format!("origin is not {}", axis.edge_rule()),
        );
        let exact: Vec<Exact> = widths?.into_iter().chain([origin?]).collect();
        let (axis, mut units) = axis.on_grid(&exact)?;
        let origin = units.pop()?;
        let nested = units
            .windows(2)
            .all(|pair| pair[1] > pair[0] && pair[1] % pair[0] == 0);
        draft.refuse_if(
            !nested,
            "each of widths must be a multiple of the one before, so that levels nest",
        );
        let too_fine = axis.units_in(range) / *units.first()? as f64 > 1e15;
        draft.refuse_if(
            too_fine,
            "width is too small for the range of the values; give a larger one",
        );
        (nested && !too_fine).then_some(Cut::Grid {
            axis,
            origin,
            widths: units,
            factor: self.factor,
        })
    }

    fn edges<'a>(&self, draft: &mut Draft<'_>, axis: Axis<'a>) -> Option<Cut<'a>> {
        let bounds: Vec<Option<Exact>> = self.bounds.iter().map(|bound| axis.edge(bound)).collect();
        for at in (0..bounds.len()).filter(|&at| bounds[at].is_none()) {
            draft.refuse(format!("bound {} is not {}", at + 1, axis.edge_rule()));
        }
        let exact: Vec<Exact> = bounds.into_iter().collect::<Option<_>>()?;
        let (axis, bounds) = axis.on_grid(&exact)?;
        let ascending = bounds.windows(2).all(|pair| pair[0] < pair[1]);
        draft.refuse_if(!ascending, "bounds must ascend");
        let edges = Edges {
            bounds,
            closed: false,
        };
        (ascending && !self.bounds.is_empty()).then_some(Cut::Edges {
            axis,
            edges,
            factor: self.factor,
        })
    }
}
