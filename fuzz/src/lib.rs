//! What the targets share.

pub mod bytes;
pub mod laws;
