//! `bauta graph serve|load|publish|query|users|audit|export|backup|restore|migrate`: the store that anonymises itself.

use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use bauta::Result;
use bauta_store::access::Users;
use bauta_store::audit::{self, Asked as Line, Audit};
use bauta_store::endpoint::{Settings, Tls, start};
use bauta_store::journal::CutOff;
use bauta_store::state::Summary;
use bauta_store::{Asked, Context, Engine, Error, Said, View, files};
use bauta_table::Fault;
use clap::{Args, Subcommand, ValueEnum};

use super::remote::{RemoteArgs, media};
use crate::commands::{DONE, NO};
use crate::output::Screen;

/// What can be done with a store.
#[derive(Subcommand)]
pub enum StoreCommand {
    /// Serve a store over HTTP: SPARQL, graphs, a query page; on this machine only unless told otherwise
    Serve(ServeArgs),
    /// Put the facts of files into a store
    Load(LoadArgs),
    /// Make a release, or show what the next one would be like
    Publish(PublishArgs),
    /// Ask a store, as the public or as its owner
    Query(QueryArgs),
    /// Who may use a store
    Users(super::users::UsersArgs),
    /// Check that nothing in the audit log was changed: exit 0 if so, 1 if not
    Audit(AuditArgs),
    /// Write what the public sees, or the exact data
    Export(ExportArgs),
    /// Copy a store, served or not, with the signatures of its releases
    Backup(super::backup::BackupArgs),
    /// Put a backup back, compared with its digests, and open it
    Restore(super::backup::RestoreArgs),
    /// Make a store with another context that keeps the signatures of earlier releases
    Migrate(super::migrate::MigrateArgs),
}

impl StoreCommand {
    /// Whether it runs until it is told to end.
    pub fn serves(&self) -> bool {
        matches!(self, StoreCommand::Serve(_))
    }
}

#[derive(Args)]
pub struct FolderArgs {
    /// The store's folder
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
}

#[derive(Args)]
pub struct AuditArgs {
    /// The store's folder
    #[arg(value_name = "FOLDER", required_unless_present = "url")]
    pub folder: Option<PathBuf>,
    #[command(flatten)]
    pub remote: RemoteArgs,
}

#[derive(Args)]
pub struct OpenArgs {
    /// The store's folder; made if it is not there
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// What is protected (TOML); needed the first time, kept in the folder
    #[arg(long, value_name = "FILE")]
    pub context: Option<PathBuf>,
}

#[derive(Args)]
pub struct ServeArgs {
    #[command(flatten)]
    pub open: OpenArgs,
    /// The port; 0 takes a free one
    #[arg(long, default_value_t = 0, value_name = "P")]
    pub port: u16,
    /// Where to listen, instead of this machine only (127.0.0.1)
    #[arg(long, value_name = "ADDRESS")]
    pub host: Option<IpAddr>,
    /// The longest that a request may take, in seconds
    #[arg(long, default_value_t = 60, value_name = "S")]
    pub time_limit: u64,
    /// The largest answer, in MiB
    #[arg(long, default_value_t = 256, value_name = "MIB")]
    pub answer_limit: usize,
    /// The largest graph that may be sent, in MiB
    #[arg(long, default_value_t = 1024, value_name = "MIB")]
    pub data_limit: usize,
    /// The most memory that a query may hold, in MiB
    #[arg(long, default_value_t = 512, value_name = "MIB")]
    pub memory_limit: usize,
    /// Requests that are worked on at once: of users who see the exact data, of others, and long ones of others
    #[arg(long, default_value_t = 8, value_name = "N")]
    pub at_once: usize,
    /// Requests in a second of one user, or of one address without a token; twice as many at once
    #[arg(long, default_value_t = 1000.0, value_name = "N", value_parser = positive)]
    pub rate: f64,
    /// Let pages of this origin ask, as https://yasgui.org; * for all (CORS)
    #[arg(long, value_name = "ORIGIN")]
    pub origin: Vec<String>,
    /// Encrypt with this certificate (PEM, its chain after it)
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub tls_cert: Option<PathBuf>,
    /// The key of the certificate (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub tls_key: Option<PathBuf>,
}

fn positive(text: &str) -> std::result::Result<f64, String> {
    let number = text
        .parse::<f64>()
        .ok()
        .filter(|number| *number > 0.0 && number.is_finite());
    number.ok_or_else(|| "a number above 0".to_owned())
}

