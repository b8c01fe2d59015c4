//! Measurements and runs.

mod measuring;
mod planning;
mod running;
mod searching;
pub(crate) mod world;
