//! Sealed files with secret keys and contents.

use crate::check::Check;
use crate::op::Operation;
use crate::op::cipher::poly1305::TIERS;
use carnelian::cipher::Aead;
use carnelian::cipher::chacha20poly1305::ChaCha20Poly1305;
use carnelian::composite::sealed_file::{
    self, CHUNK_LEN, Header, Key, OpenError, OpenReader, Opener, SEALED_CHUNK_LEN, SealWriter, Sealer, TAG_LEN,
};
use carnelian::kdf::argon2::{Limits, Params};
use std::io::{Read, Write};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "sealed-file/seal", tiers: TIERS, backend: ChaCha20Poly1305::backend, run: seal },
    Operation { name: "sealed-file/open", tiers: TIERS, backend: ChaCha20Poly1305::backend, run: open },
    Operation { name: "sealed-file/chunks", tiers: TIERS, backend: ChaCha20Poly1305::backend, run: chunks },
    Operation { name: "sealed-file/in-memory", tiers: TIERS, backend: ChaCha20Poly1305::backend, run: in_memory },
    Operation { name: "sealed-file/passphrase", tiers: TIERS, backend: ChaCha20Poly1305::backend, run: passphrase },
    Operation { name: "sealed-file/writer-reader", tiers: TIERS, backend: ChaCha20Poly1305::backend, run: streams },
];

/// The commitment is public; the sealed chunks count as secret, like their content.
fn seal(check: &mut Check) {
    let key = Key::new(check.array().expose());
    let mut sealer = Sealer::new(&key, &mut check.salts()).expect("a deterministic source delivers");
    check.public_result(&sealer.header());
    let mut chunk = check.bytes(CHUNK_LEN).expose().clone();
    let tag = sealer.seal_next(chunk.first_chunk_mut().expect("a whole chunk")).expect("one chunk is not too many");
    check.secret_result(&tag);
    let last = check.bytes(1000);
    let mut sealed = vec![0; 1016];
    sealer.seal_last_to(last.expose(), &mut sealed).expect("the lengths are right");
    check.secret_result(&chunk);
    check.secret_result(&sealed);
}

/// Opens with the right key and another one, and a valid and an invalid chunk.
fn open(check: &mut Check) {
    let key = Key::new(check.array().expose());
    let sealer = Sealer::new(&key, &mut check.salts()).expect("a deterministic source delivers");
    let header = Header::from_bytes(&sealer.header()).expect("a sealer's header is one");
    let mut data = check.bytes(1000).expose().clone();
    let tag = sealer.seal_last(&mut data).expect("the length is right");
    let sealed = [&data[..], &tag].concat();

    let other = Key::new(check.array().expose());
    assert_eq!(Opener::new(&header, &other).err(), Some(OpenError::WrongKey));
    let mut plaintext = vec![0; 1000];
    let opener = || Opener::new(&header, &key).expect("the key is right");
    opener().open_last_to(&sealed, &mut plaintext).expect("the chunk is right");
    check.secret_result(&plaintext);
    let mut wrong = tag;
    wrong[5] ^= 1;
    assert_eq!(opener().open_last(&mut data, &wrong), Err(OpenError::Damaged { chunk: 0 }));
    check.public_result(&data);
}

/// Processes chunks before the last one, in place and between buffers, including an invalid chunk.
fn chunks(check: &mut Check) {
    let key = Key::generate(&mut check.salts()).expect("a deterministic source delivers");
    check.secret_result(key.as_secret().expose());
    let mut sealer = Sealer::new(&key, &mut check.salts()).expect("a deterministic source delivers");
    let header = Header::from_bytes(&sealer.header()).expect("a sealer's header is one");
    let plaintext = check.bytes(CHUNK_LEN);
    let plaintext = plaintext.expose().first_chunk().expect("a whole chunk");
    let mut sealed = Box::new([0; SEALED_CHUNK_LEN]);
    sealer.seal_next_to(plaintext, &mut sealed).expect("one chunk is not too many");
    check.secret_result(&sealed[..]);
    let mut next = check.bytes(CHUNK_LEN).expose().clone();
    let next: &mut [u8; CHUNK_LEN] = next.first_chunk_mut().expect("a whole chunk");
    let tag = sealer.seal_next(next).expect("two chunks are not too many");

    let mut opener = Opener::new(&header, &key).expect("the key is right");
    let mut opened = Box::new([0; CHUNK_LEN]);
    opener.open_next_to(&sealed, &mut opened).expect("the chunk is right");
    check.secret_result(&opened[..]);
    let mut wrong = tag;
    wrong[TAG_LEN - 1] ^= 1;
    let mut copy = Box::new(*next);
    assert_eq!(opener.open_next(&mut copy, &wrong), Err(OpenError::Damaged { chunk: 1 }));
    opener.open_next(next, &tag).expect("the chunk is right");
    check.secret_result(&next[..]);
}

