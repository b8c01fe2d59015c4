//! Tests of the bench. None depends on how long anything takes.

mod baseline;
mod charts;
mod colors;
mod contract;
mod covering;
mod fitting;
mod golden;
mod growing;
mod lying;
mod measuring;
mod oracle;
mod planning;
mod reading;
mod readme;
mod registries;
mod running;
mod selecting;
mod statistics;
mod sweeping;
mod threads;
mod world;
