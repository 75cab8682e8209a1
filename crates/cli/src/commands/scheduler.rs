//! `bauta scheduler`: shares out the work of a cluster, until Ctrl-C.

use bauta::Result;

use crate::args::SchedulerArgs;
use crate::output::Screen;

#[cfg(feature = "cluster")]
pub fn run(args: &SchedulerArgs, screen: &Screen) -> Result<u8> {
    use bauta_engines::ballista::{Scheduler, run_scheduler};
    let tls = super::tls::certificates(&args.tls, args.bind.ip())?;
    if tls.is_none() && !args.bind.ip().is_loopback() {
        screen.warn(screen.say(
            "the scheduler listens beyond this machine and asks nobody who they are: keep it on a private network",
            "l'ordonnanceur écoute au-delà de cette machine et ne demande à personne qui il est : gardez-le sur un réseau privé",
        ));
    }
    let ready = |address: std::net::SocketAddr| {
        let said = screen.say("The scheduler is at ", "L'ordonnanceur est à l'adresse ");
        screen.print(&format!("{said}ballista://{address}"));
    };
    run_scheduler(
        &Scheduler {
            bind: args.bind,
            tls,
        },
        &ready,
    )?;
    Ok(super::DONE)
}

#[cfg(not(feature = "cluster"))]
pub fn run(_: &SchedulerArgs, _: &Screen) -> Result<u8> {
    Err(super::executor::not_built())
}
