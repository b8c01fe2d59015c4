//! Sealed files against a reader and a writer of their own, made from RustCrypto's crates after docs/guide/sealed-file.md;
//! and what is written and read piece by piece.

use crate::inputs::bytes;
use crate::tiers::tiers;
use carnelian::__internals::{TestRandom, at_most};
use carnelian::composite::sealed_file::{
    self, CHUNK_LEN, HEADER_LEN, Header, HeaderError, Key, OpenError, OpenReader, Opener, SEALED_CHUNK_LEN, SealWriter,
    Sealer,
};
use carnelian::kdf::argon2::{Limits, Params};
use carnelian::random::Random;
use chacha20poly1305::{AeadInOut, ChaCha20Poly1305, KeyInit};
use hkdf::Hkdf;
use proptest::prelude::*;
use sha2::{Digest, Sha256};
use std::cell::Cell;
use std::io::{self, BufRead, Read, Write};
use std::rc::Rc;

/// The header of a file with these fields, and what its chunks are encrypted with.
fn header_and_cipher(key: &[u8; 32], bound: &[u8]) -> (Vec<u8>, ChaCha20Poly1305) {
    let mut okm = [0; 64];
    Hkdf::<Sha256>::new(Some(&bound[24..56]), key).expand(bound, &mut okm).unwrap();
    let committed = [bound, &okm[..32]].concat();
    let check = Sha256::digest(&committed);
    ([&committed, &check[..8]].concat(), ChaCha20Poly1305::new_from_slice(&okm[32..]).unwrap())
}

/// Returns the bytes before the salt in a file with a passphrase, and the key derived from the passphrase.
fn passphrase_fields(passphrase: &[u8], salt: &[u8; 32], [m, t, p]: [u32; 3]) -> (Vec<u8>, [u8; 32]) {
    let params = argon2::Params::new(m, t, p, Some(32)).unwrap();
    let argon2 = argon2::Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, params);
    let mut key = [0; 32];
    argon2.hash_password_into(passphrase, salt, &mut key).unwrap();
    let numbers = [m, t, p].map(u32::to_le_bytes);
    ([b"carnseal", &[1, 2, 0, 0][..], numbers.as_flattened()].concat(), key)
}

fn nonce(chunk: usize, chunks: usize) -> [u8; 12] {
    let mut nonce = [0; 12];
    nonce[..8].copy_from_slice(&(chunk as u64).to_le_bytes());
    nonce[11] = u8::from(chunk + 1 == chunks);
    nonce
}

fn seal_by_oracle(key: &[u8; 32], salt: &[u8; 32], plaintext: &[u8]) -> Vec<u8> {
    let fields = [b"carnseal", &[1, 1][..], &[0; 14]].concat();
    seal_with_fields(&fields, key, salt, plaintext)
}

fn seal_with_fields(fields: &[u8], key: &[u8; 32], salt: &[u8; 32], plaintext: &[u8]) -> Vec<u8> {
    let (mut file, cipher) = header_and_cipher(key, &[fields, salt].concat());
    let chunks = if plaintext.is_empty() { vec![&[][..]] } else { plaintext.chunks(65_536).collect() };
    for (number, chunk) in chunks.iter().enumerate() {
        let mut data = chunk.to_vec();
        let nonce = nonce(number, chunks.len()).into();
        let tag = cipher.encrypt_inout_detached(&nonce, b"", data.as_mut_slice().into()).unwrap();
        file.extend_from_slice(&data);
        file.extend_from_slice(&tag);
    }
    file
}

fn open_by_oracle(key: &[u8; 32], file: &[u8]) -> Option<Vec<u8>> {
    let bound = file.get(..56).filter(|bound| bound.starts_with(b"carnseal\x01\x01") && bound[10..24] == [0; 14])?;
    let (header, cipher) = header_and_cipher(key, bound);
    let body = file.strip_prefix(&header[..])?;
    let chunks = body.chunks(65_552);
    let mut plaintext = Vec::new();
    for (number, chunk) in chunks.clone().enumerate() {
        let (ciphertext, tag) = chunk.split_last_chunk::<16>()?;
        let mut data = ciphertext.to_vec();
        let nonce = nonce(number, chunks.len()).into();
        cipher.decrypt_inout_detached(&nonce, b"", data.as_mut_slice().into(), tag.into()).ok()?;
        plaintext.extend_from_slice(&data);
    }
    (body.len() >= 16 && (plaintext.is_empty() || body.len() % 65_552 != 16)).then_some(plaintext)
}

