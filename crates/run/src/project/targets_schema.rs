//! The JSON schema of `[targets]`, from the declarations of the models.

use std::borrow::Cow;

use bauta_privacy::Distance;
use bauta_privacy::models::{ModelParameter, ParameterDomain};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Value, json};

use super::targets::{POPULATION, Targets, asked_for, keys_below, parameters_at};

impl JsonSchema for Targets {
    fn schema_name() -> Cow<'static, str> {
        "Targets".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut properties = serde_json::Map::new();
        for (model, target) in asked_for() {
            let help = target.help.en;
            let own = parameters_at(target.key);
            let inner = keys_below(Some(target.key));
            let property = match own.first() {
                Some(parameter) if inner.is_empty() => nullable(parameter.domain, help),
                _ => table_schema(&own, inner, help),
            };
            properties.insert(target.key.into(), property);
            let others = model.parameters.iter().map(|it| (it, it.path[0]));
            for (parameter, key) in others.filter(|(_, key)| *key != target.key) {
                properties.insert(
                    key.into(),
                    nullable(parameter.domain, &own_key_help(parameter)),
                );
            }
        }
        let help =
            "A table of the population, with the quasi-identifiers, for the models that need one.";
        properties.insert(
            POPULATION.into(),
            json!({ "type": ["string", "null"], "description": help }),
        );
        let schema = json!({
            "type": "object",
            "additionalProperties": false,
            "properties": properties,
            "description": "What the release must guarantee.",
        });
        Schema::try_from(schema).unwrap_or_default()
    }
}

/// What a parameter with a key of its own is for, in English.
pub fn own_key_help(parameter: &ModelParameter) -> String {
    let title = parameter.title.map_or("", |title| title.en);
    if parameter.domain != ParameterDomain::Distance {
        return title.to_owned();
    }
    let distances =
        Distance::ALL.map(|distance| format!("{} ({})", distance.name(), distance.help().en));
    let usual = "by default ordered for numbers and dates, equal for others";
    format!("{title}: {}; {usual}", distances.join(", "))
}

/// The schema of a value of a domain.
fn schema_of(domain: ParameterDomain) -> (&'static str, serde_json::Map<String, Value>) {
    let (kind, more) = match domain {
        ParameterDomain::Count { .. } => ("integer", json!({ "format": "uint64", "minimum": 0 })),
        ParameterDomain::Number { .. } => ("number", json!({ "format": "double" })),
        ParameterDomain::Distance => ("string", json!({})),
    };
    (kind, more.as_object().cloned().unwrap_or_default())
}

fn nullable(domain: ParameterDomain, help: &str) -> Value {
    let (kind, more) = schema_of(domain);
    let mut schema = serde_json::Map::from_iter([("type".to_owned(), json!([kind, "null"]))]);
    schema.extend(more);
    schema.insert("description".into(), json!(help));
    Value::Object(schema)
}

/// The schema of a key with a table of parameters.
fn table_schema(parameters: &[&ModelParameter], keys: &[&str], help: &str) -> Value {
    let property = |parameter: &&ModelParameter| {
        let (kind, more) = schema_of(parameter.domain);
        let mut schema = serde_json::Map::from_iter([("type".to_owned(), json!(kind))]);
        schema.extend(more);
        let title = parameter.title.map_or("", |title| title.en);
        schema.insert("description".into(), json!(title));
        let name = parameter.path.last().copied().unwrap_or_default();
        (name.to_owned(), Value::Object(schema))
    };
    let properties: serde_json::Map<String, Value> = parameters.iter().map(property).collect();
    json!({
        "type": ["object", "null"],
        "additionalProperties": false,
        "properties": properties,
        "required": keys,
        "description": help,
    })
}
