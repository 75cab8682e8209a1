//! The types of the page: TypeScript made of the description, so that page and server cannot disagree about what is sent.

use serde_json::{Map, Value};

/// What stands before everything.
const HEAD: &str = "//! What the server takes and sends. Made from its description by `cargo xtask golden`; do not edit.\n";
/// Where routes are.
const BASE: &str = "/api/v1";

/// All types and routes of a description.
pub fn of(document: &Value) -> String {
    let mut out = HEAD.to_owned();
    for (name, schema) in entries(&document["components"]["schemas"]) {
        out.push('\n');
        out.push_str(&declaration(name, schema));
    }
    out.push_str("\n/// What each route takes and sends.\nexport interface Routes {\n");
    for (path, methods) in entries(&document["paths"]) {
        for (method, route) in entries(methods) {
            let name = format!(
                "{} {}",
                method.to_uppercase(),
                path.trim_start_matches(BASE)
            );
            out.push_str(&format!("  {}: {};\n", literal(&name), both(route)));
        }
    }
    out.push_str("}\n");
    out
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// The body and the answer of a route, as far as they are JSON.
fn both(route: &Value) -> String {
    let json = |place: &Value| place["content"]["application/json"].get("schema").cloned();
    let body = json(&route["requestBody"]).map(|schema| type_of(&schema, 1));
    let answer = entries(&route["responses"])
        .filter(|(status, _)| status.starts_with('2'))
        .find_map(|(_, answer)| json(answer));
    let answer = answer.map_or("undefined".to_owned(), |schema| type_of(&schema, 1));
    let body = body.map_or(String::new(), |body| format!("body: {body}; "));
    format!("{{ {body}answer: {answer} }}")
}

fn declaration(name: &str, schema: &Value) -> String {
    let words = comment(schema, "");
    let is_plain = ["$ref", "oneOf", "anyOf", "allOf", "additionalProperties"]
        .iter()
        .all(|key| schema.get(key).is_none_or(|it| *it == Value::Bool(false)));
    match schema["properties"].as_object() {
        Some(properties) if is_plain && !properties.is_empty() => {
            format!("{words}export interface {name} {}\n", object(schema, 0))
        }
        _ => format!("{words}export type {name} = {};\n", type_of(schema, 0)),
    }
}

/// The first paragraph of what a schema says of itself.
fn comment(schema: &Value, indent: &str) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    let lines = text.lines().take_while(|line| !line.trim().is_empty());
    lines
        .map(|line| format!("{indent}/// {}\n", line.trim()))
        .collect()
}

/// The type of a schema, in lines at a depth.
fn type_of(schema: &Value, depth: usize) -> String {
    let mut parts = Vec::new();
    if let Some(name) = schema["$ref"].as_str() {
        parts.push(name.rsplit('/').next().unwrap_or(name).to_owned());
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(all) = schema[key].as_array() {
            parts.push(union(all.iter().map(|one| type_of(one, depth)).collect()));
        }
    }
    for one in schema["allOf"].as_array().into_iter().flatten() {
        parts.push(type_of(one, depth));
    }
    if let Some(value) = schema.get("const") {
        parts.push(value.to_string());
    } else if let Some(values) = schema["enum"].as_array() {
        parts.push(union(values.iter().map(Value::to_string).collect()));
    } else if let Some(plain) = typed(schema, depth, parts.is_empty()) {
        parts.push(plain);
    }
    match parts.len() {
        0 => "unknown".to_owned(),
        1 => parts.remove(0),
        _ => {
            let whole = |part: String| {
                if part.contains(" | ") && !part.starts_with('{') {
                    format!("({part})")
                } else {
                    part
                }
            };
            let parts: Vec<String> = parts.into_iter().map(whole).collect();
            parts.join(" & ")
        }
    }
}

/// What the key `type` says; an object beside other things only where it has properties.
fn typed(schema: &Value, depth: usize, alone: bool) -> Option<String> {
    let named = match &schema["type"] {
        Value::String(one) => vec![one.as_str()],
        Value::Array(all) => all.iter().filter_map(Value::as_str).collect(),
        _ if schema.get("properties").is_some() => vec!["object"],
        _ => Vec::new(),
    };
    let one = |name: &&str| match *name {
        "integer" | "number" => Some("number".to_owned()),
        "array" => Some(array(schema, depth)),
        "object" if alone || schema.get("properties").is_some() => Some(object(schema, depth)),
        "object" => None,
        plain => Some(plain.to_owned()),
    };
    let all: Vec<String> = named.iter().filter_map(one).collect();
    (!all.is_empty()).then(|| union(all))
}

