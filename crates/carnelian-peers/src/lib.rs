//! The libraries that Carnelian is measured against, and the operations that are measured.
//!
//! | module | does |
//! |---|---|
//! | [`op`] | the operations and their registry: what a library must offer to be measured, and how answers are checked |
//! | [`peer`] | the registry of peers: one file per library |
//! | [`mod@reference`] | the library that the others are compared with |
//! | [`values`] | what operations, measurements and documents have in common |
//!
//! The crate does not depend on Carnelian: the peers are compiled once, and a change of the library is measured as soon
//! as the library is compiled.

mod inputs;
mod offers;
pub mod op;
mod operation;
pub mod peer;
pub mod reference;
pub mod values;
