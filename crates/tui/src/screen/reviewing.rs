//! The whole game analysed: its mistakes, and better moves to be found.

use ratatui::layout::Rect;
use tabiya_analysis::{JudgedMove, MoveMark};
use tabiya_game::{Moment, NodeId};
use tabiya_notation::MoveText;
use tabiya_table::talk::words;
use tabiya_table::{EngineTrouble, GameReview, Request, ReviewedTry, TableRefusal};

use super::Screen;
use crate::event::ScreenEffect;
use crate::popup::AnswerDeed;
use crate::shown_review::{Exercise, ShownReview};

/// From how many lines of moves on there is a graph among them, and of how many lines.
const GRAPHS: [(u16, u16); 2] = [(24, 4), (9, 2)];

impl Screen {
    /// Begins to look for the mistakes of the game, goes on with that, or tells what was found.
    pub(super) fn review_game(&mut self) {
        if self.is_reviewing() {
            return self.tell(&self.choose(
                "The game is being analysed: Esc stops that.",
                "Die Partie wird gerade analysiert: Esc beendet das.",
            ));
        }
        let begun = self.table.game().begun();
        let earlier = self.review.take().filter(|shown| shown.begun == begun);
        let review = match self.table.review(earlier.as_ref().map(|shown| &*shown.review)) {
            Ok(review) => Box::new(review),
            Err(why) => return self.refuse(&why),
        };
        let is_saved = earlier.and_then(|shown| shown.is_saved);
        let mut shown = ShownReview { review, begun, number: None, is_saved, exercise: None };
        if shown.review.analysis().is_complete() {
            self.review = Some(shown);
            return self.tell_review();
        }
        let number = self.next_number();
        shown.number = Some(number);
        self.effects.push(ScreenEffect::Review(number, shown.review.clone()));
        self.review = Some(shown);
        self.tell(&self.choose(
            "The game is analysed: Esc stops that, Tab goes to the next mistake.",
            "Die Partie wird analysiert: Esc beendet das, Tab geht zum nächsten Fehler.",
        ));
    }

    /// Takes in what was found.
    pub(super) fn hear_review(&mut self, number: u64, found: Result<Box<GameReview>, EngineTrouble>) {
        let Some(shown) = self.review.as_mut().filter(|shown| shown.number == Some(number)) else { return };
        match found {
            Ok(review) => {
                shown.review = review;
                if shown.review.analysis().is_complete() {
                    shown.number = None;
                    self.tell_review();
                }
            }
            Err(trouble) => {
                shown.number = None;
                self.refuse(&TableRefusal::Engine(trouble));
            }
        }
    }

    fn tell_review(&mut self) {
        let Some(shown) = &self.review else { return };
        let told = words::review_result(self.language, &shown.review);
        let how = match shown.review.mistakes().next() {
            Some(_) => self.choose(
                " Tab: next mistake, Ctrl-F: find the better move yourself.",
                " Tab: nächster Fehler, Strg-F: den besseren Zug selbst finden.",
            ),
            None => String::new(),
        };
        self.tell(&format!("{told}{how}"));
    }

    pub(crate) fn is_reviewing(&self) -> bool {
        self.review.as_ref().is_some_and(|shown| shown.number.is_some())
    }

    /// Stops the search; what was found stays. Says whether one ran.
    pub(super) fn stop_review(&mut self) -> bool {
        let is_stopped = self.review.as_mut().is_some_and(|shown| shown.number.take().is_some());
        if is_stopped {
            self.effects.push(ScreenEffect::StopReview);
            self.tell(&self.choose(
                "The analysis stops, and what was found stays: Ctrl-A goes on with it.",
                "Die Analyse hält an, und was gefunden ist, bleibt: Strg-A setzt sie fort.",
            ));
        }
        is_stopped
    }

    /// Forgets the analysis: it is of another game, or not wanted.
    pub(super) fn forget_review(&mut self) {
        if self.review.take().is_some_and(|shown| shown.number.is_some()) {
            self.effects.push(ScreenEffect::StopReview);
        }
        self.table.save_with(None, self.language);
    }

    /// The same because somebody wants it.
    pub(super) fn drop_review(&mut self) {
        self.forget_review();
        self.tell(&words::review_forgotten(self.language, &self.table));
    }

    /// The analysis, where it is of the game that is shown.
    pub(crate) fn review(&self) -> Option<&ShownReview> {
        self.review.as_ref().filter(|shown| shown.begun == self.table.game().begun())
    }

