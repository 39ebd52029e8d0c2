//! The API described for programs, as OpenAPI has it: the paths from the table of routes, everything else from the types
//! that go over the wire.

use std::sync::LazyLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};
use tabiya_classics::CLASSICS;

use super::route::{ROUTES, Route, RouteAnswer, RouteCaller};
use crate::export::ExportForm;

/// The schemas of all types, as a test makes them.
const SCHEMAS: &str = include_str!("../wire/schemas.json");

/// How any request may be refused.
const ALWAYS: [u16; 7] = [400, 401, 403, 408, 429, 503, 504];

static DESCRIPTION: LazyLock<String> = LazyLock::new(|| describe().to_string());

/// Tells it.
pub async fn description() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], DESCRIPTION.as_str()).into_response()
}

fn describe() -> Value {
    // It is part of the program, and a test reads it.
    let schemas: Map<String, Value> = serde_json::from_str(SCHEMAS).unwrap_or_default();
    let mut paths = Map::new();
    for route in &ROUTES {
        let path = paths.entry(format!("/v1{}", route.path)).or_insert_with(|| json!({}));
        path[route.method.name()] = operation(route, &schemas);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Tabiya",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "GPL-3.0-or-later", "identifier": "GPL-3.0-or-later" },
            "description": "A chess club in one process. Programs ask for a token and send it with every request; pages of \
                            the server have a cookie instead. docs/api.md tells the whole story.",
        },
        "servers": [{ "url": "/" }],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token that POST /v1/session gives.",
                },
                "host": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token in the link that `tabiya host` prints.",
                },
            },
        },
    })
}

fn operation(route: &Route, schemas: &Map<String, Value>) -> Value {
    let token = json!({ "token": [] });
    let mut operation = json!({
        "operationId": operation_id(route),
        "summary": route.about,
        "tags": [route.path.split('/').nth(1).filter(|first| !first.is_empty()).unwrap_or("server")],
        "security": match route.caller {
            RouteCaller::Player => json!([token]),
            RouteCaller::Anybody => json!([{}, token]),
            // At the server's own machine no token is needed.
            RouteCaller::Host => json!([{}, { "host": [] }]),
        },
        "parameters": parameters(route, schemas),
        "responses": responses(route),
    });
    if let Some(body) = route.body {
        operation["requestBody"] = json!({
            // No body is an empty one: enough where nothing in it must be told.
            "required": schemas.get(body).is_some_and(|schema| schema["required"].is_array()),
            "content": { "application/json": { "schema": reference(body) } },
        });
    }
    operation
}

fn operation_id(route: &Route) -> String {
    let words: Vec<&str> = route
        .path
        .split(['/', '.'])
        .map(|part| part.trim_matches(['{', '}']))
        .filter(|part| !part.is_empty())
        .collect();
    [&[route.method.name()], &words[..]].concat().join("_")
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// What is filled in in a path.
fn in_path(route: &Route) -> impl Iterator<Item = &'static str> {
    route.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
}

fn parameters(route: &Route, schemas: &Map<String, Value>) -> Vec<Value> {
    let mut parameters: Vec<Value> = in_path(route).map(path_parameter).collect();
    if let Some(query) = route.query.and_then(|name| schemas.get(name)) {
        let required = query["required"].as_array().cloned().unwrap_or_default();
        for (name, schema) in query["properties"].as_object().into_iter().flatten() {
            parameters.push(json!({
                "name": name,
                "in": "query",
                "required": required.contains(&name.as_str().into()),
                "description": schema["description"],
                "schema": query_schema(schema),
            }));
        }
    }
    parameters
}

/// A text cannot be nothing: what is nothing is left out of a query.
fn query_schema(schema: &Value) -> Value {
    let mut schema = schema.clone();
    if let Some(fields) = schema.as_object_mut() {
        fields.remove("description");
    }
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|kind| kind != "null");
    }
    if let Some(Value::Array(choices)) = schema.get_mut("anyOf") {
        choices.retain(|choice| choice["type"] != "null");
    }
    schema
}

fn path_parameter(name: &'static str) -> Value {
    let (description, schema) = match name {
        "id" => ("The name of a game.", json!({ "type": "string", "pattern": "^[0-9A-Za-z]{8}$" })),
        "player" => ("The id of a player.", json!({ "type": "string", "pattern": "^[0-9A-Za-z]{12}$" })),
        "key" => ("The secret of a link.", json!({ "type": "string", "pattern": "^[0-9A-Za-z]{43}$" })),
        "form" => ("How the game is written.", json!({ "enum": ExportForm::ALL.map(ExportForm::ending) })),
        "name" => {
            let names: Vec<&str> = CLASSICS.iter().map(|classic| classic.name).collect();
            ("The name of a classic program.", json!({ "enum": names }))
        }
        _ => ("", json!({ "type": "string" })),
    };
    json!({ "name": name, "in": "path", "required": true, "description": description, "schema": schema })
}

fn responses(route: &Route) -> Value {
    let mut responses = Map::new();
    let (status, answer) = answer(route);
    responses.insert(status.to_string(), answer);
    for code in refusals(route) {
        responses.insert(code.to_string(), refusal(code));
    }
    Value::Object(responses)
}

/// With which codes a request may be refused, in order.
fn refusals(route: &Route) -> Vec<u16> {
    let mut codes = ALWAYS.to_vec();
    codes.extend(route.refusals);
    codes.extend(in_path(route).flat_map(|name| match name {
        // What is kept of a game may be damaged.
        "id" => &[404, 500][..],
        "form" | "name" | "player" => &[404],
        _ => &[],
    }));
    codes.extend(route.body.map(|_| 413));
    codes.sort_unstable();
    codes.dedup();
    codes
}

