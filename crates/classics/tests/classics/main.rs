//! The classics beside their description, their cases, a second implementation, and a sixth.

mod cases;
mod cuhk;
mod hong;
mod hosted;
mod imperial;
mod methods;
mod model;
mod second_opinion;
mod sixth;
mod support;
mod waterloo;
