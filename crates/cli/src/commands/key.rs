//! `bauta key`.

use bauta::Result;

use super::DONE;
use crate::args::{KeyAction, KeyArgs};
use crate::output::Screen;

pub fn run(args: &KeyArgs, screen: &Screen) -> Result<u8> {
    let (file, fingerprint) = match &args.action {
        KeyAction::New { file } => {
            let fingerprint = bauta::new_key(file)?;
            screen.note("who has this key can link pseudonyms to people: keep it apart from the data, and keep a copy");
            (file, fingerprint)
        }
        KeyAction::Fingerprint { file } => (file, bauta::key_fingerprint(file)?),
    };
    if screen.json {
        screen.print_json(
            &serde_json::json!({ "key": file.display().to_string(), "fingerprint": fingerprint }),
        );
    }
    let word = screen.say("fingerprint", "empreinte");
    screen.tell(&format!("{}: {word} {fingerprint}", file.display()));
    Ok(DONE)
}