fn union(mut all: Vec<String>) -> String {
    let mut seen = std::collections::BTreeSet::new();
    all.retain(|one| seen.insert(one.clone()));
    all.join(" | ")
}

/// Tuples and lists.
fn array(schema: &Value, depth: usize) -> String {
    if let Some(items) = schema["prefixItems"].as_array() {
        let items: Vec<String> = items.iter().map(|item| type_of(item, depth)).collect();
        return format!("[{}]", items.join(", "));
    }
    let item = match schema.get("items") {
        Some(item) => type_of(item, depth),
        None => "unknown".to_owned(),
    };
    let count = schema["minItems"].as_u64();
    match count.filter(|_| schema["minItems"] == schema["maxItems"]) {
        Some(count) if count > 0 => format!("[{}]", vec![item; count as usize].join(", ")),
        _ if item.contains(" | ") || item.contains(" & ") => format!("({item})[]"),
        _ => format!("{item}[]"),
    }
}

fn object(schema: &Value, depth: usize) -> String {
    let rest = schema
        .get("additionalProperties")
        .filter(|it| **it != Value::Bool(false));
    let rest = rest.map(|it| format!("Record<string, {}>", type_of(it, depth)));
    let properties = schema["properties"]
        .as_object()
        .filter(|all| !all.is_empty());
    match (properties, rest) {
        (Some(properties), None) => fields(schema, properties, depth),
        (Some(properties), Some(rest)) => {
            format!("{} & {rest}", fields(schema, properties, depth))
        }
        (None, Some(rest)) => rest,
        (None, None) => "Record<string, unknown>".to_owned(),
    }
}

fn fields(schema: &Value, properties: &Map<String, Value>, depth: usize) -> String {
    let required: Vec<&str> = schema["required"]
        .as_array()
        .map(|all| all.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let indent = "  ".repeat(depth + 1);
    let field = |(name, schema): (&String, &Value)| {
        let mark = if required.contains(&name.as_str()) {
            ""
        } else {
            "?"
        };
        let words = comment(schema, &indent);
        let key = key(name);
        format!(
            "{words}{indent}{key}{mark}: {};\n",
            type_of(schema, depth + 1)
        )
    };
    let lines: String = properties.iter().map(field).collect();
    format!("{{\n{lines}{}}}", "  ".repeat(depth))
}

/// A property's name, in quotes where it is no plain word.
fn key(name: &str) -> String {
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic());
    if plain && starts {
        name.to_owned()
    } else {
        literal(name)
    }
}

fn literal(text: &str) -> String {
    Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn schemas_become_types() {
        let cases = [
            (json!({ "type": ["string", "null"] }), "string | null"),
            (
                json!({ "type": "array", "items": { "type": ["integer", "null"] } }),
                "(number | null)[]",
            ),
            (
                json!({ "type": "array", "prefixItems": [{ "type": "string" }, { "type": "boolean" }] }),
                "[string, boolean]",
            ),
            (
                json!({ "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2 }),
                "[number, number]",
            ),
            (
                json!({ "type": "object", "additionalProperties": { "type": "number" } }),
                "Record<string, number>",
            ),
            (json!({ "enum": ["a", "b"] }), "\"a\" | \"b\""),
            (
                json!({ "anyOf": [{ "$ref": "#/components/schemas/A" }, { "type": "null" }] }),
                "A | null",
            ),
            (
                json!({ "allOf": [{ "$ref": "#/x/A" }, { "oneOf": [{ "const": 1 }, { "const": 2 }] }] }),
                "A & (1 | 2)",
            ),
            (
                json!({ "$ref": "#/x/A", "type": "object", "properties": { "kind": { "const": "a" } }, "required": ["kind"] }),
                "A & {\n  kind: \"a\";\n}",
            ),
            (json!(true), "unknown"),
        ];
        for (schema, wanted) in cases {
            assert_eq!(type_of(&schema, 0), wanted, "{schema}");
        }
    }

    #[test]
    fn objects_tell_what_may_be_lacking() {
        let schema = json!({
            "description": "A thing.", "type": "object", "required": ["a-b"],
            "properties": { "a-b": { "type": "string", "description": "Its name." }, "c": { "type": "integer" } }
        });
        let wanted = "/// A thing.\nexport interface Thing {\n  /// Its name.\n  \"a-b\": string;\n  c?: number;\n}\n";
        assert_eq!(declaration("Thing", &schema), wanted);
    }
}
