//! The examples of the format, and every kind of damage to a file.

use super::in_memory::{seal_by, split};
use super::stream::MAX_CHUNKS;
use super::*;
use crate::LengthError;
use crate::LengthRangeError;
use crate::base::cpu::{Tier, forced};
use crate::base::random::TestRandom;
use crate::base::testing;
use crate::cipher::Aead as _;
use crate::hash::Sha256;
use crate::kdf::argon2::{Argon2Error, Limits, ParamsError};
use std::boxed::Box;
use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

/// Runs `body` at every tier that this CPU has.
fn with_every_tier(mut body: impl FnMut(Tier)) {
    for tier in forced::tiers() {
        forced::at_most(tier, || body(tier));
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn random_bytes(random: &mut TestRandom, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    random.fill(&mut bytes).unwrap();
    bytes
}

/// A source of exactly these bytes.
struct Fixed([u8; 32]);

impl Random for Fixed {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
        out.copy_from_slice(&self.0[..out.len()]);
        Ok(())
    }
}

/// The key and the salt of the examples in docs/guide/sealed-file.md.
fn of_the_examples() -> (Key, Fixed) {
    (Key::new(&core::array::from_fn(|i| i as u8)), Fixed(core::array::from_fn(|i| 32 + i as u8)))
}

/// Made by the `cryptography` package for Python (OpenSSL), following docs/guide/sealed-file.md.
#[test]
fn the_examples_of_the_format() {
    let (key, mut salt) = of_the_examples();
    let header = "6361726e7365616c01010000000000000000000000000000\
                  202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f\
                  ea5df184f6359b1d24283025324c7c41dab1d09508ca66900ec0c363d665da21\
                  740fbeb50cfac797";
    for (plaintext, chunk) in [
        (&b""[..], "c5fd2b36dd0de083c54557a3d2baf856"),
        (b"attack at dawn", "c307b0114cb1fd5b0478e1afa73e76cb95b8b4990ba044f36d858c669e31"),
    ] {
        with_every_tier(|tier| {
            let file = seal(&key, plaintext, &mut salt).unwrap();
            assert_eq!(hex(&file), format!("{header}{chunk}"), "{tier}");
            assert_eq!(open(&key, &file).unwrap(), plaintext, "{tier}");
        });
    }
    for (len, digest) in [
        (65_535, "3103a404916569b3755fe8e0d5c683a44baefbb2149056ce571fc30d48b1544b"),
        (65_536, "f007207b4970c2951037ea795016201df21b93b616ddf4da08812b464f08d9c6"),
        (65_537, "94c14b9190671228846c2aa631ebabe26956c8d99b12556c543de1fb5297cdfa"),
        (131_072, "ee3e688bb89437fc505614566da5b5d51e15d4af66af51bc35ad56ec1f889fc6"),
        (200_000, "6675ab211440b278086cd54385371c715d392b87d635b1748a4697441d02e598"),
    ] {
        let plaintext: Vec<u8> = (0..len).map(|i: u64| ((i * i) >> 3) as u8).collect();
        let file = seal(&key, &plaintext, &mut salt).unwrap();
        assert_eq!((file.len() as u64, hex(&Sha256::digest(&file))), (sealed_len(len).unwrap(), digest.into()));
    }
}

/// Lengths around every boundary of chunks.
const LENGTHS: [usize; 9] =
    [0, 1, 1000, CHUNK_LEN - 1, CHUNK_LEN, CHUNK_LEN + 1, 2 * CHUNK_LEN - 16, 2 * CHUNK_LEN, 2 * CHUNK_LEN + 5000];

/// Seals chunk by chunk, in place.
fn sealed_in_place(mut sealer: Sealer, plaintext: &[u8]) -> Vec<u8> {
    let (mut file, mut rest) = (sealer.header().to_vec(), plaintext.to_vec());
    let mut at = 0;
    while rest.len() - at > CHUNK_LEN {
        let chunk = rest[at..].first_chunk_mut().unwrap();
        let tag = sealer.seal_next(chunk).unwrap();
        file.extend_from_slice(chunk);
        file.extend_from_slice(&tag);
        at += CHUNK_LEN;
    }
    let tag = sealer.seal_last(&mut rest[at..]).unwrap();
    file.extend_from_slice(&rest[at..]);
    file.extend_from_slice(&tag);
    file
}

fn opened_in_place(key: &Key, file: &[u8]) -> Result<Vec<u8>, OpenError> {
    let mut opener = Opener::new(&Header::from_bytes(file.first_chunk().unwrap())?, key)?;
    let (mut plaintext, mut chunks) = (Vec::new(), file[HEADER_LEN..].chunks(SEALED_CHUNK_LEN).peekable());
    while let Some(chunk) = chunks.next() {
        let (ciphertext, tag) = chunk.split_last_chunk().unwrap();
        plaintext.extend_from_slice(ciphertext);
        let place = plaintext.len() - ciphertext.len();
        match chunks.peek() {
            Some(_) => opener.open_next(plaintext[place..].first_chunk_mut().unwrap(), tag)?,
            None => return opener.open_last(&mut plaintext[place..], tag).map(|()| plaintext),
        }
    }
    unreachable!("a file has a chunk")
}

#[test]
fn every_form_gives_the_same_file() {
    let random = &mut TestRandom::new(1);
    let data = random_bytes(random, 3 * CHUNK_LEN);
    let (key, mut salt) = of_the_examples();
    with_every_tier(|tier| {
        for len in LENGTHS {
            let file = seal(&key, &data[..len], &mut salt).unwrap();
            assert_eq!(Some(file.len() as u64), sealed_len(len as u64));
            assert!(sealed_in_place(Sealer::new(&key, &mut salt).unwrap(), &data[..len]) == file, "{len} at {tier}");
            assert!(open(&key, &file).unwrap() == data[..len], "{len} at {tier}");
            assert!(opened_in_place(&key, &file).unwrap() == data[..len], "{len} at {tier}");
        }
    });
}

/// Every bit of every byte of the header and of the chunk after it.
#[test]
fn no_byte_of_a_short_file_can_change() {
    let key = Key::new(&[1; 32]);
    let file = seal(&key, &[0xa5; 100], &mut TestRandom::new(2)).unwrap();
    with_every_tier(|_| {
        for at in testing::some(0..file.len()) {
            for bit in 0..8 {
                let mut changed = file.clone();
                changed[at] ^= 1 << bit;
                let error = open(&key, &changed).unwrap_err();
                let expected = match at {
                    0..8 => OpenError::Header(HeaderError::NotSealed),
                    8 => OpenError::Header(HeaderError::Version { found: 1 ^ 1 << bit }),
                    9..HEADER_LEN => OpenError::Header(HeaderError::Damaged),
                    _ => OpenError::Damaged { chunk: 0 },
                };
                assert_eq!(error, expected, "bit {bit} of byte {at}");
            }
        }
    });
}

/// Corrects the checksum of a header.
fn check_again(header: &mut [u8; HEADER_LEN]) {
    let check = Sha256::digest(&header[..HEADER_LEN - 8]);
    header[HEADER_LEN - 8..].copy_from_slice(&check[..8]);
}

/// An attacker can compute a checksum: changes are detected even if it is right.
#[test]
fn no_bit_of_a_header_can_be_changed_on_purpose() {
    let (key, mut salt) = of_the_examples();
    let header = Sealer::new(&key, &mut salt).unwrap().header();
    for bit in 9 * 8..(HEADER_LEN - 8) * 8 {
        let mut changed = header;
        changed[bit / 8] ^= 1 << (bit % 8);
        check_again(&mut changed);
        let error =
            Header::from_bytes(&changed).map_err(OpenError::Header).and_then(|header| Opener::new(&header, &key));
        let expected = match bit / 8 {
            9 => OpenError::Header(HeaderError::Kind { found: changed[9] }),
            10..24 => OpenError::Header(HeaderError::Reserved),
            _ => OpenError::WrongKey,
        };
        assert_eq!(error.err(), Some(expected), "bit {bit}");
    }
}

/// Every length of an incomplete chunk; of longer files, lengths at steps that are coprime to a chunk's.
#[test]
fn no_byte_of_a_longer_file_can_change() {
    let key = Key::new(&[2; 32]);
    for (len, step) in [(2500, 1), (CHUNK_LEN + 200, 509), (2 * CHUNK_LEN, 1021)] {
        let mut file = seal(&key, &vec![0x5a; len], &mut TestRandom::new(3)).unwrap();
        with_every_tier(|_| {
            for at in testing::some((0..file.len()).step_by(step)) {
                file[at] ^= 1 << (at % 8);
                let error = open(&key, &file).unwrap_err();
                let chunk = at.saturating_sub(HEADER_LEN) / SEALED_CHUNK_LEN;
                assert!(at < HEADER_LEN || error == OpenError::Damaged { chunk: chunk as u64 }, "byte {at}: {error}");
                file[at] ^= 1 << (at % 8);
            }
        });
        open(&key, &file).unwrap();
    }
}

#[test]
fn no_file_can_be_cut_off_or_extended() {
    let key = Key::new(&[3; 32]);
    for len in LENGTHS {
        let file = seal(&key, &random_bytes(&mut TestRandom::new(4), len), &mut TestRandom::new(5)).unwrap();
        let borders = (0..=len / CHUNK_LEN + 1).flat_map(|chunk| {
            let border = HEADER_LEN + chunk * SEALED_CHUNK_LEN;
            border.saturating_sub(20)..border + 20
        });
        for cut in testing::some((0..HEADER_LEN + 50).chain(borders).chain((0..file.len()).step_by(4999))) {
            let Some(start) = file.get(..cut).filter(|start| start.len() < file.len()) else { continue };
            let error = open(&key, start).unwrap_err();
            let expected = match cut.checked_sub(HEADER_LEN) {
                None if cut == 0 => OpenError::Header(HeaderError::NotSealed),
                None => OpenError::Header(HeaderError::Truncated),
                // The chunk that ends there was not the last, or is missing.
                Some(body) => OpenError::Damaged { chunk: (body.saturating_sub(1) / SEALED_CHUNK_LEN) as u64 },
            };
            assert_eq!(error, expected, "{len} bytes cut off at {cut}");
        }
        for more in [1, 15, 16, 17, CHUNK_LEN, SEALED_CHUNK_LEN] {
            assert!(open(&key, &[&file[..], &vec![0; more]].concat()).is_err(), "{len} bytes and {more}");
        }
        assert!(open(&key, &[&file[..], &file].concat()).is_err());
    }
}

#[test]
fn no_chunk_can_be_moved() {
    let key = Key::new(&[4; 32]);
    let data = random_bytes(&mut TestRandom::new(6), 4 * CHUNK_LEN + 100);
    let [file, other] = [7, 8].map(|seed| seal(&key, &data, &mut TestRandom::new(seed)).unwrap());
    let split = |file: &[u8]| {
        let (header, chunks) = file.split_at(HEADER_LEN);
        (header.to_vec(), chunks.chunks(SEALED_CHUNK_LEN).map(<[u8]>::to_vec).collect::<Vec<_>>())
    };
    let ((header, chunks), (other_header, other_chunks)) = (split(&file), split(&other));
    let refused = |header: &[u8], chunks: &[Vec<u8>], what: &str| {
        let file = [header, &chunks.concat()].concat();
        assert!(open(&key, &file).is_err() && opened_in_place(&key, &file).is_err(), "{what}");
    };
    assert_eq!(chunks.len(), 5);
    for at in 0..5 {
        let mut dropped = chunks.clone();
        dropped.remove(at);
        refused(&header, &dropped, "a chunk is left out");
        for to in 0..5 {
            let (mut moved, mut repeated) = (chunks.clone(), chunks.clone());
            moved.swap(at, to);
            repeated.insert(to, chunks[at].clone());
            if at != to {
                refused(&header, &moved, "chunks change places");
            }
            refused(&header, &repeated, "a chunk is repeated");
        }
        let mut mixed = chunks.clone();
        mixed[at].clone_from(&other_chunks[at]);
        refused(&header, &mixed, "a chunk is another file's");
    }
    refused(&other_header, &chunks, "the header is another file's");
}

/// The owner of a key can seal files that no honest writer makes: with an empty last chunk after others, or a short one
/// before others.
#[test]
fn a_file_has_one_form() {
    let key = Key::new(&[5; 32]);
    let mut sealer = Sealer::new(&key, &mut TestRandom::new(9)).unwrap();
    let mut chunk = Box::new([1; CHUNK_LEN]);
    let (header, tag) = (sealer.header(), sealer.seal_next(&mut chunk).unwrap());
    let refused = LengthRangeError { what: "last chunk of a sealed file", at_least: 1, at_most: CHUNK_LEN, found: 0 };
    let nonce = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
    let (stream, _) = stream::Stream::derive(&key, header.first_chunk().unwrap());
    let empty = stream.key.seal(&nonce, b"", &mut []).unwrap();
    let file = [&header[..], &chunk[..], &tag, &empty].concat();
    assert_eq!(open(&key, &file), Err(OpenError::Damaged { chunk: 1 }));
    assert_eq!(sealer.seal_last(&mut []), Err(SealError::Chunk(refused)));
}

#[test]
fn another_key_does_not_open() {
    let file = seal(&Key::new(&[6; 32]), b"text", &mut TestRandom::new(10)).unwrap();
    for bit in 0..256 {
        let mut key = [6; 32];
        key[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(open(&Key::new(&key), &file), Err(OpenError::WrongKey));
    }
}

const PASSPHRASE: &[u8] = b"correct horse battery staple";

/// A cost that tests can afford.
fn cheap() -> Params {
    Params::new(256, 3, 4).unwrap()
}

/// The salt of the examples, with which the files of a passphrase are always the same.
fn sealed_with_passphrase(plaintext: &[u8]) -> Vec<u8> {
    seal_by(Sealer::with_passphrase(PASSPHRASE, cheap(), &mut of_the_examples().1).unwrap(), plaintext)
}

/// An example from docs/guide/sealed-file.md.
#[test]
fn the_example_with_a_passphrase() {
    let expected = "6361726e7365616c01020000000100000300000004000000\
                    202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f\
                    9136dc8360bc67c7df465c3deb73805c305b3bec5592f866eb4deccd7b17c751\
                    e3c208c4c8996a53\
                    a4c8680c82f8888bacaac5f3edb24e8b42d0e6d1e219f6743b45188be5bf";
    with_every_tier(|tier| {
        let file = sealed_with_passphrase(b"attack at dawn");
        assert_eq!(hex(&file), expected, "{tier}");
        assert_eq!(split(&file).unwrap().0.passphrase_cost(), Some(cheap()));
        assert_eq!(open_with_passphrase(PASSPHRASE, &file, &Limits::default()).unwrap(), b"attack at dawn", "{tier}");
    });
}

#[test]
fn another_passphrase_does_not_open() {
    let file = sealed_with_passphrase(b"text");
    let limits = Limits::default();
    for other in [&b""[..], b"correct horse battery stapl", b"correct horse battery staple ", b"Correct horse"] {
        assert_eq!(open_with_passphrase(other, &file, &limits), Err(OpenError::WrongPassphrase));
    }
    let empty = seal_by(Sealer::with_passphrase(b"", cheap(), &mut TestRandom::new(20)).unwrap(), b"text");
    assert_eq!(open_with_passphrase(b"", &empty, &limits).unwrap(), b"text");
    assert_eq!(open_with_passphrase(b"\0", &empty, &limits), Err(OpenError::WrongPassphrase));
    assert_eq!(open(&Key::new(&[1; 32]), &file), Err(OpenError::NeedsPassphrase));
    let with_key = seal(&Key::new(&[1; 32]), b"text", &mut TestRandom::new(21)).unwrap();
    assert_eq!(open_with_passphrase(PASSPHRASE, &with_key, &limits), Err(OpenError::NeedsKey));
}

#[test]
fn no_byte_of_a_file_with_a_passphrase_can_change() {
    let file = sealed_with_passphrase(b"text");
    for at in testing::some(0..file.len()) {
        let mut changed = file.clone();
        changed[at] ^= 1 << (at % 8);
        let error = open_with_passphrase(PASSPHRASE, &changed, &Limits::default()).unwrap_err();
        match at {
            0..9 => assert!(matches!(error, OpenError::Header(_)), "byte {at}: {error}"),
            9..HEADER_LEN => assert_eq!(error, OpenError::Header(HeaderError::Damaged), "byte {at}"),
            _ => assert_eq!(error, OpenError::Damaged { chunk: 0 }, "byte {at}"),
        }
    }
}

/// Returns the result of opening with this cost in the header. The file was sealed at another.
fn with_cost(memory_kib: u32, passes: u32, lanes: u32, limits: &Limits) -> OpenError {
    let file = sealed_with_passphrase(b"text");
    let mut header = *file.first_chunk().unwrap();
    for (at, number) in [(12, memory_kib), (16, passes), (20, lanes)] {
        header[at..at + 4].copy_from_slice(&number.to_le_bytes());
    }
    check_again(&mut header);
    let opened = open_with_passphrase(PASSPHRASE, &[&header, &file[HEADER_LEN..]].concat(), limits);
    opened.unwrap_err()
}

#[test]
fn the_cost_of_a_passphrase_is_checked_and_bound() {
    let limits = Limits { memory_kib: 1024, passes: 5, lanes: 8 };
    for (m, t, p) in [(257, 3, 4), (1024, 3, 4), (256, 5, 4), (256, 3, 8)] {
        assert_eq!(with_cost(m, t, p, &limits), OpenError::WrongPassphrase, "{m} {t} {p}");
    }
    for (m, t, p) in
        [(1025, 3, 4), (u32::MAX, 3, 4), (256, 6, 4), (256, u32::MAX, 4), (256, 3, 9), (u32::MAX, 1, 1 << 20)]
    {
        assert_eq!(with_cost(m, t, p, &limits), OpenError::TooCostly(Params::new(m, t, p).unwrap()), "{m} {t} {p}");
    }
    for (m, t, p, error) in [
        (31, 3, 4, ParamsError::Memory { lanes: 4, found: 31 }),
        (256, 0, 4, ParamsError::NoPasses),
        (256, 3, 0, ParamsError::Lanes { found: 0 }),
        (256, 3, 1 << 24, ParamsError::Lanes { found: 1 << 24 }),
    ] {
        assert_eq!(with_cost(m, t, p, &limits), OpenError::Header(HeaderError::Cost(error)), "{m} {t} {p}");
    }
    let refused = OpenError::TooCostly(Params::new(4096, 3, 4).unwrap());
    let told = "the passphrase takes 4096 KiB of memory, 3 passes and 4 lanes, which is above the limits";
    assert_eq!(format!("{refused}"), told);
}

/// The fields of the other kind of header must be zero.
#[test]
fn kinds_are_not_taken_for_one_another() {
    let mut header = *sealed_with_passphrase(b"text").first_chunk().unwrap();
    header[9] = 1;
    check_again(&mut header);
    assert_eq!(Header::from_bytes(&header), Err(HeaderError::Reserved));
    header[9] = 2;
    header[10] = 1;
    check_again(&mut header);
    assert_eq!(Header::from_bytes(&header), Err(HeaderError::Reserved));
    let (key, mut salt) = of_the_examples();
    let mut header = Sealer::new(&key, &mut salt).unwrap().header();
    header[9] = 2;
    check_again(&mut header);
    assert!(matches!(Header::from_bytes(&header), Err(HeaderError::Cost(_))));
}

#[test]
fn memory_that_is_not_there_is_an_error() {
    let error = OpenError::Passphrase(Argon2Error::OutOfMemory { kib: 7 });
    assert_eq!(std::io::Error::from(error).kind(), std::io::ErrorKind::OutOfMemory);
    let error = SealError::Passphrase(Argon2Error::OutOfMemory { kib: 7 });
    assert_eq!(std::io::Error::from(error).kind(), std::io::ErrorKind::OutOfMemory);
}

#[test]
fn buffers_of_other_lengths_are_refused() {
    let (key, mut salt) = of_the_examples();
    let sealer = || Sealer::new(&key, &mut Fixed([9; 32])).unwrap();
    let mut sealed = [0xee; 20];
    let refused = |expected, found| Err(SealError::Length(LengthError { what: "sealed chunk", expected, found }));
    assert_eq!(sealer().seal_last_to(b"text!", &mut sealed), refused(21, 20));
    assert_eq!(sealer().seal_last_to(b"", &mut sealed[..3]), refused(16, 3));
    assert_eq!(sealed, [0xee; 20]);
    let mut long = vec![0; CHUNK_LEN + 1];
    assert!(matches!(sealer().seal_last(&mut long), Err(SealError::Chunk(error)) if error.found == CHUNK_LEN + 1));

    let file = seal(&key, b"text", &mut salt).unwrap();
    let (header, chunk) = file.split_first_chunk().unwrap();
    let opener = || Opener::new(&Header::from_bytes(header).unwrap(), &key).unwrap();
    let mut plaintext = [0xee; 5];
    let refused = LengthError { what: "plaintext of a sealed chunk", expected: 4, found: 5 };
    assert_eq!(opener().open_last_to(chunk, &mut plaintext), Err(OpenError::Length(refused)));
    assert_eq!(plaintext, [0; 5]);
    let mut plaintext = [0xee; 5];
    assert_eq!(opener().open_last_to(&chunk[..15], &mut plaintext), Err(OpenError::Damaged { chunk: 0 }));
    assert_eq!(plaintext, [0; 5]);
}

/// A refused chunk leaves zeros, and the right one still opens after it.
#[test]
fn a_refused_chunk_leaves_zeros() {
    let (key, mut salt) = of_the_examples();
    let file = seal(&key, &vec![7; CHUNK_LEN + 9], &mut salt).unwrap();
    let (header, chunks) = file.split_first_chunk().unwrap();
    let (first, last) = chunks.split_first_chunk::<SEALED_CHUNK_LEN>().unwrap();
    let mut opener = Opener::new(&Header::from_bytes(header).unwrap(), &key).unwrap();
    let (mut wrong, mut plaintext) = (Box::new(*first), Box::new([0xee; CHUNK_LEN]));
    wrong[100] ^= 1;
    assert_eq!(opener.open_next_to(&wrong, &mut plaintext), Err(OpenError::Damaged { chunk: 0 }));
    assert!(*plaintext == [0; CHUNK_LEN]);
    opener.open_next_to(first, &mut plaintext).unwrap();
    assert!(*plaintext == [7; CHUNK_LEN]);
    let (ciphertext, tag) = last.split_last_chunk().unwrap();
    let mut changed: Vec<u8> = ciphertext.iter().map(|byte| byte ^ 1).collect();
    assert_eq!(opener.open_last(&mut changed, tag), Err(OpenError::Damaged { chunk: 1 }));
    assert_eq!(changed, [0; 9]);
}

#[test]
fn there_are_no_more_chunks_than_there_may_be() {
    let (key, mut salt) = of_the_examples();
    let mut chunk = Box::new([0xee; CHUNK_LEN]);
    let mut sealer = Sealer::new(&key, &mut salt).unwrap();
    sealer.skip_to(MAX_CHUNKS - 1);
    let (header, tag) = (sealer.header(), sealer.seal_next(&mut chunk).unwrap());
    let mut next = chunk.clone();
    assert_eq!(sealer.seal_next(&mut next), Err(TooLong));
    assert_eq!(sealer.seal_next_to(&chunk, &mut [0; SEALED_CHUNK_LEN]), Err(TooLong));
    assert_eq!(sealer.seal_last(&mut next[..1]), Err(SealError::TooLong(TooLong)));
    assert!(next == chunk);

    let mut opener = Opener::new(&Header::from_bytes(&header).unwrap(), &key).unwrap();
    opener.skip_to(MAX_CHUNKS - 1);
    opener.open_next(&mut chunk, &tag).unwrap();
    assert_eq!(opener.open_next(&mut next, &tag), Err(OpenError::Damaged { chunk: MAX_CHUNKS }));
    assert!(*chunk == [0xee; CHUNK_LEN] && *next == [0; CHUNK_LEN]);
    assert_eq!(sealed_len(u64::MAX - 100), None);
}

#[test]
fn a_source_that_cannot_deliver_seals_nothing() {
    struct Broken;
    impl Random for Broken {
        fn fill(&mut self, _: &mut [u8]) -> Result<(), RandomError> {
            Err(RandomError)
        }
    }
    assert_eq!(seal(&Key::new(&[1; 32]), b"text", &mut Broken), Err(RandomError));
    assert_eq!(Key::generate(&mut Broken).err(), Some(RandomError));
}

#[test]
fn keys_are_silent_and_wiped() {
    let key = Key::generate(&mut TestRandom::new(11)).unwrap();
    let sealer = Sealer::new(&key, &mut TestRandom::new(12)).unwrap();
    assert_eq!(format!("{key:?} {sealer:?}"), "Key(..) Sealer(..)");
    let opener = Opener::new(&Header::from_bytes(&sealer.header()).unwrap(), &key).unwrap();
    assert_eq!(format!("{opener:?}"), "Opener(..)");
    assert_eq!(testing::bytes_after_drop(key.0.into_inner()), [0; KEY_LEN]);
    let left = testing::bytes_after_drop(opener.stream.key.into_inner());
    assert_eq!(left, [0; KEY_LEN], "the key of the file");
}

/// Neither the key nor anything derived from it may stay on the stack.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn nothing_of_a_key_stays_on_the_stack() {
    let random = &mut TestRandom::new(13);
    with_every_tier(|tier| {
        for len in [0, 5, 1000, CHUNK_LEN + 100] {
            let bytes: [u8; 32] = random_bytes(random, 32).try_into().unwrap();
            let (key, salt) = (Key::new(&bytes), random_bytes(random, 32).try_into().unwrap());
            let data = vec![0; len];
            let stack = testing::stack_left_by(&mut || {
                let file = seal(&key, &data, &mut Fixed(salt)).unwrap();
                open(&key, &file).unwrap();
            });
            let header = Header::without_commitment(&salt, None);
            let prk = crate::kdf::Hkdf::<Sha256>::extract_prk(&salt, &bytes);
            let mut okm = [0; 64];
            crate::kdf::Hkdf::<Sha256>::from_prk(&prk).unwrap().expand(&header, &mut okm).unwrap();
            let found = words_in(&stack, &[&bytes[..], &prk, &okm[32..]].concat());
            assert!(found.is_empty(), "{tier}, {len} bytes leave {found:x?}");
        }
        let file = sealed_with_passphrase(b"text");
        let stack = testing::stack_left_by(&mut || {
            open_with_passphrase(PASSPHRASE, &file, &Limits::default()).unwrap();
        });
        let mut key = [0; 32];
        crate::kdf::argon2::Argon2::id(cheap()).hash_into(PASSPHRASE, &of_the_examples().1.0, &mut key).unwrap();
        let found = words_in(&stack, &[&key, PASSPHRASE].concat());
        assert!(found.is_empty(), "{tier}: a passphrase leaves {found:x?}");
    });
}

#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
fn words_in(stack: &[u8], secrets: &[u8]) -> Vec<(usize, Vec<u8>)> {
    let present: std::collections::HashSet<&[u8]> = stack.windows(8).collect();
    let words = secrets.chunks_exact(8).enumerate().filter(|(_, word)| present.contains(word));
    words.map(|(at, word)| (at, word.to_vec())).collect()
}
