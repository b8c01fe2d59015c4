//! Numbers of a few bits, FIPS 205 Section 4.4.

/// Algorithm 4, base_2ᵇ(X, b, out_len): returns the numbers of `b` bits of which `x` consists, from the highest bit of
/// its first byte on, as many as are asked for. Needs b ≤ 24.
pub(super) fn base_2b(x: &[u8], b: usize) -> impl Iterator<Item = u32> + '_ {
    let mut x = x.iter(); // 1. in
    let (mut bits, mut total) = (0, 0_u32); // 2. and 3.
    core::iter::from_fn(move || {
        while bits < b {
            total = total << 8 | u32::from(*x.next()?); // 6.
            bits += 8; // 8.
        }
        bits -= b; // 10.
        Some(total >> bits & ((1 << b) - 1)) // 11.
    })
}
