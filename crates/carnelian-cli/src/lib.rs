//! The `carnelian` command as a library: its subcommands and the modules that they share.
//!
//! Each subcommand is one file under [`command`]. What they share, from the ground up:
//!
//! | room | what it has |
//! |---|---|
//! | [`exit`], [`message`], [`file_name`], [`columns`], [`words`], [`hex`] | exit codes, and how messages are written |
//! | [`standard`], [`ending`], [`threads`], [`progress`] | the process: its streams, its end, its progress |
//! | [`input`], [`output`] | the files that are read and written, which name themselves in errors |
//! | [`arguments`] | names and sizes on the command line, and checks of the files that it names |
//! | [`hash`] | hash functions, message authentication codes and checksum lists |
//! | [`passphrase`], [`key`] | keys of every algorithm of the catalogue, and their files |
//! | [`signature`] | signing and verifying files with a key of any scheme |
//!
//! Algorithms are those of [`carnelian::algorithm`]: a scheme that has a row there is in every subcommand, list and
//! help text. Only the command, its tests and its fuzz targets use this library; its API is not stable.

pub mod arguments;
pub mod columns;
pub mod command;
pub mod ending;
pub mod exit;
pub mod file_name;
pub mod hash;
pub mod hex;
pub mod input;
pub mod key;
pub mod message;
pub mod output;
pub mod passphrase;
pub mod progress;
pub mod signature;
pub mod standard;
pub mod threads;
pub mod words;

pub use command::run;
