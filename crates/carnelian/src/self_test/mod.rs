//! Self-tests: known answers of every family of algorithms, by each kernel that this CPU can run.
//!
//! [`self_test()`](crate::self_test()) takes a fraction of a second. A program runs it where it starts, or when it
//! doubts the machine: a CPU that computes wrongly, a library that was damaged on disk or in memory, a compiler that
//! broke a kernel.
//!
//! ```
//! carnelian::self_test()?;
//!
//! // Each answer, as `carnelian self-test` shows them:
//! carnelian::self_test::for_each_answer(|answer| {
//!     println!("{} at {}: {}", answer.algorithm(), answer.tier(), answer.is_right());
//! });
//! # Ok::<(), carnelian::self_test::SelfTestError>(())
//! ```
//!
//! Answers are the examples of the standards. They are short, and wide kernels need more input; longer answers were
//! computed by other libraries: OpenSSL, Python's `hashlib`, NIST's test vectors. The inputs are as long, and batches as
//! large, as makes every kernel run. Each algorithm runs at every [`Tier`] up to the one in force, on the calling thread,
//! which has the lower tier meanwhile; other threads are not affected. Without the feature `std` only the tier in force
//! is tested.

#[cfg(feature = "cipher")]
mod cipher;
#[cfg(feature = "composite")]
mod composite;
#[cfg(feature = "curve")]
mod curve;
mod hash;
#[cfg(feature = "kdf")]
mod kdf;
#[cfg(feature = "postquantum")]
mod postquantum;
#[cfg(test)]
mod tests;

use crate::base::cpu::Tier;
#[cfg(any(feature = "composite", feature = "postquantum"))]
use crate::base::random::{Random, RandomError};
use core::fmt;

/// A known-answer test of an algorithm.
struct Row {
    /// The name of the algorithm in its standard.
    algorithm: &'static str,
    run: fn(&mut Check),
}

/// All of them.
const ROWS: &[&[Row]] = &[
    hash::ROWS,
    #[cfg(feature = "kdf")]
    kdf::ROWS,
    #[cfg(feature = "cipher")]
    cipher::ROWS,
    #[cfg(feature = "curve")]
    curve::ROWS,
    #[cfg(feature = "postquantum")]
    postquantum::ROWS,
    #[cfg(feature = "composite")]
    composite::ROWS,
];

/// The result of the known-answer test of an algorithm at a tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    algorithm: &'static str,
    tier: Tier,
    is_right: bool,
}

impl Answer {
    /// Returns the name of the algorithm.
    #[must_use]
    pub const fn algorithm(&self) -> &'static str {
        self.algorithm
    }

    /// Returns the tier whose kernels computed the answer.
    #[must_use]
    pub const fn tier(&self) -> Tier {
        self.tier
    }

    /// Returns whether the answer is the known one.
    #[must_use]
    pub const fn is_right(&self) -> bool {
        self.is_right
    }
}

/// The error of a self-test: an algorithm has computed a wrong answer. Nothing that this process computes with it can be
/// relied on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfTestError {
    algorithm: &'static str,
    tier: Tier,
}

impl SelfTestError {
    /// Returns the name of the algorithm.
    #[must_use]
    pub const fn algorithm(&self) -> &'static str {
        self.algorithm
    }

    /// Returns the tier whose kernels computed the answer.
    #[must_use]
    pub const fn tier(&self) -> Tier {
        self.tier
    }
}

impl fmt::Display for SelfTestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} computes a wrong answer at the tier {}", self.algorithm, self.tier)
    }
}

impl core::error::Error for SelfTestError {}

/// Computes known answers of every family of algorithms by each kernel that this CPU can run at the tier in force and below:
/// see [the module](self).
///
/// # Errors
/// [`SelfTestError`] names the first algorithm whose answer is wrong.
pub fn self_test() -> Result<(), SelfTestError> {
    first_wrong(None)
}

