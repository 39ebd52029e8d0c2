//! The API as it describes itself: everything that is described is answered as it is described.

use serde_json::{Value, json};

use crate::support::client::{Client, Reply, request};
use crate::support::schema::Description;
use crate::support::socket::Socket;
use crate::support::{Folder, TestServer, pair};

/// A request, as somebody makes it.
struct Asked {
    who: Client,
    method: String,
    path: String,
    body: Value,
}

impl Asked {
    fn reply(&self) -> Reply {
        let body = if self.body.is_null() { String::new() } else { self.body.to_string() };
        self.who.send(&self.method, &self.path, &body).unwrap()
    }
}

fn description(server: &TestServer) -> Description {
    Description(server.stranger().get("/v1/openapi.json").ok())
}

/// All that is described: method, path and what is said of it.
fn operations(description: &Description) -> Vec<(String, String, Value)> {
    let paths = description.0["paths"].as_object().unwrap();
    let of_path = |(path, methods): (&String, &Value)| {
        let methods = methods.as_object().unwrap().clone();
        methods
            .into_iter()
            .map(|(method, told)| (method.to_uppercase(), path.clone(), told))
            .collect::<Vec<_>>()
    };
    paths.iter().flat_map(of_path).collect()
}

/// A request that is in order, for everything that there is.
fn good(server: &TestServer, method: &str, path: &str) -> Asked {
    let (ann, bob, game) = pair(server, &json!({}));
    let finish = || ann.command(&game, "resign", 1, &json!({ "do": "resign" })).ok();
    let link = || ann.create(&json!({ "opponent": "link" }));
    let of = |game: &str| path.replace("{id}", game);
    let (who, path, body) = match (method, path) {
        ("GET", "/v1/" | "/v1/openapi.json" | "/v1/lobby" | "/v1/running" | "/v1/classics") => {
            (server.stranger(), path.to_owned(), Value::Null)
        }
        ("GET", "/v1/openings") => (server.stranger(), format!("{path}?text=sicilian"), Value::Null),
        ("GET", "/v1/games") => (ann, format!("{path}?mine=true&stage=live"), Value::Null),
        ("GET" | "DELETE", "/v1/session") => (bob, path.to_owned(), Value::Null),
        ("POST", "/v1/session") => {
            (server.stranger(), path.to_owned(), json!({ "name": "Eve", "token": true }))
        }
        ("PATCH", "/v1/session") => (bob, path.to_owned(), json!({ "name": "Robert" })),
        ("POST", "/v1/rules") => (ann, path.to_owned(), json!({ "text": "parent = \"hong\"\n" })),
        ("POST", "/v1/position") => (ann, path.to_owned(), json!({ "fen": "8/8/8/8/8/8/8/K1k5 w - - 0 1" })),
        ("POST", "/v1/games") => {
            let computers = json!({ "computers": { "white": 1, "black": 1 } });
            (ann, path.to_owned(), json!({ "opponent": computers, "opening": "C65" }))
        }
        (
            "GET",
            "/v1/games/{id}"
            | "/v1/games/{id}/entries"
            | "/v1/games/{id}/threats"
            | "/v1/games/{id}/reach"
            | "/v1/games/{id}/tree"
            | "/v1/games/{id}/tree/moves",
        ) => (bob, of(&game), Value::Null),
        ("GET", "/v1/games/{id}/hint") => {
            finish();
            (bob, of(&game), Value::Null)
        }
        ("GET", "/v1/games/{id}/why") => (bob, format!("{}?move=e2e5", of(&game)), Value::Null),
        ("GET", "/v1/games/{id}/export/{form}") => (bob, of(&game).replace("{form}", "json"), Value::Null),
        ("POST", "/v1/games/{id}/commands") => {
            (ann, of(&game), json!({ "id": "x", "version": 1, "action": { "do": "move", "move": "Nf3" } }))
        }
        ("POST", "/v1/games/{id}/join") => (bob, of(&ann.create(&json!({ "opponent": "lobby" }))), json!({})),
        ("POST" | "DELETE", "/v1/games/{id}/rematch") => {
            finish();
            (ann, of(&game), Value::Null)
        }
        ("GET", "/v1/games/{id}/invitation") => (ann.clone(), of(&link()), Value::Null),
        ("POST", "/v1/games/{id}/transfer") => (ann, of(&game), Value::Null),
        ("POST", "/v1/seats/{key}") => {
            let transfer = ann.post(&format!("/v1/games/{game}/transfer"), &json!({})).ok();
            (server.player("Eve"), path.replace("{key}", transfer["key"].as_str().unwrap()), Value::Null)
        }
        ("POST", "/v1/session/code") => (ann, path.to_owned(), Value::Null),
        ("DELETE", "/v1/session/others") => (bob, path.to_owned(), Value::Null),
        ("POST", "/v1/session/recovered") => {
            let code = ann.post("/v1/session/code", &json!({})).ok()["code"].clone();
            (server.stranger(), path.to_owned(), json!({ "code": code, "token": true }))
        }
        ("GET" | "PATCH", "/v1/host") | ("DELETE", "/v1/host/session") | ("POST", "/v1/host/shutdown") => {
            (server.host(), path.to_owned(), if method == "PATCH" { json!({}) } else { Value::Null })
        }
        ("POST", "/v1/host/session") => {
            (server.stranger(), path.to_owned(), json!({ "token": server.host_token }))
        }
        ("POST", "/v1/host/removals") => {
            let player = bob.get("/v1/session").ok()["player"].clone();
            (server.host(), path.to_owned(), json!({ "player": player, "minutes": 5 }))
        }
        ("POST", "/v1/host/names") => (server.host(), path.to_owned(), json!({ "name": "Magnus" })),
        ("DELETE", "/v1/host/removals/{player}") => {
            let player = bob.get("/v1/session").ok()["player"].clone();
            server.host().post("/v1/host/removals", &json!({ "player": player, "minutes": 5 })).ok();
            (server.host(), path.replace("{player}", player.as_str().unwrap()), Value::Null)
        }
        ("DELETE", "/v1/host/names/{player}") => {
            let link = server.host().post("/v1/host/names", &json!({ "name": "Magnus" })).ok();
            (server.host(), path.replace("{player}", link["player"].as_str().unwrap()), Value::Null)
        }
        ("POST", "/v1/host/backup") => (server.host(), path.to_owned(), Value::Null),
        ("GET", "/v1/lobby/socket") => (ann, path.to_owned(), Value::Null),
        ("GET", "/v1/games/{id}/socket" | "/v1/games/{id}/analysis") => (ann, of(&game), Value::Null),
        ("GET", "/v1/classics/{name}/socket") => (ann, path.replace("{name}", "hong"), Value::Null),
        _ => panic!("{method} {path} is described, and nobody tries it"),
    };
    Asked { who, method: method.to_owned(), path, body }
}

