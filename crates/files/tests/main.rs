//! Files as they are found and left.

mod packed;
mod replace;