#[derive(Args)]
pub struct LoadArgs {
    #[command(flatten)]
    pub open: OpenArgs,
    /// Files: .ttl, .nt, .nq, .trig, .rdf, .owl, .jsonld; also .gz and .zst
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
}

#[derive(Args)]
pub struct PublishArgs {
    /// The store's folder
    #[arg(value_name = "FOLDER", required_unless_present = "url")]
    pub folder: Option<PathBuf>,
    #[command(flatten)]
    pub remote: RemoteArgs,
    /// Show what the release would be like, and make none
    #[arg(long)]
    pub preview: bool,
}

/// Whose eyes to look with.
#[derive(Clone, Copy, ValueEnum)]
pub enum Eyes {
    /// Everybody's: the public graphs
    Public,
    /// A privileged user's: public and private graphs
    Privileged,
    /// The exact data, put together again
    Exact,
}

impl Eyes {
    fn view(self) -> View {
        match self {
            Eyes::Public => View::Public,
            Eyes::Privileged => View::Whole,
            Eyes::Exact => View::Exact,
        }
    }
}

#[derive(Args)]
pub struct QueryArgs {
    /// The store's folder; with --url it is left out
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// The query, or a file with it (.rq)
    #[arg(value_name = "QUERY", required_unless_present = "url")]
    pub query: Option<String>,
    #[command(flatten)]
    pub remote: RemoteArgs,
    /// Whose eyes to look with
    #[arg(long = "as", value_enum, default_value = "public", value_name = "WHO")]
    pub eyes: Eyes,
    /// json, xml, csv, tsv; ttl, nt, rdf, jsonld for graphs
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<String>,
}

#[derive(Args)]
pub struct ExportArgs {
    /// The store's folder
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// Whose eyes to look with
    #[arg(long = "as", value_enum, default_value = "public", value_name = "WHO")]
    pub eyes: Eyes,
    /// Where to write; the extension tells the format (.nq, .trig, .ttl, .nt, .rdf)
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Replace what is there
    #[arg(long)]
    pub force: bool,
}

pub fn run(command: &StoreCommand, screen: &Screen) -> Result<u8> {
    let done = match command {
        StoreCommand::Serve(args) => serve(args, screen),
        StoreCommand::Load(args) => load(args, screen),
        StoreCommand::Publish(args) => publish(args, screen),
        StoreCommand::Query(args) => query(args, screen),
        StoreCommand::Users(args) => super::users::run(args, screen),
        StoreCommand::Audit(args) => check(args, screen),
        StoreCommand::Export(args) => export(args, screen),
        StoreCommand::Backup(args) => super::backup::backup(args, screen),
        StoreCommand::Restore(args) => super::backup::restore(args, screen),
        StoreCommand::Migrate(args) => super::migrate::migrate(args, screen),
    };
    done.map_err(|error| told(&error, screen))
}

/// An error of the store as one of the program.
fn told(error: &Error, screen: &Screen) -> bauta::Error {
    let text = error.text(screen.language);
    match error.exit_status() {
        3 => match error {
            Error::File(path, error) => {
                bauta_formats::Error::io(path, std::io::Error::new(error.kind(), error.to_string()))
                    .into()
            }
            Error::InUse(path)
            | Error::Damaged(path, _)
            | Error::Missing(path)
            | Error::Emptied(path) => {
                let words = text
                    .trim_start_matches(path.to_string_lossy().as_ref())
                    .trim_start()
                    .to_owned();
                bauta_formats::Error::io(path, std::io::Error::other(words)).into()
            }
            Error::Internal(what) => bauta::Error::internal(what.clone()),
            _ => bauta_formats::Error::io(Path::new("store"), std::io::Error::other(text)).into(),
        },
        _ => vec![Fault::Request(text)].into(),
    }
}

