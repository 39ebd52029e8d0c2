//! A chess club in one process: games over HTTP and WebSocket, kept in SQLite.
//!
//! - [`Server`]: takes an address and serves; [`Config`] and [`ServerLimits`] say how.
//! - [`Store`]: what is kept, insert-if-absent; [`sqlite::SqliteStore`] keeps it in one file, [`postgres::PostgresStore`] in a
//!   database. Any other will do; [`transfer`] moves everything from one to the other.
//! - [`Bus`]: what carries news from where a game is played to where it is watched; [`LocalBus`] within one process. Any
//!   other will do.
//! - [`NewsBus`]: what carries news between servers that use one database together; [`NatsBus`] by NATS.
//! - [`wire`]: what goes over the wire.
//! - [`backup`] and [`restore`]: the server's data as one file; [`Backups`] makes such files by a plan.
//!
//! An accepted command is on disk before anybody is told of it, and it is accepted once.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod address_counts;
mod analysis;
mod backup;
mod backups;
mod blocking;
mod bus;
mod classic;
mod client_address;
mod cluster;
mod config;
mod connections;
mod context;
mod create;
mod data_folder;
mod data_trouble;
mod ending;
mod error;
mod exhibition;
mod export;
mod fairness;
mod file_quota;
mod grounds;
mod health;
mod host;
mod hosts;
mod http;
mod id;
mod json_words;
mod listener;
mod live_players;
mod lobby;
mod message_memory;
mod metrics;
mod name;
mod now;
mod open;
mod paths;
mod patient_stream;
mod people_here;
mod provenance;
mod question_queue;
mod random;
mod rate_limit;
mod recovery_code;
mod refusal_log;
mod request_json;
mod room;
mod rule_registry;
mod running_games;
mod server;
mod session_cache;
mod session_line;
mod share_counts;
mod slice_queue;
mod socket;
mod store;
mod tls;
mod transfer;
mod tree_cache;
mod tree_edit;
mod turns;
mod typed_move;
pub mod wire;
mod worded;
mod workers;

pub use backup::{BackupPart, RestoreReport, backup, restore};
pub use backups::{BackupKind, BackupPlace, BackupPlan, Backups, MadeBackup};
pub use bus::{Bus, BusEvent, LocalBus, Notice, NoticeKind, Subscription};
pub use client_address::{AddressRange, NotAnAddress};
pub use cluster::{NatsBus, NewsBus, NewsFuture, NewsStream, NoBus};
pub use config::{Config, ServerLimits};
pub use data_folder::{DataFolder, FolderError, KeptElsewhere, Use};
pub use error::Error;
pub use exhibition::{ExhibitionFact, MoveSpeed, PauseCause};
pub use host::{HostSwitches, host_links, renew_host_token};
pub use id::{CommandId, GameId, NotAnId, PlayerId, Secret, SecretDigest};
pub use now::Now;
pub use server::Server;
pub use store::{
    BegunGames, BookUse, ComputerConduct, CreateOutcome, Entry, GameFilter, GameRow, GameStage, Holder,
    KeptReview, NewGameRow, OpenSeat, PlayerRecord, PrivateGames, Run, SourceFile, Store, StoreError,
    StoreFuture, Submission, SubmitOutcome, postgres, sqlite,
};
pub use tls::{Tls, TlsError, TlsFiles};
pub use transfer::{
    NotAPlace, StorePlace, TransferError, TransferProgress, TransferReport, back_up_database,
    restore_database, transfer,
};
pub use tree_edit::{RemarkPlace, TreeChange, TreeEdit};
