//! The schemas of everything that goes over the wire, made from its types.

use std::path::Path;

use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

use super::*;

/// What a description refers to.
type Schemas = Map<String, Value>;

/// Notes a type and everything that it is made of.
fn add<T: JsonSchema>(generator: &mut SchemaGenerator) {
    generator.subschema_for::<T>();
}

macro_rules! add_all {
    ($generator:expr, $($kind:ty),* $(,)?) => { $(add::<$kind>($generator);)* };
}

fn settings() -> SchemaSettings {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    settings.with_transform(RecursiveTransform(tell_maximum))
}

/// The largest number of a format that only Rust knows.
fn tell_maximum(schema: &mut Schema) {
    if schema.get("format").and_then(Value::as_str) == Some("uint32") {
        schema.insert("maximum".to_owned(), u32::MAX.into());
    }
}

/// What clients send. Where something may be left out, it may as well be nothing.
fn asked() -> Schemas {
    let mut generator = settings().for_deserialize().into_generator();
    add_all!(&mut generator, NewSession, NewGame, JoinGame, RulesText, CheckPosition, Submit);
    add_all!(&mut generator, HostChange, HostToken, RemovePlayer, ReserveName, RecoverPlayer);
    add_all!(&mut generator, GamesQuery, EntriesQuery, AttacksQuery, MoveQuery, PlaceQuery, OpeningQuery);
    add_all!(&mut generator, HintQuery, ExportQuery, LanguageQuery);
    add_all!(&mut generator, SocketQuery, ClassicQuery, FromClient, ToClassic, ToAnalysis);
    generator.take_definitions(true)
}

/// What the server says. What it leaves out it never tells as nothing.
fn told() -> Schemas {
    let present = RecursiveTransform(tell_presence);
    let mut generator = settings().for_serialize().with_transform(present).into_generator();
    add_all!(
        &mut generator,
        Welcome,
        SessionInfo,
        Invitation,
        GameView,
        GamesPage,
        GameSummary,
        RematchAnswer
    );
    add_all!(
        &mut generator,
        CommandAnswer,
        ThreatsView,
        HintView,
        ReachView,
        OpeningChoice,
        ClassicView,
        RulesView,
        CheckedPosition
    );
    add_all!(&mut generator, HostView, BackupView, RecoveryLink, TreeView, PlaceView);
    add_all!(&mut generator, Failure, Reason, FromServer, FromLobby, FromClassic, FromAnalysis);
    generator.take_definitions(true)
}

/// A property that may be left out is left out instead of being `null`.
fn tell_presence(schema: &mut Schema) {
    let required: Vec<Value> = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else { return };
    for (name, property) in properties {
        if !required.contains(&Value::from(name.as_str())) {
            without_null(property);
        }
    }
}

fn without_null(schema: &mut Value) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [only] = &types[..] {
            schema["type"] = only.clone();
        }
    }
    if let Some(Value::Array(choices)) = schema.get_mut("anyOf") {
        choices.retain(|choice| choice["type"] != "null");
        if let [only] = &choices[..] {
            let only = only.as_object().cloned().unwrap_or_default();
            let whole = schema.as_object_mut().unwrap();
            whole.remove("anyOf");
            whole.extend(only);
        }
    }
}

/// All of them by name. What goes both ways has one form.
pub(super) fn schemas() -> Schemas {
    let mut all = told();
    for (name, schema) in asked() {
        if let Some(known) = all.get(&name) {
            assert_eq!(*known, schema, "{name} is told and asked in different forms");
        }
        all.insert(name, schema);
    }
    all
}

/// Compares a file with what it is made from, or makes it anew where that is wanted.
pub(super) fn assert_made(path: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("TABIYA_WRITE").is_some() {
        std::fs::write(&path, made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let path = path.display();
    assert!(kept == made, "{path} is not made from these types: run this test with TABIYA_WRITE=1");
}

#[test]
fn schemas_are_up_to_date() {
    let made = serde_json::to_string_pretty(&Value::Object(schemas())).unwrap();
    assert_made("src/wire/schemas.json", &(made + "\n"));
}

#[test]
fn what_may_be_left_out_of_an_answer_is_never_null() {
    let schemas = schemas();
    assert_eq!(schemas["SessionInfo"]["properties"]["token"]["type"], "string");
    assert_eq!(schemas["SessionInfo"]["required"], serde_json::json!(["player", "name"]));
    let opening = &schemas["MoveView"]["properties"]["opening"];
    assert_eq!(opening["$ref"], "#/components/schemas/OpeningView", "{opening}");
    assert!(schemas["GameView"]["required"].as_array().unwrap().contains(&"opened".into()));
    assert_eq!(schemas["NewGame"]["additionalProperties"], false);
}
