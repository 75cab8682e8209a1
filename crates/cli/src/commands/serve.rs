//! `bauta serve`: the workbench, until Ctrl-C.

use std::path::Path;
use std::sync::mpsc::channel;

use bauta::{Error, Result};

use super::DONE;
use crate::args::ServeArgs;
use crate::output::Screen;

pub fn run(args: &ServeArgs, screen: &Screen) -> Result<u8> {
    let settings = args.settings();
    let (stop, stopped) = channel();
    // Without a handler Ctrl-C ends the program at once, and uploads stay in the temporary folder.
    let _ = ctrlc::set_handler(move || {
        let _ = stop.send(());
    });
    let server = bauta_server::start(&settings).map_err(|error| refused(args, error))?;
    if !server.address().ip().is_loopback() {
        screen.warn(screen.say(
            "the workbench listens beyond this machine, without encryption: who has the address can see the data",
            "l'atelier écoute au-delà de cette machine, sans chiffrement : qui a l'adresse peut voir les données",
        ));
    }
    let url = server.url();
    if screen.json {
        screen.print_json(
            &serde_json::json!({ "url": url, "address": server.address().to_string() }),
        );
    } else {
        screen.print(&format!(
            "{}{url}",
            screen.say("The workbench is at ", "L'atelier est à l'adresse ")
        ));
    }
    screen.tell(screen.say("Ctrl-C ends it.", "Ctrl-C l'arrête."));
    let opened = || open::that_detached(server.door()?);
    if !args.no_open && opened().is_err() {
        screen.warn(screen.say(
            "no browser could be opened; open the address above",
            "aucun navigateur n'a pu être ouvert ; ouvrez l'adresse ci-dessus",
        ));
    }
    let _ = stopped.recv();
    server.stop();
    Ok(DONE)
}

/// The folder or the port cannot be had.
fn refused(args: &ServeArgs, error: std::io::Error) -> Error {
    let address = format!("{}:{}", args.settings().host, args.port);
    let named = match error.kind() {
        std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => args.root.as_deref(),
        _ => None,
    };
    bauta_formats::Error::io(named.unwrap_or(Path::new(&address)), error).into()
}
