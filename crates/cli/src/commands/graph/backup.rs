//! `bauta graph backup|restore`: a store's folder as it was at one moment.

use std::path::PathBuf;

use bauta_store::{Error, backup as store_backup};
use clap::Args;

use super::store::open;
use crate::commands::DONE;
use crate::output::Screen;

#[derive(Args)]
pub struct BackupArgs {
    /// The store's folder; it may be served meanwhile
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// Where to write: a folder that is not there yet
    #[arg(short, long, value_name = "BACKUP")]
    pub output: PathBuf,
}

#[derive(Args)]
pub struct RestoreArgs {
    /// The backup
    #[arg(value_name = "BACKUP")]
    pub backup: PathBuf,
    /// The store's folder: one that is not there yet
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
}

pub fn backup(args: &BackupArgs, screen: &Screen) -> Result<u8, Error> {
    let made = store_backup::backup(&args.folder, &args.output)?;
    tell(&made, screen);
    let (en, fr) = (
        format!(
            "{} files copied to {}; they hold the exact data",
            made.files.len(),
            args.output.display()
        ),
        format!(
            "{} fichiers copiés dans {} ; ils contiennent les données exactes",
            made.files.len(),
            args.output.display()
        ),
    );
    screen.tell(screen.say(&en, &fr));
    Ok(DONE)
}

pub fn restore(args: &RestoreArgs, screen: &Screen) -> Result<u8, Error> {
    let made = store_backup::restore(&args.backup, &args.folder)?;
    let engine = open(&args.folder, None, screen)?;
    tell(&made, screen);
    let release = engine.last_release().map_or(0, |last| last.number);
    let (en, fr) = (
        format!(
            "restored as it was at {} (releases: {release}); every file has its digest, and the store opens",
            made.time
        ),
        format!(
            "restauré tel qu'au {} (publications : {release}) ; chaque fichier a son empreinte, et l'entrepôt s'ouvre",
            made.time
        ),
    );
    screen.tell(screen.say(&en, &fr));
    Ok(DONE)
}

fn tell(made: &store_backup::Backup, screen: &Screen) {
    if screen.json {
        screen.print_json(made);
    }
}
