//! Tables of endgames: what is known for certain when few men are left.
//!
//! CITE: Syzygy tables, Ronald de Man; <https://www.chessprogramming.org/Syzygy_Bases>

mod files;
mod folder;
mod oracle;
#[cfg(test)]
mod tests;

pub use folder::{NoTables, Tables};
pub(crate) use oracle::{Distance, Oracle};
pub(crate) use shakmaty_syzygy::Wdl;
