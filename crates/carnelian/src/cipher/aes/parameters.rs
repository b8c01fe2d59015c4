//! Parameters that depend on the length of a key, FIPS 197 Section 5, Table 3.

/// Returns Nk, the number of words in a key of `key_len` bytes.
pub(super) const fn words(key_len: usize) -> usize {
    assert!(matches!(key_len, 16 | 24 | 32), "AES has keys of 16, 24 and 32 bytes");
    key_len / 4
}

/// Returns Nr, the number of rounds with a key of `key_len` bytes.
pub(in super::super) const fn rounds(key_len: usize) -> usize {
    words(key_len) + 6
}
