//! Strangers' programs in the sandbox: whatever they try, nothing outside of it is touched.

mod harm;
mod support;
mod world;
