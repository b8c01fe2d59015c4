//! Names of algorithms that consist of a block cipher and a mode.

/// The longest name, in bytes.
const LONGEST: usize = 48;

/// The name of a cipher followed by that of a mode.
pub(super) struct Name {
    bytes: [u8; LONGEST],
    len: usize,
}

impl Name {
    pub(super) const fn of(cipher: &str, mode: &str) -> Self {
        let name = Self { bytes: [0; LONGEST], len: 0 };
        name.followed_by(cipher.as_bytes()).followed_by(mode.as_bytes())
    }

    const fn followed_by(mut self, part: &[u8]) -> Self {
        let mut at = 0;
        while at < part.len() {
            self.bytes[self.len] = part[at];
            self.len += 1;
            at += 1;
        }
        self
    }

    pub(super) const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(name) => name,
            Err(_) => panic!("two strings after each other are a string"),
        }
    }
}
