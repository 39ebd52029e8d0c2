use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, MethodRouter, on};
use tabiya_notation::Excerpt;
use tabiya_rules::ByLanguage;

use super::{
    App, account, classics, files, games, hint, host, invitation, lists, openapi, openings, play, recovery,
    tree, welcome,
};
use crate::{Error, socket};

/// An address of the API under `/v1`: who answers there, and what is said of it in the description of the API.
pub(crate) struct Route {
    pub method: RouteMethod,
    /// With names in braces where something is filled in.
    pub path: &'static str,
    /// What it is for, in a sentence.
    pub about: &'static str,
    pub caller: RouteCaller,
    /// The name of the schema of what may stand behind a `?`.
    pub query: Option<&'static str>,
    /// The name of the schema of what is sent.
    pub body: Option<&'static str>,
    pub answer: RouteAnswer,
    /// With which codes a request is refused, beside those of every request and those of what is in the path.
    pub refusals: &'static [u16],
    serve: Serve,
}

/// What is done there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RouteMethod {
    Get,
    Post,
    Patch,
    Delete,
}

/// Who may ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RouteCaller {
    Anybody,
    /// Whoever has a session.
    Player,
    /// The host.
    Host,
}

/// What is answered where all is well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RouteAnswer {
    /// Something with a schema of this name.
    One(&'static str),
    /// The same, which was made by the request.
    New(&'static str),
    /// A list of such.
    List(&'static str),
    /// Nothing but that it is done.
    Done,
    /// A game as a file.
    File,
    /// The description itself.
    Description,
    /// A WebSocket.
    Socket,
}

impl RouteMethod {
    /// As it is written in a description.
    pub fn name(self) -> &'static str {
        match self {
            RouteMethod::Get => "get",
            RouteMethod::Post => "post",
            RouteMethod::Patch => "patch",
            RouteMethod::Delete => "delete",
        }
    }

    fn filter(self) -> MethodFilter {
        match self {
            RouteMethod::Get => MethodFilter::GET,
            RouteMethod::Post => MethodFilter::POST,
            RouteMethod::Patch => MethodFilter::PATCH,
            RouteMethod::Delete => MethodFilter::DELETE,
        }
    }
}

type Serve = fn(MethodFilter) -> MethodRouter<Arc<App>>;

impl Route {
    const fn new(method: RouteMethod, path: &'static str, about: &'static str, serve: Serve) -> Route {
        Route {
            method,
            path,
            about,
            caller: RouteCaller::Anybody,
            query: None,
            body: None,
            answer: Done,
            refusals: &[],
            serve,
        }
    }

    const fn get(path: &'static str, about: &'static str, serve: Serve) -> Route {
        Route::new(RouteMethod::Get, path, about, serve)
    }

    const fn post(path: &'static str, about: &'static str, serve: Serve) -> Route {
        Route::new(RouteMethod::Post, path, about, serve).for_players()
    }

    const fn for_players(mut self) -> Route {
        self.caller = RouteCaller::Player;
        self
    }

    const fn for_host(mut self) -> Route {
        self.caller = RouteCaller::Host;
        self
    }

    const fn for_anybody(mut self) -> Route {
        self.caller = RouteCaller::Anybody;
        self
    }

    const fn takes(mut self, body: &'static str) -> Route {
        self.body = Some(body);
        self
    }

    const fn asks(mut self, query: &'static str) -> Route {
        self.query = Some(query);
        self
    }

    const fn answers(mut self, answer: RouteAnswer) -> Route {
        self.answer = answer;
        self
    }

    /// Who answers there.
    pub fn router(&self) -> MethodRouter<Arc<App>> {
        let router = (self.serve)(self.method.filter());
        if self.query.is_some() { router } else { router.route_layer(from_fn(refuse_query)) }
    }

    const fn refuses(mut self, codes: &'static [u16]) -> Route {
        self.refusals = codes;
        self
    }
}

use RouteAnswer::{Description, Done, File, List, New, One, Socket};

/// All of them.
pub(crate) const ROUTES: [Route; 47] = [
    Route::get("/", "What runs here.", |to| on(to, welcome::welcome)).answers(One("Welcome")),
    Route::get("/openapi.json", "This description.", |to| on(to, openapi::description)).answers(Description),
    Route::get("/session", "Who you are.", |to| on(to, account::who))
        .for_players()
        .answers(One("SessionInfo")),
    Route::post("/session", "Makes a player of a name, with a token or a cookie.", |to| {
        on(to, account::create)
    })
    .for_anybody()
    .takes("NewSession")
    .answers(New("SessionInfo")),
    Route::new(RouteMethod::Patch, "/session", "Calls you otherwise, in games yet to begin.", |to| {
        on(to, account::rename)
    })
    .for_players()
    .takes("NewSession")
    .answers(One("SessionInfo")),
    Route::new(RouteMethod::Delete, "/session", "Ends the session.", |to| on(to, account::end))
        .for_players()
        .answers(Done),
    Route::post(
        "/session/code",
        "A code by which you are known at another device; the old one ends.",
        |to| on(to, recovery::make_code),
    )
    .answers(New("RecoveryLink")),
    Route::post("/session/recovered", "Makes this device that of the player whose code it has.", |to| {
        on(to, recovery::recover)
    })
    .for_anybody()
    .takes("RecoverPlayer")
    .answers(New("SessionInfo"))
    .refuses(&[409, 422, 500]),
    Route::new(RouteMethod::Delete, "/session/others", "Ends your sessions at all other devices.", |to| {
        on(to, recovery::end_others)
    })
    .for_players()
    .answers(Done),
    Route::get("/host", "The server as its host sees it.", |to| on(to, host::view))
        .for_host()
        .answers(One("HostView")),
    Route::new(RouteMethod::Patch, "/host", "Switches something on or off, or announces something.", |to| {
        on(to, host::change)
    })
    .for_host()
    .takes("HostChange")
    .answers(One("HostView")),
    Route::post("/host/session", "Makes a browser the host's, by the host's token.", |to| {
        on(to, host::sign_in)
    })
    .for_anybody()
    .takes("HostToken")
    .answers(Done),
    Route::new(RouteMethod::Delete, "/host/session", "Makes a browser anybody's again.", |to| {
        on(to, host::sign_out)
    })
    .for_host()
    .answers(Done),
    Route::post("/host/removals", "Lets somebody go, and keeps them away where that is wished.", |to| {
        on(to, host::remove)
    })
    .for_host()
    .takes("RemovePlayer")
    .answers(One("HostView"))
    .refuses(&[404, 422, 500]),
    Route::new(RouteMethod::Delete, "/host/removals/{player}", "Lets somebody come again.", |to| {
        on(to, host::readmit)
    })
    .for_host()
    .answers(One("HostView")),
    Route::post("/host/names", "Reserves a name, with a code for whom it belongs to.", |to| {
        on(to, host::reserve)
    })
    .for_host()
    .takes("ReserveName")
    .answers(New("RecoveryLink"))
    .refuses(&[404, 422]),
    Route::new(RouteMethod::Delete, "/host/names/{player}", "Lets anybody have a reserved name.", |to| {
        on(to, host::release)
    })
    .for_host()
    .answers(One("HostView")),
    Route::post("/host/backup", "Copies all games into a file.", |to| on(to, host::back_up))
        .for_host()
        .answers(New("BackupView"))
        .refuses(&[422]),
    Route::post("/host/shutdown", "Ends the server; games wait on disk.", |to| on(to, host::shut_down))
        .for_host()
        .answers(Done),
    Route::post("/rules", "Reads a rule file back, or tells all that is wrong with it.", |to| {
        on(to, welcome::check_rules)
    })
    .takes("RulesText")
    .answers(One("RulesView"))
    .refuses(&[422]),
    Route::post("/position", "Every fault of a position, or where a game would stand.", |to| {
        on(to, welcome::check_position)
    })
    .takes("CheckPosition")
    .answers(One("CheckedPosition"))
    .refuses(&[422]),
    Route::get("/openings", "Openings that may be meant by a text.", |to| on(to, openings::search))
        .asks("OpeningQuery")
        .answers(List("OpeningChoice")),
    Route::get("/lobby", "The open seats that anybody may take.", |to| on(to, lists::lobby))
        .answers(List("GameSummary")),
    Route::get("/lobby/socket", "The same whenever it changes: FromLobby.", |to| {
        on(to, socket::lobby::upgrade)
    })
    .for_players()
    .answers(Socket),
    Route::get("/running", "Running games that anybody may watch.", |to| on(to, lists::running))
        .answers(List("GameSummary")),
    Route::get("/classics", "The classic programs.", |to| on(to, classics::classics))
        .answers(List("ClassicView")),
    Route::get("/classics/{name}/socket", "Runs a classic program: ToClassic, FromClassic.", |to| {
        on(to, socket::classic::upgrade)
    })
    .for_players()
    .asks("ClassicQuery")
    .answers(Socket),
    Route::get("/games", "Games, the latest first.", |to| on(to, lists::games))
        .asks("GamesQuery")
        .answers(One("GamesPage")),
    Route::post("/games", "Makes a game.", |to| on(to, games::create))
        .takes("NewGame")
        .answers(New("GameView"))
        .refuses(&[404, 422, 500]),
    Route::get("/games/{id}", "A game.", |to| on(to, games::view)).answers(One("GameView")),
    Route::get("/games/{id}/entries", "What happened after a version.", |to| on(to, games::entries))
        .asks("EntriesQuery")
        .answers(List("FromServer")),
    Route::get("/games/{id}/threats", "What attacks what.", |to| on(to, games::threats))
        .asks("AttacksQuery")
        .answers(One("ThreatsView")),
    Route::get("/games/{id}/hint", "The best move, and why it is good.", |to| on(to, hint::hint))
        .for_players()
        .asks("HintQuery")
        .answers(One("HintView"))
        .refuses(&[422]),
    Route::get("/games/{id}/reach", "Where your men could ever go.", |to| on(to, games::reach))
        .for_players()
        .answers(One("ReachView")),
    Route::get("/games/{id}/why", "Whether a move is legal, and why not.", |to| on(to, games::why))
        .asks("MoveQuery")
        .answers(One("Reason"))
        .refuses(&[422]),
    Route::get("/games/{id}/tree", "All moves with variations and what is said of them.", |to| {
        on(to, tree::tree)
    })
    .answers(One("TreeView")),
    Route::get("/games/{id}/tree/moves", "What can be done in a position of the tree.", |to| {
        on(to, tree::moves)
    })
    .asks("PlaceQuery")
    .answers(One("PlaceView"))
    .refuses(&[422]),
    Route::get("/games/{id}/export/{form}", "A game as a file.", |to| on(to, files::export))
        .asks("ExportQuery")
        .answers(File)
        .refuses(&[422]),
    Route::post("/games/{id}/commands", "Does something in a game.", |to| on(to, play::command))
        .takes("Submit")
        .answers(One("CommandAnswer"))
        .refuses(&[409, 422]),
    Route::post("/games/{id}/join", "Takes the open seat.", |to| on(to, play::join))
        .takes("JoinGame")
        .answers(One("GameView"))
        .refuses(&[409, 422]),
    Route::post("/games/{id}/rematch", "Asks for a rematch, or agrees.", |to| on(to, play::want_rematch))
        .answers(One("RematchAnswer"))
        .refuses(&[422]),
    Route::new(RouteMethod::Delete, "/games/{id}/rematch", "Does not want a rematch.", |to| {
        on(to, play::decline_rematch)
    })
    .for_players()
    .answers(One("RematchAnswer"))
    .refuses(&[422]),
    Route::get("/games/{id}/invitation", "The link for the open seat.", |to| on(to, invitation::invitation))
        .for_players()
        .answers(One("Invitation"))
        .refuses(&[409, 422]),
    Route::post("/games/{id}/transfer", "A link that moves your seat to another device.", |to| {
        on(to, invitation::transfer)
    })
    .answers(One("Invitation")),
    Route::get("/games/{id}/socket", "A game as it happens: FromClient, FromServer.", |to| {
        on(to, socket::upgrade)
    })
    .for_players()
    .asks("SocketQuery")
    .answers(Socket),
    Route::get(
        "/games/{id}/analysis",
        "Analyses a game and its positions: ToAnalysis, FromAnalysis.",
        |to| on(to, socket::analysis::upgrade),
    )
    .for_players()
    .asks("LanguageQuery")
    .answers(Socket),
    Route::post("/seats/{key}", "Takes the seat that such a link gives.", |to| on(to, invitation::take_seat))
        .answers(One("GameView"))
        .refuses(&[404, 422, 500]),
];

/// The router of the API.
pub(crate) fn api() -> Router<Arc<App>> {
    ROUTES.iter().fold(Router::new(), |api, route| api.route(route.path, route.router()))
}

/// What is asked for by a name that nobody knows is refused everywhere: here where nothing can be asked for, elsewhere by
/// the schema of what can be.
async fn refuse_query(request: Request, next: Next) -> Response {
    match request.uri().query().filter(|query| !query.is_empty()) {
        Some(query) => unknown_name(query).into_response(),
        None => next.run(request).await,
    }
}

fn unknown_name(query: &str) -> Error {
    let name = query.split(['&', '=']).next().unwrap_or_default();
    let name = Excerpt::new(name);
    let says = ByLanguage {
        english: format!("unknown field {name}: nothing can be asked for behind the question mark here"),
        german: format!("unbekannte Angabe {name}: hinter dem Fragezeichen kann hier nichts verlangt werden"),
    };
    Error::bad("bad_query", says)
}
