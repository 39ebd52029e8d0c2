//! Stores and buses by themselves: the laws that every one of them keeps, and what SQLite promises beyond them.

mod bus_laws;
mod laws;
#[path = "../support/memory_bus.rs"]
mod memory_bus;
#[path = "../support/memory_store.rs"]
mod memory_store;
#[path = "../support/postgres.rs"]
mod postgres;
mod sqlite;
mod transfer;

use std::sync::Arc;

use tabiya_server::{Now, Store};

impl laws::Disk for memory_store::MemoryDisk {
    fn open(&self) -> Arc<dyn Store> {
        Arc::new(memory_store::MemoryDisk::open(self, Now::starting_after))
    }
}

impl laws::Disk for postgres::PostgresDatabase {
    fn open(&self) -> Arc<dyn Store> {
        let open = tabiya_server::postgres::PostgresStore::open(self.address());
        Arc::new(tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(open)).unwrap())
    }
}

/// One test for each law and each of those that have to keep it.
macro_rules! on_each {
    ($laws:ident; $all:tt $($place:ident = $make:expr;)*) => {
        $(on_each! { @ $laws; $place = $make; $all })*
    };
    (@ $laws:ident; $place:ident = $make:expr; { $($law:ident)* }) => {
        mod $place {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $law() {
                crate::$laws::$law($make(stringify!($law))).await;
            })*
        }
    };
}

on_each! {
    laws;
    {
    a_command_is_kept_once_and_a_version_is_taken_once
    no_entry_comes_before_the_start_of_its_game
    of_many_who_want_a_version_one_gets_it
    an_entry_changes_its_game_and_not_what_is_settled
    a_game_is_followed_by_one_rematch
    only_games_that_never_began_are_withdrawn
    only_games_that_never_began_change_how_they_begin
    runs_are_remembered_with_their_last_sign_of_life
    runs_that_no_clock_depends_on_are_forgotten
    sources_and_wishes_are_kept
    the_last_review_of_a_game_is_kept
    sessions_are_known_until_they_end
    a_player_may_have_several_sessions_and_end_all_but_one
    a_code_brings_its_player_back_until_there_is_a_new_one
    what_was_set_outlasts_the_store
    what_somebody_has_in_a_game_goes_to_another_who_has_no_seat_there
    a_ticket_is_taken_once_and_in_time
    the_tickets_of_one_player_end_and_no_others
    a_seat_moves_from_whoever_has_it
    games_are_found_by_what_is_told_of_them
    games_that_never_began_are_told_apart
    ids_of_every_kind_come_back
    however_many_entries_there_are_each_is_told_at_once
    what_is_done_to_two_computers_comes_back
    edits_come_back_with_their_entries
    what_is_sound_has_no_damage
    }
    store_in_sqlite = crate::sqlite::Folder::new;
    store_in_postgres = |_| crate::postgres::PostgresDatabase::new();
    store_in_memory = |_| crate::memory_store::MemoryDisk::default();
}

on_each! {
    bus_laws;
    {
    listeners_hear_their_game_in_order
    slow_listeners_are_told_of_the_gap
    a_bus_that_goes_ends_its_subscriptions
    }
    bus_in_process = |_| tabiya_server::LocalBus::default();
    bus_of_queues = |_| crate::memory_bus::MemoryBus::default();
}
