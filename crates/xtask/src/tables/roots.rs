//! The fractional parts of roots of primes, whose first bits are the constants of SHA-2.

use num_bigint::BigUint;

/// Returns the first 64 bits of the fractional parts of the `degree`-th roots of `N` primes, after skipping the first
/// `skip`.
pub(super) fn fractions<const N: usize>(degree: u32, skip: usize) -> [u64; N] {
    let mut primes = primes().skip(skip);
    std::array::from_fn(|_| fraction(degree, primes.next().expect("there is always another prime")))
}

/// Returns ⌊n^(1/degree) · 2^64⌋ mod 2^64.
fn fraction(degree: u32, n: u32) -> u64 {
    let scaled = BigUint::from(n) << (64 * degree);
    let root = scaled.nth_root(degree);
    assert!(root.pow(degree) <= scaled && scaled < (&root + 1u32).pow(degree), "not the root of {n}");
    root.iter_u64_digits().next().expect("a root of a prime is not zero")
}

fn primes() -> impl Iterator<Item = u32> {
    (2..).filter(|n| (2..*n).all(|divisor| n % divisor != 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_the_primes() {
        assert_eq!(primes().take(10).collect::<Vec<_>>(), [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]);
        assert_eq!(primes().nth(79), Some(409));
    }

    /// √2 = 1.01101010000010011110₂… and ∛8 = 2 with no fraction.
    #[test]
    fn fractions_of_known_roots() {
        assert_eq!(fraction(2, 2) >> 44, 0b0110_1010_0000_1001_1110);
        assert_eq!(fraction(3, 8), 0);
    }
}
