//! A request for pseudonyms, checked without the data: methods, keys, places.

use std::path::Path;

use bauta_formats::Locator;
use bauta_methods::pseudonym::{self, Hash, Key, Method, Normalization, Shift, Slow};
use bauta_table::Fault;

use super::key_file::{read_key, weak};
use super::mapping::Place;
use super::record::PseudonymRecord;
use crate::places::{self, Target};
use crate::project::{MissingIdentifiers, Project};
use bauta_messages::Error;
use bauta_messages::Problems;

/// A request that makes sense. It holds a key and has no `Debug`.
pub(crate) struct Settings {
    pub method: Method,
    pub hash: Hash,
    pub slow: Option<Slow>,
    pub normalization: Normalization,
    pub key: Option<Key>,
    pub mapping: Option<Place>,
    pub earlier: Option<(String, PseudonymRecord)>,
}

impl Settings {
    /// Checks a request; what is wrong is noted. Nothing is returned where something is, or where no attribute can be an
    /// identifier.
    pub(crate) fn new(project: &Project, problems: &mut Problems) -> Option<Settings> {
        let settings = &project.pseudonyms;
        let method = problems.take(pseudonym::find(&settings.method).map_err(|fault| vec![fault]));
        let hash = settings
            .hash
            .as_deref()
            .map_or(Ok(Hash::default()), Hash::find);
        let hash = problems.take(hash.map_err(|fault| vec![fault]));
        let words = settings
            .normalize
            .as_ref()
            .map(|words| Normalization::from_words(words))
            .transpose();
        let normalization = problems.take(words);
        if project.roles.identifiers.is_empty() && project.roles.layout.is_none() {
            if !settings.shift_dates.is_empty() {
                problems.push(Fault::NoneInRole {
                    needs: "shifting dates".into(),
                    role: bauta_table::Role::Identifier,
                    flag: "--id",
                });
            }
            return None;
        }
        problems.extend(faults(project, method));
        let mapping = Place::new(settings, problems);
        let earlier = settings.same_as.as_ref().and_then(|file| {
            let record = problems.take(PseudonymRecord::read(Path::new(file)))?;
            Some((file.clone(), record))
        });
        let key = key(project, method?, problems)?;
        let method = method?;
        Some(Settings {
            method,
            hash: hash?,
            slow: settings.slow.then_some(Slow::USUAL),
            normalization: normalization?.unwrap_or(method.usual_normalization()),
            key,
            mapping,
            earlier,
        })
    }

    /// Notes what is wrong with the place of the correspondence table beside the other places.
    pub(crate) fn check_places(
        &self,
        project: &Project,
        others: &[Target],
        problems: &mut Problems,
    ) {
        let Some(mapping) = &self.mapping else { return };
        let (target, replace) = (mapping.target(), project.pseudonyms.replace_mapping);
        if others.iter().any(|other| other.same_place(&target)) {
            problems.error(Error::request(places::would_overwrite(target.shown())));
        } else if !replace && target.is_there() {
            problems.push(Fault::Request(format!(
                "the correspondence table {} exists already, and who is who would be lost; choose another name, or replace it with --force-mapping",
                target.shown()
            )));
        }
        let Place::Plain(Locator::Sqlite { path, .. }) = mapping else {
            return;
        };
        let tables = project.output.tables.iter().chain([&project.input.data]);
        let holds = |place: &Locator| matches!(place, Locator::Sqlite { path: other, .. } if places::same_file(other, path));
        if tables
            .filter_map(|text| text.parse().ok())
            .any(|place: Locator| holds(&place))
        {
            problems.push(Fault::Request(format!(
                "the correspondence table would stand in the file of the data, {}; give it a file of its own",
                path.display()
            )));
        }
    }
}

/// What is wrong whatever the data and the files are.
fn faults(project: &Project, method: Option<Method>) -> Vec<Fault> {
    let settings = &project.pseudonyms;
    let mut faults = Vec::new();
    let mut say = |text: String| faults.push(Fault::Request(text));
    if settings.slow && method.is_some_and(|method| method != Method::KeyedHash) {
        say("only keyed-hash can be slow; leave out --slow, or use keyed-hash".into());
    }
    if settings.hash.is_some() && method.is_some_and(|method| method != Method::KeyedHash) {
        say("only keyed-hash has a choice of hashes; leave out --hash, or use keyed-hash".into());
    }
    let identifiers = project.roles.identifiers.len();
    if method == Some(Method::FormatPreserving) && identifiers > 1 {
        say(format!(
            "format-preserving encrypts one identifier, and {identifiers} are given; name one with --id, or use keyed-hash"
        ));
    }
    if method == Some(Method::FormatPreserving)
        && settings.missing_identifiers == MissingIdentifiers::Own
    {
        say("format-preserving cannot make a pseudonym of nothing; leave out --missing-ids own, or use keyed-hash"
            .into());
    }
    for name in &settings.shift_dates {
        if project.roles.identifiers.contains(name) {
            say(format!(
                "\"{name}\" is an identifier and will be gone; there is nothing to shift"
            ));
        }
    }
    let share = settings.least_linked;
    if let Some(share) = share.filter(|share| !(0.0..=1.0).contains(share)) {
        faults.push(Fault::OutOfRange {
            parameter: "least-linked".into(),
            given: share.to_string(),
            allowed: "a share from 0 to 1".into(),
        });
    } else if share.is_some() && settings.same_as.is_none() {
        faults.push(Fault::Request(
            "--least-linked is about the record that --same-as names; give both, or leave it out"
                .into(),
        ));
    }
    if !(1..=Shift::MOST).contains(&settings.shift_days) {
        let allowed = format!("a whole number from {} to {}", 1, Shift::MOST);
        let given = settings.shift_days.to_string();
        faults.push(Fault::OutOfRange {
            parameter: "shift-days".into(),
            given,
            allowed,
        });
    }
    faults
}

/// The key, where one is needed; `Some(None)` where none is, `None` where it cannot be had.
fn key(project: &Project, method: Method, problems: &mut Problems) -> Option<Option<Key>> {
    let settings = &project.pseudonyms;
    let needs = match (method.needs_key(), settings.shift_dates.is_empty()) {
        (true, _) => method.id(),
        (false, false) => "shifting dates",
        (false, true) => return Some(None),
    };
    let Some(file) = &settings.key_file else {
        problems.push(Fault::Request(format!(
            "{needs} needs a key; give its file with --key or in BAUTA_KEY_FILE (bauta key new FILE makes one)"
        )));
        return None;
    };
    let key = problems.take(read_key(Path::new(file)))?;
    // The salt of the compatible hash is what it is; everything else needs a secret.
    let must_be_strong = method != Method::Sha512Base64 || !settings.shift_dates.is_empty();
    if must_be_strong && !key.is_strong() {
        problems.error(weak(Path::new(file)));
        return None;
    }
    Some(Some(key))
}
