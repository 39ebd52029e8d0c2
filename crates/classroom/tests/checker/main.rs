//! The checker beside programs with one fault each (`examples/faulty.rs`), and honest ones.

mod directed;
mod faults;
mod honest;
mod mutants;
mod python;
mod reports;
mod support;