    /// After how many moves of the analysis stands what is shown.
    pub(crate) fn reviewed_ply(&self) -> Option<usize> {
        self.table.reviewed_ply(&self.review()?.review, self.shown())
    }

    /// What is thought of the move that is shown last.
    fn judged_here(&self) -> Option<&JudgedMove> {
        let before = self.reviewed_ply()?.checked_sub(1)?;
        self.review()?.review.judged(before).filter(|judged| judged.mark.is_some())
    }

    /// What the analysis says of what is shown.
    pub(crate) fn review_words(&self) -> Option<String> {
        let shown = self.review()?;
        if let Some(exercise) = &shown.exercise {
            return Some(exercise.says.clone());
        }
        self.judged_here().map(|judged| words::judged_move(self.language, &shown.review, judged))
    }

    /// To the mistake after what is shown, or the one before it, around the game.
    pub(super) fn look_at_mistake(&mut self, is_next: bool) {
        if self.review().is_none() {
            return self.tell_no_review();
        }
        match self.mistake_from_here(is_next) {
            Some(node) => self.look_at_node(node),
            None => self.tell(&self.choose("No mistake is known.", "Kein Fehler ist bekannt.")),
        }
    }

    fn mistake_from_here(&self, is_next: bool) -> Option<NodeId> {
        let review = &self.review()?.review;
        let places: Vec<usize> = review.mistakes().map(|judged| judged.ply + 1).collect();
        let here = self.reviewed_ply().unwrap_or(0);
        // Behind the last one comes the first again.
        let place = match is_next {
            true => places.iter().find(|&&place| place > here).or(places.first()),
            false => places.iter().rev().find(|&&place| place < here).or(places.last()),
        };
        self.table.reviewed_node(review, *place?)
    }

    fn tell_no_review(&mut self) {
        self.tell(&self.choose(
            "The game is not analysed yet: Ctrl-A does that.",
            "Die Partie ist noch nicht analysiert: Strg-A tut das.",
        ));
    }

    /// Lets somebody find the better move in place of a mistake: the one that is shown or the next one, one's own where one
    /// has a side.
    pub(super) fn begin_exercise(&mut self) {
        let Some(shown) = self.review() else { return self.tell_no_review() };
        let is_over = shown.number.is_none();
        let Some((ply, says, node)) = self.next_exercise() else {
            return self.tell(&if is_over {
                self.choose("There is no further mistake to mend.", "Es gibt keinen weiteren Fehler.")
            } else {
                self.choose("No further mistake is known yet.", "Noch ist kein weiterer Fehler bekannt.")
            });
        };
        self.look_at_node(node);
        self.tell_exercise_keys();
        if let Some(shown) = &mut self.review {
            shown.exercise = Some(Exercise { ply, says, number: None });
        }
    }

    fn tell_exercise_keys(&mut self) {
        self.status = self.choose(
            "Make a move. F3 shows the better one, Ctrl-F: next, Esc: end.",
            "Mach einen Zug. F3 zeigt den besseren, Strg-F: weiter, Esc: Ende.",
        );
    }

    /// After how many moves the mistake was made, what is asked, and where.
    fn next_exercise(&self) -> Option<(usize, String, NodeId)> {
        let shown = self.review()?;
        // Nobody here has played a game that is only looked at.
        let own = self.table.own_color().filter(|_| !self.is_viewing);
        let is_meant =
            |judged: &&JudgedMove| judged.better.is_some() && own.is_none_or(|color| color == judged.color);
        let is_mistake = |judged: &JudgedMove| judged.mark.is_some_and(MoveMark::is_mistake);
        let from = match &shown.exercise {
            Some(exercise) => exercise.ply + 1,
            // From where the game stands, its first one comes first.
            None if self.looking.is_none() => 0,
            // The mistake that is looked at is the one to be mended.
            None => {
                let is_here = self.judged_here().is_some_and(is_mistake);
                self.reviewed_ply().unwrap_or(0).saturating_sub(usize::from(is_here))
            }
        };
        let judged = shown.review.mistakes().filter(is_meant).find(|judged| judged.ply >= from)?;
        let node = self.table.reviewed_node(&shown.review, judged.ply)?;
        Some((judged.ply, words::exercise(self.language, judged), node))
    }

    pub(crate) fn is_in_exercise(&self) -> bool {
        self.review().is_some_and(|shown| shown.exercise.is_some())
    }

    /// Ends looking for a better move. Says whether somebody did.
    pub(super) fn end_exercise(&mut self) -> bool {
        self.review.as_mut().is_some_and(|shown| shown.exercise.take().is_some())
    }

