//! From a decision to the disk, and from there into the game and before everybody's eyes.

use std::sync::Arc;
use std::time::Instant;

use tabiya_game::narration::tell_decision;
use tabiya_game::{Decision, Fact, Game, NodeId};
use tabiya_rules::Language;

use super::actor::Actor;
use super::entry_page::{entry_view, says_of_start};
use super::load::navigates;
use super::{CommandReceipt, EditedTree, UneditedTree, row_after};
use crate::bus::{Notice, NoticeKind};
use crate::cluster::GameNews;
use crate::exhibition::{Exhibition, ExhibitionFact};
use crate::listener::Listener;
use crate::store::{Entry, Submission, SubmitOutcome};
use crate::tree_edit::TreeEdit;
use crate::wire::{Audience, AudienceTexts, EntryTexts, PossibleMoves, Side};
use crate::worded::Worded;
use crate::{CommandId, Error};

/// What happens beside the events of an entry.
pub(super) enum Aside {
    Nothing,
    /// Two computers are steered.
    Exhibition(ExhibitionFact),
    /// What is said of the moves is changed, which leads to this.
    Edit(TreeEdit, EditedTree),
}

impl Actor {
    /// Puts a decision on disk, and only then into the game. Whoever sent the command is told as they may be.
    pub async fn persist(
        &mut self,
        to: Listener,
        id: CommandId,
        hash: [u8; 32],
        decision: Decision,
    ) -> Result<CommandReceipt, Error> {
        self.persist_with(to, id, hash, decision, Aside::Nothing).await
    }

    /// The same with what happened beside that.
    pub async fn persist_with(
        &mut self,
        to: Listener,
        id: CommandId,
        hash: [u8; 32],
        decision: Decision,
        aside: Aside,
    ) -> Result<CommandReceipt, Error> {
        let version = self.version() + 1;
        let row = row_after(&self.row, &self.game, decision.standing(), version);
        let events = decision.events().to_vec();
        let (exhibition, edit, edited) = match aside {
            Aside::Nothing => (None, None, None),
            Aside::Exhibition(fact) => (Some(fact), None, None),
            Aside::Edit(edit, edited) => (None, Some(edit), Some(edited)),
        };
        let entry = Entry { version, command_id: id, command_hash: hash, events, exhibition, edit };
        // Nothing is kept that could not be read again.
        self.log.check_next(&entry)?;
        let submission = Submission { entry: entry.clone(), row: row.clone() };
        let asked = Instant::now();
        let submitted = self.shared.store.submit(submission).await.map_err(|error| {
            self.shared.note_store(Some(&error));
            self.stuck_since.get_or_insert(self.shared.now.moment());
            self.shared.of_one_game(error.into())
        })?;
        self.shared.metrics.syncs.note(asked.elapsed());
        match submitted {
            SubmitOutcome::Inserted => {
                let moves = entry.events.iter().filter(|event| matches!(event.fact, Fact::Moved(_)));
                self.shared.metrics.note_moves(moves.count());
                self.row = row;
                self.stuck_since = None;
                self.peers.wrote = version;
                self.tell_peers(&GameNews::Version(version));
                let texts = self.accept(to.language, entry, &decision, edited)?;
                let audience = Audience::of(self.part_of(to.who), Side::from(self.game.turn()));
                let text = texts.get(to.language).to(audience);
                Ok(CommandReceipt { version: self.version(), entry: Some(Arc::clone(text)) })
            }
            SubmitOutcome::Same(kept) => {
                self.catch_up().await?;
                self.known_command(to, kept.version).await
            }
            SubmitOutcome::OtherCommand => {
                self.catch_up().await?;
                Err(super::command::id_reused())
            }
            SubmitOutcome::VersionTaken => {
                let seen = self.version();
                self.catch_up().await?;
                Err(self.stale(to, seen).await)
            }
        }
    }

    /// The languages beside English in which something is to be told: somebody listens in them, or is answered in them.
    pub fn languages(&self, answered: Language) -> impl Iterator<Item = Language> + use<> {
        let listening = self.listening;
        Language::ALL.into_iter().filter(move |&language| {
            language != Language::English && (language == answered || *listening.get(language) > 0)
        })
    }

    /// Takes a decision into the game that is on disk, and tells everybody.
    fn accept(
        &mut self,
        answered: Language,
        entry: Entry,
        decision: &Decision,
        edited: Option<EditedTree>,
    ) -> Result<Arc<EntryTexts>, Error> {
        let damaged =
            |why: tabiya_game::DamageKind| Error::Damaged { entry: entry.version, why: why.to_string() };
        let says =
            Worded::new(self.languages(answered), |language| tell_decision(language, &self.game, decision));
        let before = self.game.history().here();
        Arc::make_mut(&mut self.game).accept(decision).map_err(damaged)?;
        Ok(self.publish(entry, says, before, edited))
    }

    /// The game begins with an entry that is on disk.
    pub fn begin(&mut self, entry: Entry, game: Game) {
        let languages = self.languages(Language::English);
        let says = Worded::new(languages, |language| says_of_start(language, &game, &entry));
        self.game = Arc::new(game);
        self.publish(entry, says, NodeId::ROOT, None);
    }

    /// Tells everybody of an entry that is in the game already, and perhaps what it made of the tree.
    pub fn publish(
        &mut self,
        entry: Entry,
        says: Worded<String>,
        before: NodeId,
        edited: Option<EditedTree>,
    ) -> Arc<EntryTexts> {
        self.is_paused = navigates(&entry.events);
        self.peers.since = self.now();
        let known = std::mem::take(&mut self.edited);
        let after = || known.after(&entry, &self.game, self.provenance.as_deref());
        self.edited = edited.unwrap_or_else(after);
        self.unedited = UneditedTree::default();
        let exhibition = Exhibition::after(self.log.exhibition(), &entry);
        let (now, moves) = (self.now(), PossibleMoves::of(&self.game));
        let texts = Arc::new(says.map(|language, says| {
            let shown = exhibition.map(|exhibition| self.show_exhibition(language, exhibition));
            let view = entry_view(&entry, (language, says), before, &self.game, now, shown);
            AudienceTexts::new(view, &moves)
        }));
        self.log.push(entry, &self.game);
        let turn = Side::from(self.game.turn());
        let kind = NoticeKind::Entry { turn, texts: Arc::clone(&texts) };
        self.shared.bus.publish(self.row.id, Notice { version: self.version(), kind });
        texts
    }
}