/// What is wrong with an answer, by what is said of it.
fn assert_described(description: &Description, told: &Value, name: &str, reply: &Reply) {
    let response = &told["responses"][reply.status.to_string()];
    assert!(response.is_object(), "{name} answers with a code that is not described: {reply:?}");
    for (header, described) in response["headers"].as_object().into_iter().flatten() {
        let is_required = described["required"] == true;
        assert!(!is_required || reply.header(header).is_some(), "{name} has no {header}: {reply:?}");
    }
    let Some(contents) = response["content"].as_object() else {
        return assert_eq!(reply.body, "", "{name}");
    };
    let kind = reply.header("content-type").unwrap().split(';').next().unwrap();
    let content = contents.get(kind).unwrap_or_else(|| panic!("{name} is {kind}: {contents:?}"));
    if kind == "application/json" {
        let fault = description.fault(&content["schema"], &reply.json());
        assert_eq!(fault, None, "{name}: {}", reply.body);
    }
}

#[test]
fn everything_is_answered_as_it_is_described() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| {
        (config.limits.exhibitions, config.limits.exhibitions_per_player) = (100, 100);
    });
    let description = description(&server);
    // After the last one nothing is answered any more.
    let ends = |(_, path, _): &(String, String, Value)| path == "/v1/host/shutdown";
    let (last, mut all): (Vec<_>, Vec<_>) = operations(&description).into_iter().partition(ends);
    all.extend(last);
    for (method, path, told) in all {
        let name = format!("{method} {path}");
        let asked = good(&server, &method, &path);
        // Where games are kept in memory there is no file to copy.
        if path == "/v1/host/backup" && !folder.path().join("tabiya.db").exists() {
            continue;
        }
        if told["responses"]["101"].is_object() {
            let token = format!("Bearer {}", asked.who.token.as_ref().unwrap());
            let socket = Socket::open(server.address, &asked.path, &[("Authorization", &token)]);
            assert!(socket.is_ok() && told["responses"]["101"].is_object(), "{name}");
            continue;
        }
        let reply = asked.reply();
        assert!((200..300).contains(&reply.status), "{name}: {reply:?}");
        assert_described(&description, &told, &name, &reply);
    }
}