/// Computes the same answers as [`self_test`], and calls `each` with every one of them, right or wrong.
pub fn for_each_answer(each: impl FnMut(Answer)) {
    for_each(None, each);
}

/// Runs the tests; the answer of the algorithm `planted` is changed before it is compared.
fn first_wrong(planted: Option<&str>) -> Result<(), SelfTestError> {
    let mut wrong = None;
    for_each(planted, |answer| {
        if !answer.is_right && wrong.is_none() {
            wrong = Some(SelfTestError { algorithm: answer.algorithm, tier: answer.tier });
        }
    });
    wrong.map_or(Ok(()), Err)
}

fn for_each(planted: Option<&str>, mut each: impl FnMut(Answer)) {
    at_each_tier(&mut || {
        for row in ROWS.iter().copied().flatten() {
            let mut check = Check { is_right: true, is_planted: planted == Some(row.algorithm) };
            (row.run)(&mut check);
            each(Answer { algorithm: row.algorithm, tier: Tier::in_force(), is_right: check.is_right });
        }
    });
}

/// Runs `work` at every tier up to the one in force, lowest first.
#[cfg(feature = "std")]
fn at_each_tier(work: &mut dyn FnMut()) {
    let highest = Tier::in_force();
    for tier in Tier::ALL.into_iter().filter(|tier| *tier <= highest) {
        crate::base::cpu::forced::at_most(tier, &mut *work);
    }
}

/// Runs `work` at the tier in force: a lower one would be that of all threads.
#[cfg(not(feature = "std"))]
fn at_each_tier(work: &mut dyn FnMut()) {
    work();
}

/// The comparison of the answers of one algorithm.
struct Check {
    is_right: bool,
    is_planted: bool,
}

impl Check {
    /// Compares an answer with the hexadecimal digits of the known one.
    fn is(&mut self, found: &[u8], known: &str) {
        let nibbles = found.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        let digits = nibbles.map(|nibble| b"0123456789abcdef"[usize::from(nibble)]);
        let digits = digits.enumerate().map(|(at, digit)| digit ^ u8::from(at == 0 && self.is_planted));
        let is_same = digits.eq(known.bytes());
        self.holds(is_same);
    }

    /// Compares with the known answer in the same way SHA-256 of one that is long.
    fn hash_is(&mut self, parts: &[&[u8]], known: &str) {
        let mut hasher = crate::hash::Sha256::new();
        parts.iter().for_each(|part| hasher.update(part));
        self.is(&hasher.finalize(), known);
    }

    fn holds(&mut self, holds: bool) {
        self.is_right &= holds;
    }
}

/// Bytes in a long message: enough for the widest kernels, and no multiple of their block lengths.
const LONG: usize = 5000;

/// Returns the bytes 0 to 250, repeated.
fn counting<const LEN: usize>() -> [u8; LEN] {
    core::array::from_fn(|at| (at % 251) as u8)
}

/// Returns bytes from hexadecimal digits.
#[cfg(any(feature = "curve", feature = "kdf", feature = "postquantum"))]
const fn bytes<const LEN: usize>(digits: &str) -> [u8; LEN] {
    const fn value(digit: u8) -> u8 {
        match digit {
            b'0'..=b'9' => digit - b'0',
            _ => digit - b'a' + 10,
        }
    }
    let (digits, mut bytes, mut at) = (digits.as_bytes(), [0; LEN], 0);
    assert!(digits.len() == 2 * LEN);
    while at < LEN {
        bytes[at] = value(digits[2 * at]) << 4 | value(digits[2 * at + 1]);
        at += 1;
    }
    bytes
}

/// A source that delivers the beginning of the same bytes each time.
#[cfg(any(feature = "composite", feature = "postquantum"))]
struct Same<'b>(&'b [u8]);

#[cfg(any(feature = "composite", feature = "postquantum"))]
impl Random for Same<'_> {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
        out.copy_from_slice(self.0.get(..out.len()).ok_or(RandomError)?);
        Ok(())
    }
}
