//! `bauta graph migrate`: a store under another context, which goes on with the signatures of its releases.

use std::path::PathBuf;

use bauta_store::{Context, Error};
use clap::Args;

use super::store::open;
use crate::commands::DONE;
use crate::output::Screen;

/// Its tokens stay valid in the new folder. The audit log stays where it is: it speaks of the old store.
const USERS: &str = "users.json";

#[derive(Args)]
pub struct MigrateArgs {
    /// The store's folder
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// The new context
    #[arg(long, value_name = "FILE")]
    pub context: PathBuf,
    /// The folder of the new store: one that is not there yet
    #[arg(short, long, value_name = "FOLDER")]
    pub output: PathBuf,
}

pub fn migrate(args: &MigrateArgs, screen: &Screen) -> Result<u8, Error> {
    let MigrateArgs {
        folder,
        context,
        output,
    } = args;
    if output.exists() {
        return Err(Error::file(
            output,
            std::io::ErrorKind::AlreadyExists.into(),
        ));
    }
    let written = std::fs::read_to_string(context).map_err(|error| Error::file(context, error))?;
    let new = Context::parse(&written, context)?;
    let engine = open(folder, None, screen)?;
    let made = engine.migrate(output, new, &written)?;
    let (from, to) = (folder.join(USERS), output.join(USERS));
    if from.is_file() {
        std::fs::copy(&from, &to).map_err(|error| Error::file(&to, error))?;
    }
    let releases = made.last_release().map_or(0, |last| last.number);
    if screen.json {
        screen.print_json(&serde_json::json!({ "folder": output, "releases": releases }));
    }
    let (to, from) = (output.display(), folder.display());
    let (en, fr) = (
        format!(
            "{to} has the data and users of {from} under the new context, and the signatures of its releases. Nothing about entities is public in it before its next release. Stop using {from}, whose audit log stays there"
        ),
        format!(
            "{to} a les données et les utilisateurs de {from} sous le nouveau contexte, ainsi que les signatures de ses publications. Rien n'y est public sur les entités avant la prochaine publication. N'utilisez plus {from}, dont le journal d'audit reste sur place"
        ),
    );
    screen.tell(screen.say(&en, &fr));
    Ok(DONE)
}
