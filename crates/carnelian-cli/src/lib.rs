//! The `carnelian` command as a library: what its subcommands share, and the subcommands themselves.
//!
//! Each subcommand is one file under [`command`]. What several of them need has a room of its own: exit codes
//! ([`exit`]), messages ([`message`], [`file_name`]), inputs ([`input`], [`digests`]), outputs ([`output`], [`json`]),
//! [`progress`], the table of hash functions ([`algorithm`]) and the format of checksum lists ([`checksum_list`]).
//! The programs that use this library are the command, its tests and its fuzz targets; no stability is promised.

pub mod algorithm;
pub mod checksum_list;
pub mod command;
pub mod digests;
pub mod exit;
pub mod file_name;
pub mod input;
pub mod json;
pub mod message;
pub mod output;
pub mod progress;

pub use command::run;
