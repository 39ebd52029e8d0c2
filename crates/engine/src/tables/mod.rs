//! Tables of endgames: what is known for certain when few men are left.
//!
//! They are read by `shakmaty-syzygy`. An `Prober` exists only under rules of which they speak, which is decided from the
//! values of a rule set: moves as FIDE has them but for castling, stalemate a draw, a count of a hundred quiet moves or none.
//! If the first position of a search is in the tables, its moves are ranked by distance (`search/ranking.rs`) and only those
//! of the best rank are searched, without asking any further: all that win in time are equal, so that the search finds the
//! natural way, and after a repetition only the nearest ones count. Else the search asks right after captures and pawns'
//! moves (step 5). Small files are held in memory instead of mapped, which needs no unsafe code. The reader trusts some of
//! what a file says, so a panic in it is caught; after a fault no table is asked any more, and the shell is told.
//!
//! CITE: Syzygy tables, Ronald de Man; <https://www.chessprogramming.org/Syzygy_Bases>

mod files;
mod folder;
mod prober;
mod table_result;
#[cfg(test)]
mod tests;

pub use folder::{NoTables, Tables};
pub(crate) use prober::{Distance, Prober};
pub(crate) use shakmaty_syzygy::Wdl;
pub use table_result::TableResult;
