//! Tests of the bench. None depends on how long anything takes.

mod baseline;
mod contract;
mod covering;
mod golden;
mod lying;
mod measuring;
mod oracle;
mod planning;
mod registries;
mod running;
mod selecting;
mod statistics;
mod world;
