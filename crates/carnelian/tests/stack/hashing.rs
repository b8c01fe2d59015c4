//! Hash functions of secret messages, HMAC and HKDF.

use crate::check::{Case, Check};
use carnelian::hash::blake2::{B, Hasher, Mac, S, VariableHasher, Variant};
use carnelian::hash::hmac::{Hmac, Key};
use carnelian::hash::keccak::{CShake, Kmac, Shake};
use carnelian::hash::{self, Blake2b512, Blake2s256, Hash, Kmac128, Sha1, Sha3_256, Sha256, Sha512, Shake128};
use std::cell::RefCell;
use std::hint::black_box;

/// Returns every case: for each hash function in the catalogue whose digests have one length, and the others.
pub(crate) fn cases() -> Vec<Case> {
    macro_rules! cases {
        ([] $($Type:ident $STEM:ident ($number:literal, $id:literal, $name:literal, $standard:literal)
            $hash:tt hmac $hmac:tt;)+) => {
            [$(of_row::<hash::$Type>($id)),+].concat()
        };
    }
    [&carnelian::__hashes! { cases [] }, OTHERS].concat()
}

fn of_row<H: Hash>(id: &str) -> Vec<Case> {
    let name = |operation| match id.strip_prefix("sha3-") {
        Some(len) => format!("sha3/{operation}-{len}"),
        None => format!("{id}/{operation}"),
    };
    vec![Case::of_row(name("digest"), digest::<H>), Case::of_row(name("incremental"), incremental::<H>)]
}

const OTHERS: &[Case] = &[
    Case { name: "sha1/batch-3", run: batch::<Sha1, 20, 3> },
    Case { name: "sha1/batch-8", run: batch::<Sha1, 20, 8> },
    Case { name: "sha1/batch-27", run: batch::<Sha1, 20, 27> },
    Case { name: "sha256/batch-1", run: batch::<Sha256, 32, 1> },
    Case { name: "sha256/batch-3", run: batch::<Sha256, 32, 3> },
    Case { name: "sha256/batch-8", run: batch::<Sha256, 32, 8> },
    Case { name: "sha256/batch-27", run: batch::<Sha256, 32, 27> },
    Case { name: "sha512/batch-1", run: batch::<Sha512, 64, 1> },
    Case { name: "sha512/batch-3", run: batch::<Sha512, 64, 3> },
    Case { name: "sha512/batch-8", run: batch::<Sha512, 64, 8> },
    Case { name: "sha512/batch-13", run: batch::<Sha512, 64, 13> },
    Case { name: "sha3/batch-1", run: batch::<Sha3_256, 32, 1> },
    Case { name: "sha3/batch-3", run: batch::<Sha3_256, 32, 3> },
    Case { name: "sha3/batch-8", run: batch::<Sha3_256, 32, 8> },
    Case { name: "sha3/batch-13", run: batch::<Sha3_256, 32, 13> },
    Case { name: "shake/128", run: shake::<128> },
    Case { name: "shake/256", run: shake::<256> },
    Case { name: "shake/batch-8", run: shake_batch },
    Case { name: "cshake/128", run: cshake::<128> },
    Case { name: "cshake/256", run: cshake::<256> },
    Case { name: "kmac/128", run: kmac::<128> },
    Case { name: "kmac/256", run: kmac::<256> },
    Case { name: "kmac/verify", run: kmac_verify },
    Case { name: "blake2b/digest", run: digest::<Blake2b512> },
    Case { name: "blake2s/digest", run: digest::<Blake2s256> },
    Case { name: "blake2b/incremental", run: incremental::<Hasher<B, 48>> },
    Case { name: "blake2s/incremental", run: incremental::<Hasher<S, 20>> },
    Case { name: "blake2b/variable", run: variable::<B> },
    Case { name: "blake2s/variable", run: variable::<S> },
    Case { name: "blake2b/mac", run: keyed::<B, 64> },
    Case { name: "blake2s/mac", run: keyed::<S, 16> },
    Case { name: "blake2b/with-settings", run: with_settings_b },
    Case { name: "blake2s/with-settings", run: with_settings_s },
    Case { name: "blake2b/batch-4", run: batch::<Blake2b512, 64, 4> },
    Case { name: "blake2b/batch-13", run: batch::<Blake2b512, 64, 13> },
    Case { name: "blake2s/batch-2", run: batch::<Blake2s256, 32, 2> },
    Case { name: "blake2s/batch-8", run: batch::<Blake2s256, 32, 8> },
    Case { name: "blake2s/batch-27", run: batch::<Blake2s256, 32, 27> },
    Case { name: "hmac/sha256", run: mac::<Sha256> },
    Case { name: "hmac/sha512", run: mac::<Sha512> },
    Case { name: "hmac/sha3-256", run: mac::<Sha3_256> },
];

