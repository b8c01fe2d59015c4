//! Tests of the benchmark. None depends on real running times.

mod baseline;
mod behind;
mod charts;
mod classes;
mod colors;
mod contract;
mod covering;
mod fitting;
mod golden;
mod growing;
mod lying;
mod measuring;
mod oracle;
mod pages;
mod planning;
mod reading;
mod readme;
mod registries;
mod running;
mod selecting;
mod shared;
mod statistics;
mod sweeping;
mod targets;
mod threads;
mod world;
