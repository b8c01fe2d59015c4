//! One test body for every backend, with the portable code and the standard's examples as references.

use super::kernel::Backend;
use super::{Sha224, Sha256, Sha256Compression, compression};
#[cfg(target_arch = "x86_64")]
use crate::base::cpu;
use crate::base::testing::bytes_after_drop;
#[cfg(target_arch = "x86_64")]
use crate::hash::arithmetic::half_words::HalfWords;
use crate::hash::merkle_damgard::testing::{self, hex};
use std::format;
use std::vec;
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
use std::vec::Vec;

/// Messages and digests of SHA-256 and SHA-224 from the examples that NIST publishes with FIPS 180-4, and the empty
/// message and a million times "a".
const EXAMPLES: [(&str, usize, [&str; 2]); 4] = [
    (
        "",
        1,
        [
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "d14a028c2a3a2bc9476102bb288234c415a2b01f828ea62ac5b3e42f",
        ],
    ),
    (
        "abc",
        1,
        [
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
        ],
    ),
    (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        1,
        [
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            "75388b16512776cc5dba5da1fd890150b0c6455cb4f58b1952522525",
        ],
    ),
    (
        "a",
        if cfg!(miri) { 0 } else { 1_000_000 },
        [
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
            "20794655980c91d8bbb4c1ea97618a4bf03f42581948b2ee4ee7ad67",
        ],
    ),
];

#[test]
fn the_standards_examples() {
    Backend::with_every(|backend| {
        for (text, times, [sha256, sha224]) in EXAMPLES.into_iter().filter(|(_, times, _)| *times > 0) {
            let message = text.repeat(times);
            assert_eq!(hex(&Sha256::digest(message.as_bytes())), sha256, "{backend:?}");
            assert_eq!(hex(&Sha224::digest(message.as_bytes())), sha224, "{backend:?}");
        }
    });
}

#[test]
fn the_best_backend_of_this_cpu_runs() {
    testing::the_best_backend_runs::<Sha256, 32>("sha256", |best| match best {
        "sha-ni, avx512" => vec![(2, "_x2"), (8, "_x8"), (16, "_x16")],
        "avx512" => vec![(8, "_x8"), (16, "_x16")],
        "avx2" => vec![(8, "_x8")],
        "sha-ni" | "sse-sha-ni" => vec![(2, "_x2"), (16, "_x2")],
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
    testing::agree_with_the_portable_code::<Sha256Compression>(8, with_every_implementation);
}

#[test]
fn the_lane_algorithm_over_plain_arrays_agrees() {
    testing::lanes_agree::<Sha256Compression, 1>(8, |states, blocks| {
        compression::compress::<1, [u32; 1]>((), states, blocks);
    });
    testing::lanes_agree::<Sha256Compression, 2>(8, |states, blocks| {
        compression::compress::<2, [u32; 2]>((), states, blocks);
    });
}

#[test]
fn debug_shows_no_state() {
    let mut hasher = Sha224::new();
    hasher.update(b"secret");
    assert_eq!(format!("{hasher:?}"), "SHA-224(..)");
}

#[test]
fn a_dropped_hasher_leaves_zeros() {
    let mut hasher = Sha256::new();
    hasher.update(&[0xa5; 200]);
    let bytes = bytes_after_drop(hasher);
    assert_eq!(bytes.iter().filter(|byte| **byte != 0).count(), 1, "nothing but the length, 200, stays");
}

#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn nothing_of_a_message_stays_on_the_stack() {
    use super::tables::K;
    testing::nothing_of_a_message_stays_on_the_stack::<_, super::function::Sha256, 32>(
        |check| Backend::with_every(check),
        |block| {
            let mut w: Vec<u32> = block.as_chunks().0.iter().map(|bytes| u32::from_be_bytes(*bytes)).collect();
            for t in 16..64 {
                let [word] = compression::schedule([w[t - 2]], [w[t - 7]], [w[t - 15]], [w[t - 16]]);
                w.push(word);
            }
            let with_k = w.iter().zip(K.0).map(|(word, k)| word.wrapping_add(k)).enumerate();
            let with_k = with_k.map(|(t, word)| (format!("K_{t} + W_{t}"), word));
            w.iter().enumerate().map(|(t, word)| (format!("W_{t}"), *word)).chain(with_k).collect()
        },
    );
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
#[test]
fn kernels_are_right_and_aligned_at_every_stack_position() {
    testing::right_and_aligned_at_every_stack_position::<Sha256Compression>(8, with_every_implementation, |backend| {
        // 16-byte vectors are aligned in any frame.
        !matches!(backend, Backend::Portable(_) | Backend::ShaNi(_) | Backend::SseShaNi(_))
    });
}

/// SHA-NI in one process with AVX-512. If the kernel did not clear the upper halves of the vector registers first, it
/// would take several times as long after one that leaves them nonzero, and a hundred times as long with instructions
/// of AVX in between. The minimum of many measurements is compared, since other load on the machine does not affect it.
#[test]
#[cfg(all(target_arch = "x86_64", not(miri)))]
fn sha_ni_keeps_its_speed_class_beside_avx512() {
    let (Some(_), Some(avx512)) = (cpu::ShaNi::get(), cpu::Avx512::get()) else { return };
    let (backend, mut state) = (Backend::choose(), [7; 8]);
    let mut least = |before: &dyn Fn()| {
        let mut time = || {
            let begin = std::time::Instant::now();
            for _ in 0..20 {
                before();
                <Sha256Compression as HalfWords>::compress(backend, &mut state, &[[7; 64]]);
            }
            begin.elapsed()
        };
        (0..500).map(|_| time()).min().unwrap()
    };
    let alone = least(&|| ());
    let dirty = least(&|| crate::base::testing::dirty_upper_halves(avx512));
    assert!(dirty < 2 * alone, "{alone:?} alone, {dirty:?} beside AVX-512");
}
