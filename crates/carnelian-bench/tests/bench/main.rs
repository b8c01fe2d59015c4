//! Tests of the benchmark. None depends on real running times.

mod baseline;
mod charts;
mod colors;
mod contract;
mod covering;
mod fitting;
mod golden;
mod growing;
mod large;
mod lying;
mod measuring;
mod oracle;
mod pages;
mod planning;
mod reading;
mod readme;
mod recomputing;
mod registries;
mod running;
mod selecting;
mod shared;
mod statistics;
mod sweeping;
mod threads;
mod world;
