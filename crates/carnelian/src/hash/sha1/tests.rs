//! One test body for every backend, with the portable code and the standard's examples as references.

use super::kernel::Backend;
use super::{Sha1, Sha1Compression, compression};
#[cfg(target_arch = "x86_64")]
use crate::base::cpu;
use crate::base::testing::bytes_after_drop;
use crate::hash::merkle_damgard::testing::{self, hex};
use std::format;
use std::vec;
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
use std::vec::Vec;

/// Messages and digests from the examples that NIST publishes with FIPS 180-4, and the empty message and a million times
/// "a".
const EXAMPLES: [(&str, usize, &str); 4] = [
    ("", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
    ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
    ("a", if cfg!(miri) { 0 } else { 1_000_000 }, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
];

#[test]
fn the_standards_examples() {
    Backend::with_every(|backend| {
        for (text, times, sha1) in EXAMPLES.into_iter().filter(|(_, times, _)| *times > 0) {
            let message = text.repeat(times);
            assert_eq!(hex(&Sha1::digest(message.as_bytes())), sha1, "{backend:?}");
        }
    });
}

#[test]
fn the_best_backend_of_this_cpu_runs() {
    testing::the_best_backend_runs::<Sha1, 20>("sha1", |best| match best {
        "sha-ni, avx512" => vec![(2, "_x2"), (8, "_x8"), (16, "_x16")],
        "avx512" => vec![(8, "_x8"), (16, "_x16")],
        "sha-ni" => vec![(2, "_x2"), (8, "_x8"), (16, "_x8")],
        "avx2" => vec![(8, "_x8")],
        "sse-sha-ni" => vec![(2, "_x2")],
        _ => vec![(16, "")],
    });
}

/// Calls `check` for every backend of this CPU, chosen or not.
pub(super) fn with_every_implementation(check: &mut dyn FnMut(Backend)) {
    Backend::with_every(&mut *check);
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = cpu::Avx2::get() {
        check(Backend::Avx2(avx2));
        if let Some(avx512) = cpu::Avx512::get() {
            check(Backend::Avx512((avx2, avx512)));
        }
    }
}

#[test]
fn every_kernel_agrees_with_the_portable_one() {
    testing::agree_with_the_portable_code::<Sha1Compression>(5, with_every_implementation);
}

#[test]
fn the_lane_algorithm_over_plain_arrays_agrees() {
    testing::lanes_agree::<Sha1Compression, 1>(5, |states, blocks| {
        compression::compress::<1, [u32; 1]>((), states, blocks);
    });
    testing::lanes_agree::<Sha1Compression, 2>(5, |states, blocks| {
        compression::compress::<2, [u32; 2]>((), states, blocks);
    });
}

#[test]
fn debug_shows_no_state() {
    let mut hasher = Sha1::new();
    hasher.update(b"secret");
    assert_eq!(format!("{hasher:?}"), "SHA-1(..)");
}

#[test]
fn a_dropped_hasher_leaves_zeros() {
    let mut hasher = Sha1::new();
    hasher.update(&[0xa5; 200]);
    let bytes = bytes_after_drop(hasher);
    assert_eq!(bytes.iter().filter(|byte| **byte != 0).count(), 1, "nothing but the length, 200, stays");
}

#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn nothing_of_a_message_stays_on_the_stack() {
    use super::compression::K;
    testing::nothing_of_a_message_stays_on_the_stack::<_, super::function::Sha1, 20>(
        |check| Backend::with_every(check),
        |block| {
            let mut w: Vec<u32> = block.as_chunks().0.iter().map(|bytes| u32::from_be_bytes(*bytes)).collect();
            for t in 16..80 {
                let [word] = compression::schedule([w[t - 3]], [w[t - 8]], [w[t - 14]], [w[t - 16]]);
                w.push(word);
            }
            let with_k = w.iter().enumerate().map(|(t, word)| word.wrapping_add(K[t / 20])).enumerate();
            let with_k = with_k.map(|(t, word)| (format!("K_{t} + W_{t}"), word));
            w.iter().enumerate().map(|(t, word)| (format!("W_{t}"), *word)).chain(with_k).collect()
        },
    );
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
#[test]
fn kernels_are_right_and_aligned_at_every_stack_position() {
    testing::right_and_aligned_at_every_stack_position::<Sha1Compression>(5, with_every_implementation, |backend| {
        // 16-byte vectors are aligned in any frame.
        !matches!(backend, Backend::Portable(_) | Backend::SseShaNi(_))
    });
}
