//! The catalogue of privacy models: what can be asked of a release, as the project file's `[targets]` says it. Forms, lists and the
//! table of the documentation are made of it; it is made of the declarations of the models.

use bauta_privacy::models::{
    Limit, ModelParameter, ParameterDomain, ParameterValue, Purpose, Target,
};
use bauta_privacy::{ALL, Distance, ModelDescriptor};
use bauta_table::Text;
use serde::Serialize;

use bauta_messages::word;

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

/// Where the table of the population stands below `[targets]`, and its name.
const POPULATION: (&[&str], Text) = (
    &["population"],
    Text {
        en: "Table of the population",
        fr: "Table de la population",
    },
);

/// All models that people can ask for, in a language (`en` or `fr`).
pub fn models(language: &str) -> Vec<ModelCard> {
    let asked_for = ALL
        .iter()
        .filter_map(|model| Some((model, model.target.as_ref()?)));
    asked_for
        .map(|(model, target)| card(language, model, target))
        .collect()
}

fn card(language: &str, model: &ModelDescriptor, target: &'static Target) -> ModelCard {
    let purpose = match target.purpose {
        Purpose::Found => "model-purpose-found",
        Purpose::Learned => "model-purpose-learned",
        Purpose::Present => "model-purpose-present",
    };
    let parameters = model.parameters.iter();
    let mut settings: Vec<SettingCard> = parameters
        .map(|parameter| setting(language, parameter, target.title))
        .collect();
    if model.needs.population_table {
        let (path, title) = POPULATION;
        settings.push(SettingCard {
            path,
            title: title.get(language).to_owned(),
            kind: "file",
            least: None,
            most: None,
            start: None,
            choices: Vec::new(),
        });
    }
    ModelCard {
        id: target.key,
        flag: target.flag,
        title: target.title.get(language).to_owned(),
        help: target.help.get(language).to_owned(),
        purpose: target.purpose,
        purpose_title: word(language, purpose),
        usual: target.usual,
        needs_sensitive: model.needs.sensitive,
        settings,
    }
}

/// A parameter as a form shows it; the only one of a model has the model's name.
fn setting(language: &str, parameter: &ModelParameter, model: Text) -> SettingCard {
    let most = |limit: Limit| match limit {
        Limit::Fixed { most, .. } => Some(most).filter(|most| most.is_finite()),
        Limit::Rows | Limit::SensitiveValues => None,
    };
    let (kind, least, most) = match parameter.domain {
        ParameterDomain::Count { useful, limit, .. } => ("count", Some(useful as f64), most(limit)),
        ParameterDomain::Number { least, limit, .. } => ("number", Some(least), most(limit)),
        ParameterDomain::Distance => ("choice", None, None),
    };
    let start = match parameter.domain.start() {
        ParameterValue::Count(count) => Some(count as f64),
        ParameterValue::Number(number) => Some(number),
        ParameterValue::Distance(_) => None,
    };
    let distances = Distance::ALL.map(|it| (it.name(), it.help().get(language).to_owned()));
    let is_choice = parameter.domain == ParameterDomain::Distance;
    SettingCard {
        path: parameter.path,
        title: parameter.title.unwrap_or(model).get(language).to_owned(),
        kind,
        least,
        most,
        start,
        choices: is_choice
            .then_some(distances)
            .into_iter()
            .flatten()
            .collect(),
    }
}

/// The targets as a table of the documentation, in Markdown.
pub fn targets_table() -> String {
    let mut table =
        "| key | flag | begins with | needs | means | papers |\n|---|---|---|---|---|---|\n"
            .to_owned();
    for model in ALL {
        let Some(target) = &model.target else {
            continue;
        };
        let mut keys = Vec::new();
        let mut starts = Vec::new();
        for parameter in model.parameters {
            let start = parameter.domain.start().to_string();
            keys.push(format!("`{}`", parameter.path.join(".")));
            starts.push(if start.is_empty() {
                "–".to_owned()
            } else {
                start
            });
        }
        let needs = [
            (model.needs.sensitive, "sensitive attributes"),
            (model.needs.population_table, "`population`"),
        ];
        let needs: Vec<&str> = needs.iter().filter(|it| it.0).map(|it| it.1).collect();
        let papers = model.papers.join(", ");
        table += &format!(
            "| {} | `{}` | {} | {} | {} | {papers} |\n",
            keys.join(", "),
            target.flag,
            starts.join(", "),
            needs.join(", "),
            target.help.en,
        );
    }
    table
}

#[cfg(test)]
mod tests {
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
        let keys: Vec<&str> = schema["properties"]
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        let cards = models("en");
        let known: Vec<&str> = cards
            .iter()
            .flat_map(|model| model.settings.iter().map(|it| it.path[0]))
            .collect();
        assert!(
            keys.iter().all(|key| known.contains(key)),
            "{keys:?} {known:?}"
        );
        assert!(
            known.iter().all(|key| keys.contains(key)),
            "{keys:?} {known:?}"
        );
    }

    #[test]
    fn the_documentation_has_the_table_of_the_targets() {
        let page = include_str!("../../../docs/project-file.md");
        assert!(page.contains(&targets_table()), "run `cargo xtask golden`");
    }

    #[test]
    fn every_word_exists_in_both_languages() {
        for model in [models("en"), models("fr")].concat() {
            let settings = model.settings.iter();
            let words =
                settings.flat_map(|it| it.choices.iter().map(|(_, word)| word).chain([&it.title]));
            let mut words = words.chain([&model.title, &model.help, &model.purpose_title]);
            assert!(
                words.all(|word| !word.is_empty() && !word.starts_with("model-")),
                "{}",
                model.id
            );
        }
    }
}
