//! The `bauta` program: arguments in, one of the library's functions, words or JSON out.
//!
//! It decides nothing about privacy. Results go to standard output, everything else to standard error.

mod args;
mod commands;
mod language;
mod output;
mod progress;

use std::process::ExitCode;

use clap::FromArgMatches;

use crate::args::{Cli, Command};
use crate::output::Screen;

fn main() -> ExitCode {
    let matches = args::command().get_matches();
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => error.exit(),
    };
    let screen = Screen::new(&cli);
    progress::stop_on_interrupt();
    let parameters = args::parameters(&matches);
    let status = match &cli.command {
        Command::Inspect(args) => commands::inspect::run(args, &screen),
        Command::Init(args) => commands::init::run(args, &screen),
        Command::Run(args) => commands::anonymize::run_project(args, &screen),
        Command::Check(args) => commands::check::run(args, &screen),
        Command::Anonymize(args) => commands::anonymize::run(args, parameters, &screen),
        Command::Pseudonymize(args) => commands::pseudonymize::run(args, &screen),
        Command::Convert(args) => commands::convert::run(args, &screen),
        Command::Show(args) => commands::show::run(args, &screen),
        Command::Hierarchy(args) => commands::hierarchy::run(args, &screen),
        Command::Methods(args) => commands::methods::run(args, &screen),
        Command::Generate(args) => commands::generate::run(args, &screen),
    };
    match status {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            screen.error(&error);
            ExitCode::from(error.exit_status())
        }
    }
}
