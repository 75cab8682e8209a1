//! The people behind the rows of an engine: whether somebody has several rows.
//!
//! An engine counts rows, and classes of rows cannot be turned into classes of people afterwards: somebody with rows in two combinations is one person of the class that both
//! end up in. So the identifiers (or the columns that say whose row it is) are compared before anything else, exactly as in memory, and people with several rows are
//! refused. Digests of the identifiers are compared, under a key that is forgotten, within the memory that the engine may hold.

use arrow_array::RecordBatch;
use arrow_schema::{Field, Schema};
use bauta_engines::{Engine, RowCount, count_different};
use bauta_formats::ReadOptions;
use bauta_methods::pseudonym::{self, Hash, Hasher, Identities, Key, Method, Normalization};
use bauta_table::{Fault, Progress, Silent};
use rand::RngExt;
use zeroize::Zeroizing;

use super::open::budget;
use crate::project::Project;
use crate::pseudonymize::secret;
use crate::reading::read_options;
use bauta_messages::{Error, Result};

/// Said where nobody told whose row each one is.
const NOT_LOOKED_FOR: &str = "rows are counted: no column says whose row each one is (--id, --person), so people with several rows were not looked for";

/// What is known of the people behind the rows.
pub(super) enum People {
    /// No column says whose row each one is.
    Unknown,
    /// Every row is a person of its own.
    One(RowCount, Vec<String>),
    /// Somebody has several rows.
    Several(RowCount),
}

impl People {
    /// Compares the columns that say whose row each one is: those of persons, or else the identifiers.
    ///
    /// # Errors
    /// The engine failed, or it was stopped.
    pub(super) fn of(
        project: &Project,
        engine: &dyn Engine,
        progress: &dyn Progress,
    ) -> Result<People> {
        let roles = &project.roles;
        let names = match roles.person.is_empty() {
            true => &roles.identifiers,
            false => &roles.person,
        };
        // Names that are not there are told elsewhere.
        if names.is_empty() || !names.iter().all(|name| engine.columns().contains(name)) {
            return Ok(People::Unknown);
        }
        let comparing = Comparing::of(project)?;
        let digests = |batch: &RecordBatch| comparing.digests(batch);
        let memory = Some(budget(project)?);
        let counted = count_different(engine, names, &digests, memory, progress)?;
        Ok(match counted.different < counted.rows {
            true => People::Several(counted),
            false => People::One(counted, names.clone()),
        })
    }

    /// The fault of people with several rows, where classes must be of people.
    pub(super) fn fault(&self) -> Option<Fault> {
        let People::Several(RowCount { rows, different }) = self else {
            return None;
        };
        Some(Fault::Request(format!(
            "{rows} rows are of {different} people, and an engine counts rows: a class of k rows may be of fewer people; keep one row of each person, or leave out --engine and --memory"
        )))
    }

    /// What is worth saying.
    pub(super) fn note(&self) -> String {
        match self {
            People::Unknown => NOT_LOOKED_FOR.to_owned(),
            People::One(RowCount { rows, .. }, names) => {
                let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
                let names = names.join(", ");
                format!("every row is one person: {rows} rows, all different in {names}")
            }
            People::Several(RowCount { rows, different }) => format!(
                "{rows} rows are of {different} people, and rows are counted here: the risk of a person with several rows is higher; leave out --engine and --memory, and bauta check --person counts people"
            ),
        }
    }
}

/// How identities are compared: as in memory, by digests under a key of their own.
struct Comparing {
    hasher: Hasher,
    normalization: Normalization,
    options: ReadOptions,
}

impl Comparing {
    fn of(project: &Project) -> Result<Comparing> {
        let settings = &project.pseudonyms;
        let words = settings.normalize.as_ref();
        let words = words.map(|words| Normalization::from_words(words));
        let usual = pseudonym::find(&settings.method).map(Method::usual_normalization);
        // Identifiers become pseudonyms, and what tells them apart there tells them apart here.
        let normalization = match project.roles.identifiers.is_empty() {
            true => Normalization::USUAL,
            false => words
                .and_then(std::result::Result::ok)
                .or(usual.ok())
                .unwrap_or(Normalization::USUAL),
        };
        let mut secret = secret()?;
        let forgotten = Zeroizing::new(secret.random::<[u8; 32]>());
        let key = Key::from_file(&forgotten[..]).map_err(|_| Error::internal("there is no key"))?;
        Ok(Comparing {
            hasher: Hasher::new(&key, Hash::Blake3, None),
            normalization,
            options: ReadOptions {
                kinds: Default::default(),
                ..read_options(project)
            },
        })
    }

    /// A digest of the person of each row; rows without any identifier are somebody else each.
    fn digests(&self, batch: &RecordBatch) -> bauta_engines::Result<Vec<u128>> {
        if batch.num_rows() == 0 {
            return Ok(Vec::new());
        }
        let unread = || {
            bauta_engines::Error::request(
                "identifiers are of a kind that cannot be read",
                "convert them to text first",
            )
        };
        let schema = Schema::new(numbered(batch));
        let columns = batch.columns().to_vec();
        let plain = RecordBatch::try_new(schema.clone().into(), columns).map_err(|_| unread())?;
        let name = "identifiers";
        let table =
            bauta_formats::parquet::table_of(name, &schema, &[plain], &self.options, false)?;
        let places: Vec<usize> = (0..batch.num_columns()).collect();
        let identities = Identities::new(&table, &places, self.normalization);
        let mut secret = secret().map_err(|_| unread())?;
        let digests = identities
            .digests(&self.hasher, &mut secret, &Silent)
            .map_err(|_| unread())?;
        let of_row = identities.of_row.iter();
        Ok(of_row.map(|&it| digests[it as usize]).collect())
    }
}

/// The columns under numbers: names say nothing here, and may be anything.
fn numbered(batch: &RecordBatch) -> Vec<Field> {
    let schema = batch.schema();
    let fields = schema.fields().iter().enumerate();
    fields
        .map(|(place, field)| field.as_ref().clone().with_name(place.to_string()))
        .collect()
}
