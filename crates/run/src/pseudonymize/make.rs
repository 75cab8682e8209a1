//! Persons and their pseudonyms, by method.

use bauta_methods::pseudonym::{
    self, Compatible, FormatPreserving, Hash, Hasher, Identities, Key, Method, Persons, Unfit,
    compatible_text, digest_text,
};
use bauta_table::{Fault, TextPool, Values};
use rand::RngExt;
use rand_chacha::ChaCha20Rng;
use rayon::prelude::*;

use super::key_file::no_randomness;
use super::step::{Work, listed};
use bauta_messages::Problems;
use bauta_messages::{Error, Result};

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
                // Only to find equal identities: with a key that is forgotten.
                let forgotten = Key::from_file(&secret.random::<[u8; 32]>());
                let Ok(forgotten) = forgotten else {
                    return Err(no_randomness());
                };
                let hasher = Hasher::new(&forgotten, Hash::Blake3, None);
                let persons =
                    Persons::by_appearance(&identities.digests(&hasher, secret, self.progress)?);
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