/// Opens a store: with the context that it has, or the one that is given.
pub(super) fn open(
    folder: &Path,
    given: Option<&Path>,
    screen: &Screen,
) -> std::result::Result<Engine, Error> {
    if given.is_none() && !folder.is_dir() {
        return Err(Error::file(folder, std::io::ErrorKind::NotFound.into()));
    }
    let own = folder.join("context.toml");
    let path = match given {
        Some(path) => path,
        None if own.is_file() => own.as_path(),
        None => {
            return Err(Error::Context(vec![Said::new(
                "there is none in the folder; name one with --context (docs/store.md shows how it is written)",
                "le dossier n'en contient pas ; nommez-en un avec --context (docs/store.md montre comment l'écrire)",
            )]));
        }
    };
    let text = std::fs::read_to_string(path).map_err(|error| Error::file(path, error))?;
    let context = Context::parse(&text, path)?;
    let engine = Engine::open(folder, context, &text)?;
    if let Some(cut_off) = engine.cut_off() {
        screen.warn(&dropped(&cut_off, screen));
    }
    Ok(engine)
}

/// What is told of a change that a crash has cut off.
fn dropped(cut_off: &CutOff, screen: &Screen) -> String {
    let CutOff { path, at, bytes } = cut_off;
    let path = path.display();
    let (en, fr) = (
        format!(
            "a crash had cut off the last change in {path}; its {bytes} bytes after byte {at} are dropped. It was not acknowledged; if nothing crashed, compare the folder with a copy"
        ),
        format!(
            "une panne avait coupé la dernière modification de {path} ; ses {bytes} octets après l'octet {at} sont abandonnés. Elle n'avait pas été confirmée ; s'il n'y a pas eu de panne, comparez le dossier à une copie"
        ),
    );
    screen.say(&en, &fr).to_owned()
}

fn serve(args: &ServeArgs, screen: &Screen) -> std::result::Result<u8, Error> {
    let (stop, stopped) = channel();
    let _ = ctrlc::set_handler(move || {
        let _ = stop.send(());
    });
    let engine = Arc::new(open(
        &args.open.folder,
        args.open.context.as_deref(),
        screen,
    )?);
    let (users, audit) = (
        Users::open(&args.open.folder)?,
        Audit::open(&args.open.folder)?,
    );
    if users.list().is_empty() {
        screen.note(screen.say(
            "there are no users yet: everybody may read what is public, and nobody may change anything; bauta graph users add FOLDER NAME --role dpo",
            "il n'y a pas encore d'utilisateurs : chacun peut lire ce qui est public et personne ne peut rien changer ; bauta graph users add DOSSIER NOM --role dpo",
        ));
    }
    let settings = Settings {
        host: args.host.unwrap_or(Ipv4Addr::LOCALHOST.into()),
        port: args.port,
        time_limit: Duration::from_secs(args.time_limit),
        data_limit: args.data_limit << 20,
        answer_limit: args.answer_limit << 20,
        memory_limit: args.memory_limit << 20,
        origins: args.origin.clone(),
        at_once: args.at_once,
        rate: args.rate,
        tls: args
            .tls_cert
            .clone()
            .zip(args.tls_key.clone())
            .map(|(certificate, key)| Tls { certificate, key }),
        ..Settings::default()
    };
    let address = format!("{}:{}", settings.host, settings.port);
    let running = start(Arc::clone(&engine), users, Some(audit), &settings)
        .map_err(|error| Error::file(Path::new(&address), error))?;
    if !running.address().ip().is_loopback() && settings.tls.is_none() {
        screen.warn(screen.say(
            "the store listens beyond this machine, without encryption: name a certificate with --tls-cert and --tls-key, or put a proxy with TLS before it",
            "l'entrepôt écoute au-delà de cette machine, sans chiffrement : nommez un certificat avec --tls-cert et --tls-key, ou placez devant lui un mandataire avec TLS",
        ));
    }
    let kind = if settings.tls.is_some() {
        "https"
    } else {
        "http"
    };
    let url = format!("{kind}://{}/", running.address());
    if screen.json {
        screen.print_json(
            &serde_json::json!({ "url": url, "sparql": format!("{url}sparql"), "store": format!("{url}store") }),
        );
    } else {
        screen.print(&format!(
            "{}{url}",
            screen.say("The store is at ", "L'entrepôt est à l'adresse ")
        ));
    }
    screen.tell(screen.say("Ctrl-C ends it.", "Ctrl-C l'arrête."));
    let _ = stopped.recv();
    running.stop();
    engine.snapshot()?;
    Ok(DONE)
}

