//! The command line: names and sizes that users write, and checks of the files that it names.

pub mod named;
pub mod operands;
pub mod size;
