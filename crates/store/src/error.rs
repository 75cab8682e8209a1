//! What the store can fail with, in English and French. No value of the data is in a message.

use std::path::{Path, PathBuf};

/// What a call of the store can fail with, by whose move it is.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The context file is wrong: the user mends all of it.
    #[error("the context file is wrong: {}", joined(.0, |said| &said.english))]
    Context(Vec<Said>),
    /// What was asked for cannot be done as it is.
    #[error("{}", .0.english)]
    Request(Said),
    /// The query or update cannot be read.
    #[error("the request is not valid SPARQL: {}", .0.english)]
    Syntax(Said),
    /// Data cannot be read.
    #[error("the data cannot be read: {0}")]
    Data(String),
    /// A file or the body of a request is not what its format says. What a parser quotes of it is not told.
    #[error("the data cannot be read: {}this is not valid {format}", located(name.as_deref(), *place, "line", "column"))]
    Malformed {
        /// The file, if it is one.
        name: Option<String>,
        /// The name of the format.
        format: &'static str,
        /// Line and column, from 1; RDF/XML tells none.
        place: Option<(u64, u64)>,
    },
    /// The request asks for what nobody gets here.
    #[error("{}", .0.english())]
    Refused(Refusal),
    /// The caller has no right to it.
    #[error("{}", .0.english())]
    Forbidden(Right),
    /// A graph of an update is there already, or is not.
    #[error("the graph {} {}", .0, if *.1 { "exists already" } else { "does not exist" })]
    Graph(String, bool),
    /// It took longer than is allowed.
    #[error("the query took longer than is allowed; make it more selective, or add LIMIT")]
    TooLong,
    /// The answer is larger than is allowed.
    #[error("the answer is larger than is allowed; make the query more selective, or add LIMIT")]
    TooLarge,
    /// It would hold more memory than is allowed, or make a longer value.
    #[error(
        "the query needs more memory than is allowed, or makes too long a value; make it more selective, or sort and group less"
    )]
    TooMuchMemory,
    /// The evaluator failed.
    #[error("the query cannot be evaluated: {0}")]
    Evaluation(String),
    /// A file failed.
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, #[source] std::io::Error),
    /// A file of the store is damaged before its end.
    #[error("{} is damaged at byte {}; restore the folder from a copy", .0.display(), .1)]
    Damaged(PathBuf, u64),
    /// The last record of a journal is there as a whole and is damaged: no crash does that.
    #[error("the last change in {path} is damaged from byte {at} on, and was not cut off by a crash: it had been acknowledged; restore the folder from a copy, or give that change up: truncate -s {at} {path}", path = .0.display(), at = .1)]
    DamagedEnd(PathBuf, u64),
    /// A file of the store is not there, and others build on it.
    #[error("{} is missing, and the other files go on from it: copy it back, or restore the folder from a backup (bauta graph restore)", .0.display())]
    Missing(PathBuf),
    /// A journal that had records has none.
    #[error("{} was cut down to nothing, and no crash does that: copy it back, or restore the folder from a backup (bauta graph restore); to give up every change since the last snapshot, remove the file \"format\" beside it", .0.display())]
    Emptied(PathBuf),
    /// Another process has the store open.
    #[error("{} is in use by another process; stop it first, or ask it over HTTP", .0.display())]
    InUse(PathBuf),
    /// The operating system gives no randomness.
    #[error("the operating system gives no randomness; nothing was changed")]
    NoRandomness,
    /// A store that was asked over HTTP has refused, in its own words.
    #[error("the store answered {0}: {1}")]
    Answered(u16, String),
    /// A bug of ours.
    #[error("the store is at fault, nothing was changed; please report it ({0})")]
    Internal(String),
}

/// A sentence in both languages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// In English.
    pub english: String,
    /// In French.
    pub french: String,
}

impl Said {
    /// A sentence in English and in French.
    pub fn new(english: impl Into<String>, french: impl Into<String>) -> Said {
        Said {
            english: english.into(),
            french: french.into(),
        }
    }
}

