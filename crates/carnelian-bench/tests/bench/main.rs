//! Tests of the bench. None depends on how long anything takes.

mod charts;
mod colors;
mod contract;
mod golden;
mod lying;
mod measuring;
mod oracle;
mod planning;
mod reading;
mod registries;
mod running;
mod selecting;
mod statistics;
mod world;