/// A place on the heap for a digest, so that none lies in the caller's frame.
pub(crate) fn place<H: Hash>() -> Box<H::Digest> {
    Box::new(H::digest(b""))
}

const LENGTHS: [usize; 8] = [1, 63, 64, 111, 128, 136, 200, 1000];

fn digest<H: Hash>(check: &mut Check) {
    for len in LENGTHS {
        let (message, mut digest) = (check.bytes("the message", len), place::<H>());
        check.run("digest", &mut || *digest = H::digest(&message));
        check.public((*digest).as_ref());
    }
}

fn incremental<H: Hash>(check: &mut Check) {
    let message = check.bytes("the message", 1000);
    let mut digest = place::<H>();
    let mut hasher = Box::new(H::new());
    check.run("in pieces", &mut || {
        let mut hasher = H::new();
        message.chunks(99).for_each(|piece| hasher.update(piece));
        *digest = hasher.finalize_reset();
    });
    check.public((*digest).as_ref());
    check.run("left unfinished", &mut || {
        let mut hasher = H::new();
        hasher.update(&message[..707]);
        black_box(&hasher);
    });
    check.run("update", &mut || hasher.update(&message[..300]));
    check.run("digest_with", &mut || *digest = hasher.digest_with(&message));
    check.public((*digest).as_ref());
    check.run("finalize_reset", &mut || *digest = hasher.finalize_reset());
    check.public((*digest).as_ref());
}

fn batch<H: Hash<Digest = [u8; LEN]>, const LEN: usize, const N: usize>(check: &mut Check) {
    let different: Vec<_> = (0..N).map(|i| LENGTHS[i % LENGTHS.len()]).collect();
    for lengths in [different, vec![256; N]] {
        let messages: Vec<_> = lengths.iter().map(|len| check.bytes("the message", *len)).collect();
        let messages: Vec<_> = messages.iter().map(|message| &message[..]).collect();
        let mut digests = vec![[0; LEN]; N];
        check.run("digest_batch", &mut || H::digest_batch(&messages, &mut digests).expect("as many digests"));
        check.public(digests.as_flattened());
    }
}

fn shake<const SECURITY: usize>(check: &mut Check) {
    let (message, mut out) = (check.bytes("the message", 1000), vec![0; 500]);
    let mut shake = Box::new(Shake::<SECURITY>::new());
    check.run("in pieces", &mut || message.chunks(99).for_each(|piece| shake.update(piece)));
    let mut reader = Box::new(shake.clone().finalize_reset());
    check.run("finalize_reset", &mut || _ = black_box(&shake.finalize_reset()));
    check.run("fill", &mut || out.chunks_mut(99).for_each(|piece| reader.fill(piece)));
    check.public(&out);
    check.run("hash", &mut || Shake::<SECURITY>::hash(&message, &mut out));
    check.public(&out);
}

fn shake_batch(check: &mut Check) {
    let messages: Vec<_> = (0..8).map(|i| check.bytes("the message", LENGTHS[i])).collect();
    let messages: Vec<_> = messages.iter().map(|message| &message[..]).collect();
    let mut outputs = vec![[0; 400]; 8];
    check.run("hash_batch", &mut || Shake128::hash_batch(&messages, &mut outputs).expect("as many outputs"));
    check.public(outputs.as_flattened());
}

