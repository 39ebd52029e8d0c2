//! Whether a value is as a schema says, for the schemas that the server describes itself with.

use std::collections::BTreeSet;

use serde_json::Value;

/// A description with its schemas.
pub struct Description(pub Value);

impl Description {
    /// What is wrong with a value, in words; unknown properties are.
    pub fn fault(&self, schema: &Value, value: &Value) -> Option<String> {
        self.whole(schema, value, "it").err()
    }

    fn resolve<'a>(&'a self, reference: &str) -> &'a Value {
        self.0
            .pointer(reference.trim_start_matches('#'))
            .unwrap_or_else(|| panic!("{reference} is not there"))
    }

    fn whole(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        self.shape(schema, value, at)?;
        let is_map = schema["additionalProperties"].is_object();
        let known = self.property_names(schema);
        let mut names = value.as_object().filter(|_| !is_map).into_iter().flat_map(|object| object.keys());
        names.find(|name| !known.contains(name.as_str())).map_or(Ok(()), |name| {
            if known.is_empty() { Ok(()) } else { Err(format!("{at}.{name} is not described")) }
        })
    }

    /// The names of all properties that a schema knows, in whichever of its parts.
    fn property_names<'a>(&'a self, schema: &'a Value) -> BTreeSet<&'a str> {
        let mut names: BTreeSet<&str> = schema["properties"]
            .as_object()
            .into_iter()
            .flat_map(|object| object.keys())
            .map(String::as_str)
            .collect();
        if let Some(reference) = schema["$ref"].as_str() {
            names.extend(self.property_names(self.resolve(reference)));
        }
        for choices in ["oneOf", "anyOf"] {
            let choices = schema[choices].as_array().into_iter().flatten();
            names.extend(choices.flat_map(|choice| self.property_names(choice)));
        }
        names
    }

    fn shape(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        if let Some(reference) = schema["$ref"].as_str() {
            self.shape(self.resolve(reference), value, at)?;
        }
        for choices in ["oneOf", "anyOf"] {
            if let Some(choices) = schema[choices].as_array() {
                let mut faults = choices.iter().map(|choice| self.shape(choice, value, at));
                if faults.all(|fault| fault.is_err()) {
                    return Err(format!("{at} is none of what it may be: {value}"));
                }
            }
        }
        let allowed =
            schema.get("const").map(std::slice::from_ref).or(schema["enum"].as_array().map(Vec::as_slice));
        if allowed.is_some_and(|allowed| !allowed.contains(value)) {
            return Err(format!("{at} is {value}"));
        }
        if !has_type(schema, value) {
            return Err(format!("{at} is no {}: {value}", schema["type"]));
        }
        self.parts(schema, value, at)
    }

    fn parts(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        if let Some(object) = value.as_object() {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            for name in required {
                object.get(name).ok_or_else(|| format!("{at}.{name} is missing"))?;
            }
            for (name, part) in object {
                let described = schema["properties"].get(name).or(schema.get("additionalProperties"));
                if let Some(described) = described.filter(|described| described.is_object()) {
                    self.whole(described, part, &format!("{at}.{name}"))?;
                }
            }
        }
        for (number, item) in value.as_array().into_iter().flatten().enumerate() {
            self.whole(&schema["items"], item, &format!("{at}[{number}]"))?;
        }
        Ok(())
    }
}

fn has_type(schema: &Value, value: &Value) -> bool {
    let is = |kind: &str| match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is not known here"),
    };
    match &schema["type"] {
        Value::Null => true,
        Value::String(kind) => is(kind),
        kinds => kinds.as_array().unwrap().iter().any(|kind| is(kind.as_str().unwrap())),
    }
}
