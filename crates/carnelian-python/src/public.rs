//! A hash and a representation for classes of public values.

use core::fmt::Write;
use core::hash::BuildHasher;
use std::hash::RandomState;
use std::sync::OnceLock;

/// Returns a hash of public bytes for dictionaries. Its key is drawn once for each process, so that an
/// attacker cannot prepare keys that collide.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    static KEY: OnceLock<RandomState> = OnceLock::new();
    KEY.get_or_init(RandomState::new).hash_one(bytes)
}

/// Returns the representation of a public value: its class and its first bytes.
pub(crate) fn shown(class: &str, bytes: &[u8]) -> String {
    let mut text = format!("<{class} ");
    for byte in &bytes[..bytes.len().min(8)] {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text.push_str(if bytes.len() > 8 { "...>" } else { ">" });
    text
}
