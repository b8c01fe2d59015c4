//! Curves: the examples of RFC 7748, RFC 8032, RFC 9380 and RFC 9496.

use super::{Row, bytes, counting};
use crate::curve::curve25519::{RistrettoPoint, Scalar};
#[cfg(feature = "alloc")]
use crate::curve::ed25519::{BatchItem, sign_batch, verify_batch};
use crate::curve::x25519::{PublicKey, SecretKey, x25519};
use crate::curve::{ed25519, eddsa_blake2b, elligator2};

pub(super) const ROWS: &[Row] = &[
    // RFC 7748, Section 5.2.
    Row {
        algorithm: "X25519",
        run: |check| {
            let k = bytes("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4");
            let u = bytes("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c");
            check.is(x25519(&k, &u).expose(), "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552");
            let key = SecretKey::from_bytes(counting());
            let public = "8f40c5adb68f25624ae5b214ea767a6ec94d829d3d7b5e1ad1ba6f3e2138285f";
            check.is(key.public_key().as_bytes(), public);
            let peer = bytes("358072d6365880d1aeea329adf9121383851ed21a28e3b75e965d0d2cd166254");
            let peer = PublicKey::from_bytes(peer);
            let shared = "9663aa1da97e848a914a436d04163dfbb89178f107f1b5b77ed3854203382854";
            let Ok(secret) = key.diffie_hellman(&peer) else { return check.holds(false) };
            check.is(secret.expose(), shared);
            #[cfg(feature = "alloc")]
            for secret in crate::curve::x25519::diffie_hellman_batch(&[(&key, &peer); 17]) {
                let Ok(secret) = secret else { return check.holds(false) };
                check.is(secret.expose(), shared);
            }
        },
    },
    // RFC 8032, Section 7.1, test 3.
    Row {
        algorithm: "Ed25519",
        run: |check| {
            let seed = bytes("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7");
            let known = "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac\
                         18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a";
            let (key, message) = (ed25519::SigningKey::from_seed(seed), [0xaf, 0x82]);
            let (public, signature) = (key.verifying_key(), key.sign(&message));
            check.is(public.as_bytes(), "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025");
            check.is(signature.as_bytes(), known);
            check.holds(public.verify(&message, &signature).is_ok() && public.verify(&[0xaf], &signature).is_err());
            #[cfg(feature = "alloc")]
            {
                let signatures = sign_batch(&[(&key, &message[..]); 17]);
                signatures.iter().for_each(|signature| check.is(signature.as_bytes(), known));
                let mut items = [BatchItem::new(public, &message, &signature); 64];
                check.holds(verify_batch(&items).is_ok());
                items[63].message = &[0xaf];
                check.holds(verify_batch(&items).is_err_and(|error| error.invalid().eq([63])));
                check.holds(public.prepare().verify(&message, &signature).is_ok());
            }
        },
    },
    Row {
        algorithm: "EdDSA with BLAKE2b",
        run: |check| {
            let (key, message) = (eddsa_blake2b::SigningKey::from_seed(counting()), [0xaf, 0x82]);
            let (public, signature) = (key.verifying_key(), key.sign(&message));
            check.is(public.as_bytes(), "f65333fa6303b6a23defd7de2af8aa461cb047ccbf12d4edd29ef3b1eba6706b");
            check.is(
                signature.as_bytes(),
                "e16ea71ee96cf4171478aba26f0c4825d71c30b36ab362eddea9500b4141dded\
                 abc6f5c03e08c16fa03c88de1437f0fde64f92af84723fee6827d249d524b30b",
            );
            check.holds(public.verify(&message, &signature).is_ok() && public.verify(&[0xaf], &signature).is_err());
        },
    },
    // RFC 9496, Appendices A.1 and A.3.
    Row {
        algorithm: "Ristretto255",
        run: |check| {
            const BASE: &str = "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76";
            let known = "6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919";
            check.is(&RistrettoPoint::mul_base(&Scalar::from(2u64)).compress(), known);
            check.is(&(RistrettoPoint::BASE * Scalar::from(2u64)).compress(), known);
            let Ok(decoded) = RistrettoPoint::decompress(&bytes(known)) else { return check.holds(false) };
            check.is(&(decoded * Scalar::from(2u64).invert()).compress(), BASE);
            let uniform = bytes(
                "5d1be09e3d0c82fc538112490e35701979d99e06ca3e2b5b54bffe8b4dc772c1\
                 4d98b696a1bbfb5ca32c436cc61c16563790306c79eaca7705668b47dffe5bb6",
            );
            let known = "3066f82a1a747d45120d1740f14358531a8f04bbffe6a819f86dfe50f44a0a46";
            check.is(&RistrettoPoint::from_uniform_bytes(&uniform).compress(), known);
        },
    },
    // RFC 9380, Appendix J.5.1: the encoding of the point. The inverse map is that of the map.
    Row {
        algorithm: "Elligator 2",
        run: |check| {
            let dst = b"QUUX-V01-CS02-with-edwards25519_XMD:SHA-512_ELL2_RO_";
            let Ok(point) = elligator2::hash_to_curve(b"abc", dst) else { return check.holds(false) };
            check.is(&point.compress(), "31558a26887f23fb8218f143e69d5f0af2e7831130bd5b432ef23883b895839a");
            // Every other key has a representative.
            let mut keys = (0..u8::MAX).map(|number| SecretKey::from_bytes([number; 32]));
            let hidden = keys.find_map(|key| elligator2::hide(&key, 0).ok().map(|hidden| (key, hidden)));
            let Some((key, hidden)) = hidden else { return check.holds(false) };
            check.holds(hidden.public_key() == key.public_key());
            check.holds(elligator2::Representative::of(&key.public_key(), 0).is_ok());
        },
    },
];
