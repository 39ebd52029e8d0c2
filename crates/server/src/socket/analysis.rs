//! A game analysed over a WebSocket: lines of the position that somebody looks at, all moves of the game, moves that are tried in
//! place of others.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::response::Response;
use tabiya_analysis::{MoveMark, PositionScore};
use tabiya_rules::{ByLanguage, Position, Rules};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use super::analysis_work::{AnalysisNews, AnalysisWork, RunningJudgement, RunningLook, WatchedReview};
use super::client_socket::{ClientSocket, CloseReason, SocketInput, session_ended, shutting_down};
use crate::analysis::{
    AnalysisJob, FoundLines, JudgeTask, LookTask, LookedPosition, ReviewState, ReviewedGame, RunningReview,
    TriedJudgement, judged_words, review_view, tables_view, tried_analysis,
};
use crate::blocking::run_blocking;
use crate::bus::BusEvent;
use crate::ending::LeaveTime;
use crate::fairness::{Help, check_fairness};
use crate::http::{App, Caller, GamePath, Query, busy, look};
use crate::question_queue::Asker;
use crate::rate_limit::RateKind;
use crate::request_json::read_request;
use crate::room::Snapshot;
use crate::share_counts::{NoShare, SharePermit, Shares};
use crate::wire::{
    AnalysisPart, FromAnalysis, JudgedView, LanguageQuery, LineMove, LineView, LinesView, ScoredPosition,
    ToAnalysis, rounded,
};
use crate::{Error, GameId, PlayerId};

/// How often lines are told while they get deeper, and how far a review is.
const LINES_PACE: Duration = Duration::from_millis(200);
const REVIEW_PACE: Duration = Duration::from_millis(500);

/// The most lines of a position.
const MOST_LINES: u8 = 5;

/// Turns a request into a WebSocket on which a game is analysed.
pub async fn upgrade(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
    Query(LanguageQuery { language }): Query<LanguageQuery>,
    caller: Caller,
    request: Request,
) -> Result<Response, Error> {
    let player = caller.player()?.id;
    let caller = caller.listening(language);
    let snapshot = look(&app, id, &caller).await?;
    let whose = (caller.address, Some(player));
    let analysed = Arc::clone(&app);
    super::accept(&app, whose, request, move |line| async move {
        let fair = check_fairness(&analysed.shared, &snapshot.row, Some(player), Help::Analysis);
        let permit = fair.and_then(|()| permit(&analysed, &caller));
        let game = AnalysisSubject { app: analysed, id, player, caller };
        let mut connection = AnalysisConnection { game, line, work: AnalysisWork::default() };
        // A page cannot read why a WebSocket is refused: it is told on it.
        let ending = match permit {
            Ok(permit) => connection.talk(snapshot, permit).await.err().flatten(),
            Err(error) => connection.end_with(error).await,
        };
        connection.line.hang_up(ending).await;
    })
}

fn permit(app: &App, caller: &Caller) -> Result<SharePermit, Error> {
    let limits = &app.shared.config.limits;
    let shares = Shares {
        of_all: limits.analyses,
        of_address: limits.analyses_per_address,
        of_player: limits.analyses_per_player,
        few: 2,
    };
    app.analyses.add(caller.address, caller.id(), shares).map_err(too_many)
}

fn too_many(refused: NoShare) -> Error {
    let says = match refused {
        NoShare::Player => ByLanguage {
            english: "you analyse in too many windows: close one first",
            german: "du analysierst in zu vielen Fenstern: schließ erst eines",
        },
        NoShare::Address | NoShare::All => ByLanguage {
            english: "too many people analyse at the moment: try again in a while",
            german: "im Augenblick analysieren zu viele: versuch es in einer Weile noch einmal",
        },
    };
    Error::too_many("too_many_analyses", says)
}

/// A game, and who analyses it.
struct AnalysisSubject {
    app: Arc<App>,
    id: GameId,
    player: PlayerId,
    caller: Caller,
}

/// Somebody who analyses a game.
struct AnalysisConnection {
    game: AnalysisSubject,
    line: ClientSocket,
    work: AnalysisWork,
}

impl AnalysisSubject {
    /// The game as it stands, where it may be analysed.
    async fn snapshot(&self) -> Result<Snapshot, Error> {
        let snapshot = look(&self.app, self.id, &self.caller).await?;
        check_fairness(&self.app.shared, &snapshot.row, Some(self.player), Help::Analysis)?;
        Ok(snapshot)
    }

