//! The client's types, made from the schemas of ours.

use serde_json::{Map, Value};

use super::schema::{assert_made, schemas};

const HEAD: &str = "// Made from the types of crates/server/src/wire by `cargo test -p tabiya-server typescript`\n\
                    // with TABIYA_WRITE=1. Do not edit.\n";

/// What a schema says, as a type.
fn type_of(schema: &Value) -> String {
    if let Some(constant) = schema.get("const") {
        return constant.to_string();
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return union(values.iter().map(Value::to_string));
    }
    for choice in ["oneOf", "anyOf"] {
        if let Some(choices) = schema.get(choice).and_then(Value::as_array) {
            return union(choices.iter().map(type_of));
        }
    }
    let fields = schema.get("properties").and_then(Value::as_object).map(|fields| object(schema, fields));
    match (schema.get("$ref").and_then(Value::as_str), fields) {
        (Some(path), Some(fields)) => format!("{fields} & {}", name_in(path)),
        (Some(path), None) => name_in(path).to_owned(),
        (None, Some(fields)) => fields,
        (None, None) => simple(schema),
    }
}

fn union(types: impl Iterator<Item = String>) -> String {
    types.collect::<Vec<_>>().join(" | ")
}

fn name_in(path: &str) -> &str {
    path.rsplit('/').next().unwrap()
}

fn simple(schema: &Value) -> String {
    let one = |kind: &str| match kind {
        "integer" | "number" => "number".to_owned(),
        "string" | "boolean" | "null" => kind.to_owned(),
        "array" => list(schema),
        "object" => match schema.get("additionalProperties") {
            Some(values @ Value::Object(_)) => format!("{{ [key in string]?: {} }}", type_of(values)),
            _ => "Record<string, never>".to_owned(),
        },
        other => panic!("{other} has no type: {schema}"),
    };
    match &schema["type"] {
        Value::String(kind) => one(kind),
        Value::Array(kinds) => union(kinds.iter().map(|kind| one(kind.as_str().unwrap()))),
        _ => panic!("this has no type: {schema}"),
    }
}

fn list(schema: &Value) -> String {
    let item = type_of(&schema["items"]);
    match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
        (Some(least), Some(most)) if least == most => format!("[{}]", vec![item; most as usize].join(", ")),
        _ => format!("Array<{item}>"),
    }
}

fn object(schema: &Value, fields: &Map<String, Value>) -> String {
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let field = |(name, field): (&String, &Value)| {
        let sign = if required.contains(&Value::from(name.as_str())) { "" } else { "?" };
        format!("{}  {name}{sign}: {};\n", comment(field, "  "), type_of(field).replace('\n', "\n  "))
    };
    // What tells one of several from the others comes first.
    let (tags, others): (Vec<_>, Vec<_>) = fields.iter().partition(|(_, field)| field.get("const").is_some());
    format!("{{\n{}}}", tags.into_iter().chain(others).map(field).collect::<String>())
}

fn comment(schema: &Value, margin: &str) -> String {
    let description = schema.get("description").and_then(Value::as_str);
    description.map(|text| format!("{margin}/** {} */\n", text.replace('\n', " "))).unwrap_or_default()
}

fn declaration((name, schema): (&String, &Value)) -> String {
    format!("\n{}export type {name} = {};\n", comment(schema, ""), type_of(schema))
}

#[test]
fn typescript_is_up_to_date() {
    let declarations: String = schemas().iter().map(declaration).collect();
    assert_made("../../web/src/protocol.ts", &format!("{HEAD}{declarations}"));
}
