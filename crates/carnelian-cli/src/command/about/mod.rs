//! The subcommands that show what the library has, and whether it computes rightly on this machine.

pub mod list;
pub mod self_test;