fn load(args: &LoadArgs, screen: &Screen) -> std::result::Result<u8, Error> {
    // Everything is read before anything is loaded, so that a fault leaves the store as it was.
    let mut quads = Vec::new();
    let mut large = Vec::new();
    for file in &args.files {
        if files::is_large(file)? {
            files::check(file)?;
            large.push(file);
        } else {
            quads.extend(files::read(file)?);
        }
    }
    let engine = open(&args.open.folder, args.open.context.as_deref(), screen)?;
    let mut count = quads.len();
    engine.insert(quads)?;
    for file in large {
        count += files::load(&engine, file)?;
    }
    engine.snapshot()?;
    if screen.json {
        screen.print_json(
            &serde_json::json!({ "facts": count, "pending": engine.state().pending() }),
        );
    }
    let (en, fr) = (
        format!(
            "{count} facts loaded; {} changes wait for a release",
            engine.state().pending()
        ),
        format!(
            "{count} faits chargés ; {} modifications attendent une publication",
            engine.state().pending()
        ),
    );
    screen.tell(screen.say(&en, &fr));
    if let Some(said) = engine.protection_told() {
        screen.tell(screen.say(&said.english, &said.french));
    }
    Ok(DONE)
}

fn publish(args: &PublishArgs, screen: &Screen) -> std::result::Result<u8, Error> {
    let summary = match (args.remote.store(screen)?, &args.folder) {
        (Some(store), _) if args.preview => {
            let text = store.ask("/admin/status", None, "application/json")?;
            let status: serde_json::Value = said(&text)?;
            serde_json::from_value(status.get("next").cloned().unwrap_or_default())
                .map_err(|error| strange(&error))?
        }
        (Some(store), _) => said(&store.ask(
            "/admin/publish",
            Some(("application/json", "")),
            "application/json",
        )?)?,
        (None, folder) => made(
            folder.as_deref().unwrap_or(Path::new("")),
            args.preview,
            screen,
        )?,
    };
    if screen.json {
        screen.print_json(&summary);
        return Ok(DONE);
    }
    show(&summary, args.preview, screen);
    Ok(DONE)
}

/// A release of a folder's store, or what it would be like.
fn made(folder: &Path, preview: bool, screen: &Screen) -> std::result::Result<Summary, Error> {
    let engine = open(folder, None, screen)?;
    if preview {
        return engine.preview();
    }
    let audit = Audit::open(folder)?;
    audit.tell(Line {
        user: None,
        what: "publish",
        text: "bauta graph publish".to_owned(),
        status: 0,
        changes: true,
    })?;
    engine.publish()
}

fn strange(error: &serde_json::Error) -> Error {
    Error::Data(error.to_string())
}

fn said<T: serde::de::DeserializeOwned>(text: &str) -> std::result::Result<T, Error> {
    serde_json::from_str(text).map_err(|error| strange(&error))
}

fn show(summary: &Summary, preview: bool, screen: &Screen) {
    let (en, fr) = if preview {
        (
            "The next release would have",
            "La prochaine publication aurait",
        )
    } else {
        ("The release has", "La publication a")
    };
    let header = [screen.say(en, fr), ""];
    let count = |en, fr, value: usize| vec![screen.say(en, fr).to_owned(), value.to_string()];
    let rows = vec![
        count("entities", "entités", summary.entities),
        count("classes", "classes", summary.classes),
        count("counterfeits", "contrefaçons", summary.counterfeits),
        count(
            "waiting, because their value is too frequent",
            "en attente, leur valeur étant trop fréquente",
            summary.deferred,
        ),
        count(
            "incomplete, not published",
            "incomplètes, non publiées",
            summary.incomplete,
        ),
        vec![
            screen.say("highest risk", "risque maximal").to_owned(),
            screen.figure(summary.risk, 3),
        ],
        vec![
            screen
                .say(
                    "share of entities at a higher risk, for who knows their open facts",
                    "part des entités à plus haut risque, pour qui connaît leurs faits ouverts",
                )
                .to_owned(),
            screen.figure(summary.singled_out, 3),
        ],
        vec![
            screen
                .say("loss of precision", "perte de précision")
                .to_owned(),
            screen.figure(summary.loss, 3),
        ],
    ];
    screen.tell(&screen.table(&header, rows));
}