fn data(len: usize) -> Vec<u8> {
    let mut data = vec![0; len];
    TestRandom::new(len as u64).fill(&mut data).unwrap();
    data
}

/// A source that gives these bytes as the salt.
struct Salt([u8; 32]);

impl Random for Salt {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), carnelian::random::RandomError> {
        out.copy_from_slice(&self.0);
        Ok(())
    }
}

const LENGTHS: [usize; 12] =
    [0, 1, 15, 16, 17, 5000, 65_535, 65_536, 65_537, 2 * 65_536 - 16, 2 * 65_536, 3 * 65_536 + 1];

#[test]
fn another_writer_and_reader_agree() {
    let random = &mut TestRandom::new(1);
    for len in LENGTHS {
        let (key, salt, plaintext): ([u8; 32], [u8; 32], _) = (bytes(random), bytes(random), data(len));
        let file = seal_by_oracle(&key, &salt, &plaintext);
        for tier in tiers() {
            at_most(tier, || {
                let sealed = sealed_file::seal(&Key::new(&key), &plaintext, &mut Salt(salt)).unwrap();
                assert!(sealed == file, "{len} bytes at {tier}");
                assert!(sealed_file::open(&Key::new(&key), &file).unwrap() == plaintext, "{len} bytes at {tier}");
            });
        }
        assert!(open_by_oracle(&key, &file).unwrap() == plaintext, "{len} bytes");
    }
}

#[test]
fn another_writer_agrees_on_passphrases() {
    let random = &mut TestRandom::new(6);
    for (passphrase, [m, t, p], len) in
        [(&b"word"[..], [8, 1, 1], 0), (b"", [64, 2, 3], 100), ("\u{e9}\0 more words".as_bytes(), [500, 3, 4], 70_000)]
    {
        let (salt, plaintext): ([u8; 32], _) = (bytes(random), data(len));
        let (fields, key) = passphrase_fields(passphrase, &salt, [m, t, p]);
        let file = seal_with_fields(&fields, &key, &salt, &plaintext);
        for tier in tiers() {
            at_most(tier, || {
                let cost = Params::new(m, t, p).unwrap();
                let sealer = Sealer::with_passphrase(passphrase, cost, &mut Salt(salt)).unwrap();
                let mut writer = SealWriter::new(Vec::new(), sealer);
                writer.write_all(&plaintext).unwrap();
                assert!(writer.finish().unwrap() == file, "{m} {t} {p} at {tier}");
                let limits = Limits { memory_kib: m, passes: t, lanes: p };
                let mut reader = OpenReader::with_passphrase(&file[..], passphrase, &limits).unwrap();
                assert!(read_to_end(&mut reader, 9999).0 == plaintext, "{m} {t} {p} at {tier}");
            });
        }
    }
}

/// Reads and writes as much or as little at a time as it likes, and is interrupted or would block now and then.
struct Whims<T> {
    inner: T,
    random: TestRandom,
    blocks: Rc<Cell<bool>>,
}

impl<T> Whims<T> {
    fn new(inner: T, seed: u64, blocks: &Rc<Cell<bool>>) -> Self {
        Self { inner, random: TestRandom::new(seed), blocks: Rc::clone(blocks) }
    }

    fn len(&mut self, len: usize) -> io::Result<usize> {
        let most = [1, 100, 70_000, 200_000][self.random.next_u64() as usize % 4];
        match self.random.next_u64() % 16 {
            0 => Err(io::ErrorKind::Interrupted.into()),
            1 if self.blocks.get() => Err(io::ErrorKind::WouldBlock.into()),
            _ => Ok(len.min(1 + self.random.next_u64() as usize % most)),
        }
    }
}

impl<R: Read> Read for Whims<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let len = self.len(out.len())?;
        self.inner.read(&mut out[..len])
    }
}

impl<W: Write> Write for Whims<W> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        let len = self.len(data.len())?;
        self.inner.write(&data[..len])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Does it again until it does not block.
fn insist<T>(mut action: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match action() {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            result => return result,
        }
    }
}

fn read_to_end(reader: &mut impl Read, piece: usize) -> (Vec<u8>, io::Result<()>) {
    let (mut all, mut buffer) = (Vec::new(), vec![0; piece]);
    loop {
        match insist(|| reader.read(&mut buffer)) {
            Ok(0) => return (all, Ok(())),
            Ok(read) => all.extend_from_slice(&buffer[..read]),
            Err(error) => return (all, Err(error)),
        }
    }
}

