use tabiya_game::narration::{tell, tell_and_absorb};
use tabiya_game::{Fact, Game, Moment, NodeId};
use tabiya_rules::{ByLanguage, Language};

use super::entry_log::{Stretch, absorbed, begins};
use crate::Error;
use crate::blocking::run_blocking;
use crate::exhibition::Exhibition;
use crate::store::Entry;
use crate::tree_edit::TreeEdit;
use crate::wire::{Audience, EntryView, ExhibitionView, FromServer, LineChange, PartView, Side, state_of};

/// How many entries a page has at most.
pub(crate) const PAGE: usize = 100;

/// How many moves are told on a page, unless a single entry has more.
const MOVES: usize = 1000;

/// What costs no more than this is done at once: handing it to another thread costs about as much.
const FEW: usize = 8;

/// A part of what happened in a game.
#[derive(Clone, Debug)]
pub(crate) struct EntryPage {
    /// The entries, as somebody is told them.
    pub entries: Vec<FromServer>,
    /// The version up to which they lead; that of the game, where none is missing.
    pub version: u32,
    /// Whether there are more.
    pub more: bool,
}

/// Everything that is needed to write a page, away from the game's own task.
pub(super) struct PageJob {
    pub stretch: Stretch,
    pub since: u32,
    /// The version of the game.
    pub version: u32,
    pub now: Moment,
    /// Since when the host holds the game, if that is so.
    pub held_since: Option<Moment>,
    /// What the reader is in the game.
    pub part: PartView,
    pub language: Language,
    /// Who made a game of two computers.
    pub maker: Option<String>,
}

impl PageJob {
    /// Writes the page. Whatever is long is done by a thread that serves nobody else.
    pub async fn run(self) -> Result<EntryPage, Error> {
        if self.stretch.entries.len() <= FEW {
            return self.write();
        }
        run_blocking(move || self.write()).await?
    }

    /// Each entry is looked at once.
    fn write(self) -> Result<EntryPage, Error> {
        let PageJob { stretch, since, version, now, held_since, part, language, maker } = self;
        let Stretch { mut game, mut exhibition, entries } = stretch;
        let mut page = EntryPage { entries: vec![], version: since.min(version), more: false };
        let mut moves = 0;
        for entry in entries {
            exhibition = Exhibition::after(exhibition, &entry);
            if entry.version <= since {
                game = Some(absorbed(game, &entry)?);
                continue;
            }
            if moves > MOVES {
                break;
            }
            let (says, before, after) = told(language, game, &entry)?;
            // An earlier entry shows the clocks as they were, and nobody can move there.
            let is_last = entry.version == version;
            let at = if is_last { now } else { after.last_moment() };
            let audience = Audience::of(part, Side::from(after.turn()));
            let audience = if is_last { audience } else { Audience::Others };
            let shown =
                exhibition.map(|exhibition| ExhibitionView::new(language, exhibition, maker.as_deref()));
            let mut view = entry_view(&entry, (language, says), before, &after, at, shown);
            view.state.tell_to(audience, &after);
            if let Some(since) = held_since.filter(|_| is_last) {
                view.state.hold(&after, since);
            }
            moves += view.line.add.len();
            page.version = entry.version;
            page.entries.push(FromServer::Entry(view));
            game = Some(after);
        }
        page.more = page.version < version;
        Ok(page)
    }
}

/// What an entry did in words, where the game stood before it, and the game after it.
fn told(language: Language, game: Option<Game>, entry: &Entry) -> Result<(String, NodeId, Game), Error> {
    let Some(mut game) = game else {
        let game = absorbed(None, entry)?;
        return Ok((says_of_start(language, &game, entry), NodeId::ROOT, game));
    };
    let before = game.history().here();
    let said = tell_and_absorb(language, &mut game, &entry.events);
    let says = said.map_err(|why| Error::Damaged { entry: entry.version, why: why.to_string() })?;
    Ok((says, before, game))
}

/// Moves that came with an opened file are not told one by one.
pub(super) fn says_of_start(language: Language, game: &Game, entry: &Entry) -> String {
    entry.events.first().map(|first| tell(language, game, first)).unwrap_or_default()
}

/// An entry as those who watch are told it, in a language; `before` is where the game stood.
pub(super) fn entry_view(
    entry: &Entry,
    (language, says): (Language, String),
    before: NodeId,
    after: &Game,
    now: Moment,
    exhibition: Option<ExhibitionView>,
) -> EntryView {
    let line =
        if begins(&entry.events) { LineChange::whole(after) } else { LineChange::since(before, after) };
    let (says, happened) =
        told_with(language, entry, says, exhibition.as_ref().and_then(|shown| shown.maker.as_deref()));
    EntryView {
        version: entry.version,
        now: now.0,
        id: entry.command_id.name().to_owned(),
        says,
        happened,
        line,
        state: state_of(language, after, now, Audience::Others),
        exhibition,
        annotated: entry.edit.as_ref().and_then(TreeEdit::place),
    }
}

