//! The checker beside programs with one fault each (`examples/faulty.rs`), and honest ones.

mod consistent;
mod directed;
mod faults;
mod honest;
mod machine_games;
mod mutants;
mod python;
mod reports;
mod support;
mod wording;
