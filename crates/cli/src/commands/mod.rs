//! One file a command.

pub mod advise;
pub mod anonymize;
pub mod attack;
pub mod check;
pub mod coclusters;
pub mod compare;
pub mod convert;
pub mod evaluate;
pub mod executor;
pub mod explain;
pub mod generate;
pub mod graph;
pub mod guide;
pub mod hierarchy;
pub mod init;
pub mod inspect;
mod interview;
pub mod key;
mod measure_rows;
pub mod methods;
pub mod models;
pub mod pseudonymize;
pub mod risk;
pub mod scheduler;
pub mod serve;
pub mod show;
pub mod step;
pub mod synthesize;
pub mod synthetic;
#[cfg(feature = "cluster")]
mod tls;

use bauta::Result;
use bauta_formats::Source;

use crate::args::DataArgs;
use crate::output::Screen;

/// The answer is yes.
pub const DONE: u8 = 0;
/// The answer is no.
pub const NO: u8 = 1;

/// Reads the data that a command names.
fn read(data: &DataArgs, screen: &Screen) -> Result<Source> {
    let mut project = bauta::Project::new(&data.data);
    project.input = data.reading.input(&data.data);
    bauta::read(&project, &screen.bar())
}
