//! Parameters at many values, and curves through the results.

mod fitting;
mod sweeping;