fn reason(error: &io::Error) -> Option<OpenError> {
    error.get_ref()?.downcast_ref().copied()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// However it is cut into pieces on either side, and whatever the streams beneath do.
    #[test]
    fn pieces_give_the_same_file(
        key: [u8; 32], salt: [u8; 32], seed: u64,
        len in prop_oneof![0usize..300, 65_500usize..65_600, 131_000usize..131_200, 0usize..400_000],
        piece in prop_oneof![1usize..100, 60_000usize..70_000, 1usize..300_000],
    ) {
        let (plaintext, key) = (data(len), Key::new(&key));
        let file = sealed_file::seal(&key, &plaintext, &mut Salt(salt)).unwrap();
        prop_assert!(open_by_oracle(key.as_secret().expose(), &file).as_ref() == Some(&plaintext));

        let sealer = Sealer::new(&key, &mut Salt(salt)).unwrap();
        let blocks = Rc::new(Cell::new(true));
        let mut writer = SealWriter::new(Whims::new(Vec::new(), seed, &blocks), sealer);
        for piece in plaintext.chunks(piece) {
            let mut rest = piece;
            while !rest.is_empty() {
                let written = insist(|| writer.write(rest)).unwrap();
                rest = &rest[written..];
            }
        }
        insist(|| writer.flush()).unwrap();
        // The end is written at once or not at all.
        blocks.set(false);
        prop_assert!(writer.finish().unwrap().inner == file);

        blocks.set(true);
        let mut whims = Whims::new(&file[..], seed, &blocks);
        let mut header = [0; HEADER_LEN];
        for byte in &mut header {
            insist(|| whims.read_exact(std::slice::from_mut(byte))).unwrap();
        }
        let opener = Opener::new(&Header::from_bytes(&header).unwrap(), &key).unwrap();
        let mut reader = OpenReader::behind_header(whims, opener);
        let (read, end) = read_to_end(&mut reader, piece);
        prop_assert!(read == plaintext && end.is_ok());
        prop_assert!(insist(|| Ok(reader.fill_buf()?.is_empty())).unwrap());
    }

    /// Whatever is done to a file, what comes out is how it began, and an error.
    #[test]
    fn what_is_read_before_an_error_is_how_the_file_began(
        len in 0usize..200_000, at: prop::sample::Index, bit in 0u32..8, cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let (plaintext, key) = (data(len), Key::new(&[8; 32]));
        let mut file = sealed_file::seal(&key, &plaintext, &mut TestRandom::new(2)).unwrap();
        match cut {
            Some(cut) => file.truncate(cut.index(file.len())),
            None => {
                let at = at.index(file.len());
                file[at] ^= 1 << bit;
            }
        }
        let refused = sealed_file::open(&key, &file).unwrap_err();
        match OpenReader::new(&file[..], &key) {
            Err(error) => prop_assert_eq!(reason(&error), Some(refused)),
            Ok(mut reader) => {
                let (read, end) = read_to_end(&mut reader, 10_000);
                let OpenError::Damaged { chunk } = refused else { panic!("{refused}") };
                prop_assert!(read == plaintext[..chunk as usize * CHUNK_LEN]);
                prop_assert_eq!(reason(&end.unwrap_err()), Some(refused));
                prop_assert_eq!(reason(&reader.read(&mut [0]).unwrap_err()), Some(refused), "again");
            }
        }
    }
}

#[test]
fn headers_are_read_no_further_than_they_go() {
    let key = Key::new(&[9; 32]);
    let file = sealed_file::seal(&key, b"text", &mut TestRandom::new(3)).unwrap();
    let mut rest = &file[..];
    let header = Header::read_from(&mut rest).unwrap();
    assert_eq!((header.to_bytes()[..].to_vec(), rest.len()), (file[..HEADER_LEN].to_vec(), 4 + 16));
    for len in 0..HEADER_LEN {
        let error = Header::read_from(&mut &file[..len]).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        let expected = if len == 0 { HeaderError::NotSealed } else { HeaderError::Truncated };
        assert_eq!(reason(&error), Some(OpenError::Header(expected)), "{len}");
    }
}

