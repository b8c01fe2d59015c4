//! One test body for every backend, checked against the portable code and the standard's own examples.

mod strings;

use super::block::{self, BLOCK_LEN, Block, WORDS, index_of};
use super::kernel::{self, Backend, SIDE_BY_SIDE, SLICES, Slice};
use super::{Argon2, Argon2Error, Params, ParamsError, Variant, WorkArea};
use crate::LengthRangeError;
use crate::base::cpu::{Portable, Tier};
use crate::base::random::{Random, TestRandom};
use crate::base::testing;
use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

const VARIANTS: [Variant; 3] = [Variant::D, Variant::I, Variant::Id];

fn params(memory_kib: u32, passes: u32, lanes: u32) -> Params {
    Params::new(memory_kib, passes, lanes).unwrap()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// RFC 9106 Sections 5.1 to 5.3.
#[test]
fn the_standards_examples() {
    Backend::with_every(|backend| {
        for (variant, expected) in [
            (Variant::D, "512b391b6f1162975371d30919734294f868e3be3984f3c1a13a4db9fabe4acb"),
            (Variant::I, "c814d9d1dc7f37aa13f0d77f2494bda1c8de6b016dd388d29952a4c4672b6ce8"),
            (Variant::Id, "0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659"),
        ] {
            let argon2 = Argon2::new(variant, params(32, 3, 4)).with_secret(&[3; 8]).with_associated_data(&[4; 12]);
            let mut tag = [0; 32];
            argon2.hash_into(&[1; 32], &[2; 16], &mut tag).unwrap();
            assert_eq!(hex(&tag), expected, "{variant:?}, {backend:?}");
        }
    });
}

/// A dispatcher that always fell back to slower code would pass every other test.
#[test]
fn the_best_backend_of_this_cpu_runs() {
    let best = match Tier::in_force() {
        Tier::Avx512 => "avx512",
        Tier::Avx2 => "avx2",
        Tier::Sse | Tier::Portable64 | Tier::Portable32 => "portable",
    };
    let mut work = vec![Block::ZERO; 8];
    let argon2 = Argon2::id(params(8, 1, 1));
    // Runs on this thread, not on one of rayon's.
    let ran = testing::trace(|| {
        let slice = slice(&argon2, 0, 0, &work);
        kernel::fill(Backend::choose(), &slice, 0..1, &mut [Block::ZERO, Block::ZERO]);
    });
    assert_eq!(ran, [("argon2 fill", best)]);
    argon2.hash_in(&mut WorkArea::borrowed(&mut work), b"", &[0; 8], &mut [0; 4]).unwrap();
    assert_eq!(super::backend(), best);
}

/// Returns the context for filling slice `index` of the memory `work`.
fn slice<'m>(argon2: &Argon2<'_>, pass: u32, index: usize, work: &'m [Block]) -> Slice<'m> {
    let params = argon2.params;
    let slice_len = work.len() / SLICES;
    Slice {
        variant: argon2.variant as u32,
        pass,
        index,
        lanes: params.lanes(),
        passes: params.passes(),
        blocks: params.blocks(),
        reciprocal: params.reciprocal(),
        segment_len: params.segment_len() as usize,
        adds: pass > 0,
        is_independent: argon2.variant == Variant::I,
        before: &work[..index * slice_len],
        after: &work[(index + 1) * slice_len..],
    }
}

fn random_blocks(random: &mut TestRandom, count: usize) -> Vec<Block> {
    (0..count).map(|_| crate::base::aligned::AlignedWords([(); WORDS].map(|()| random.next_u64()))).collect()
}

#[test]
fn every_kernel_agrees_with_the_portable_one() {
    let random = &mut TestRandom::new(1);
    for (number, (segment_len, lanes)) in
        [(2, 1), (3, 1), (2, 4), (5, 3), (130, 2), (300, 1), (128, 4), (129, 7)].into_iter().enumerate()
    {
        let params = params(4 * segment_len * lanes, 3, lanes);
        let work = random_blocks(random, params.blocks() as usize);
        for variant in VARIANTS {
            let argon2 = Argon2::new(variant, params);
            for (pass, index) in [(0, 0), (0, 1), (0, 3), (1, 0), (2, 2), (1, 3)] {
                let slice = Slice { adds: pass > number as u32 % 2, ..slice(&argon2, pass, index, &work) };
                let before = work[index * work.len() / SLICES..][..work.len() / SLICES].to_vec();
                let mut expected = before.clone();
                for (lane, segment) in expected.chunks_mut(segment_len as usize).enumerate() {
                    kernel::fill(Backend::Portable(Portable), &slice, lane as u32..lane as u32 + 1, segment);
                }
                Backend::with_every(|backend| {
                    for together in 1..=SIDE_BY_SIDE as u32 {
                        let mut segments = before.clone();
                        for (part, segments) in segments.chunks_mut((together * segment_len) as usize).enumerate() {
                            let first = part as u32 * together;
                            kernel::fill(backend, &slice, first..lanes.min(first + together), segments);
                        }
                        let what = (backend, params, variant, pass, index, together);
                        assert!(segments == expected, "{what:?}");
                    }
                });
            }
        }
    }
}

#[test]
fn what_was_in_the_memory_before_does_not_matter_and_is_gone_afterwards() {
    let random = &mut TestRandom::new(2);
    for variant in VARIANTS {
        let argon2 = Argon2::new(variant, params(50, 2, 3));
        let (mut expected, mut tag) = ([0; 40], [0; 40]);
        argon2.hash_into(b"password", b"somesalt", &mut expected).unwrap();
        Backend::with_every(|backend| {
            let mut work = random_blocks(random, 50);
            let beyond = work[48..].to_vec();
            let mut area = WorkArea::borrowed(&mut work);
            argon2.hash_in(&mut area, b"password", b"somesalt", &mut tag).unwrap();
            argon2.hash_in(&mut area, b"password", b"somesalt", &mut tag).unwrap();
            drop(area);
            assert_eq!(tag, expected, "{backend:?}");
            assert!(work[..48].iter().all(|block| *block == Block::ZERO), "{backend:?}");
            assert!(work[48..] == beyond, "what is not needed is not touched");
        });
    }
}

#[test]
fn blocks_keep_their_bytes() {
    let indices: std::collections::BTreeSet<usize> = (0..WORDS).map(index_of).collect();
    assert!(indices.into_iter().eq(0..WORDS) && index_of(0) == 0);
    let mut bytes = [0; BLOCK_LEN];
    TestRandom::new(3).fill(&mut bytes).unwrap();
    let (mut block, mut again) = (Block::ZERO, [0; BLOCK_LEN]);
    block::from_bytes(&bytes, &mut block);
    assert_eq!(block.0[index_of(7)], u64::from_le_bytes(bytes[56..64].try_into().unwrap()));
    block::to_bytes(&block, &mut again);
    assert_eq!(again, bytes);
}

#[test]
fn memory_is_rounded_down_to_whole_segments() {
    for (memory_kib, lanes, blocks) in [(8, 1, 8), (11, 1, 8), (12, 1, 12), (47, 5, 40), (60, 5, 60), (79, 5, 60)] {
        assert_eq!(params(memory_kib, 1, lanes).blocks(), blocks, "{memory_kib} {lanes}");
    }
    assert_eq!(Params::SECOND_RECOMMENDED, params(65536, 3, 4));
    assert_eq!(Params::FIRST_RECOMMENDED, params(2_097_152, 1, 4));
    let all = params(u32::MAX, u32::MAX, Params::MAX_LANES);
    assert_eq!((all.memory_kib(), all.passes(), all.lanes()), (u32::MAX, u32::MAX, (1 << 24) - 1));
    assert_eq!(u64::from(all.blocks()), u64::from(u32::MAX) / (4 * 0xff_ffff) * (4 * 0xff_ffff));
}

#[test]
fn parameters_that_there_are_not_are_refused() {
    for (m, t, p, expected) in [
        (7, 1, 1, ParamsError::Memory { lanes: 1, found: 7 }),
        (0, 1, 1, ParamsError::Memory { lanes: 1, found: 0 }),
        (31, 1, 4, ParamsError::Memory { lanes: 4, found: 31 }),
        (8 * 0xff_ffff - 1, 1, 0xff_ffff, ParamsError::Memory { lanes: 0xff_ffff, found: 8 * 0xff_ffff - 1 }),
        (8, 0, 1, ParamsError::NoPasses),
        (8, 1, 0, ParamsError::Lanes { found: 0 }),
        (u32::MAX, 1, 1 << 24, ParamsError::Lanes { found: 1 << 24 }),
        (u32::MAX, 1, u32::MAX, ParamsError::Lanes { found: u32::MAX }),
    ] {
        assert_eq!(Params::new(m, t, p), Err(expected), "{m} {t} {p}");
    }
    assert_eq!(format!("{}", ParamsError::NoPasses), "Argon2 needs at least one pass");
    assert_eq!(format!("{}", ParamsError::Lanes { found: 0 }), "Argon2 has 1 to 16777215 lanes, not 0");
}

#[test]
fn unsupported_lengths_are_refused_and_nothing_is_written() {
    let argon2 = Argon2::id(params(16, 1, 1));
    let mut work = random_blocks(&mut TestRandom::new(5), 16);
    let before = work.clone();
    for (salt, tag, what, at_least) in [(7, 32, "Argon2 salt", 8), (0, 32, "Argon2 salt", 8), (8, 3, "Argon2 tag", 4)] {
        let mut out = vec![0xee; tag];
        let found = if what == "Argon2 tag" { tag } else { salt };
        let refused = LengthRangeError { what, at_least, at_most: u32::MAX as usize, found };
        let refused = Err(Argon2Error::Length(refused));
        assert_eq!(argon2.hash_into(b"p", &vec![1; salt], &mut out), refused);
        assert_eq!(argon2.hash_in(&mut WorkArea::borrowed(&mut work), b"p", &vec![1; salt], &mut out), refused);
        assert_eq!(out, vec![0xee; tag]);
    }
    for found in [0, 15] {
        let mut out = [0xee; 32];
        let refused = argon2.hash_in(&mut WorkArea::borrowed(&mut work[..found]), b"p", &[1; 8], &mut out);
        assert_eq!(refused, Err(Argon2Error::WorkArea { needed: 16, found }));
        assert_eq!(out, [0xee; 32]);
    }
    assert!(work == before);
}

/// 4 TiB. Only a system that overcommits memory without limit returns a work area of that size, which is then not
/// touched.
#[test]
fn memory_that_there_is_not_is_an_error() {
    let params = params(u32::MAX, 1, 1);
    let refused = Argon2Error::OutOfMemory { kib: u32::MAX as u64 - 3 };
    match WorkArea::new(&params) {
        Err(error) => {
            assert_eq!(error, refused);
            let mut tag = [0xee; 32];
            assert_eq!(Argon2::id(params).hash_into(b"", &[0; 8], &mut tag), Err(refused));
            assert_eq!(tag, [0xee; 32]);
        }
        Ok(area) => drop(area),
    }
    assert_eq!(format!("{refused}"), "there are no 4294967292 KiB of memory for Argon2");
}

#[test]
fn debug_shows_no_secret() {
    let argon2 = Argon2::id(params(8, 1, 1)).with_secret(b"secret").with_associated_data(b"data");
    let expected = "Argon2 { variant: Id, version: V0x13, params: Params { memory_kib: 8, passes: 1, lanes: 1 }, .. }";
    assert_eq!(format!("{argon2:?}"), expected);
}

/// The password, its hash and the blocks pass through the stack.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn nothing_of_a_password_stays_on_the_stack() {
    let random = &mut TestRandom::new(6);
    Backend::with_every(|backend| {
        for variant in VARIANTS {
            let mut password = [0; 64];
            random.fill(&mut password).unwrap();
            let argon2 = Argon2::new(variant, params(24, 2, 1));
            // The final blocks, and the hash that they are derived from.
            let h0 = argon2.h0(&password, b"somesalt", 16);
            let mut blocks = vec![Block::ZERO; 24];
            super::memory::fill(backend, &argon2, &h0, &mut blocks);
            let mut work = vec![Block::ZERO; 24];
            let mut tag = [0; 16];
            let stack = testing::stack_left_by(&mut || {
                argon2.hash_in(&mut WorkArea::borrowed(&mut work), &password, b"somesalt", &mut tag).unwrap();
            });
            let left: std::collections::HashSet<&[u8]> = stack.windows(8).collect();
            let words = blocks.iter().flat_map(|block| block.0).map(u64::to_le_bytes);
            let secrets = words.chain(password.as_chunks().0.iter().copied()).chain(h0.as_chunks().0.iter().copied());
            let found = secrets.filter(|word| left.contains(&word[..])).count();
            assert_eq!(found, 0, "{backend:?}, {variant:?}");
            core::hint::black_box(&tag);
        }
    });
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
#[test]
fn kernels_are_right_and_aligned_at_every_stack_position() {
    let work = random_blocks(&mut TestRandom::new(7), 16);
    for variant in [Variant::D, Variant::I] {
        let argon2 = Argon2::new(variant, params(16, 2, 2));
        let slice = slice(&argon2, 1, 2, &work);
        let before = &work[8..12];
        let mut expected = before.to_vec();
        kernel::fill(Backend::Portable(Portable), &slice, 0..2, &mut expected);
        Backend::with_every(|backend| {
            let mut segments = before.to_vec();
            let frames = testing::frames(|| {
                testing::at_every_stack_position(&mut || {
                    segments.clone_from_slice(before);
                    kernel::fill(backend, &slice, 0..2, &mut segments);
                    assert!(segments == expected);
                });
            });
            assert!(frames.iter().all(|address| address % 64 == 0), "{backend:?}");
            let vectors = !matches!(backend, Backend::Portable(_));
            assert_eq!(vectors, !frames.is_empty(), "{backend:?}: kernels with vectors align their frames");
        });
    }
}
