//! Measurement of each library in a process of its own.
//!
//! Libraries that share a process slow each other down in ways unrelated to their speed: through the layout of the
//! code, the history of the allocator, or the upper halves of vector registers that one library leaves dirty and that
//! make another's SHA-NI instructions up to 125 times slower. This program therefore starts itself again, once for each
//! library and build ([`serve`]), and lets these processes take turns round by round. They receive requests as lines of
//! JSON on their standard input and reply on their standard output ([`protocol`]).
//!
//! A measuring process runs only its own library's code. Answers are compared in a separate process, the judge, which
//! has all libraries and measures none.
//!
//! A process that is crashed by its library affects no other: the library is reported as missing, with the reason.

mod crew;
mod link;
pub mod protocol;
mod rank;
mod serve;

pub use crew::{Build, Manner, Processes};
pub use serve::{SUBCOMMAND, serve};
