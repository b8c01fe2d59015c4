//! Each library in a process of its own.
//!
//! Libraries that share a process slow each other down in ways that are nobody's speed: by the layout of the code, by
//! what an allocator has been through, by the upper halves of vector registers that one leaves dirty and that make
//! another's SHA-NI instructions up to 125 times slower. So this program starts itself again, once for each library
//! and build ([`serve`]), and lets these processes take turns round by round. They are told what to do by lines of
//! JSON on their standard input and answer on their standard output ([`protocol`]).
//!
//! A process that measures runs no code but its own library's. Whether answers agree is found out in a process apart,
//! the judge, which has all libraries and measures none.
//!
//! A process whose library brings it down takes nobody with it: the library is reported as missing, with the reason.

mod crew;
mod link;
pub mod protocol;
mod rank;
mod serve;

pub use crew::{Build, Manner, Processes};
pub use serve::{SUBCOMMAND, serve};