fn cshake<const SECURITY: usize>(check: &mut Check) {
    let (customization, message) = (check.bytes("the customization", 20), check.bytes("the message", 300));
    let mut out = vec![0; 300];
    check.run("new and update", &mut || {
        let mut cshake = CShake::<SECURITY>::new(b"name", &customization);
        cshake.update(&message);
        black_box(&cshake);
    });
    let mut cshake = CShake::<SECURITY>::new(b"name", &customization);
    cshake.update(&message);
    let mut reader = Box::new(cshake.clone().finalize());
    check.run_on("finalize", || cshake.clone(), |cshake| _ = black_box(&cshake.finalize()));
    check.run("fill", &mut || reader.fill(&mut out));
    check.public(&out);
}

fn kmac<const SECURITY: usize>(check: &mut Check) {
    for len in [16, 32, 200] {
        let (key, message) = (check.bytes("the key", len), check.bytes("the message", 300));
        let (mut tag, mut out) = (Box::new([0; 32]), vec![0; 200]);
        check.run("new and update", &mut || {
            let mut kmac = Kmac::<SECURITY>::new(&key, b"");
            kmac.update(&message);
            black_box(&kmac);
        });
        let mut made = Kmac::<SECURITY>::new(&key, b"");
        made.update(&message);
        let tag = RefCell::new(&mut *tag);
        check.run_on("finalize", || made.clone(), |kmac| **tag.borrow_mut() = kmac.finalize::<32>());
        check.public(&tag.into_inner()[..]);
        let place = RefCell::new(&mut out);
        check.run_on("finalize_into", || made.clone(), |kmac| kmac.finalize_into(&mut place.borrow_mut()));
        check.public(&place.borrow());
        let mut reader = Box::new(made.clone().finalize_xof());
        check.run_on("finalize_xof", || made.clone(), |kmac| _ = black_box(&kmac.finalize_xof()));
        check.run("fill", &mut || reader.fill(&mut place.borrow_mut()));
        check.public(&place.borrow());
    }
}

fn kmac_verify(check: &mut Check) {
    let (key, message) = (check.bytes("the key", 32), check.bytes("the message", 100));
    let mut kmac = Kmac128::new(&key, b"");
    kmac.update(&message);
    let mut tag = Box::new(kmac.finalize::<40>());
    for verdict in ["right", "wrong"] {
        check.public(&tag[..]);
        let made = || {
            let mut kmac = Kmac128::new(&key, b"");
            kmac.update(&message);
            kmac
        };
        check.run_on(verdict, made, |kmac| _ = black_box(kmac.verify(&tag[..])));
        tag[3] ^= 1;
    }
}

fn variable<V: Variant>(check: &mut Check) {
    let message = check.bytes("the message", 300);
    let mut digest = vec![0; 32];
    check.run("new and update", &mut || {
        let mut hasher = VariableHasher::<V>::new(32);
        hasher.as_mut().expect("a length that there is").update(&message);
        black_box(&hasher);
    });
    let made = || {
        let mut hasher = VariableHasher::<V>::new(32).expect("a length that there is");
        hasher.update(&message);
        hasher
    };
    let mut absorbing = Box::new(made());
    check.run("digest_so_far", &mut || absorbing.digest_so_far(&mut digest).expect("as much room as asked for"));
    check.public(&digest);
    let place = RefCell::new(&mut digest);
    check.run_on("finalize_into", made, |hasher| {
        hasher.finalize_into(&mut place.borrow_mut()).expect("as much room as asked for");
    });
    check.public(&place.borrow());
}

fn keyed<V: Variant, const LEN: usize>(check: &mut Check) {
    for len in [7, 16, 32] {
        let (key, message) = (check.bytes("the key", len), check.bytes("the message", 100 * len));
        let mut tag = Box::new([0; LEN]);
        check.run("new", &mut || _ = black_box(&Mac::<V, LEN>::new(&key)));
        let none = V::Setting::default();
        check.run("with", &mut || _ = black_box(&VariableHasher::<V>::with(LEN, &key, &none, &none)));
        let mut mac = Box::new(Mac::<V, LEN>::new(&key).expect("a length that there is"));
        check.run("update", &mut || mac.update(&message));
        let place = RefCell::new(&mut *tag);
        check.run_on("finalize", || (*mac).clone(), |mac| **place.borrow_mut() = mac.finalize());
        check.public(&tag[..]);
        check.run_on("verify", || (*mac).clone(), |mac| mac.verify(&tag).expect("the tag that was made"));
    }
}