    /// Shows the better move. Says whether somebody was looking for one.
    pub(super) fn show_better(&mut self) -> bool {
        let language = self.language;
        let Some(shown) = self.review.as_mut() else { return false };
        let Some(exercise) = &mut shown.exercise else { return false };
        if let Some(judged) = shown.review.judged(exercise.ply) {
            exercise.says = words::judged_move(language, &shown.review, judged);
        }
        exercise.number = None;
        true
    }

    /// Tries a move in place of a mistake.
    pub(super) fn try_better(&mut self, text: MoveText) {
        let m = match text.to_move(self.position()) {
            Ok(m) => m,
            Err(why) => {
                let why = why.in_game(self.table.game().rules().title());
                return self.refuse(&TableRefusal::Unplayable(why));
            }
        };
        let number = self.next_number();
        self.hand.let_go();
        self.forget_refusal();
        self.tell_exercise_keys();
        let Some(shown) = &mut self.review else { return };
        let Some(exercise) = &mut shown.exercise else { return };
        if let Some(question) = shown.review.try_move(exercise.ply, m) {
            exercise.number = Some(number);
            self.effects.push(ScreenEffect::Try(number, Box::new(question)));
        }
    }

    /// Whether a move is being judged that somebody tried.
    pub(crate) fn is_judging(&self) -> bool {
        let exercise = self.review().and_then(|shown| shown.exercise.as_ref());
        exercise.is_some_and(|exercise| exercise.number.is_some())
    }

    /// Takes in what is thought of a move that was tried.
    pub(super) fn hear_tried(&mut self, number: u64, tried: Result<Option<ReviewedTry>, EngineTrouble>) {
        let language = self.language;
        let Some(shown) = &mut self.review else { return };
        let Some(exercise) = shown.exercise.as_mut().filter(|exercise| exercise.number == Some(number))
        else {
            return;
        };
        exercise.number = None;
        match tried {
            Ok(Some(tried)) => {
                exercise.says = words::tried(language, &shown.review, &tried);
            }
            Ok(None) => {}
            Err(trouble) => self.refuse(&TableRefusal::Engine(trouble)),
        }
    }

    /// Saves the game; where there is an analysis, somebody is asked once whether it goes with it.
    pub(super) fn ask_to_save(&mut self, request: Request, now: Moment) {
        let can_hold = match &request {
            Request::Save { path, .. } => tabiya_table::Table::holds_analysis(path),
            _ => true,
        };
        let is_open = can_hold && self.review().is_some_and(|shown| shown.is_saved.is_none());
        if !is_open {
            return self.save_as_wished(request, now);
        }
        let text = self.choose(
            "Save the analysis with the game?",
            "Soll die Analyse mit der Partie gespeichert werden?",
        );
        let deed = |is_saved| AnswerDeed::Save { is_saved, request: request.clone() };
        let answers = vec![
            (
                self.choose(
                    "Yes: scores, marks, remarks and better lines",
                    "Ja: Bewertungen, Zeichen, Sätze, bessere Züge",
                ),
                deed(true),
            ),
            (self.choose("No, the game alone", "Nein, nur die Partie"), deed(false)),
        ];
        self.question(text, answers);
    }

    pub(super) fn decide_save(&mut self, is_saved: bool, request: Request, now: Moment) {
        if let Some(shown) = &mut self.review {
            shown.is_saved = Some(is_saved);
        }
        self.save_as_wished(request, now);
    }

    fn save_as_wished(&mut self, request: Request, now: Moment) {
        let begun = self.table.game().begun();
        let wished =
            self.review.as_ref().filter(|shown| shown.begun == begun && shown.is_saved == Some(true));
        self.table.save_with(wished.map(|shown| &*shown.review), self.language);
        self.ask(request, now);
    }

    /// Where the moves are listed.
    pub(crate) fn moves_area(&self) -> Option<Rect> {
        let area = self.layout()?.moves();
        Some(Rect { height: area.height - self.graph_lines(area), ..area })
    }

    /// Where the graph of the game is, its marks below it; nowhere in a small window, where it has a line elsewhere.
    pub(crate) fn graph_area(&self) -> Option<Rect> {
        let area = self.layout()?.moves();
        let lines = self.graph_lines(area);
        (lines > 0).then(|| Rect { y: area.bottom() - lines, height: lines, ..area })
    }

    fn graph_lines(&self, area: Rect) -> u16 {
        let found =
            GRAPHS.iter().find(|(least, _)| area.height >= *least).filter(|_| self.review().is_some());
        // A line for the marks.
        found.map_or(0, |(_, lines)| lines + 1)
    }
}
