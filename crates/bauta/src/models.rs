//! The catalogue of privacy models: what can be asked of a release, as the project file's `[targets]` says it.
//!
//! One description of each model, of which forms and lists are made: its keys, what they may be, and where to begin. Its words are
//! those of the key `model-<id>` among the shared names.

use serde::Serialize;

use crate::words::word;

/// What a model protects from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// Somebody's row is found.
    Found,
    /// Something sensitive is learned of somebody.
    Learned,
    /// It is learned who is in the table.
    Present,
}

/// What a setting may be.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Setting {
    /// A whole number from so much on.
    Count { least: u64, start: u64 },
    /// A number; without a greatest there is no bound.
    Number {
        least: f64,
        most: Option<f64>,
        start: f64,
    },
    /// One of these words, or nothing.
    Choice(&'static [&'static str]),
    /// A table.
    File,
}

struct Described {
    id: &'static str,
    flag: &'static str,
    purpose: Purpose,
    /// Whether it is what most people ask for.
    usual: bool,
    sensitive: bool,
    /// Where each setting stands below `[targets]`.
    settings: &'static [(&'static [&'static str], Setting)],
}

const fn share(start: f64) -> Setting {
    Setting::Number {
        least: 0.0,
        most: Some(1.0),
        start,
    }
}

const fn above_0(start: f64) -> Setting {
    Setting::Number {
        least: 0.0,
        most: None,
        start,
    }
}

const DISTANCES: &[&str] = &["equal", "ordered", "hierarchical"];

/// All models, the usual ones first.
#[rustfmt::skip]
const ALL: &[Described] = &[
    Described { id: "k", flag: "-k", purpose: Purpose::Found, usual: true, sensitive: false,
        settings: &[(&["k"], Setting::Count { least: 2, start: 3 })] },
    Described { id: "l", flag: "-l", purpose: Purpose::Learned, usual: true, sensitive: true,
        settings: &[(&["l"], Setting::Count { least: 2, start: 2 })] },
    Described { id: "t", flag: "-t", purpose: Purpose::Learned, usual: false, sensitive: true,
        settings: &[(&["t"], share(0.2)), (&["t-distance"], Setting::Choice(DISTANCES))] },
    Described { id: "entropy-l", flag: "--entropy-l", purpose: Purpose::Learned, usual: false, sensitive: true,
        settings: &[(&["entropy-l"], Setting::Number { least: 1.0, most: None, start: 2.0 })] },
    Described { id: "recursive-l", flag: "--recursive", purpose: Purpose::Learned, usual: false, sensitive: true,
        settings: &[(&["recursive-l", "c"], above_0(3.0)), (&["recursive-l", "l"], Setting::Count { least: 1, start: 2 })] },
    Described { id: "alpha", flag: "--alpha", purpose: Purpose::Learned, usual: false, sensitive: true,
        settings: &[(&["alpha"], share(0.5))] },
    Described { id: "beta", flag: "--beta", purpose: Purpose::Learned, usual: false, sensitive: true,
        settings: &[(&["beta"], above_0(1.0))] },
    Described { id: "enhanced-beta", flag: "--enhanced-beta", purpose: Purpose::Learned, usual: false, sensitive: true,
        settings: &[(&["enhanced-beta"], above_0(1.0))] },
    Described { id: "delta-disclosure", flag: "--delta-disclosure", purpose: Purpose::Learned, usual: false, sensitive: true,
        settings: &[(&["delta-disclosure"], above_0(1.0))] },
    Described { id: "max-risk", flag: "--max-risk", purpose: Purpose::Found, usual: false, sensitive: false,
        settings: &[(&["max-risk"], share(0.2))] },
    Described { id: "mean-risk", flag: "--mean-risk", purpose: Purpose::Found, usual: false, sensitive: false,
        settings: &[(&["mean-risk"], share(0.1))] },
    Described { id: "rows-at-risk", flag: "--rows-at-risk", purpose: Purpose::Found, usual: false, sensitive: false,
        settings: &[(&["rows-at-risk", "share"], share(0.05)), (&["rows-at-risk", "risk"], share(0.2))] },
    Described { id: "population-uniqueness", flag: "--population-uniqueness", purpose: Purpose::Found, usual: false, sensitive: false,
        settings: &[(&["population-uniqueness"], share(0.01)), (&["sampling-fraction"], share(0.1))] },
    Described { id: "k-map", flag: "--k-map", purpose: Purpose::Found, usual: false, sensitive: false,
        settings: &[(&["k-map"], Setting::Count { least: 2, start: 3 }), (&["population"], Setting::File)] },
    Described { id: "delta-presence", flag: "--delta-presence", purpose: Purpose::Present, usual: false, sensitive: false,
        settings: &[(&["delta-presence", "min"], share(0.0)), (&["delta-presence", "max"], share(0.5)), (&["population"], Setting::File)] },
];

/// A model as lists and forms show it.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ModelCard {
    /// Its key below `[targets]`.
    pub id: &'static str,
    /// Its flag on the command line.
    pub flag: &'static str,
    /// Its name.
    pub title: String,
    /// What it means for a person.
    pub help: String,
    /// What it protects from.
    pub purpose: Purpose,
    /// The same in words.
    pub purpose_title: String,
    /// Whether it is what most people ask for.
    pub usual: bool,
    /// Whether it needs a sensitive attribute.
    pub needs_sensitive: bool,
    /// Its settings.
    pub settings: Vec<SettingCard>,
}

