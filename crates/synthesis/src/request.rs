//! The request for fictitious rows, whichever generator makes them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use bauta_run::ProjectInput;
use bauta_table::{Fault, Text};

use crate::report::{Detail, Round};

/// How often modalities come up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Way {
    /// As often as expected, to the next whole number.
    #[default]
    Quotas,
    /// By independent draws with replacement.
    Independent,
}

/// The share of the rows that a value shall have.
#[derive(Clone, PartialEq)]
pub struct Margin {
    /// The variable's name.
    pub variable: String,
    /// The value as it is written.
    pub value: String,
    /// Its share of the rows, from 0 to 1.
    pub share: f64,
}

/// Rows that have no part in a synthetic table, so that it can be evaluated with them.
#[derive(Debug, Clone, PartialEq)]
pub struct KeepOut {
    /// Their share of the rows.
    pub share: f64,
    /// Where they are written.
    pub kept: String,
    /// Where the other rows are written, those that were learnt from.
    pub training: Option<String>,
}

/// Called with each round of the search as it ends.
pub type RoundWatch = Arc<dyn Fn(&Round) + Send + Sync>;

/// The registry entry of a generator.
pub struct Card {
    /// Its name in requests.
    pub id: &'static str,
    /// What the rows are drawn from, in a few words.
    pub title: Text,
    /// How the rows are made.
    pub summary: Text,
    /// What is guaranteed.
    pub guarantee: Text,
    /// Flags of the settings that it has, besides those of all generators.
    pub settings: &'static [&'static str],
    /// Whether it is differentially private. Its noise then comes from the operating system: the same seed gives other rows.
    pub differentially_private: bool,
}

impl Card {
    /// Whether the generator has a setting, by its flag.
    pub fn has(&self, flag: &str) -> bool {
        self.settings.contains(&flag)
    }
}

/// A request for fictitious rows. A generator reads the settings that its card lists.
#[derive(Clone)]
pub struct SynthesisRequest<'a> {
    /// The real data.
    pub input: ProjectInput<'a>,
    /// The id of the generator.
    pub method: String,
    /// Rows behind every cluster, or behind every count of the model.
    pub k: u64,
    /// Rows to draw; none = as many as were learnt from, or their noisy number.
    pub rows: Option<usize>,
    /// The most clusters of rows.
    pub clusters: Option<usize>,
    /// How fine the clusters are.
    pub detail: Detail,
    /// Different values of each sensitive attribute in every cluster.
    pub l: Option<usize>,
    /// The largest distance of each sensitive attribute's distribution in a cluster to that of the table.
    pub t: Option<f64>,
    /// Shares that values shall have.
    pub given: Vec<Margin>,
    /// A table with more such shares: attribute, value, share.
    pub margins: Option<String>,
    /// Intervals of a number or date; none = as the number of rows suggests.
    pub quantiles: Option<usize>,
    /// Whether numbers are drawn evenly from their interval instead of by the empirical quantiles.
    pub even: bool,
    /// Whether words that fewer than k rows have may come up, and the most extreme numbers.
    pub keep_rare: bool,
    /// How often modalities come up.
    pub way: Way,
    /// Columns that are left out.
    pub drop: Vec<String>,
    /// The chance with which a value comes from the whole table instead of its row's cluster: above 0, no cluster excludes any row.
    pub doubt: f64,
    /// Whether copies of unique real rows are broken. It makes the release tell who is in the table: see `docs/synthesis.md`.
    pub break_copies: bool,
    /// Shadow models that attack the generator: whether they tell who took part. 0 = none.
    pub shadow_models: usize,
    /// Columns that determine others: the first of a pair the second.
    pub determines: Vec<(String, String)>,
    /// Rounds of the search.
    pub rounds: usize,
    /// Seconds after which the search ends with what it has found.
    pub seconds: Option<u64>,
    /// Called with each round of the search.
    pub watch: Option<RoundWatch>,
    /// Attributes in the order of learning; the others follow in their own, a target last.
    pub order: Vec<String>,
    /// ε of everything together.
    pub epsilon: f64,
    /// Values that attributes can have: words with commas between, spans of whole numbers (`0..120`).
    pub values: BTreeMap<String, String>,
    /// Seed of everything that is drawn; the noise of differential privacy is the operating system's.
    pub seed: u64,
    /// A model to draw from, instead of learning one.
    pub model: Option<PathBuf>,
    /// Where the model is saved.
    pub save_model: Option<PathBuf>,
    /// Rows that have no part in it.
    pub keep_out: Option<KeepOut>,
    /// Where the table goes.
    pub output: String,
    /// Whether outputs that are there are replaced.
    pub force: bool,
}

