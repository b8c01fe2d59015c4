//! Tests of the benchmark. None depends on real running times.

mod baseline;
mod document;
mod measure;
mod op;
mod peer;
mod report;
mod selecting;
#[path = "../../../carnelian/tests/skipped/mod.rs"]
mod skipped;
mod stats;
mod sweep;
mod targets;
