//! The [`Technique`] contract and every technique.
//!
//! A technique decides and touches no row: from counts, hierarchies and requirements it returns a plan
//! ([`Recoding`](bauta_table::recoding::Recoding)), or the nearest miss when there is none. Its [`Descriptor`] is the only
//! declaration of its parameters; command line, project file, schema and catalogue are derived from it.
//!
//! Techniques do no input or output and own no randomness: the generator comes in the [`Context`], from a recorded seed.

mod by_row;
mod context;
mod contract;
mod descriptor;
mod edit;
pub mod generalize;
mod keeps;
pub mod mask;
mod named;
pub mod parameter;
mod plan;
pub mod pseudonym;
pub mod trace;
mod view;

pub use by_row::{CellDrawing, Cells, Chosen, RowSampling, RowWise};
pub use context::{Context, Error, Result};
pub use contract::{
    CheckedTechnique, DifferentialPrivacy, NearestMiss, Outcome, Planner, Protected, Task,
    Technique, misfits,
};
pub use descriptor::{Descriptor, Family, Needs, Text};
pub use keeps::{Claim, Keeps};
pub use named::{attribute_faults, attributes_named};
pub use parameter::{AnyParameter, ParameterKind, Parameters, Settings};
pub use plan::plan;
pub use view::{Drawn, DrawnNode, Seen, View};

/// Every technique, in the order of the catalogue. A new technique adds its folder and one line here.
pub const ALL: &[&dyn Technique] = &[
    &generalize::mu_argus::MuArgus,
    &generalize::datafly::Datafly,
    &generalize::samarati::Samarati,
    &generalize::bottom_up::BottomUp,
    &generalize::top_down::TopDown,
    &generalize::incognito::Incognito,
    &generalize::optimal::Optimal,
    &generalize::mondrian::Mondrian,
    &generalize::infogain_mondrian::InfoGainMondrian,
    &generalize::lsd_mondrian::LsdMondrian,
    &generalize::k_member::KMember,
    &generalize::local::Local,
    &mask::bucketize::Bucketize,
    &mask::anatomy::Anatomy,
    &mask::slicing::Slicing,
    &mask::coding::TopCode,
    &mask::coding::BottomCode,
    &mask::round::Round,
    &mask::recode::Recode,
    &mask::suppress::Suppress,
    &mask::sample::Sample,
    &mask::swap::Swap,
    &mask::pram::Pram,
    &mask::noise::Noise,
    &mask::microaggregate::Microaggregate,
    &mask::derive::Derive,
    &mask::as_is::AsIs,
];

/// The technique with an id, or the fault to report.
pub fn find(id: &str) -> std::result::Result<&'static dyn Technique, bauta_table::Fault> {
    let ids = || ALL.iter().map(|technique| technique.descriptor().id);
    ALL.iter()
        .find(|technique| technique.descriptor().id == id)
        .copied()
        .ok_or_else(|| bauta_table::Fault::UnknownWord {
            parameter: "method".into(),
            given: id.to_owned(),
            nearest: bauta_table::nearest_name(id, ids()),
            possible: ids().map(str::to_owned).collect(),
        })
}

#[cfg(test)]
mod laws;
#[cfg(test)]
mod told_laws;
#[cfg(test)]
mod trial;