#[test]
fn nothing_is_asked_for_by_a_name_that_nobody_knows() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let description = description(&server);
    for (method, path, told) in operations(&description) {
        let name = format!("{method} {path}");
        let asked = good(&server, &method, &path);
        // What is wrong with a wish for a classic program is told on its socket; other sockets are asked for as anything else.
        if path.starts_with("/v1/classics/") {
            continue;
        }
        for query in ["unheard=of", "unheard"] {
            let sign = if asked.path.contains('?') { '&' } else { '?' };
            let path = format!("{}{sign}{query}", asked.path);
            let upgrade = [
                ("Host", server.address.to_string()),
                ("Authorization", format!("Bearer {}", asked.who.token.clone().unwrap_or_default())),
                ("Connection", "Upgrade".to_owned()),
                ("Upgrade", "websocket".to_owned()),
                ("Sec-WebSocket-Version", "13".to_owned()),
                ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==".to_owned()),
            ];
            let reply = if told["responses"]["101"].is_object() {
                let headers = upgrade.each_ref().map(|(name, value)| (*name, value.as_str()));
                request(server.address, &method, &path, &headers, "").unwrap()
            } else {
                Asked { who: asked.who.clone(), method: method.clone(), path, body: asked.body.clone() }
                    .reply()
            };
            assert_eq!(reply.error(), (400, "bad_query".to_owned()), "{name}: {reply:?}");
            assert!(reply.json()["error"]["says"].as_str().unwrap().contains("unheard"), "{name}: {reply:?}");
        }
    }
    // Nothing behind the question mark asks for nothing.
    server.stranger().get("/v1/lobby?").ok();
}

#[test]
fn everything_is_refused_as_it_is_described() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let description = description(&server);
    for (method, path, told) in operations(&description) {
        let name = format!("{method} {path}");
        let refused = |who: &Client, path: &str, body: Value, status: u16| {
            let asked = Asked { who: who.clone(), method: method.clone(), path: path.to_owned(), body };
            let reply = asked.reply();
            assert_eq!(reply.status, status, "{name}: {reply:?}");
            assert_described(&description, &told, &name, &reply);
        };
        let asked = good(&server, &method, &path);
        let nobody = Client { token: Some("x".repeat(43)), ..server.stranger() };
        refused(&nobody, &asked.path, asked.body.clone(), 401);
        if told["security"] == json!([{ "token": [] }]) && !told["responses"]["101"].is_object() {
            refused(&server.stranger(), &asked.path, asked.body.clone(), 401);
        }
        if path.contains("{id}") {
            let id = asked.path.split(['/', '?']).nth(3).unwrap();
            refused(&asked.who, &asked.path.replacen(id, "nosuchgm", 1), asked.body, 404);
        }
        if told["requestBody"].is_object() {
            refused(&asked.who, &asked.path, json!({ "unheard": "of" }), 400);
        }
        if told["requestBody"]["required"] == true {
            refused(&asked.who, &asked.path, Value::Null, 400);
        }
        let has_query = told["parameters"].as_array().unwrap().iter().any(|one| one["in"] == "query");
        // A socket is refused without its handshake, whatever is asked for.
        if has_query && !told["responses"]["101"].is_object() {
            refused(
                &asked.who,
                &format!("{}?unheard=of", asked.path.split('?').next().unwrap()),
                Value::Null,
                400,
            );
        }
    }
}

#[test]
fn a_body_may_be_left_out_where_nothing_in_it_must_be_told() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (description, ann) = (description(&server), server.player("Ann"));
    let body = |path: &str| description.0["paths"][path]["post"]["requestBody"]["required"].clone();
    assert_eq!((body("/v1/games/{id}/join"), body("/v1/games")), (json!(false), json!(true)));
    let game = ann.create(&json!({ "opponent": "lobby" }));
    let joined = server.player("Bob").send("POST", &format!("/v1/games/{game}/join"), "").unwrap();
    assert_eq!(joined.ok()["you"]["role"], "black");
}

#[test]
fn a_wrong_method_is_told_which_are_right() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let reply = ann.send("PUT", "/v1/session", "{}").unwrap();
    assert_eq!(reply.error(), (405, "wrong_method".to_owned()));
    let allowed = reply.header("allow").unwrap();
    for method in ["GET", "POST", "PATCH", "DELETE"] {
        assert!(allowed.contains(method), "{allowed}");
    }
}

