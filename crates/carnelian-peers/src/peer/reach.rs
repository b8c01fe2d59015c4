//! The extent to which each peer uses the CPU.

use super::{blake2_simd, crrl, dalek, ed25519_compact, fips, libcrux, rust_argon2, rustcrypto, shared};
#[cfg(feature = "native")]
use super::{libsodium, openssl, ring};

/// The instruction sets that matter to a peer, each with those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Isa {
    /// Those of every CPU of the architecture.
    Baseline,
    /// Those of x86-64 without AVX-512.
    Avx2,
    /// AVX-512.
    Avx512,
}

/// The extent to which a peer uses CPU features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Only code compiled for every CPU of the architecture; nothing is selected at run time.
    Portable,
    /// Instructions up to these, with the reason, phrased as "it ...".
    UpTo(Isa, &'static str),
    /// Everything that OpenSSL's variable permits.
    Variable,
}

/// Returns the reach of the peer with this name; `None` if it has not been determined.
#[must_use]
pub fn reach(peer: &str) -> Option<Reach> {
    match peer {
        "sha2" | "hmac" | "slh-dsa" => Some(rustcrypto::reach()),
        "blake2" => Some(rustcrypto::BLAKE2_REACH),
        "aes-gcm" | "aes-gcm-siv" | "ctr" => Some(rustcrypto::aes_reach()),
        "argon2" => Some(rustcrypto::ARGON2_REACH),
        "rust-argon2" => Some(rust_argon2::REACH),
        "sha3" | "shake" => Some(rustcrypto::KECCAK_REACH),
        "chacha20" | "chacha20poly1305" => Some(rustcrypto::chacha20_reach()),
        "salsa20" => Some(rustcrypto::SALSA20_REACH),
        "poly1305" => Some(rustcrypto::poly1305_reach()),
        "blake2b_simd" | "blake2s_simd" => Some(blake2_simd::REACH),
        "curve25519-dalek" | "ed25519-dalek" => Some(dalek::reach()),
        "x25519-dalek" => Some(dalek::SERIAL_REACH),
        "graviola" => Some(GRAVIOLA),
        "crrl" => Some(crrl::REACH),
        "ed25519-compact" => Some(ed25519_compact::REACH),
        "libcrux-ml-kem" | "libcrux-ml-dsa" => Some(libcrux::mlkem::REACH),
        libcrux if libcrux.starts_with("libcrux-") => Some(libcrux::REACH),
        "ml-kem" | "ml-dsa" => Some(rustcrypto::mlkem::REACH),
        "x-wing" => Some(dalek::SERIAL_REACH),
        "fips203" | "fips204" => Some(fips::REACH),
        "fips205" => Some(fips::slhdsa::REACH),
        #[cfg(feature = "native")]
        "aws-lc-rs" => Some(super::aws_lc_rs::REACH),
        #[cfg(feature = "native")]
        "openssl" => Some(openssl::REACH),
        #[cfg(feature = "native")]
        "ring" => Some(ring::REACH),
        #[cfg(feature = "native")]
        "libsodium" => Some(libsodium::REACH),
        #[cfg(feature = "native")]
        "pqcrypto-mlkem" | "pqcrypto-mldsa" => Some(super::pqcrypto::REACH),
        #[cfg(feature = "native")]
        "tweetnacl" => Some(super::tweetnacl::REACH),
        #[cfg(all(feature = "native", target_arch = "x86_64", not(windows)))]
        "s2n-bignum" => Some(super::s2n_bignum::REACH),
        _ => shared::kinds().iter().find(|kind| kind.reported() == peer).map(|kind| kind.reach),
    }
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
const GRAVIOLA: Reach = super::graviola::REACH;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const GRAVIOLA: Reach = Reach::Portable;
