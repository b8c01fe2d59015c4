//! Tests of the benchmark. None depends on real running times.

mod baseline;
mod behind;
mod by_name;
mod charts;
mod classes;
mod colors;
mod contract;
mod covering;
mod fitting;
mod golden;
mod growing;
mod items;
mod large;
mod lying;
mod measuring;
mod oracle;
mod pages;
mod planning;
mod postquantum;
mod reading;
mod readme;
mod recomputing;
mod registries;
mod repository;
mod running;
mod screen;
mod searching;
mod selecting;
mod shared;
#[path = "../../../carnelian/tests/skipped/mod.rs"]
mod skipped;
mod statistics;
mod sweeping;
mod targets;
mod threads;
mod world;
