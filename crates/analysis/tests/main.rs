//! The tests of the analysis, in one program: each program is linked with everything it uses, which takes longer than
//! most of them run.

mod annotation;
mod judgements;
mod kept_searches;
mod laws;
/// What sentences mean, as plainly as can be: the second implementation of the reasons.
#[path = "../../reasons/tests/plain.rs"]
mod plain;
mod proof;
mod proof_tally;
