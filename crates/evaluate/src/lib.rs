//! Measures tables and releases, whoever made them: risk, attacks, utility, and methods side by side.

mod attack;
mod compare;
mod evaluate;
mod risk;

pub use attack::{
    AttackRequest, Attacked, ClassAttacks, Criteria, Criterion, Explained, Inferred, Linkage,
    MeasuredRisk, SingledOut, TwoReleases, UnknownRisk, attack, attack_release, attacks_section,
    criteria_of,
};
pub use compare::{
    Candidate, Compared, Comparison, ComparisonCriterion, Status, candidates_of_plan, compare,
    exact_rows, plot_html, plot_svg, unbeaten,
};
pub use evaluate::{
    EvaluateOptions, Evaluated, Matched, ModelScores, QueryReport, Score, TaskUtility, evaluate,
};
pub use risk::{
    ExpectedMatches, HouseholdReport, OutlierReport, PopulationReport, PopulationSource,
    RiskOptions, RiskPeople, RiskPrivacy, RiskReport, Risks, SudaReport, Verdict, risk,
};
