//! Sealing into a writer and opening from a reader.

mod buffer;
mod error;
mod reader;
mod writer;

pub use reader::OpenReader;
pub use writer::SealWriter;