fn query(args: &QueryArgs, screen: &Screen) -> std::result::Result<u8, Error> {
    let format = args
        .format
        .clone()
        .or_else(|| screen.json.then(|| "json".to_owned()));
    if let Some(store) = args.remote.store(screen)? {
        let folder = args.folder.to_string_lossy();
        let text = written(args.query.as_deref().unwrap_or(&folder))?;
        let path = if matches!(args.eyes, Eyes::Exact) {
            "/sparql?view=exact"
        } else {
            "/sparql"
        };
        let answer = store.ask(
            path,
            Some(("application/sparql-query", &text)),
            media(format.as_deref()),
        )?;
        screen.print(answer.trim_end());
        return Ok(DONE);
    }
    let engine = open(&args.folder, None, screen)?;
    let text = written(args.query.as_deref().unwrap_or_default())?;
    let answer = files::answer(
        &engine,
        &Asked::new(&text, args.eyes.view()),
        format.as_deref(),
    )?;
    screen.print(answer.trim_end());
    Ok(DONE)
}

/// A query as it is typed, or as its file has it.
fn written(query: &str) -> std::result::Result<String, Error> {
    if query.ends_with(".rq") {
        std::fs::read_to_string(query).map_err(|error| Error::file(Path::new(query), error))
    } else {
        Ok(query.to_owned())
    }
}

fn check(args: &AuditArgs, screen: &Screen) -> std::result::Result<u8, Error> {
    let verdict: audit::Verdict = match (args.remote.store(screen)?, &args.folder) {
        (Some(store), _) => said(&store.ask("/admin/audit", None, "application/json")?)?,
        (None, folder) => audit::verify(folder.as_deref().unwrap_or(Path::new("")))?,
    };
    if screen.json {
        screen.print_json(&verdict);
    }
    for (name, chain) in [
        ("audit.log", &verdict.users),
        ("anonymous.log", &verdict.anonymous),
    ] {
        let words = followed(chain, screen);
        screen.tell(&format!(
            "{} {name}: {words}",
            screen.mark(chain.broken_at.is_none())
        ));
    }
    Ok(if verdict.is_good() { DONE } else { NO })
}

/// What was found about one log.
fn followed(chain: &audit::Chain, screen: &Screen) -> String {
    let audit::Chain {
        lines,
        last,
        dropped,
        ..
    } = chain;
    let (en, fr) = match chain.broken_at {
        None => (
            format!("{lines} lines, none changed; the last has the hash {last}"),
            format!("{lines} lignes, aucune modifiée ; la dernière a l'empreinte {last}"),
        ),
        Some(at) => (
            format!(
                "line {at} was changed, removed or put in; the {lines} lines before it were not"
            ),
            format!(
                "la ligne {at} a été modifiée, retirée ou ajoutée ; les {lines} lignes avant elle ne l'ont pas été"
            ),
        ),
    };
    let (more, plus) = match dropped {
        0 => (String::new(), String::new()),
        _ => (
            format!(" ({dropped} earlier ones are not kept)"),
            format!(" ({dropped} plus anciennes ne sont pas conservées)"),
        ),
    };
    screen.say(&(en + &more), &(fr + &plus)).to_owned()
}

fn export(args: &ExportArgs, screen: &Screen) -> std::result::Result<u8, Error> {
    let failed = |error| Error::file(&args.output, error);
    if args.output.exists() && !args.force {
        return Err(failed(std::io::ErrorKind::AlreadyExists.into()));
    }
    let engine = open(&args.folder, None, screen)?;
    let format = args
        .output
        .extension()
        .and_then(|own| own.to_str())
        .unwrap_or_default();
    let mut bytes = Vec::new();
    let count = files::write(&engine, &args.eyes.view(), format, &mut bytes)?;
    // Exact facts are for their owner only; what the public sees follows the mask of the user.
    let staged = match args.eyes {
        Eyes::Public => {
            let text = String::from_utf8_lossy(&bytes);
            bauta_formats::stage_text(&text, &args.output, args.force)
        }
        _ => bauta_formats::stage_private(&bytes, &args.output, args.force),
    };
    let written = staged.and_then(bauta_formats::Staged::commit);
    written.map_err(|error| failed(std::io::Error::other(error.to_string())))?;
    if screen.json {
        screen.print_json(
            &serde_json::json!({ "facts": count, "output": args.output.display().to_string() }),
        );
    }
    let (en, fr) = (
        format!("{count} facts written: {}", args.output.display()),
        format!("{count} faits écrits : {}", args.output.display()),
    );
    screen.tell(screen.say(&en, &fr));
    Ok(DONE)
}