fn joined(all: &[Said], of: impl Fn(&Said) -> &String) -> String {
    all.iter()
        .map(|said| of(said).as_str())
        .collect::<Vec<_>>()
        .join("; ")
}

/// `people.ttl, line 3, column 5: `, of which any part may not be known.
fn located(name: Option<&str>, place: Option<(u64, u64)>, line: &str, column: &str) -> String {
    let place = place.map(|(row, at)| format!("{line} {row}, {column} {at}"));
    let parts: Vec<String> = name.map(str::to_owned).into_iter().chain(place).collect();
    let space = if line == "ligne" { " : " } else { ": " };
    match parts.is_empty() {
        true => String::new(),
        false => parts.join(", ") + space,
    }
}

/// What nobody gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// `SERVICE`.
    Service,
    /// `LOAD`.
    Load,
    /// A private graph in an update.
    PrivateGraph,
    /// A graph named by a blank node.
    BlankGraph,
    /// Something nested deeper, or of more parts, than is evaluated.
    TooDeep,
    /// A change of somebody published, in a store that only grows.
    OnlyGrows,
}

impl Refusal {
    fn english(self) -> &'static str {
        match self {
            Refusal::Service => "SERVICE is refused: the store asks no other server",
            Refusal::Load => "LOAD is refused: send the data with the Graph Store Protocol instead",
            Refusal::PrivateGraph => {
                "an update does not name private graphs: write to the default graph, and the store puts each triple where it belongs"
            }
            Refusal::BlankGraph => "a graph cannot be named by a blank node; give it an address",
            Refusal::TooDeep => "the request is nested too deeply, or has too many parts",
            Refusal::OnlyGrows => {
                "the store uses semantic anatomy, which is safe for data that only grow: quasi-identifiers and sensitive values of who was published can neither be changed nor removed nor added to; for data that change make a store with method = \"m-invariance\""
            }
        }
    }

    fn french(self) -> &'static str {
        match self {
            Refusal::Service => "SERVICE est refusé : l'entrepôt n'interroge aucun autre serveur",
            Refusal::Load => "LOAD est refusé : envoyez les données par le protocole Graph Store",
            Refusal::PrivateGraph => {
                "une mise à jour ne nomme pas les graphes privés : écrivez dans le graphe par défaut, l'entrepôt met chaque triplet à sa place"
            }
            Refusal::BlankGraph => {
                "un graphe ne peut être nommé par un nœud anonyme ; donnez-lui une adresse"
            }
            Refusal::TooDeep => "la requête est imbriquée trop profondément, ou a trop de parties",
            Refusal::OnlyGrows => {
                "l'entrepôt emploie l'anatomie sémantique, sûre pour des données qui ne font que croître : les quasi-identifiants et valeurs sensibles de qui a été publié ne peuvent être ni modifiés, ni retirés, ni complétés ; pour des données qui changent, créez un entrepôt avec method = \"m-invariance\""
            }
        }
    }
}

/// What a caller may lack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Right {
    /// To read private graphs.
    ReadPrivate,
    /// To update.
    Update,
    /// To publish.
    Publish,
    /// To administer.
    Administer,
}

impl Right {
    fn english(self) -> &'static str {
        match self {
            Right::ReadPrivate => "your role may not read private graphs",
            Right::Update => "your role may not change the data",
            Right::Publish => "your role may not publish a release",
            Right::Administer => "your role may not administer the store",
        }
    }

    fn french(self) -> &'static str {
        match self {
            Right::ReadPrivate => "votre rôle ne peut pas lire les graphes privés",
            Right::Update => "votre rôle ne peut pas modifier les données",
            Right::Publish => "votre rôle ne peut pas publier",
            Right::Administer => "votre rôle ne peut pas administrer l'entrepôt",
        }
    }
}

