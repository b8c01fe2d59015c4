//! Tests of the benchmark. None depends on real running times.

mod baseline;
mod charts;
mod colors;
mod contract;
mod covering;
mod fitting;
mod golden;
mod growing;
mod items;
mod lying;
mod measuring;
mod oracle;
mod pages;
mod planning;
mod reading;
mod readme;
mod registries;
mod running;
mod searching;
mod selecting;
mod shared;
mod statistics;
mod sweeping;
mod threads;
mod world;