/// What happened in words, and each in one word. Remarks and steering two computers change nothing on the board; so does
/// the one other command without events, which lets the computer go on.
fn told_with(language: Language, entry: &Entry, says: String, maker: Option<&str>) -> (String, Vec<String>) {
    let mut happened: Vec<String> = entry.events.iter().map(|event| word(&event.fact).to_owned()).collect();
    if let Some(edit) = &entry.edit {
        return (language.choose(edit.says()).to_owned(), vec!["annotated".to_owned()]);
    }
    let Some(fact) = entry.exhibition else {
        if happened.is_empty() {
            let says = ByLanguage { english: "The computer goes on.", german: "Der Computer spielt weiter." };
            return (language.choose(says).to_owned(), vec!["went_on".to_owned()]);
        }
        return (says, happened);
    };
    happened.extend(fact.word().map(str::to_owned));
    let parts = [Some(says).filter(|says| !says.is_empty()), fact.says(language, maker)];
    (parts.into_iter().flatten().collect::<Vec<_>>().join(" "), happened)
}

fn word(fact: &Fact) -> &'static str {
    match fact {
        Fact::Started(_) => "started",
        Fact::Moved(_) => "moved",
        Fact::Passed => "passed",
        Fact::Undone(_) => "undone",
        Fact::Redone(_) => "redone",
        Fact::WentTo(_) => "went_to",
        Fact::TakebackAsked { .. } => "takeback_asked",
        Fact::TakebackDeclined { .. } => "takeback_declined",
        Fact::DrawOffered { .. } => "draw_offered",
        Fact::DrawDeclined { .. } => "draw_declined",
        Fact::PositionSet(_) => "position_set",
        Fact::Interrupted(_) => "interrupted",
        Fact::Ended(_) => "ended",
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::{Event, GameStart, Schema};
    use tabiya_rules::FIDE;

    use super::super::entry_log::EntryLog;
    use super::*;

    fn entry(version: u32, events: Vec<Event>) -> Entry {
        let command_id = format!("c{version}").parse().unwrap();
        Entry { version, command_id, command_hash: [0; 32], events, exhibition: None, edit: None }
    }

    /// A long game, of which everything is taken back and made again many times.
    fn restless(plies: u32, times: u32) -> EntryLog {
        let (_, events) = Game::start(GameStart::usual(FIDE), Moment(0)).unwrap();
        let event = |fact| Event { schema: Schema::NOW, at: Moment(0), left: None, fact };
        let knights = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let moved = |ply: u32| Fact::Moved(knights[ply as usize % 4].parse().unwrap());
        let facts = (0..plies).map(moved);
        let facts = facts.chain((0..times).flat_map(|_| [Fact::Undone(plies), Fact::Redone(plies)]));
        let more = facts.zip(2..).map(|(fact, version)| entry(version, vec![event(fact)]));
        EntryLog::replay([entry(1, events)].into_iter().chain(more).collect()).unwrap().0
    }

    fn page(log: &EntryLog, since: u32) -> EntryPage {
        page_for(PartView::White, log, since)
    }

    fn page_for(part: PartView, log: &EntryLog, since: u32) -> EntryPage {
        let (version, now) = (log.version(), Moment(0));
        let (stretch, language) = (log.stretch(since, PAGE), Language::English);
        let job = PageJob { stretch, since, version, now, held_since: None, part, language, maker: None };
        job.write().unwrap()
    }

    fn moves(page: &EntryPage) -> usize {
        let added = |entry: &FromServer| match entry {
            FromServer::Entry(entry) => entry.line.add.len(),
            other => panic!("{other:?}"),
        };
        page.entries.iter().map(added).sum()
    }

    #[test]
    fn a_page_is_bounded_however_long_and_restless_the_game_was() {
        let log = restless(1200, 20);
        let (mut since, mut pages, mut told) = (0, 0, 0);
        loop {
            let page = page(&log, since);
            assert!(page.entries.len() <= PAGE && moves(&page) <= MOVES + 1200, "{}", moves(&page));
            let versions = page.entries.iter().map(|entry| match entry {
                FromServer::Entry(entry) => entry.version,
                other => panic!("{other:?}"),
            });
            assert!(versions.eq(since + 1..=page.version), "each entry once, in order");
            told += page.entries.len();
            pages += 1;
            since = page.version;
            if !page.more {
                break;
            }
        }
        assert_eq!((since, told), (log.version(), 1241));
        assert!(pages >= 12 + 10, "{pages}");
        assert!(page(&log, since).entries.is_empty());
        assert_eq!(page(&log, u32::MAX).version, log.version());
    }

    #[test]
    fn only_the_last_entry_tells_what_can_be_done() {
        let log = restless(7, 0);
        let mut dests: Vec<usize> = Vec::new();
        for part in [PartView::White, PartView::Black] {
            let told = page_for(part, &log, 0).entries.into_iter().map(|entry| match entry {
                FromServer::Entry(entry) => entry.state.dests.len(),
                other => panic!("{other:?}"),
            });
            let told: Vec<usize> = told.collect();
            assert!(told[..7].iter().all(|dests| *dests == 0), "{told:?}");
            dests.push(told[7]);
        }
        assert_eq!(dests[0], 0, "Black is to move");
        assert!(dests[1] > 0);
    }
}
