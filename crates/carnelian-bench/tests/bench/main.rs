//! Tests of the bench. None depends on how long anything takes.

mod baseline;
mod contract;
mod covering;
mod fitting;
mod golden;
mod growing;
mod lying;
mod measuring;
mod oracle;
mod planning;
mod readme;
mod registries;
mod running;
mod selecting;
mod statistics;
mod sweeping;
mod threads;
mod world;