fn refusal(code: u16) -> Value {
    let description = match code {
        400 => "The request makes no sense.",
        401 => "Nobody knows who asks.",
        403 => "Not for whoever asks.",
        404 => "There is no such thing.",
        408 => "The request took too long.",
        409 => "The game has gone on meanwhile, or another command has this id.",
        413 => "Too large.",
        422 => "Refused, with the reason.",
        429 => "Too much at once.",
        500 => "The game is damaged on the server's disk.",
        503 => "Nothing was changed, and the same can be tried again.",
        504 => "The server lost its database before that answered: whether it was done is not known.",
        _ => "Refused.",
    };
    let mut refusal = json!({
        "description": description,
        "content": { "application/json": { "schema": reference("Failure") } },
    });
    if matches!(code, 429 | 503 | 504) {
        let seconds = json!({ "type": "integer", "minimum": 1 });
        refusal["headers"] =
            json!({ "Retry-After": sure_header("After how many seconds to try again.", &seconds) });
    }
    refusal
}

/// A header that is always there.
fn sure_header(description: &str, schema: &Value) -> Value {
    json!({ "description": description, "schema": schema, "required": true })
}

fn json_answer(description: &str, schema: &Value) -> Value {
    json!({ "description": description, "content": { "application/json": { "schema": schema } } })
}

/// What is answered where all is well, and with which code.
fn answer(route: &Route) -> (u16, Value) {
    match route.answer {
        RouteAnswer::One(name) => (200, json_answer("Done.", &reference(name))),
        RouteAnswer::New(name) => {
            let mut made = json_answer("Made.", &reference(name));
            if name == "GameView" {
                made["links"] = links();
            }
            (201, made)
        }
        RouteAnswer::List(name) => {
            let mut list = json_answer("A list.", &json!({ "type": "array", "items": reference(name) }));
            if route.query == Some("EntriesQuery") {
                let more = json!({ "type": "string", "enum": ["true", "false"] });
                list["headers"] = json!({ "Tabiya-More": sure_header("Whether there are more.", &more) });
            }
            (200, list)
        }
        RouteAnswer::Done => (204, json!({ "description": "Done." })),
        RouteAnswer::Description => (200, json_answer("OpenAPI.", &json!({ "type": "object" }))),
        RouteAnswer::Socket => (101, json!({ "description": "A WebSocket." })),
        RouteAnswer::File => (200, file_answer()),
    }
}

fn file_answer() -> Value {
    let content = ExportForm::ALL.map(|form| {
        let kind = if form == ExportForm::Json { "object" } else { "string" };
        let media_type = form.media_type().split(';').next().unwrap_or_default();
        (media_type.to_owned(), json!({ "schema": { "type": kind } }))
    });
    json!({
        "description": "The file.",
        "content": Map::from_iter(content),
        "headers": {
            "Content-Disposition": sure_header("The name of the file.", &json!({ "type": "string" })),
            "Tabiya-Left-Out": { "description": "What has no place in it.", "schema": { "type": "string" } },
        },
    })
}

/// What can be done with a game that was made.
fn links() -> Value {
    let of_games = ROUTES.iter().filter(|route| {
        route.path.contains("{id}") && !matches!(route.answer, RouteAnswer::Socket | RouteAnswer::File)
    });
    let link = |route: &Route| {
        let id = operation_id(route);
        let link = json!({ "operationId": id, "parameters": { "id": "$response.body#/game" } });
        (id, link)
    };
    Value::Object(of_games.map(link).collect())
}

#[cfg(test)]
mod tests {
    use super::super::route::RouteMethod;
    use super::*;

    #[test]
    fn every_schema_that_is_named_is_there() {
        let description = describe();
        let schemas = description["components"]["schemas"].as_object().unwrap();
        let text = description.to_string();
        let named = text.split("\"#/components/schemas/").skip(1).map(|rest| rest.split('"').next().unwrap());
        let named: Vec<&str> = named.collect();
        assert!(named.len() > 100 && schemas.len() > 50);
        for name in named {
            assert!(schemas.contains_key(name), "{name}");
        }
        for query in ROUTES.iter().filter_map(|route| route.query) {
            assert!(schemas.contains_key(query), "{query}");
        }
    }

    #[test]
    fn every_part_of_a_path_is_described() {
        for route in &ROUTES {
            for name in in_path(route) {
                assert_ne!(path_parameter(name)["description"], "", "{}", route.path);
            }
            assert!(route.about.ends_with('.'), "{}", route.path);
        }
    }

    #[test]
    fn operations_have_names_of_their_own() {
        let mut names: Vec<String> = ROUTES.iter().map(operation_id).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), ROUTES.len());
        assert!(names.contains(&"get_games_id_export_form".to_owned()), "{names:?}");
    }

    #[test]
    fn whoever_changes_something_must_say_who_it_is() {
        for route in ROUTES.iter().filter(|route| route.method != RouteMethod::Get) {
            let is_entrance = ["/session", "/session/recovered", "/host/session"].contains(&route.path)
                && route.method == RouteMethod::Post;
            assert_eq!(route.caller == RouteCaller::Anybody, is_entrance, "{}", route.path);
            let is_of_host = route.path == "/host" || route.path.starts_with("/host/");
            assert_eq!(route.caller == RouteCaller::Host, is_of_host && !is_entrance, "{}", route.path);
        }
    }
}
