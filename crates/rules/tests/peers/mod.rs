//! Two other libraries beside this one: shakmaty and cozy-chess must say the same of the same positions.

mod keys;
mod material;
mod mutation;
mod play;
mod setups;
mod translation;
mod view;