/// A setting of a model.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct SettingCard {
    /// Where it stands below `[targets]`.
    pub path: &'static [&'static str],
    /// Its name.
    pub title: String,
    /// count, number, choice or file.
    pub kind: &'static str,
    /// The least that it may be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<f64>,
    /// The most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<f64>,
    /// What to begin with; a setting without may be left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<f64>,
    /// The words that it may be, with their meaning.
    pub choices: Vec<(&'static str, String)>,
}

/// All models, in a language (`en` or `fr`).
pub fn models(language: &str) -> Vec<ModelCard> {
    let card = |model: &Described| {
        let key = format!("model-{}", model.id);
        let purpose = match model.purpose {
            Purpose::Found => "model-purpose-found",
            Purpose::Learned => "model-purpose-learned",
            Purpose::Present => "model-purpose-present",
        };
        ModelCard {
            id: model.id,
            flag: model.flag,
            title: word(language, &key),
            help: word(language, &format!("{key}-help")),
            purpose: model.purpose,
            purpose_title: word(language, purpose),
            usual: model.usual,
            needs_sensitive: model.sensitive,
            settings: model
                .settings
                .iter()
                .map(|setting| told(language, &key, model.settings.len(), setting))
                .collect(),
        }
    };
    ALL.iter().map(card).collect()
}

/// A setting in words; the only one of a model has the model's name.
fn told(
    language: &str,
    model: &str,
    count: usize,
    (path, setting): &(&'static [&'static str], Setting),
) -> SettingCard {
    let key = match path.last() {
        Some(name) if count > 1 => format!("{model}-{name}"),
        _ => model.to_owned(),
    };
    let (kind, least, most, start) = match *setting {
        Setting::Count { least, start } => ("count", Some(least as f64), None, Some(start as f64)),
        Setting::Number { least, most, start } => ("number", Some(least), most, Some(start)),
        Setting::Choice(_) => ("choice", None, None, None),
        Setting::File => ("file", None, None, None),
    };
    let words = if let Setting::Choice(words) = setting {
        *words
    } else {
        &[]
    };
    let choices = words
        .iter()
        .map(|&choice| (choice, word(language, &format!("{key}-{choice}"))))
        .collect();
    SettingCard {
        path,
        title: word(language, &key),
        kind,
        least,
        most,
        start,
        choices,
    }
}

#[cfg(test)]
mod tests {
    use bauta_privacy::Distance;
    use serde_json::{Value, json};

    use super::*;
    use crate::project::Targets;

    /// The targets that a form makes when a model is chosen.
    fn begun(model: &ModelCard) -> Targets {
        let mut targets = json!({});
        for setting in &model.settings {
            let value = match (setting.kind, setting.start) {
                ("count", Some(start)) => json!(start as u64),
                (_, Some(start)) => json!(start),
                ("choice", None) => json!(setting.choices[0].0),
                _ => json!("population.csv"),
            };
            let place = setting
                .path
                .iter()
                .fold(&mut targets, |place: &mut Value, &key| &mut place[key]);
            *place = value;
        }
        serde_json::from_value(targets).unwrap()
    }

    #[test]
    fn what_a_form_begins_with_is_one_requirement_without_a_fault() {
        let table = bauta_testkit::table_of(
            &["q", "s"],
            &[&["1", "a"], &["1", "b"], &["2", "c"], &["2", "a"]],
        );
        let mut table = table;
        table.set_role(0, bauta_table::Role::QuasiIdentifier);
        table.set_role(1, bauta_table::Role::Sensitive);
        for model in models("en") {
            let targets = begun(&model);
            assert!(targets.faults().is_empty(), "{}", model.id);
            let asked = targets.requirements();
            assert_eq!(asked.len(), 1, "{}", model.id);
            assert!(
                asked[0].faults(&table).is_empty(),
                "{}: {:?}",
                model.id,
                asked[0].faults(&table)
            );
            assert_eq!(
                asked[0].needs_sensitive(),
                model.needs_sensitive,
                "{}",
                model.id
            );
            let file = model.settings.iter().any(|setting| setting.kind == "file");
            assert_eq!(asked[0].needs_population(), file, "{}", model.id);
        }
    }

    /// A key of the project file that no form knows shows up here.
    #[test]
    fn every_key_of_the_targets_has_its_place() {
        let schema = schemars::schema_for!(Targets).to_value();
        let keys: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
        let known: Vec<&str> = ALL
            .iter()
            .flat_map(|model| model.settings.iter().map(|(path, _)| path[0]))
            .collect();
        assert!(
            keys.iter().all(|key| known.contains(&key.as_str())),
            "{keys:?} {known:?}"
        );
        assert!(
            known
                .iter()
                .all(|key| keys.iter().any(|other| other == key))
        );
        assert_eq!(DISTANCES.len(), Distance::ALL.len());
    }

    #[test]
    fn every_word_exists_in_both_languages() {
        for model in [models("en"), models("fr")].concat() {
            let settings = model
                .settings
                .iter()
                .flat_map(|it| it.choices.iter().map(|(_, word)| word).chain([&it.title]));
            let mut words = settings.chain([&model.title, &model.help, &model.purpose_title]);
            assert!(
                words.all(|word| !word.starts_with("model-")),
                "{}",
                model.id
            );
        }
    }
}