/// A short file of another kind is not said to be a sealed file that is cut off.
#[test]
fn what_does_not_begin_like_a_sealed_file_is_none() {
    for other in [&b"a"[..], b"carnseam", b"-----BEGIN PRIVATE KEY-----\n", &[0; HEADER_LEN - 1], &[0; HEADER_LEN]] {
        let error = Header::read_from(&mut &other[..]).unwrap_err();
        assert_eq!(reason(&error), Some(OpenError::Header(HeaderError::NotSealed)), "{other:?}");
        let error = sealed_file::open(&Key::new(&[9; 32]), other).unwrap_err();
        assert_eq!(error, OpenError::Header(HeaderError::NotSealed), "{other:?}");
    }
}

/// A writer that is dropped has sealed no last chunk.
#[test]
fn what_is_not_finished_does_not_open() {
    let key = Key::new(&[10; 32]);
    for len in [0, 100, CHUNK_LEN, CHUNK_LEN + 1, 3 * CHUNK_LEN] {
        let mut file = Vec::new();
        let mut writer = SealWriter::new(&mut file, Sealer::new(&key, &mut TestRandom::new(4)).unwrap());
        writer.write_all(&data(len)).unwrap();
        writer.flush().unwrap();
        drop(writer);
        assert_eq!(file.len(), HEADER_LEN + len.saturating_sub(1) / CHUNK_LEN * SEALED_CHUNK_LEN);
        let chunk = (len.saturating_sub(1) / CHUNK_LEN).saturating_sub(1) as u64;
        assert_eq!(sealed_file::open(&key, &file), Err(OpenError::Damaged { chunk }), "{len} bytes");
    }
}

#[test]
fn errors_are_typed_inside_those_of_streams() {
    let file = sealed_file::seal(&Key::new(&[11; 32]), b"text", &mut TestRandom::new(5)).unwrap();
    let error = OpenReader::new(&file[..], &Key::new(&[12; 32])).unwrap_err();
    assert_eq!((error.kind(), reason(&error)), (io::ErrorKind::InvalidData, Some(OpenError::WrongKey)));
    assert!(error.to_string().contains("the key is not the one"));
}

/// Processes a limited number of bytes in each call, and panics once at an offset.
struct Panics<T> {
    inner: T,
    at: Option<usize>,
    done: usize,
}

impl<T> Panics<T> {
    fn step(&mut self, wanted: usize) -> usize {
        match self.at {
            Some(at) if at == self.done => {
                self.at = None;
                panic!("as the test wants it")
            }
            Some(at) => wanted.min(at - self.done),
            None => wanted,
        }
    }
}

impl Read for Panics<&[u8]> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let most = self.step(out.len());
        let read = self.inner.read(&mut out[..most])?;
        self.done += read;
        Ok(read)
    }
}

impl Write for Panics<Vec<u8>> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        let most = self.step(data.len());
        let written = self.inner.write(&data[..most])?;
        self.done += written;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Where reading was interrupted by a panic a file does not end, and nothing is written twice where writing was.
#[test]
fn a_panic_is_not_an_end_of_file() {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    let key = Key::new(&[9; 32]);
    let message = vec![5; 2 * CHUNK_LEN + 1000];
    let file = sealed_file::seal(&key, &message, &mut TestRandom::new(3)).unwrap();
    for at in [HEADER_LEN, HEADER_LEN + 1, HEADER_LEN + SEALED_CHUNK_LEN + 1, file.len() - 1, file.len()] {
        let inner = Panics { inner: &file[..], at: Some(at), done: 0 };
        let mut reader = OpenReader::new(inner, &key).unwrap();
        let mut opened = Vec::new();
        let unwound = catch_unwind(AssertUnwindSafe(|| reader.read_to_end(&mut opened)));
        assert!(unwound.is_err(), "at {at}");
        for _ in 0..2 {
            let error = reader.read(&mut [0; 100]).unwrap_err();
            assert_eq!(error.to_string(), "reading was interrupted by a panic, and cannot go on", "at {at}");
        }

        let sealer = Sealer::new(&key, &mut TestRandom::new(3)).unwrap();
        let inner = Panics { inner: Vec::new(), at: Some(at.min(file.len() - 2000)), done: 0 };
        let mut writer = SealWriter::new(inner, sealer);
        assert!(catch_unwind(AssertUnwindSafe(|| writer.write_all(&message))).is_err(), "at {at}");
        let error = writer.write(&[1; 10]).unwrap_err();
        assert_eq!(error.to_string(), "writing was interrupted by a panic, and cannot go on", "at {at}");
        assert!(writer.flush().is_err() && writer.finish().is_err(), "at {at}");
    }
}
