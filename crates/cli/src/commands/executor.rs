//! `bauta executor`: does the work of a cluster, until Ctrl-C.

use bauta::Result;

use crate::args::ExecutorArgs;
use crate::output::Screen;

#[cfg(feature = "cluster")]
pub fn run(args: &ExecutorArgs, screen: &Screen) -> Result<u8> {
    use bauta_engines::ballista::{Executor, run_executor};
    let tls = super::tls::certificates(&args.tls, args.bind)?;
    if tls.is_none() && !args.bind.is_loopback() {
        screen.warn(screen.say(
            "the executor listens beyond this machine and asks nobody who they are: keep it on a private network",
            "l'exécuteur écoute au-delà de cette machine et ne demande à personne qui il est : gardez-le sur un réseau privé",
        ));
    }
    let environment = || crate::args::key_file_of_environment().map(std::path::PathBuf::from);
    let settings = Executor {
        scheduler: args.scheduler.clone(),
        bind: args.bind,
        host: args.host.clone(),
        port: args.port,
        work_dir: args.work_dir.clone(),
        cores: args.cores,
        memory: args.memory,
        key_file: args.key_file.clone().or_else(environment),
        remake: Some(bauta::remake),
        tls,
    };
    let ready = |address: std::net::SocketAddr| {
        let said = screen.say(
            "The executor has joined; it listens at ",
            "L'exécuteur a rejoint la grappe ; il écoute à l'adresse ",
        );
        screen.print(&format!("{said}{address}"));
    };
    run_executor(&settings, &ready)?;
    Ok(super::DONE)
}

#[cfg(not(feature = "cluster"))]
pub fn run(_: &ExecutorArgs, _: &Screen) -> Result<u8> {
    Err(not_built())
}

/// The lean program has no cluster in it.
#[cfg(not(feature = "cluster"))]
pub fn not_built() -> bauta::Error {
    let text = "this program was built without clusters; build one with: cargo build --release --features cluster";
    bauta::Error::Faults(vec![bauta_table::Fault::Request(text.to_owned())])
}
