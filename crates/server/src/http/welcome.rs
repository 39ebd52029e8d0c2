use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use tabiya_engine::Level;
use tabiya_game::{Game, GameStart, Moment};
use tabiya_notation::{PositionError, RuleFile, Strictness, read_position};
use tabiya_rules::RULE_SETS;

use super::body::Body;
use super::{App, Caller};
use crate::Error;
use crate::config::LARGEST_FILE;
use crate::create::rules;
use crate::grounds::Grounds;
use crate::room::rules_view;
use crate::wire::{
    Audience, CheckPosition, CheckedPosition, ComputerOpponent, RulesText, RulesView, RulesWish, Welcome,
    state_of,
};

/// What runs here.
pub async fn welcome(State(app): State<Arc<App>>, caller: Caller) -> Json<Welcome> {
    let language = caller.language;
    Json(Welcome {
        name: "tabiya".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        loopback_only: app.hosts.is_loopback_only(),
        hint: app.hosts.hint(language),
        rules: RULE_SETS.iter().map(|set| rules_view(language, &RuleFile::from(set))).collect(),
        levels: Level::numbered().map(Level::number).collect(),
        opponents: Level::ladder().map(|level| ComputerOpponent::new(level, language)).collect(),
        largest_file: LARGEST_FILE as u32,
        trouble: app.shared.data_trouble().map(|trouble| trouble.told(language)),
        host: app.shared.host.state.with(|state| state.switches.clone()),
    })
}

/// What a rule file says, or everything that is wrong with it.
pub async fn check_rules(
    caller: Caller,
    Body(RulesText { text }): Body<RulesText>,
) -> Result<Json<RulesView>, Error> {
    let file: Result<RuleFile, _> = text.parse();
    let view = file.map(|file| Json(rules_view(caller.language, &file)));
    view.map_err(|errors| Error::refused("bad_rules", errors))
}

/// Everything that is wrong with a position, and where a game would stand that begins with it.
pub async fn check_position(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(asked): Body<CheckPosition>,
) -> Result<Json<CheckedPosition>, Error> {
    let wish = asked.rules.unwrap_or_else(|| RulesWish::Name("fide".to_owned()));
    let file = rules(&app.shared, caller.requester(&app.shared), Some(&wish))?;
    let language = caller.language;
    let view = rules_view(language, &file);
    let faulty = |faults| CheckedPosition { faults, state: None, rules: view.clone() };
    let read = read_position(&asked.fen, file.rules.intern(), Strictness::Strict);
    Ok(Json(match read {
        Err(PositionError::Text(error)) => faulty(vec![Grounds::plain("bad_fen", error).to_reason(language)]),
        Err(PositionError::Setup(faults)) => {
            faulty(faults.iter().map(|fault| Grounds::from(fault).to_reason(language)).collect())
        }
        Ok(read) => {
            let start = GameStart::usual(file).from(read.position.setup());
            let (game, _) =
                Game::start(start, Moment(0)).map_err(|refusal| Error::Refused((&refusal).into()))?;
            CheckedPosition {
                faults: vec![],
                state: Some(state_of(language, &game, Moment(0), Audience::Mover)),
                rules: view,
            }
        }
    }))
}