    async fn looked(&self, at: String, then: String, lines: u8) -> Result<LookedPosition, Error> {
        if !(1..=MOST_LINES).contains(&lines) {
            return Err(bad_lines());
        }
        let (snapshot, language) = (self.snapshot().await?, self.caller.language);
        run_blocking(move || LookedPosition::find(language, &snapshot, at, then)).await?
    }

    /// The main line of the game, and what is known of it.
    async fn reviewed(&self, snapshot: Snapshot) -> Result<(ReviewedGame, ReviewState), Error> {
        let version = snapshot.version;
        let with_state = move |game: ReviewedGame| {
            let state = game.state(version);
            (game, state)
        };
        self.make_of_known(snapshot, with_state).await
    }

    /// What is made of the main line with all that is kept of it, on a thread that serves nobody else.
    async fn make_of_known<T: Send + 'static>(
        &self,
        snapshot: Snapshot,
        make: impl FnOnce(ReviewedGame) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let kept = match self.app.shared.store.review(self.id).await {
            Ok(kept) => kept,
            Err(error) => {
                // It can be found out again.
                tracing::warn!(%error, game = %self.id, "what was found out about a game cannot be read");
                None
            }
        };
        run_blocking(move || Ok(make(ReviewedGame::of(&snapshot, kept.as_ref())?))).await?
    }
}

impl AnalysisConnection {
    async fn talk(&mut self, snapshot: Snapshot, _permit: SharePermit) -> Result<(), CloseReason> {
        let app = Arc::clone(&self.game.app);
        let mut notices = app.shared.bus.subscribe(self.game.id);
        let mut departure = LeaveTime::new(app.ending.clone());
        let mut session = app.session_cache.watch(self.game.caller.session());
        let mut host = app.shared.host.state.watch();
        let mut measurements = ClientSocket::measurements();
        if let Err(error) = self.tell_known(snapshot).await? {
            self.refuse(Some(AnalysisPart::Review), error).await?;
        }
        loop {
            tokio::select! {
                said = self.line.hear() => match said? {
                    SocketInput::Text(text) => self.obey(&text).await?,
                    SocketInput::Measured(_) | SocketInput::Nothing => {}
                },
                news = self.work.news() => self.tell_news(news).await?,
                heard = notices.next() => match heard {
                    BusEvent::Notice(_) | BusEvent::Gap => self.check_fair().await?,
                    BusEvent::End => return Err(Some((CloseCode::Away, "the game is closed"))),
                },
                _ = measurements.tick() => self.line.measure().await?,
                _ = host.changed() => self.check_fair().await?,
                () = session.ended(&app.session_cache, &app.shared) => return Err(session_ended()),
                successor = departure.due() => return Err(shutting_down(successor)),
            }
        }
    }

    /// Whoever may analyse a game may do so until it is unfair.
    async fn check_fair(&mut self) -> Result<(), CloseReason> {
        match self.game.snapshot().await {
            Ok(_) => Ok(()),
            Err(error) => Err(self.end_with(error).await),
        }
    }

    /// Tells why there is nothing to analyse any more.
    async fn end_with(&mut self, error: Error) -> CloseReason {
        let code = match &error {
            Error::TooMany { .. } | Error::Busy(_) | Error::Store(_) => CloseCode::Again,
            _ => CloseCode::Policy,
        };
        match self.refuse(None, error).await {
            Ok(()) => Some((code, "nothing is analysed here")),
            Err(ending) => ending,
        }
    }

    async fn obey(&mut self, text: &str) -> Result<(), CloseReason> {
        let rate = self
            .game
            .app
            .rate_limiter
            .take(RateKind::Request, self.game.caller.requester(&self.game.app.shared));
        if let Err(error) = rate {
            return self.refuse(None, error).await;
        }
        match read_request(text.as_bytes()) {
            Err(error) => self.refuse(None, Error::bad_json(&error)).await,
            Ok(ToAnalysis::Rest {}) => {
                (self.work.look, self.work.busy_at) = (None, None);
                Ok(())
            }
            Ok(ToAnalysis::Look { at, then, lines, threat }) => {
                (self.work.look, self.work.busy_at) = (None, None);
                let looked = Box::pin(self.look(at, then, lines, threat)).await?;
                self.answer(AnalysisPart::Look, looked).await
            }
            Ok(ToAnalysis::Review {}) => {
                let reviewed = Box::pin(self.review()).await?;
                self.answer(AnalysisPart::Review, reviewed).await
            }
            Ok(ToAnalysis::Judge { ply, m }) => {
                let judged = Box::pin(self.judge(ply, m)).await;
                self.answer(AnalysisPart::Judge, judged).await
            }
        }
    }

