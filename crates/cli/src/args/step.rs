//! The flags of `bauta step`.

use std::path::PathBuf;

use clap::Args;

#[derive(Args)]
pub struct StepArgs {
    /// The project file
    pub project: PathBuf,
    /// A method of `bauta methods` that is taken as the next step; without one, all steps are taken again and shown
    pub method: Option<String>,
    /// Take back the last step
    #[arg(long, conflicts_with = "method")]
    pub undo: bool,
    /// Show what the step would do, and leave the project file as it is
    #[arg(long = "try", requires = "method")]
    pub try_only: bool,
}
