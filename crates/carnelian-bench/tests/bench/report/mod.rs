//! Reports, pages and charts.

mod behind;
mod charts;
mod classes;
mod colors;
pub(crate) mod golden;
mod items;
mod large;
mod pages;
mod readme;
mod recomputing;
mod repository;
mod screen;
