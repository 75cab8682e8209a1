//! Pseudonyms while rows are written: of each batch of rows what the whole table would have got.
//!
//! Only a keyed hash can be made row by row: numbers need to know all persons, and a correspondence table would be as long as the data.

use std::sync::Arc;

use arrow_array::{RecordBatch, StringArray};
use bauta_engines::{Made, Maker};
use bauta_formats::ReadOptions;
use bauta_methods::pseudonym::{Hash, Hasher, Identities, Method, Normalization, digest_text};
use bauta_table::Silent;
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;
use zeroize::Zeroizing;

use crate::project::{MissingIdentifiers, Project};
use crate::pseudonymize::Settings;
use bauta_messages::Problems;

/// What is asked of identifiers that no engine can do, in words.
pub(super) fn refused(project: &Project) -> Vec<&'static str> {
    let asked = &project.pseudonyms;
    let asked = [
        (asked.mapping.is_some(), "a correspondence table"),
        (!asked.shift_dates.is_empty(), "shifted dates"),
        (asked.shuffle, "shuffled rows"),
        (
            asked.same_as.is_some(),
            "a comparison with an earlier record (--same-as)",
        ),
    ];
    if project.roles.identifiers.is_empty() {
        Vec::new()
    } else {
        asked
            .into_iter()
            .filter(|(asked, _)| *asked)
            .map(|(_, what)| what)
            .collect()
    }
}

/// The column of pseudonyms, where they can be made; none where identifiers are left out.
pub(super) fn made(project: &Project, problems: &mut Problems) -> Option<Made> {
    if project.roles.identifiers.is_empty() || project.pseudonyms.method != Method::KeyedHash.id() {
        return None;
    }
    let Settings {
        hash,
        slow,
        normalization,
        key,
        ..
    } = Settings::new(project, problems)?;
    let keyed = Keyed {
        hasher: Hasher::new(&key?, hash, slow),
        normalization,
        usual: hash == Hash::HmacSha256 && slow.is_none() && normalization == Normalization::USUAL,
        refuses: project.pseudonyms.missing_identifiers == MissingIdentifiers::Refuse,
    };
    Some(Made {
        from: project.roles.identifiers.clone(),
        by: Arc::new(keyed),
    })
}

/// A keyed hash. It holds what was made of the key, and has no `Debug`.
struct Keyed {
    hasher: Hasher,
    normalization: Normalization,
    /// Whether our own executors make the same.
    usual: bool,
    /// Whether rows without any identifier are refused.
    refuses: bool,
}

impl Maker for Keyed {
    fn make(&self, columns: &RecordBatch) -> bauta_engines::Result<StringArray> {
        let broken = || {
            bauta_engines::Error::request(
                "identifiers are of a kind that cannot be read",
                "convert them to text first",
            )
        };
        // Names of columns say nothing here, and may be anything.
        let schema = columns.schema();
        let names = (0..columns.num_columns()).map(|place| place.to_string());
        let fields = names
            .zip(schema.fields())
            .map(|(name, field)| field.as_ref().clone().with_name(name));
        let schema = arrow_schema::Schema::new(fields.collect::<Vec<_>>());
        if columns.num_rows() == 0 {
            return Ok(StringArray::from(Vec::<&str>::new()));
        }
        let options = ReadOptions::default();
        let plain = RecordBatch::try_new(Arc::new(schema.clone()), columns.columns().to_vec())
            .map_err(|_| broken())?;
        let table =
            bauta_formats::parquet::table_of("identifiers", &schema, &[plain], &options, false)?;
        let places: Vec<usize> = (0..columns.num_columns()).collect();
        let identities = Identities::new(&table, &places, self.normalization);
        if self.refuses && identities.nameless.contains(&true) {
            return Err(bauta_engines::Error::request(
                "some rows have no value in any identifier",
                "fill them in, or give each a pseudonym of its own with --missing-ids own",
            ));
        }
        let mut seed = Zeroizing::new([0u8; 32]);
        getrandom::fill(&mut seed[..]).map_err(|_| broken())?;
        let mut secret = ChaCha20Rng::from_seed(*seed);
        let digests = identities
            .digests(&self.hasher, &mut secret, &Silent)
            .map_err(|_| broken())?;
        Ok(identities
            .of_row
            .iter()
            .map(|&it| digests.get(it as usize).map(|&digest| digest_text(digest)))
            .collect())
    }

    fn elsewhere(&self) -> Option<&'static str> {
        self.usual.then_some("bauta_pseudonym")
    }
}
