//! Tests of the bench. None depends on how long anything takes.

mod contract;
mod covering;
mod golden;
mod lying;
mod measuring;
mod oracle;
mod planning;
mod readme;
mod registries;
mod running;
mod selecting;
mod shared;
mod statistics;
mod world;