impl<'a> SynthesisRequest<'a> {
    /// Rows from a generator with its usual settings.
    pub fn new(input: impl Into<ProjectInput<'a>>, method: impl Into<String>) -> Self {
        SynthesisRequest {
            input: input.into(),
            method: method.into(),
            k: 10,
            rows: None,
            clusters: None,
            detail: Detail::Optimal,
            l: None,
            t: None,
            given: Vec::new(),
            margins: None,
            quantiles: None,
            even: false,
            keep_rare: false,
            way: Way::Quotas,
            drop: Vec::new(),
            doubt: 0.0,
            break_copies: false,
            determines: Vec::new(),
            shadow_models: 0,
            rounds: SEARCH_ROUNDS,
            seconds: None,
            watch: None,
            order: Vec::new(),
            epsilon: 1.0,
            values: BTreeMap::new(),
            seed: 1,
            model: None,
            save_model: None,
            keep_out: None,
            output: String::new(),
            force: false,
        }
    }

    /// Flags of settings that change what the rows must satisfy or where they come from: a generator without them cannot do what is asked. How a
    /// search is run is no such demand.
    pub(crate) fn demands(&self) -> impl Iterator<Item = &'static str> {
        [
            ("-l", self.l.is_some()),
            ("-t", self.t.is_some()),
            ("--clusters", self.clusters.is_some()),
            ("--given", !self.given.is_empty()),
            ("--margins", self.margins.is_some()),
            ("--determines", !self.determines.is_empty()),
            ("--break-copies", self.break_copies),
            ("--model", self.model.is_some()),
            ("--save-model", self.save_model.is_some()),
        ]
        .into_iter()
        .filter_map(|(flag, given)| given.then_some(flag))
    }

    /// Values out of their bounds, among the settings of all generators and those that one has.
    pub(crate) fn faults(&self, card: &Card) -> Vec<Fault> {
        let count = |least: u64, given: u64| {
            let allowed = format!("a whole number, {least} or more");
            (given >= least, given.to_string(), allowed)
        };
        let some = |value: Option<usize>| count(1, value.map_or(1, |it| it as u64));
        let number =
            |fine: bool, given: f64, allowed: &str| (fine, given.to_string(), allowed.to_owned());
        let (t, epsilon) = (self.t.unwrap_or(0.0), self.epsilon);
        let share = self.keep_out.as_ref().map_or(0.5, |it| it.share);
        let positive = epsilon > 0.0 && epsilon.is_finite();
        let bounds = [
            ("-k", "k", count(2, self.k)),
            (
                "--epsilon",
                "epsilon",
                number(positive, epsilon, "above 0; 1 is usual, 10 protects little"),
            ),
            ("", "rows", some(self.rows)),
            (
                "",
                "shadow-models",
                number(
                    self.shadow_models == 0 || self.shadow_models >= FEWEST_SHADOWS,
                    self.shadow_models as f64,
                    "0, or a whole number, 20 or more; 100 is usual",
                ),
            ),
            ("--clusters", "clusters", some(self.clusters)),
            ("--quantiles", "quantiles", some(self.quantiles)),
            ("-l", "l", some(self.l)),
            (
                "-t",
                "t",
                number((0.0..=1.0).contains(&t), t, "a number from 0 to 1"),
            ),
            (
                "",
                "keep-out",
                number(
                    share > 0.0 && share < 1.0,
                    share,
                    "a share above 0 and below 1; 0.2 is usual",
                ),
            ),
        ];
        bounds
            .into_iter()
            .filter(|(flag, _, (fine, ..))| !fine && (flag.is_empty() || card.has(flag)))
            .map(|(_, parameter, (_, given, allowed))| Fault::OutOfRange {
                parameter: parameter.into(),
                given,
                allowed,
            })
            .collect()
    }
}

/// Fewer shadow models than this tell nothing.
const FEWEST_SHADOWS: usize = 20;

/// Rounds of a search for co-clusters, if nothing is said.
pub const SEARCH_ROUNDS: usize = 40;