/// Result of this crate.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// A file that failed.
    pub fn file(path: &Path, error: std::io::Error) -> Error {
        Error::File(path.to_owned(), error)
    }

    /// The exit status of the contract.
    pub fn exit_status(&self) -> u8 {
        match self {
            Error::File(..)
            | Error::Damaged(..)
            | Error::DamagedEnd(..)
            | Error::Missing(_)
            | Error::Emptied(_)
            | Error::InUse(_)
            | Error::NoRandomness
            | Error::Internal(_) => 3,
            _ => 2,
        }
    }

    /// The message in a language, `en` or `fr`.
    pub fn text(&self, language: &str) -> String {
        if language != "fr" {
            return self.to_string();
        }
        match self {
            Error::Context(all) => {
                format!("le fichier de contexte est faux : {}", joined(all, |said| &said.french))
            }
            Error::Request(what) => what.french.clone(),
            Error::Syntax(what) => {
                format!("la requête n'est pas du SPARQL valide : {}", what.french)
            }
            Error::Data(what) => format!("les données ne peuvent être lues : {what}"),
            Error::Malformed { name, format, place } => {
                let located = located(name.as_deref(), *place, "ligne", "colonne");
                format!("les données ne peuvent être lues : {located}ceci n'est pas du {format} valide")
            }
            Error::Refused(what) => what.french().to_owned(),
            Error::Forbidden(what) => what.french().to_owned(),
            Error::Graph(name, true) => format!("le graphe {name} existe déjà"),
            Error::Graph(name, false) => format!("le graphe {name} n'existe pas"),
            Error::TooLong => {
                "la requête a duré plus que permis ; rendez-la plus sélective ou ajoutez LIMIT".to_owned()
            }
            Error::TooLarge => {
                "la réponse est plus grande que permis ; rendez la requête plus sélective ou ajoutez LIMIT".to_owned()
            }
            Error::TooMuchMemory => {
                "la requête demande plus de mémoire que permis, ou produit une valeur trop longue ; rendez-la plus sélective, ou triez et groupez moins".to_owned()
            }
            Error::Evaluation(what) => format!("la requête ne peut être évaluée : {what}"),
            Error::File(path, error) => format!("{} : {error}", path.display()),
            Error::Damaged(path, at) => {
                format!("{} est abîmé à l'octet {at} ; restaurez le dossier d'une copie", path.display())
            }
            Error::DamagedEnd(path, at) => {
                let path = path.display();
                format!("la dernière modification de {path} est abîmée à partir de l'octet {at}, et aucune panne ne l'a coupée : elle avait été confirmée ; restaurez le dossier d'une copie, ou renoncez à cette modification : truncate -s {at} {path}")
            }
            Error::Missing(path) => format!(
                "{} manque, et les autres fichiers en partent : remettez-le, ou restaurez le dossier d'une sauvegarde (bauta graph restore)",
                path.display()
            ),
            Error::Emptied(path) => format!(
                "{} a été réduit à rien, ce que ne fait aucune panne : remettez-le, ou restaurez le dossier d'une sauvegarde (bauta graph restore) ; pour renoncer à toute modification depuis le dernier instantané, supprimez le fichier « format » à côté",
                path.display()
            ),
            Error::InUse(path) => format!(
                "{} est utilisé par un autre processus ; arrêtez-le d'abord, ou interrogez-le par HTTP",
                path.display()
            ),
            Error::NoRandomness => "le système ne donne pas d'aléa ; rien n'a été changé".to_owned(),
            Error::Answered(status, what) => format!("l'entrepôt a répondu {status} : {what}"),
            Error::Internal(what) => {
                format!("l'entrepôt est en défaut, rien n'a été changé ; merci de le signaler ({what})")
            }
        }
    }
}

impl From<oxigraph::store::StorageError> for Error {
    fn from(error: oxigraph::store::StorageError) -> Error {
        match error {
            // Files of the feature `disk`: full, or gone. In memory nothing of the kind happens.
            oxigraph::store::StorageError::Io(error) => Error::file(Path::new("graphs"), error),
            other => Error::Internal(other.to_string()),
        }
    }
}
