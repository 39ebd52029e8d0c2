//! Two other libraries beside this one: shakmaty and cozy-chess must say the same of the same positions.

#[path = "../model/mod.rs"]
mod model;
#[path = "../support/mod.rs"]
mod support;

mod keys;
mod material;
mod mutation;
mod play;
mod setups;
mod translation;
mod view;