    async fn answer(&mut self, of: AnalysisPart, done: Result<(), Error>) -> Result<(), CloseReason> {
        match done {
            Ok(()) => Ok(()),
            Err(error) => self.refuse(Some(of), error).await,
        }
    }

    async fn look(
        &mut self,
        at: String,
        then: String,
        lines: u8,
        threat: bool,
    ) -> Result<Result<(), Error>, CloseReason> {
        let looked = match self.game.looked(at, then, lines).await {
            Ok(looked) => looked,
            Err(error) => return Ok(Err(error)),
        };
        let game = if threat { looked.threat() } else { Ok(looked.game.clone()) };
        let game = match game {
            Ok(game) => game,
            Err(error) => return Ok(Err(error)),
        };
        let LookedPosition { place, over, .. } = looked;
        let (at, then) = (place.at.clone(), place.then.clone());
        self.say(&FromAnalysis::Place(place)).await?;
        let Some(game) = game else {
            let score = over.unwrap_or(PositionScore::Over(None)).into();
            let view = LinesView {
                at,
                then,
                threat,
                depth: 0,
                positions: 0,
                is_done: true,
                lines: vec![],
                score,
                tables: None,
            };
            self.say(&FromAnalysis::Lines(view)).await?;
            return Ok(Ok(()));
        };
        let workers = &self.game.app.shared.workers;
        let position = game.position;
        let (task, found) = LookTask::new(game, usize::from(lines), &workers.engines);
        let asker = Asker::Player(self.game.player);
        let Some(work) = workers.analyse(asker, AnalysisJob::Look(Box::new(task))) else {
            return Ok(Err(busy()));
        };
        let now = Instant::now();
        self.work.busy_at = Some(now + self.game.app.shared.config.limits.busy_after);
        self.work.look =
            Some(RunningLook { at, then, threat, position, found, next: now, is_over: false, _work: work });
        Ok(Ok(()))
    }

    /// What is known of the game when somebody comes.
    async fn tell_known(&mut self, snapshot: Snapshot) -> Result<Result<(), Error>, CloseReason> {
        let known = self.game.reviewed(snapshot).await;
        let running = self.game.app.shared.reviews.find(self.game.id);
        let is_of_now = |running: &Arc<RunningReview>| {
            known.as_ref().is_ok_and(|(game, _)| running.state.borrow().kept.moves == game.moves)
        };
        if let Some(running) = running.filter(is_of_now) {
            self.watch(running);
            return self.tell_review().await.map(Ok);
        }
        match known {
            Ok((_, state)) if state.is_empty() => Ok(Ok(())),
            Ok((_, state)) => {
                let view = review_view(self.game.caller.language, &state);
                self.say(&FromAnalysis::Review(view)).await.map(Ok)
            }
            // Nobody has asked for it.
            Err(Error::Refused(_)) => Ok(Ok(())),
            Err(error) => Ok(Err(error)),
        }
    }

    async fn review(&mut self) -> Result<Result<(), Error>, CloseReason> {
        let known = match self.game.snapshot().await {
            Ok(snapshot) => self.game.reviewed(snapshot).await,
            Err(error) => Err(error),
        };
        let (game, state) = match known {
            Ok(known) => known,
            Err(error) => return Ok(Err(error)),
        };
        if state.is_complete() {
            self.work.review = None;
            let view = review_view(self.game.caller.language, &state);
            return self.say(&FromAnalysis::Review(view)).await.map(Ok);
        }
        let shared = &self.game.app.shared;
        let (id, asker) = (self.game.id, Asker::Player(self.game.player));
        let Some(running) = shared.reviews.start(id, asker, (game, state), &shared.workers, &shared.store)
        else {
            return Ok(Err(busy()));
        };
        self.watch(running);
        self.tell_review().await.map(Ok)
    }

    fn watch(&mut self, running: Arc<RunningReview>) {
        let state = running.state.clone();
        self.work.review =
            Some(WatchedReview { state, next: Instant::now(), is_over: false, _work: running });
    }

    async fn tell_review(&mut self) -> Result<(), CloseReason> {
        let Some(review) = &mut self.work.review else { return Ok(()) };
        review.next = Instant::now() + REVIEW_PACE;
        let state = Arc::clone(&review.state.borrow_and_update());
        let view = review_view(self.game.caller.language, &state);
        self.say(&FromAnalysis::Review(view)).await
    }

