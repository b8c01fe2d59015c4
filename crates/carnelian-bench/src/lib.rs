//! Measures Carnelian and its peers side by side: the `bench` subcommand as a library.
//!
//! [`run`] does what `carnelian bench` does. Its parts, in the order in which a run uses them:
//!
//! | module | does |
//! |---|---|
//! | [`op`], [`peer`], [`ours`], [`registry`] | what can be measured, and whose code |
//! | [`select`] | resolves patterns to operations |
//! | [`sweep`] | turns a parameter into operations at each of its values, and their times into curves |
//! | [`plan`], [`schedule`] | how long the run, and each operation in it, may take; which comes next |
//! | [`session`] | for each operation: checks every peer's answer, measures, summarizes |
//! | [`measure`] | libraries take turns, round by round |
//! | [`clock`], [`stats`] | cycles and nanoseconds; means, intervals, ratios, ties |
//! | [`machine`] | where it was measured |
//! | [`document`], [`report`] | the results as stored, and as presented |
//! | [`baseline`] | what has changed since an earlier run |
//! | [`targets`] | whether operations are as fast as they shall be |
//!
//! A library is measured by requesting *n calls of operation X* and learning how long they took ([`measure::Runner`]).
//! Code above that interface does not depend on where the calls are made.

pub mod args;
pub mod baseline;
pub mod clock;
pub mod document;
pub mod error;
mod fault;
mod form;
mod interrupt;
mod look;
pub mod machine;
pub mod measure;
mod nearest;
pub mod op;
pub mod ours;
pub mod peer;
pub mod plan;
pub mod process;
pub mod registry;
pub mod report;
mod run;
pub mod schedule;
pub mod select;
pub mod session;
pub mod stats;
pub mod sweep;
pub mod targets;
mod values;

pub use args::{BenchArgs, Preset, ReportArgs};
pub use error::BenchError;
pub use fault::Fault;
pub use form::{Format, PageFormat, View};
pub use interrupt::requested as interrupted;
pub use run::{Outcome, list, run};
