//! Measures Carnelian and its peers side by side: the `bench` subcommand as a library.
//!
//! [`run`] does what `carnelian bench` does. Its parts, in the order in which a run goes through them:
//!
//! | module | does |
//! |---|---|
//! | [`op`], [`peer`] | the registries: what can be measured, and whose code |
//! | [`select`] | patterns to operations |
//! | [`sweep`] | from a parameter to operations at each of its values, and from their times to curves |
//! | [`plan`] | how long the run, and each operation in it, may take |
//! | [`session`] | for each operation: check every peer's answer, measure, sum up |
//! | [`measure`] | libraries take turns, round by round |
//! | [`clock`], [`stats`] | cycles and nanoseconds; means, intervals, ratios, ties |
//! | [`machine`] | where it was measured |
//! | [`document`], [`report`] | what was found, kept; and how it is said |
//! | [`baseline`] | what has changed since an earlier run |
//!
//! A library is measured by asking for *n calls of operation X* and being told how long they took
//! ([`measure::Runner`]). Nothing above that interface knows where the calls are made.

pub mod args;
pub mod baseline;
pub mod clock;
pub mod document;
pub mod error;
mod interrupt;
pub mod machine;
pub mod measure;
pub mod op;
pub mod peer;
pub mod plan;
pub mod process;
pub mod report;
mod run;
pub mod select;
pub mod session;
pub mod stats;
pub mod sweep;

pub use args::{BenchArgs, Format, PageFormat, Preset, ReportArgs, View};
pub use error::{BenchError, Fault};
pub use interrupt::requested as interrupted;
pub use run::{Outcome, list, run};
