//! Operations common to all authenticated encryption schemes, with secret keys, messages and associated data.

use super::{aes, poly1305};
use crate::check::Check;
use crate::op::Operation;
use carnelian::cipher::{self, Aead, OpenError};
use carnelian::cpu::Tier;

/// Returns the operations of every scheme with associated data in the catalogue.
pub(in crate::op) fn operations() -> Vec<Operation> {
    macro_rules! operations {
        ([] $($module:ident $Type:ident $STEM:ident ($number:literal, $id:literal, $name:literal, $standard:literal)
            $methods:tt $form:ident;)+) => {
            [$(of_row::<cipher::$module::$Type>($id, tiers(stringify!($module)))),+].concat()
        };
    }
    carnelian::__aeads! { operations [] }
}

/// Returns the tiers at which what the schemes of a module consist of has backends of its own.
fn tiers(module: &str) -> &'static [Tier] {
    match module {
        "chacha20poly1305" => poly1305::TIERS,
        _ => aes::TIERS,
    }
}

fn of_row<A: Aead>(id: &str, tiers: &'static [Tier]) -> Vec<Operation> {
    let family = id.replace('-', "");
    vec![
        Operation::of_row(format!("{family}/seal"), tiers, A::backend, seal::<A>),
        Operation::of_row(format!("{family}/open"), tiers, A::backend, open::<A>),
    ]
}

/// Lengths for the empty message, partial vectors, each number of vectors, one and several passes over rows, and steps
/// and tiles followed by a partial one.
pub(super) const LENGTHS: [usize; 12] = [0, 1, 16, 64, 100, 192, 300, 400, 500, 1024, 1500, 5000];

/// Passes corresponding pieces of `len` bytes of both slices, which have equal lengths, to `each`, then the remainders.
/// An iterator over chunks would divide by their length, which the scan would report as a division of secrets.
pub(super) fn in_pieces(mut from: &[u8], mut to: &mut [u8], len: usize, mut each: impl FnMut(&[u8], &mut [u8])) {
    while !from.is_empty() {
        let now = len.min(from.len());
        let (piece, rest) = from.split_at(now);
        let (place, rest_of_place) = to.split_at_mut(now);
        each(piece, place);
        (from, to) = (rest, rest_of_place);
    }
}

pub(in crate::op) fn key<A: Aead>(check: &mut Check) -> A {
    A::new(&bytes::<A>(check))
}

fn bytes<A: Aead>(check: &mut Check) -> A::Key {
    let bytes = check.bytes(A::KEY_LEN);
    A::Key::try_from(&bytes.expose()[..]).expect("as many bytes as a key has")
}

fn nonce<A: Aead>() -> A::Nonce {
    A::Nonce::try_from(&[7; 24][..A::NONCE_LEN]).expect("as many bytes as a nonce has")
}

pub(super) fn seal<A: Aead>(check: &mut Check) {
    for len in LENGTHS {
        let (key, aad, plaintext) = (key::<A>(check), check.bytes(13), check.bytes(len));
        let mut ciphertext = vec![0; len];
        let tag = key.seal_to(&nonce::<A>(), aad.expose(), plaintext.expose(), &mut ciphertext);
        check.secret_result(&tag.expect("below the limit"));
        check.secret_result(&ciphertext);

        let (key, aad) = (bytes::<A>(check), aad.expose());
        let tag = A::seal_once_to(&key, &nonce::<A>(), aad, plaintext.expose(), &mut ciphertext);
        check.secret_result(&tag.expect("below the limit"));
        check.secret_result(&ciphertext);
        check.secret_result(&A::seal_once(&key, &nonce::<A>(), aad, &mut ciphertext).expect("below the limit"));
        check.secret_result(&ciphertext);
    }
    let mut data = check.bytes(100).expose().clone();
    A::boxed(&bytes::<A>(check)).seal(&nonce::<A>(), b"", &mut data).expect("below the limit");
    check.secret_result(&data);
}

/// Opens with the right and a wrong tag. Only the verdict becomes public.
fn open<A: Aead>(check: &mut Check) {
    for len in LENGTHS {
        let (key, aad, mut data) = (key::<A>(check), check.bytes(300), check.bytes(len).expose().clone());
        let (nonce, aad) = (nonce::<A>(), aad.expose());
        let tag = key.seal(&nonce, aad, &mut data).expect("below the limit");
        let mut plaintext = vec![0; len];
        key.open_to(&nonce, aad, &data, &mut plaintext, &tag).expect("the tag is right");
        check.secret_result(&plaintext);
        let mut wrong = tag;
        wrong[3] ^= 0x80;
        let refused = key.open(&nonce, aad, &mut data, &wrong);
        assert_eq!(refused, Err(OpenError::Forged));
        check.public_result(&data);

        let (bytes, mut data) = (bytes::<A>(check), check.bytes(len).expose().clone());
        let tag = A::seal_once(&bytes, &nonce, aad, &mut data).expect("below the limit");
        A::open_once_to(&bytes, &nonce, aad, &data, &mut plaintext, &tag).expect("the tag is right");
        check.secret_result(&plaintext);
        let mut wrong = tag;
        wrong[3] ^= 0x80;
        assert_eq!(A::open_once(&bytes, &nonce, aad, &mut data, &wrong), Err(OpenError::Forged));
        check.public_result(&data);

        let sealed = key.seal_combined(&nonce, aad, &plaintext).expect("below the limit");
        check.secret_result(&sealed);
        let opened = key.open_combined(&nonce, aad, &sealed).expect("the tag is right");
        check.secret_result(&opened);
    }
}