    async fn judge(&mut self, ply: u32, m: String) -> Result<(), Error> {
        self.work.judgement = None;
        let snapshot = self.game.snapshot().await?;
        let running = self.game.app.shared.reviews.find(self.game.id);
        let known = running.map(|review| Arc::clone(&review.state.borrow()));
        let language = self.game.caller.language;
        let tried = move |mut game: ReviewedGame| {
            if let Some(known) = known.filter(|known| known.kept.moves == game.moves) {
                game.put(&known.kept);
            }
            tried_analysis(&game.analysis, ply as usize, &m, language)
        };
        let (analysis, uci) = self.game.make_of_known(snapshot, tried).await??;
        let workers = &self.game.app.shared.workers;
        let (task, answered) = JudgeTask::new(analysis, &workers.engines);
        let asker = Asker::Player(self.game.player);
        let work = workers.analyse(asker, AnalysisJob::Judge(Box::new(task))).ok_or_else(busy)?;
        self.work.judgement = Some(RunningJudgement { ply, uci, answered, _work: work });
        Ok(())
    }

    async fn tell_news(&mut self, news: AnalysisNews) -> Result<(), CloseReason> {
        match news {
            AnalysisNews::Lines => self.tell_lines().await,
            AnalysisNews::Review => self.tell_review().await,
            AnalysisNews::Judged(judged) => self.tell_judged(*judged).await,
            AnalysisNews::Busy => {
                self.work.busy_at = None;
                self.say(&FromAnalysis::Busy {}).await
            }
        }
    }

    async fn tell_lines(&mut self) -> Result<(), CloseReason> {
        let language = self.game.caller.language;
        let Some(look) = &mut self.work.look else { return Ok(()) };
        let Some(found) = look.found.borrow_and_update().clone() else { return Ok(()) };
        look.next = Instant::now() + LINES_PACE;
        let position = look.position;
        let view = LinesView {
            at: look.at.clone(),
            then: look.then.clone(),
            threat: look.threat,
            depth: found.search.depth.unwrap_or_default(),
            positions: found.positions,
            is_done: found.is_done,
            lines: lines_view(&position, &found),
            score: found.search.score.into(),
            tables: found.tables.map(|result| tables_view(language, result)),
        };
        self.work.busy_at = None;
        self.say(&FromAnalysis::Lines(view)).await
    }

    async fn tell_judged(&mut self, judged: Option<TriedJudgement>) -> Result<(), CloseReason> {
        let Some(running) = self.work.judgement.take() else { return Ok(()) };
        let Some(TriedJudgement { judged, lesson }) = judged else {
            return self.refuse(Some(AnalysisPart::Judge), busy()).await;
        };
        let is_good = !judged.mark.is_some_and(MoveMark::is_mistake);
        let language = self.game.caller.language;
        let harm = lesson.filter(|_| !is_good).and_then(|lesson| crate::analysis::parts(language, &lesson).0);
        let view = JudgedView {
            ply: running.ply,
            uci: running.uci,
            san: judged.san.clone(),
            is_good,
            loss: rounded(judged.loss / 100.0, 4),
            says: judged_words(language, &judged.san, judged.mark, judged.better.is_none(), harm),
        };
        self.say(&FromAnalysis::Judged(view)).await
    }

    async fn refuse(&mut self, of: Option<AnalysisPart>, error: Error) -> Result<(), CloseReason> {
        if matches!(error, Error::TooMany { .. }) {
            self.line.rest();
        }
        self.game.app.shared.metrics.note_refusal(error.code());
        let error = error.into_failure(self.game.caller.language).error;
        self.say(&FromAnalysis::Failed { of, error }).await
    }

    async fn say(&mut self, message: &FromAnalysis) -> Result<(), CloseReason> {
        self.line.say(&message.to_text()).await
    }
}

fn lines_view(position: &Position<&'static Rules>, found: &FoundLines) -> Vec<LineView> {
    let line = |line: &tabiya_analysis::SearchedLine| LineView {
        score: ScoredPosition::from(line.score),
        moves: LineMove::of_line(position, line.moves.iter().copied()),
    };
    found.search.lines.iter().map(line).collect()
}

fn bad_lines() -> Error {
    let says = ByLanguage {
        english: format!("there are 1 to {MOST_LINES} lines"),
        german: format!("es gibt 1 bis {MOST_LINES} Varianten"),
    };
    Error::bad("bad_lines", says)
}
