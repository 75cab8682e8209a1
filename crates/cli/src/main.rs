//! The `bauta` program: arguments in, one of the library's functions, words or JSON out.
//!
//! It decides nothing about privacy. Results go to standard output, everything else to standard error.

mod args;
mod command_line;
mod commands;
mod interrupt;
mod language;
mod number;
mod output;
mod progress;
mod targets;

use std::process::ExitCode;

use clap::FromArgMatches;

use crate::command_line::{Cli, Command};
use crate::output::Screen;

/// Small pieces of memory are handed out and taken back about a third faster than by the system's own allocator.
#[global_allocator]
static ALLOCATOR: alloc_metrics::MetricAlloc<mimalloc::MiMalloc> =
    alloc_metrics::MetricAlloc::new(mimalloc::MiMalloc);

fn main() -> ExitCode {
    quiet_about_full_disks();
    let matches = command_line::command()
        .try_get_matches()
        .unwrap_or_else(|error| refuse(&error));
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| refuse(&error));
    let screen = || Screen::new(cli.json, cli.quiet, cli.lang.as_deref());
    let serves = match &cli.command {
        Command::Serve(_) | Command::Scheduler(_) | Command::Executor(_) => true,
        Command::Graph(args) => args.serves(),
        Command::Store(args) => args.serves(),
        _ => false,
    };
    if !serves {
        interrupt::stop_on_interrupt(screen());
    }
    let screen = screen();
    let parameters = command_line::parameters(&matches);
    let status = match &cli.command {
        Command::Inspect(args) => commands::inspect::run(args, &screen),
        Command::Init(args) => commands::init::run(args, &screen),
        Command::Run(args) => commands::anonymize::run_project(args, &screen),
        Command::Risk(args) => commands::risk::run(args, &screen),
        Command::Step(args) => commands::step::run(args, parameters, &screen),
        Command::Check(args) => commands::check::run(args, &screen),
        Command::Anonymize(args) => commands::anonymize::run(args, parameters, &screen),
        Command::Synthesize(args) => commands::synthesize::run(args, &screen),
        Command::Coclusters(args) => commands::coclusters::run(args, &screen),
        Command::Evaluate(args) => commands::evaluate::run(args, &screen),
        Command::Attack(args) => commands::attack::run(args, &screen),
        Command::Compare(args) => commands::compare::run(args, &screen),
        Command::Advise(args) => commands::advise::run(args, &screen),
        Command::Guide(args) => commands::guide::run(args, &screen),
        Command::Pseudonymize(args) => commands::pseudonymize::run(args, &screen),
        Command::Key(args) => commands::key::run(args, &screen),
        Command::Convert(args) => commands::convert::run(args, &screen),
        Command::Show(args) => commands::show::run(args, &screen),
        Command::Hierarchy(args) => commands::hierarchy::run(args, &screen),
        Command::Graph(args) => commands::graph::run(args, &screen),
        Command::Store(args) => commands::graph::run_store(args, &screen),
        Command::Serve(args) => commands::serve::run(args, &screen),
        Command::Scheduler(args) => commands::scheduler::run(args, &screen),
        Command::Executor(args) => commands::executor::run(args, &screen),
        Command::Methods(args) => commands::methods::run(args, &screen),
        Command::Explain(args) => commands::explain::run(args, parameters, &screen),
        Command::Models => commands::models::run(&screen),
        Command::Generate(args) => commands::generate::run(args, command_line::command(), &screen),
    };
    match status {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            screen.error(&error);
            ExitCode::from(error.exit_status())
        }
    }
}

/// The library that writes workbooks panics where the disk is full; the error that is made of it says all there is to say.
fn quiet_about_full_disks() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !panic
            .location()
            .is_some_and(|place| place.file().contains("rust_xlsxwriter"))
        {
            usual(panic);
        }
    }));
}

/// Ends with what is wrong with the arguments, also as JSON when that was asked for; or shows the help.
fn refuse(error: &clap::Error) -> ! {
    if error.use_stderr() && std::env::args_os().any(|argument| argument == "--json") {
        let text = error.render().to_string();
        let message = text
            .trim_start_matches("error: ")
            .split("\n\nUsage")
            .next()
            .unwrap_or_default()
            .trim();
        output::print_error_json(USAGE, &[message.to_owned()]);
        let _ = error.print();
        std::process::exit(i32::from(USAGE));
    }
    error.exit()
}

/// The request is wrong.
const USAGE: u8 = 2;
