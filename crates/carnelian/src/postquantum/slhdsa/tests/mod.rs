//! Tests of SLH-DSA.

#[cfg(feature = "alloc")]
mod batch;
#[cfg(feature = "alloc")]
pub(super) mod faults;
mod functions;
#[cfg(feature = "alloc")]
mod keys;
mod known;
mod peer;
mod prehashes;
#[cfg(feature = "alloc")]
mod reduced;
#[cfg(feature = "alloc")]
mod role;
#[cfg(feature = "alloc")]
mod secrets;
mod tampering;
#[cfg(feature = "threads")]
mod threads;

use super::textbook;
use crate::base::testing::cases;
use crate::postquantum::slhdsa::Parameters;
use std::vec::Vec;

/// Calls a generic function for each parameter set. Where signatures take long, in a build with debug assertions or in
/// tests that `CARNELIAN_CASES` shortens, calls it for two of them.
macro_rules! for_every_set {
    ($function:ident) => {{
        use crate::postquantum::slhdsa as s;
        if $crate::postquantum::slhdsa::tests::is_thorough() {
            $crate::postquantum::slhdsa::tests::for_fast_sets!($function);
            $function::<s::SlhDsaSha2_128s>();
            $function::<s::SlhDsaShake128s>();
            $function::<s::SlhDsaSha2_192s>();
            $function::<s::SlhDsaShake192s>();
            $function::<s::SlhDsaSha2_256s>();
            $function::<s::SlhDsaShake256s>();
        } else {
            $function::<s::SlhDsaSha2_128f>();
            $function::<s::SlhDsaShake128f>();
        }
    }};
}

/// Calls a generic function for each parameter set that signs fast. Where signatures take long, calls it for reduced
/// sets: of each family, and of SHA-512.
macro_rules! for_fast_sets {
    ($function:ident) => {{
        use crate::postquantum::slhdsa as f;
        $crate::postquantum::slhdsa::tests::for_fastest_sets!($function);
        if $crate::postquantum::slhdsa::tests::is_thorough() {
            $function::<f::SlhDsaSha2_192f>();
            $function::<f::SlhDsaShake192f>();
            $function::<f::SlhDsaSha2_256f>();
            $function::<f::SlhDsaShake256f>();
        } else {
            $function::<f::SlhDsaSha2Reduced192>();
        }
    }};
}

/// Calls a generic function for a parameter set of each family. Where signatures take long, these are reduced sets.
macro_rules! for_fastest_sets {
    ($function:ident) => {{
        use crate::postquantum::slhdsa as t;
        if $crate::postquantum::slhdsa::tests::is_thorough() {
            $function::<t::SlhDsaSha2_128f>();
            $function::<t::SlhDsaShake128f>();
        } else {
            $function::<t::SlhDsaSha2Reduced128>();
            $function::<t::SlhDsaShakeReduced128>();
        }
    }};
}

use {for_every_set, for_fast_sets, for_fastest_sets};

/// Returns whether there is time for the sets whose signatures take long.
fn is_thorough() -> bool {
    !cfg!(debug_assertions) && cases(100) == 100
}

/// Returns whether a set has small signatures and takes long to make them.
fn is_slow<P: Parameters>() -> bool {
    P::NAME.ends_with('s')
}

/// Decodes hexadecimal digits.
fn unhex(text: &str) -> Vec<u8> {
    let (pairs, _) = text.as_bytes().as_chunks::<2>();
    let digit = |digit: u8| char::from(digit).to_digit(16).unwrap() as u8;
    pairs.iter().map(|[high, low]| digit(*high) << 4 | digit(*low)).collect()
}
