//! `bauta graph`: one file an action.

mod store;

use bauta::Result;
use clap::{Args, Subcommand};

use crate::output::Screen;

#[derive(Args)]
pub struct GraphArgs {
    #[command(subcommand)]
    pub command: GraphCommand,
}

impl GraphArgs {
    /// Whether it runs until it is told to end.
    pub fn serves(&self) -> bool {
        matches!(&self.command, GraphCommand::Store(command) if command.serves())
    }
}

/// What can be done with knowledge graphs.
#[derive(Subcommand)]
pub enum GraphCommand {
    #[command(flatten)]
    Store(store::StoreCommand),
}

pub fn run(args: &GraphArgs, screen: &Screen) -> Result<u8> {
    match &args.command {
        GraphCommand::Store(command) => store::run(command, screen),
    }
}
