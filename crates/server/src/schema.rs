//! The description of the interface: what the routes say of themselves, with the library's types in it.
//!
//! Types of this crate describe themselves to `utoipa`; those of the library derive a JSON schema, as the project file does, and know nothing of
//! HTTP. Both are JSON Schema of 2020-12, which is what OpenAPI 3.1 has, so they stand side by side under `components`.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use schemars::generate::{Contract, SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};
use utoipa::openapi::schema::{AdditionalProperties, SchemaType, Type};
use utoipa::openapi::{ArrayBuilder, ObjectBuilder, OpenApi, Ref};

use crate::knowledge::Knowledge;
use crate::request::JobRequest;
use crate::result::JobResult;

/// The methods.
#[derive(JsonSchema)]
struct Catalog(#[expect(dead_code, reason = "only described")] Vec<bauta::MethodCard>);

/// The privacy models.
#[derive(JsonSchema)]
struct Models(#[expect(dead_code, reason = "only described")] Vec<bauta::ModelCard>);

/// The methods that explain themselves.
#[derive(JsonSchema)]
struct ExplainedMethods(#[expect(dead_code, reason = "only described")] Vec<bauta::Explainable>);

/// Where definitions are.
const PLACE: &str = "/components/schemas";

/// A list of a type of the library.
pub fn list_of(name: &str) -> ArrayBuilder {
    ArrayBuilder::new().items(Ref::from_schema_name(name))
}

/// The role of a column.
pub fn role() -> ObjectBuilder {
    let roles = [
        "identifier",
        "quasi-identifier",
        "sensitive",
        "target",
        "insensitive",
        "drop",
    ];
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(roles))
}

/// How a hierarchy is built, as in a project file: `{"type": "intervals", …}`. What else there is depends on the type.
pub fn hierarchy_spec() -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(SchemaType::from_iter([Type::Object, Type::Null]))
        .property("type", ObjectBuilder::new().schema_type(Type::String))
        .required("type")
        .additional_properties(Some(AdditionalProperties::FreeForm(true)))
}

/// The description with every type that a route names.
pub fn described(description: &OpenApi) -> Value {
    let mut document = serde_json::to_value(description).unwrap_or_default();
    let own = document.pointer_mut(PLACE).and_then(Value::as_object_mut);
    if let Some(own) = own {
        own.extend(definitions());
    }
    document
}

/// The types of the library that are sent or taken, by name.
fn definitions() -> Map<String, Value> {
    let mut sent = generator(Contract::Serialize);
    sent.subschema_for::<JobResult<'_>>();
    sent.subschema_for::<bauta::Project>();
    sent.subschema_for::<Catalog>();
    sent.subschema_for::<Models>();
    sent.subschema_for::<ExplainedMethods>();
    sent.subschema_for::<bauta::Explanation>();
    sent.subschema_for::<bauta::Lattice>();
    sent.subschema_for::<bauta::Combination>();
    sent.subschema_for::<Knowledge>();
    let mut sent = sent.take_definitions(true);
    // Sentences are sent in one language.
    sent.insert("Said".to_owned(), json!({ "type": "string" }));
    let mut taken = generator(Contract::Deserialize);
    taken.subschema_for::<JobRequest>();
    for (name, schema) in apart(taken.take_definitions(true), &sent) {
        sent.insert(name, schema);
    }
    sent
}

fn generator(contract: Contract) -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = PLACE.into();
        settings.meta_schema = None;
        settings.contract = contract;
    });
    settings.into_generator()
}

/// Types that are taken in another form than they are sent (what has a default may be left out), and those that refer to one, get a name of
/// their own.
fn apart(taken: Map<String, Value>, sent: &Map<String, Value>) -> Map<String, Value> {
    let mut renamed: BTreeSet<String> = BTreeSet::new();
    loop {
        let new_name = |name: &str| {
            if renamed.contains(name) {
                format!("{name}Request")
            } else {
                name.to_owned()
            }
        };
        let named: Map<String, Value> = taken
            .iter()
            .map(|(name, schema)| (new_name(name), referring(schema, &new_name)))
            .collect();
        let differs = |(name, schema): (&String, &Value)| {
            let other = sent.get(name).is_some_and(|other| other != schema);
            other.then(|| name.clone())
        };
        let more: Vec<String> = named.iter().filter_map(differs).collect();
        if more.is_empty() {
            return named;
        }
        renamed.extend(more);
    }
}

/// A schema with other names in what it refers to.
fn referring(schema: &Value, new_name: &impl Fn(&str) -> String) -> Value {
    let changed = |(key, value): (&String, &Value)| {
        let named = value.as_str().and_then(|text| text.rsplit_once('/'));
        let value = match named {
            Some((place, name)) if key == "$ref" => format!("{place}/{}", new_name(name)).into(),
            _ => referring(value, new_name),
        };
        (key.clone(), value)
    };
    match schema {
        Value::Array(items) => items.iter().map(|it| referring(it, new_name)).collect(),
        Value::Object(entries) => entries.iter().map(changed).collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_type_hides_another_of_its_name() {
        let of_library = definitions();
        let whole = crate::routes::description();
        let all = whole.pointer(PLACE).and_then(Value::as_object).unwrap();
        let of_routes = crate::routes::own_types();
        let both: Vec<&String> = of_routes
            .iter()
            .filter(|it| of_library.contains_key(*it))
            .collect();
        assert!(both.is_empty(), "{both:?}");
        assert_eq!(all.len(), of_library.len() + of_routes.len());
        // Where two types share a name, the generator numbers the second.
        let numbered: Vec<&String> = all
            .keys()
            .filter(|it| it.ends_with(char::is_numeric))
            .collect();
        assert!(numbered.is_empty(), "{numbered:?}");
    }

    #[test]
    fn what_is_taken_may_lack_what_is_sent() {
        let all = definitions();
        let required = |name: &str| all[name]["required"].as_array().map_or(0, Vec::len);
        assert!(required("Project") > required("ProjectRequest"));
        assert_eq!(all["Said"], json!({ "type": "string" }));
    }
}
