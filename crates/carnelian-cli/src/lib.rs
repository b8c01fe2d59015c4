//! The `carnelian` command as a library: its subcommands and the modules that they share.
//!
//! Each subcommand is one file under [`command`]. The shared modules are: exit codes ([`exit`]), messages ([`message`],
//! [`file_name`]), cleanup after signals ([`ending`]), standard input and output ([`standard`]), inputs ([`input`],
//! [`stream`], [`private_copy`], [`digests`]), outputs ([`output`], [`json`], [`hex`], [`columns`]), the command line
//! ([`operands`], [`named`], [`size`], `tip`), [`progress`], [`threads`], the tables of hash functions ([`algorithm`]) and message
//! authentication codes ([`authenticator`]), the format of checksum lists ([`checksum_list`]), keys ([`key`], [`seeded`],
//! [`ml_kem`], [`post_quantum`], [`ml_dsa`], [`slh_dsa`], [`key_file`], [`passphrase`], [`protection`]) and the variants of
//! signatures ([`variant`]). Only the command, its tests and its fuzz targets use this library; its API is not stable.

pub mod algorithm;
pub mod authenticator;
pub mod checksum_list;
pub mod columns;
pub mod command;
pub mod digests;
pub mod ending;
pub mod exit;
pub mod file_name;
pub mod hex;
pub mod input;
pub mod json;
pub mod key;
pub mod key_file;
pub mod message;
pub mod ml_dsa;
pub mod ml_kem;
pub mod named;
pub mod operands;
pub mod output;
pub mod passphrase;
pub mod post_quantum;
pub mod prehash;
pub mod private_copy;
pub mod progress;
pub mod protection;
pub mod seeded;
pub mod size;
pub mod slh_dsa;
pub mod standard;
pub mod stream;
pub mod threads;
mod tip;
pub mod variant;

pub use command::run;
