//! SHA-3, SHAKE, cSHAKE and KMAC at every tier: at once, piece by piece and in a batch, against RustCrypto.
#![no_main]

use carnelian::__internals::at_most;
use carnelian::cpu::Tier;
use carnelian::hash::keccak::{CShake, Kmac, Sha3, Shake};
use cshake::digest::{ExtendableOutput, Update, XofReader};
use libfuzzer_sys::fuzz_target;
use sha3::Digest;

fuzz_target!(|input: (Vec<u8>, Vec<u8>, &[u8])| {
    let (cuts, key, message) = input;
    let pieces = cut(message, &cuts);
    sha3::<28, sha3::Sha3_224>(message, &pieces);
    sha3::<32, sha3::Sha3_256>(message, &pieces);
    sha3::<48, sha3::Sha3_384>(message, &pieces);
    sha3::<64, sha3::Sha3_512>(message, &pieces);
    shake::<128, 168>(message, &pieces);
    shake::<256, 136>(message, &pieces);
    cshake_and_kmac::<128, 168>(&key, message, &pieces);
    cshake_and_kmac::<256, 136>(&key, message, &pieces);
});

/// `message` in pieces of the lengths given; what is left is the last.
fn cut<'m>(mut message: &'m [u8], lengths: &[u8]) -> Vec<&'m [u8]> {
    let mut pieces = Vec::new();
    for &length in lengths {
        let (piece, rest) = message.split_at(message.len().min(length.into()));
        pieces.push(piece);
        message = rest;
    }
    pieces.push(message);
    pieces
}

fn sha3<const LEN: usize, Oracle: Digest>(message: &[u8], pieces: &[&[u8]]) {
    let oracle = |message: &[u8]| <[u8; LEN]>::try_from(&Oracle::digest(message)[..]).unwrap();
    let whole = oracle(message);
    let each: Vec<_> = pieces.iter().map(|piece| oracle(piece)).collect();
    for tier in Tier::ALL {
        at_most(tier, || {
            assert_eq!(Sha3::<LEN>::digest(message), whole, "at once, {tier}");

            let mut hasher = Sha3::<LEN>::new();
            pieces.iter().for_each(|piece| hasher.update(piece));
            assert_eq!(hasher.finalize(), whole, "piece by piece, {tier}");

            let mut digests = vec![[0; LEN]; pieces.len()];
            Sha3::digest_batch(pieces, &mut digests).unwrap();
            assert_eq!(digests, each, "in a batch, {tier}");
        });
    }
}

fn oracle<const RATE: usize>(name: &[u8], customization: &[u8], message: &[u8], len: usize) -> Vec<u8> {
    let mut cshake = cshake::CShake::<RATE>::new_with_function_name(name, customization);
    cshake.update(message);
    let mut out = vec![0; len];
    cshake.finalize_xof().read(&mut out);
    out
}

/// As much output as there is message, in pieces of the same lengths.
fn shake<const SECURITY: usize, const RATE: usize>(message: &[u8], pieces: &[&[u8]]) {
    let whole = oracle::<RATE>(b"", b"", message, message.len());
    let each: Vec<_> = pieces.iter().map(|piece| oracle::<RATE>(b"", b"", piece, 200)).collect();
    for tier in Tier::ALL {
        at_most(tier, || {
            let mut out = vec![0; message.len()];
            Shake::<SECURITY>::hash(message, &mut out);
            assert_eq!(out, whole, "at once, {tier}");

            let mut shake = Shake::<SECURITY>::new();
            pieces.iter().for_each(|piece| shake.update(piece));
            let (mut reader, mut rest) = (shake.finalize(), &mut out[..]);
            for piece in pieces {
                let (out, others) = rest.split_at_mut(piece.len());
                reader.fill(out);
                rest = others;
            }
            assert_eq!(out, whole, "piece by piece, {tier}");

            let mut outputs = vec![[0; 200]; pieces.len()];
            Shake::<SECURITY>::hash_batch(pieces, &mut outputs).unwrap();
            assert!(outputs.iter().zip(&each).all(|(ours, theirs)| ours[..] == theirs[..]), "in a batch, {tier}");
        });
    }
}

/// cSHAKE under any customization; KMAC, which is built of it, takes the tag that it makes and no other.
fn cshake_and_kmac<const SECURITY: usize, const RATE: usize>(key: &[u8], message: &[u8], pieces: &[&[u8]]) {
    let expected = oracle::<RATE>(b"KMAC", key, message, 50);
    for tier in Tier::ALL {
        at_most(tier, || {
            let mut out = [0; 50];
            let mut cshake = CShake::<SECURITY>::new(b"KMAC", key);
            pieces.iter().for_each(|piece| cshake.update(piece));
            cshake.finalize().fill(&mut out);
            assert_eq!(out[..], expected, "{tier}");

            let mut kmac = Kmac::<SECURITY>::new(key, b"");
            pieces.iter().for_each(|piece| kmac.update(piece));
            let mut tag: [u8; 32] = kmac.clone().finalize();
            kmac.clone().verify(&tag).expect("the tag that was made");
            tag[0] ^= 1;
            kmac.verify(&tag).expect_err("a tag that was changed");
        });
    }
}