fn with_settings_b(check: &mut Check) {
    let (salt, personalisation) = ([1; 16], [2; 16]);
    let (key, message) = (check.bytes("the key", 32), check.bytes("the message", 100));
    let mut digest = Box::new([0; 48]);
    check.run("with", &mut || {
        let mut hasher = Hasher::<B, 48>::with(&salt, &personalisation);
        hasher.update(&message);
        *digest = hasher.finalize_reset();
    });
    check.run("with a key", &mut || {
        _ = black_box(&Mac::<B, 16>::with(&key, &salt, &personalisation));
    });
    check.public(&digest[..]);
}

fn with_settings_s(check: &mut Check) {
    let (salt, personalisation) = ([1; 8], [2; 8]);
    let (key, message) = (check.bytes("the key", 32), check.bytes("the message", 100));
    let mut digest = Box::new([0; 20]);
    check.run("with", &mut || {
        let mut hasher = Hasher::<S, 20>::with(&salt, &personalisation);
        hasher.update(&message);
        *digest = hasher.finalize_reset();
    });
    check.run("with a key", &mut || {
        _ = black_box(&Mac::<S, 16>::with(&key, &salt, &personalisation));
    });
    check.public(&digest[..]);
}

/// Notes the two blocks that HMAC fills with a key.
pub(crate) fn blocks_of<H: Hash>(check: &mut Check, key: &[u8]) {
    let mut k0 = if key.len() > H::BLOCK_LEN { H::digest(key).as_ref().to_vec() } else { key.to_vec() };
    k0.resize(H::BLOCK_LEN, 0);
    for (name, pad) in [("the inner block", 0x36), ("the outer block", 0x5c)] {
        // Behind the key stands what is the same for every key.
        let block: Vec<u8> = k0.iter().take(key.len()).map(|byte| byte ^ pad).collect();
        check.secret(name, &block);
    }
}

fn mac<H: Hash>(check: &mut Check) {
    for len in [16, H::BLOCK_LEN, H::BLOCK_LEN + 1] {
        let (key, message) = (check.bytes("the key", len), check.bytes("the message", 3 * H::BLOCK_LEN - 5));
        blocks_of::<H>(check, &key);
        let mut tag = place::<H>();
        check.run("Hmac::mac", &mut || *tag = Hmac::<H>::mac(&key, &message));
        check.public((*tag).as_ref());
        check.run("Hmac::verify", &mut || assert!(Hmac::<H>::verify(&key, &message, (*tag).as_ref()).is_ok()));
        check.run("Hmac::new and update", &mut || {
            let mut hmac = Hmac::<H>::new(&key);
            message.chunks(50).for_each(|piece| hmac.update(piece));
            black_box(&hmac);
        });
        check.run("Key::new", &mut || _ = black_box(&Key::<H>::new(&key)));
        let made = Box::new(Key::<H>::new(&key));
        check.run("Key::mac", &mut || *tag = made.mac(&message));
        check.run("Key::verify", &mut || assert!(made.verify(&message, (*tag).as_ref()).is_ok()));
        check.run("Key::verify_truncated", &mut || {
            assert!(made.verify_truncated(&message, &(*tag).as_ref()[1..]).is_err());
        });
        check.run("Key::start", &mut || _ = black_box(&made.start()));
        let mut hmac = made.start();
        hmac.update(&message);
        check.run_on(
            "finalize_verify",
            || hmac.clone(),
            |hmac| {
                assert!(hmac.finalize_verify((*tag).as_ref()).is_ok());
            },
        );
        let place = RefCell::new(tag);
        check.run_on("finalize", || hmac.clone(), |hmac| **place.borrow_mut() = hmac.finalize());
    }
}
