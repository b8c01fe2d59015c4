//! Every answer is right, a planted one is not, and every kernel runs.

use super::{ROWS, SelfTestError, first_wrong, for_each, for_each_answer, self_test};
use crate::base::cpu::{ShaNi, Tier, forced};
use crate::base::testing::trace;
use std::collections::BTreeSet;
use std::string::ToString;
use std::vec::Vec;

#[test]
fn every_answer_is_right() {
    let mut answers = Vec::new();
    for_each_answer(|answer| answers.push(answer));
    let wrong: Vec<_> = answers.iter().filter(|answer| !answer.is_right()).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    assert_eq!(self_test(), Ok(()));
    let tiers: BTreeSet<_> = answers.iter().map(|answer| answer.tier() as u8).collect();
    assert!(tiers.into_iter().eq(0..=Tier::in_force() as u8));
}

/// A wrong answer of any algorithm is reported, with its name and the lowest tier, which is the first one.
#[test]
fn a_planted_answer_is_found() {
    for row in ROWS.iter().copied().flatten() {
        let algorithm = row.algorithm;
        let mut check = super::Check { is_right: true, is_planted: true };
        (row.run)(&mut check);
        assert!(!check.is_right, "{algorithm} compares nothing");
    }
    let planted = forced::at_most(Tier::Portable64, || first_wrong(Some("ML-DSA-44")));
    let error = SelfTestError { algorithm: "ML-DSA-44", tier: Tier::Portable32.min(Tier::in_force()) };
    assert_eq!(planted, Err(error));
    assert!(error.to_string().contains("ML-DSA-44") && error.to_string().contains(error.tier().name()));
}

/// Names are told apart, and only the planted one is wrong.
#[test]
fn a_planted_answer_is_the_only_one() {
    let mut wrong = BTreeSet::new();
    forced::at_most(Tier::Portable32, || {
        for_each(Some("SHA-256"), |answer| {
            if !answer.is_right() {
                wrong.insert(answer.algorithm());
            }
        });
    });
    assert!(wrong.into_iter().eq(["SHA-256"]));
    let names: Vec<_> = ROWS.iter().copied().flatten().map(|row| row.algorithm).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    // The C interface has 64 bytes for a name and a zero.
    assert!(names.iter().all(|name| name.len() < 64));
}

/// Every kernel that a dispatch names is entered at some tier, so that none is forgotten.
#[test]
fn every_kernel_is_entered() {
    if Tier::in_force() < Tier::Avx512 || ShaNi::get().is_none() {
        return;
    }
    let entered: BTreeSet<_> = trace(|| for_each_answer(|_| ())).into_iter().map(|(kernel, _)| kernel).collect();
    let missing: Vec<_> = KERNELS.iter().filter(|kernel| !entered.contains(*kernel)).collect();
    assert!(missing.is_empty(), "{missing:?} of {entered:?}");
}

/// The labels of kernels in their dispatch: all but `sha256 compress_x8`, which a CPU with SHA-NI does not enter.
const KERNELS: &[&str] = &[
    "aes counter",
    "aes decrypt",
    "aes derive",
    "aes encrypt",
    "aes expand",
    "aes_gcm apply",
    "argon2 fill",
    "blake2b compress",
    "blake2b compress_x4",
    "blake2b compress_x8",
    "blake2b digest",
    "blake2s compress",
    "blake2s compress_x16",
    "blake2s compress_x8",
    "blake2s digest",
    "chacha20 head",
    "chacha20 start",
    "chacha20 xor",
    "chacha20 xor_interleaved",
    "combination_vartime",
    "decode",
    "decode_many",
    "double_scalar_mul_base_prepared_vartime",
    "elligator2_inverse",
    "elligator2_inverse_of_point",
    "elligator2_map",
    "elligator2_map_to_edwards",
    "encode",
    "ghash absorb",
    "keccak absorb",
    "keccak absorb_x4",
    "keccak absorb_x8",
    "keccak hash_transposed",
    "keccak iterate_transposed",
    "keccak permute_transposed",
    "keccak squeeze",
    "keccak squeeze_x4",
    "keccak squeeze_x8",
    "mldsa add",
    "mldsa add_inner_product",
    "mldsa decompose",
    "mldsa exceeds",
    "mldsa inner_product",
    "mldsa inverse_ntt",
    "mldsa make_hint",
    "mldsa ntt",
    "mldsa pack",
    "mldsa power2round",
    "mldsa reject_bounded",
    "mldsa reject_uniform",
    "mldsa subtract",
    "mldsa unpack",
    "mlkem",
    "mlkem reject",
    "mul",
    "mul_base",
    "multi_scalar_mul_vartime",
    "poly1305 absorb",
    "poly1305 absorbing",
    "poly1305 tag_of_message",
    "poly1305 tag_of_two",
    "polyval",
    "ristretto_decode",
    "ristretto_encode",
    "ristretto_map",
    "salsa20 head",
    "salsa20 hsalsa20",
    "salsa20 xor",
    "scalar_invert",
    "scalar_mul_add",
    "scalar_reduce_wide",
    "sha256 compress",
    "sha256 compress_transposed",
    "sha256 compress_x16",
    "sha256 compress_x2",
    "sha256 iterate",
    "sha512 compress",
    "sha512 compress_transposed",
    "sha512 compress_x4",
    "sha512 compress_x8",
    "to_montgomery",
    "x25519",
    "x25519_many",
];