/// One line for each, as the page has them.
fn rows(description: &Description) -> String {
    let schema_of = |content: &Value| {
        let schema = &content["application/json"]["schema"];
        let name =
            |schema: &Value| schema["$ref"].as_str().map(|path| path.rsplit('/').next().unwrap().to_owned());
        name(schema).or_else(|| name(&schema["items"]).map(|name| format!("{name}[]"))).unwrap_or_default()
    };
    let row = |(method, path, told): (String, String, Value)| {
        let query: Vec<&str> = told["parameters"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|parameter| parameter["in"] == "query")
            .map(|parameter| parameter["name"].as_str().unwrap())
            .collect();
        let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
        let body = schema_of(&told["requestBody"]["content"]);
        let codes = told["responses"].as_object().unwrap();
        let (done, answer) = codes.iter().find(|(code, _)| code.as_str() < "300").unwrap();
        let others: Vec<&str> = codes
            .keys()
            .map(String::as_str)
            .filter(|code| {
                *code >= "300" && !["400", "401", "403", "408", "429", "503", "504"].contains(code)
            })
            .collect();
        let answer = format!("{done} {}", schema_of(&answer["content"]));
        let who = match told["security"].to_string() {
            security if security.contains("host") => "the host",
            _ if told["security"] == json!([{ "token": [] }]) => "players",
            _ => "anybody",
        };
        format!("| `{method} {path}{query}` | {who} | {body} | {} | {} |\n", answer.trim(), others.join(", "))
    };
    operations(description).into_iter().map(row).collect()
}

/// What a schema says, in short.
fn shape(schema: &Value) -> String {
    if let Some(constant) = schema.get("const") {
        return constant.to_string();
    }
    for choices in ["enum", "oneOf", "anyOf"] {
        if let Some(choices) = schema[choices].as_array() {
            let text = |choice: &Value| if choice.is_object() { shape(choice) } else { choice.to_string() };
            return choices.iter().map(text).collect::<Vec<_>>().join(" or ");
        }
    }
    let name = schema["$ref"].as_str().map(|path| path.rsplit('/').next().unwrap().to_owned());
    let fields = schema["properties"].as_object().map(|fields| {
        let field = |(name, field): (&String, &Value)| {
            let is_required = schema["required"].as_array().is_some_and(|names| names.contains(&json!(name)));
            format!("\"{name}\"{}: {}", if is_required { "" } else { "?" }, shape(field))
        };
        format!("{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
    });
    match (fields, name) {
        (Some(fields), Some(name)) => format!("{fields} and {name}"),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => simple_shape(schema),
    }
}

fn simple_shape(schema: &Value) -> String {
    let of_kind = |kind: &Value| match kind.as_str().unwrap_or("anything") {
        "array" => format!("[{}]", shape(&schema["items"])),
        "object" => format!("{{...: {}}}", shape(&schema["additionalProperties"])),
        other => other.to_owned(),
    };
    match &schema["type"] {
        Value::Array(kinds) => kinds.iter().map(of_kind).collect::<Vec<_>>().join(" or "),
        kind => of_kind(kind),
    }
}

/// One line for each thing that is sent or answered.
fn shapes(description: &Description) -> String {
    let schemas = description.0["components"]["schemas"].as_object().unwrap();
    let is_query = |name: &str| name.ends_with("Query");
    let told = schemas.iter().filter(|(name, _)| !is_query(name));
    told.map(|(name, schema)| format!("| {name} | `{}` |\n", shape(schema).replace('|', "\\|"))).collect()
}

/// Compares a part of the page with what it is made from, or makes it anew where that is wanted.
fn assert_on_page(name: &str, made: &str) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/api.md");
    let page = std::fs::read_to_string(path).unwrap();
    let opening = format!("<!-- {name} -->\n");
    let (before, rest) = page.split_once(&opening).unwrap();
    let (kept, after) = rest.split_once("<!-- end -->").unwrap();
    if std::env::var_os("TABIYA_WRITE").is_some() {
        return std::fs::write(path, format!("{before}{opening}{made}<!-- end -->{after}")).unwrap();
    }
    assert!(kept == made, "docs/api.md says otherwise (TABIYA_WRITE=1 writes it):\n{made}");
}

#[test]
fn the_page_tells_every_address_and_every_shape() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let description = description(&server);
    let head = "| request | for | body | answer | refusals |\n|---|---|---|---|---|\n";
    assert_on_page("every address", &format!("{head}{}", rows(&description)));
    assert_on_page("every shape", &format!("| | |\n|---|---|\n{}", shapes(&description)));
}
