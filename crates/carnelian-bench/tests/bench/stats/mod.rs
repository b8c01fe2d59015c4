//! Statistics and the intervals of whole measurements.

mod covering;
mod statistics;
