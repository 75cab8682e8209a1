//! How likely it is that somebody is found in a table: one file a measure, each with its formula and its source.
//!
//! Everything runs on a frequency set: the distinct combinations of quasi-identifiers with their counts. Who asks decides what is
//! measured: somebody who knows that the person is in the table (prosecutor), somebody who does not (journalist), somebody who links
//! everything and is content with an average (marketer). They are named apart and never mixed.
//!
//! **Notation** x: rows of a class in the table; X: persons of that class in the population; n and N: all of them.

mod classes;
mod contribution;
mod household;
mod individual;
mod outliers;
mod population;
mod quick;
mod readings;
mod suda;
mod survey;
mod uniqueness;

pub use classes::{
    Band, ClassMeasures, Conformity, Diversity, Nonconforming, class_bands, conformity, risk_bands,
};
pub use contribution::{Contribution, contributions, contributions_of_people};
pub use household::{HouseholdRisk, Households, household_risk};
pub use individual::{IndividualRisk, individual_risk, posterior_mean};
pub use outliers::{Outlier, Outliers, RARE, outliers, outliers_of_people};
pub use population::{
    PopulationRisk, class_sizes_by_fraction, class_sizes_by_model, class_sizes_by_table,
    class_sizes_by_weight, population_risk,
};
pub use quick::{QuickEstimate, quick_estimate};
pub use readings::{KReading, LReading, RiskReading};
pub use suda::{Minimal, Suda, affordable_size, suda, suda_of_people};
pub use survey::{SurveyRisk, risk_of_rows};
pub use uniqueness::{Estimate, Estimator, Uniqueness, uniqueness};
