//! The checker beside programs with one fault each (`examples/faulty.rs`), and honest ones.

mod faults;
mod honest;
mod python;
mod reports;
mod support;
