//! `std::io::Write` for messages that are signed or verified incrementally.

use super::prehash::Prehash;
use super::variant::Variant;
use super::verifying::VerifierOf;
use std::io::{Result, Write};

impl<V: Variant> Write for VerifierOf<V> {
    fn write(&mut self, data: &[u8]) -> Result<usize> {
        self.update(data);
        Ok(data.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

impl Write for Prehash {
    fn write(&mut self, data: &[u8]) -> Result<usize> {
        self.update(data);
        Ok(data.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
