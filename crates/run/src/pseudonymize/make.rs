//! Persons and their pseudonyms, by method.

use bauta_methods::pseudonym::{
    self, Compatible, FormatPreserving, Hash, Hasher, Identities, Key, Method, Normalization,
    Persons, Unfit, compatible_text, digest_text,
};
use bauta_table::{Fault, Progress, Table, TextPool, Values};
use rand::RngExt;
use rand_chacha::ChaCha20Rng;
use rayon::prelude::*;

use super::step::{Work, listed, secret};
use bauta_messages::Problems;
use bauta_messages::{Error, Result};

/// Whose each combination of identifiers is. A hash with a key that is forgotten finds the equal ones.
fn persons_of(
    identities: &Identities<'_>,
    secret: &mut ChaCha20Rng,
    progress: &dyn Progress,
) -> Result<Persons> {
    let forgotten = Key::from_file(&secret.random::<[u8; 32]>())
        .map_err(|_| Error::internal("a drawn key is none"))?;
    let hasher = Hasher::new(&forgotten, Hash::Blake3, None);
    let digests = identities.digests(&hasher, secret, progress)?;
    Ok(Persons::by_appearance(&digests))
}

/// Whose row each one is, by columns that tell people apart, and how many people there are.
pub(crate) fn person_of_row(
    table: &Table,
    columns: &[usize],
    normalization: Normalization,
    progress: &dyn Progress,
) -> Result<(Vec<u32>, usize)> {
    let identities = Identities::new(table, columns, normalization);
    let persons = persons_of(&identities, &mut secret()?, progress)?;
    let of_row = identities.of_row.iter();
    let of_row = of_row.map(|&combination| persons.of_combination[combination as usize]);
    Ok((of_row.collect(), persons.first.len()))
}

impl Work<'_> {
    /// Who the persons are, and their pseudonyms.
    pub(super) fn made(
        &self,
        identities: &Identities<'_>,
        secret: &mut ChaCha20Rng,
        problems: &mut Problems,
    ) -> Result<Option<(Persons, Values)>> {
        let settings = self.settings;
        let texts = |all: Vec<String>| Values::Text(all.into_iter().collect::<TextPool>());
        let key = || {
            settings
                .key
                .as_ref()
                .ok_or_else(|| Error::internal("there is no key"))
        };
        Ok(Some(match settings.method {
            Method::KeyedHash => {
                let hasher = Hasher::new(key()?, settings.hash, settings.slow);
                let digests = identities.digests(&hasher, secret, self.progress)?;
                let persons = Persons::by_digest(&digests);
                let all = persons
                    .first
                    .par_iter()
                    .map(|&it| digest_text(digests[it as usize]))
                    .collect();
                (persons, texts(all))
            }
            Method::Sha512Base64 => {
                let salt = Compatible::new(key()?);
                let persons = Persons::by_appearance(&identities.compatible_digests(&salt, secret));
                let of = |&it: &u32| compatible_text(&identities.compatible(it as usize, &salt));
                let mut all: Vec<String> = persons.first.par_iter().map(of).collect();
                // Who has no name has no hash either, but a random text that looks like one.
                for (text, _) in all
                    .iter_mut()
                    .zip(&persons.first)
                    .filter(|(_, it)| identities.nameless[**it as usize])
                {
                    *text = compatible_text(&secret.random());
                }
                (persons, texts(all))
            }
            Method::Sequential | Method::Random | Method::FormatPreserving => {
                let persons = persons_of(identities, secret, self.progress)?;
                let count = persons.first.len();
                let values = match settings.method {
                    Method::Sequential => Values::Integer(pseudonym::sequential(count)),
                    Method::Random => Values::Integer(pseudonym::random(count, secret)),
                    _ => match self.encrypted(key()?, identities, &persons) {
                        Ok(all) => texts(all),
                        Err(faults) => {
                            problems.extend(faults);
                            return Ok(None);
                        }
                    },
                };
                (persons, values)
            }
        }))
    }

    /// The only identifier of each person, encrypted in its format.
    fn encrypted(
        &self,
        key: &Key,
        identities: &Identities<'_>,
        persons: &Persons,
    ) -> std::result::Result<Vec<String>, Vec<Fault>> {
        let cipher = FormatPreserving::new(key)
            .ok_or_else(|| vec![Fault::Request("there is no key".into())])?;
        let done: Vec<std::result::Result<String, Unfit>> = persons
            .first
            .par_iter()
            .map(|&it| cipher.encrypt(identities.single(it as usize)))
            .collect();
        let name = self
            .project
            .roles
            .identifiers
            .first()
            .map_or("", String::as_str);
        let mut faults = Vec::new();
        for unfit in [Unfit::TooFew, Unfit::OtherLetters] {
            let wrong = persons.first.iter().zip(&done).filter(|(it, done)| {
                done.as_ref().err() == Some(&unfit) && !identities.nameless[**it as usize]
            });
            let rows: Vec<u32> = wrong
                .map(|(it, _)| identities.first_row[*it as usize])
                .collect();
            if rows.is_empty() {
                continue;
            }
            let (count, first) = (rows.len(), listed(rows.iter().copied()));
            faults.push(Fault::Request(match unfit {
                Unfit::TooFew => format!(
                    "{count} values of \"{name}\" have too few digits and letters to be encrypted in their format (NIST: at least 1 000 000 possible values), first in data row {first}; use keyed-hash or random"
                ),
                Unfit::OtherLetters => format!(
                    "{count} values of \"{name}\" have letters or digits other than A-Z and 0-9, which would stay readable, first in data row {first}; add --normalize nfkc,accents, or use keyed-hash"
                ),
            }));
        }
        let nameless = identities.nameless.contains(&true);
        if faults.is_empty() && !nameless {
            Ok(done
                .into_iter()
                .filter_map(std::result::Result::ok)
                .collect())
        } else {
            Err(faults)
        }
    }
}
