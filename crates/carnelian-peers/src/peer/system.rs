//! The operating system's source of randomness, for libraries that take the bytes from their caller.

/// Draws bytes.
pub(super) fn draw<const LEN: usize>() -> [u8; LEN] {
    let mut bytes = [0; LEN];
    getrandom::fill(&mut bytes).expect("the system delivers");
    bytes
}
