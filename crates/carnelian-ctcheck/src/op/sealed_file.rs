//! Sealed files with secret keys and contents.

use super::Operation;
use super::poly1305::TIERS;
use crate::check::Check;
use carnelian::cipher::Aead;
use carnelian::cipher::chacha20poly1305::ChaCha20Poly1305;
use carnelian::composite::sealed_file::{CHUNK_LEN, Header, Key, OpenError, Opener, Sealer};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "sealed-file/seal", tiers: TIERS, backend: ChaCha20Poly1305::backend, run: seal },
    Operation { name: "sealed-file/open", tiers: TIERS, backend: ChaCha20Poly1305::backend, run: open },
];

/// The commitment is public, and the chunks are as secret as what is in them.
fn seal(check: &mut Check) {
    let key = Key::new(check.array().expose());
    let mut sealer = Sealer::new(&key, &mut check.salts()).expect("a deterministic source delivers");
    check.public_result(&sealer.header());
    let mut chunk = check.bytes(CHUNK_LEN).expose().clone();
    let tag = sealer.seal_next(chunk.first_chunk_mut().expect("a whole chunk")).expect("one chunk is not too many");
    check.secret_result(&tag);
    let last = check.bytes(1000);
    let mut sealed = vec![0; 1016];
    sealer.seal_last_between(last.expose(), &mut sealed).expect("the lengths are right");
    check.secret_result(&chunk);
    check.secret_result(&sealed);
}

/// With the right key and with another, a chunk that is right and one that is not.
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
    opener().open_last_between(&sealed, &mut plaintext).expect("the chunk is right");
    check.secret_result(&plaintext);
    let mut wrong = tag;
    wrong[5] ^= 1;
    assert_eq!(opener().open_last(&mut data, &wrong), Err(OpenError::Damaged { chunk: 0 }));
    check.public_result(&data);
}