fn in_memory(check: &mut Check) {
    let key = Key::new(check.array().expose());
    for len in [0, 1000, CHUNK_LEN + 100] {
        let plaintext = check.bytes(len);
        let file = sealed_file::seal(&key, plaintext.expose(), &mut check.salts());
        let file = file.expect("a deterministic source delivers");
        check.secret_result(&file[sealed_file::HEADER_LEN..]);
        check.secret_result(&sealed_file::open(&key, &file).expect("the key is right"));
    }
}

/// After Argon2id, only the commitment to the key becomes public. The memory is the minimum for Argon2.
fn passphrase(check: &mut Check) {
    let (passphrase, other, limits) = (check.bytes(21), check.bytes(21), Limits::default());
    let cost = Params::new(8, 1, 1).expect("parameters of Argon2");
    let sealer = Sealer::with_passphrase(passphrase.expose(), cost, &mut check.salts()).expect("enough memory");
    check.public_result(&sealer.header());
    let header = Header::from_bytes(&sealer.header()).expect("a sealer's header is one");
    let mut file = sealer.header().to_vec();
    let mut sealed = check.bytes(1000).expose().clone();
    let tag = sealer.seal_last(&mut sealed).expect("the length is right");
    check.secret_result(&tag);
    file.extend_from_slice(&sealed);
    file.extend_from_slice(&tag);

    let refused = Opener::with_passphrase(&header, other.expose(), &limits).map(drop);
    assert_eq!(refused, Err(OpenError::WrongPassphrase));
    let opener = Opener::with_passphrase(&header, passphrase.expose(), &limits).expect("the passphrase is right");
    opener.open_last(&mut sealed, &tag).expect("the chunk is right");
    check.secret_result(&sealed);
    let opened = sealed_file::open_with_passphrase(passphrase.expose(), &file, &limits);
    check.secret_result(&opened.expect("the passphrase is right"));
    let mut plaintext = Vec::new();
    let reader = OpenReader::with_passphrase(&file[..], passphrase.expose(), &limits);
    reader.expect("the passphrase is right").read_to_end(&mut plaintext).expect("the file is whole");
    check.secret_result(&plaintext);
}

/// Uses `Write` and `Read`, with pieces that are not aligned to chunks.
fn streams(check: &mut Check) {
    let key = Key::new(check.array().expose());
    let sealer = Sealer::new(&key, &mut check.salts()).expect("a deterministic source delivers");
    let mut writer = SealWriter::new(Vec::new(), sealer);
    for len in [100, CHUNK_LEN, 1000] {
        writer.write_all(check.bytes(len).expose()).expect("a vector takes everything");
    }
    let file = writer.finish().expect("a vector takes everything");
    check.secret_result(&file[sealed_file::HEADER_LEN..]);
    let mut plaintext = Vec::new();
    let mut reader = OpenReader::new(&file[..], &key).expect("the key is right");
    reader.read_to_end(&mut plaintext).expect("the file is whole");
    check.secret_result(&plaintext);
    assert!(reader.into_inner().is_empty());

    let (header, chunks) = file.split_first_chunk().expect("a header is there");
    let header = Header::from_bytes(header).expect("a sealer's header is one");
    let opener = Opener::new(&header, &key).expect("the key is right");
    let mut again = Vec::new();
    OpenReader::behind_header(chunks, opener).read_to_end(&mut again).expect("the file is whole");
    check.secret_result(&again);
}
