//! The full-screen board: a game at a terminal with a board that is drawn, by keys, by mouse and by typing.
//!
//! The game is a [`Table`](tabiya_table::Table), as for the plain board, and so are the words. [`Screen`] is the state of
//! everything that is seen: [`Screen::update`] takes what happened, a [`ScreenEvent`], and answers with [`ScreenEffect`]s, which
//! somebody else carries out; [`Screen::draw`] draws it and changes nothing. What is open before the board is a stack of
//! popups (`popup`), of which the uppermost hears keys and mouse.
//!
//! A game on somebody's server is a [`RemoteGame`](tabiya_remote::RemoteGame), laid out on the table as it is told: what is asked
//! goes there as a [`LinkOrder`](tabiya_remote::LinkOrder), and what is answered comes back as a [`ScreenEvent`] (`screen/remote`). The lobby
//! before it is a list like others, of which a [`LobbyLink`](tabiya_remote::LobbyLink) tells what is in it (`screen/lobby`).
//!
//! Nothing in the screen reads a clock, owns a thread or knows a terminal: the time is an argument, and files, rule sets
//! and settings come from a [`ScreenHost`]. [`run`] is the shell around it: the terminal, which is put back in order
//! whatever happens (`terminal_guard`), threads that listen (`key_listener`) and understand what comes (`input_parser`), and threads
//! that think (`thinker`).

#![forbid(unsafe_code)]

mod action_on_server;
mod analysis;
mod background;
mod board_action;
mod board_settings;
mod board_words;
mod drawn_reason;
mod editor_layout;
mod event;
mod file_picker;
mod game_picker;
mod hand;
mod input_parser;
mod key_listener;
mod key_place;
mod list_box;
mod lobby_picker;
mod material;
mod message_log;
mod move_list;
mod name_words;
mod palette;
mod patient_output;
mod popup;
mod position_editor;
mod review_graph;
mod run;
mod screen;
mod screen_host;
mod screen_layout;
mod seat_menu;
mod shown_review;
mod start_menu;
mod terminal_guard;
mod terminal_output;
mod text_entry;
mod theme;
mod thinker;
mod toolbar;
mod view;
mod window_size;

pub use background::{Background, BackgroundChoice};
pub use board_settings::{BoardSettings, ColorChoice, PieceImage};
pub use event::{ScreenEffect, ScreenEvent};
pub use palette::{ColorDepth, TerminalTraits};
pub use run::{Machine, ScreenEnd, ServerMachine, run};
pub use screen::{AfterBoard, Beginning, Screen, ScreenSetup};
pub use screen_host::{FolderEntry, ScreenHost};
pub use theme::Theme;
pub use window_size::window_size;
