//! crrl. Its field has one implementation for machines with 64-bit words and one for others, both without vector
//! instructions.

use super::found::{Found, locked_version};
use super::reach::Reach;
use crate::offers::Offers;
use crate::op::ed25519::Ed25519;
use crate::op::edwards25519::{Edwards25519, EncodedSums, MultiscalarMul};
use crate::op::keys::{self, Decoded, Decoder};
use crate::op::ristretto255::Ristretto255;
use crate::op::x25519::X25519;
use crrl::ed25519::{Point, PrivateKey, PublicKey, Scalar};
use crrl::{ristretto255, x25519};

pub(super) fn find() -> Found {
    let offers = Offers::none().and(x25519()).and(ed25519()).and(edwards25519()).and(ristretto255());
    let offers = offers.and(encoded_sums()).and(decoded());
    Ok((locked_version("crrl", "0.9"), offers))
}

const BACKEND: &str = if cfg!(target_pointer_width = "64") { "64-bit" } else { "32-bit" };

pub(super) const REACH: Reach = Reach::Portable;

fn x25519() -> X25519 {
    X25519 {
        backend: BACKEND.to_owned(),
        public_key: x25519::x25519_base,
        diffie_hellman: |secret| {
            let secret = *secret;
            Box::new(move |public| x25519::x25519(public, &secret))
        },
        diffie_hellman_batch: None,
    }
}

/// Offers Ed25519 with `verify_raw`, which checks the cofactored equation.
fn ed25519() -> Ed25519 {
    Ed25519 {
        backend: BACKEND.to_owned(),
        public_key: |seed| PrivateKey::from_seed(seed).public_key.encode(),
        signer: |seed| {
            let key = PrivateKey::from_seed(seed);
            Box::new(move |message| key.sign_raw(message))
        },
        signer_batch: None,
        verify: |public_key, message, signature| {
            PublicKey::decode(public_key).is_some_and(|key| key.verify_raw(signature, message))
        },
        verifier: Some(|public_key| {
            let key = PublicKey::decode(public_key)?;
            Some(Box::new(move |message, signature| key.verify_raw(signature, message)))
        }),
        verify_batch: None,
    }
}

/// Offers multiscalar multiplication without a dedicated function: each product is computed separately, and in constant
/// time because crrl has no other function for one.
fn edwards25519() -> Edwards25519 {
    Edwards25519 {
        backend: format!("{BACKEND}, one by one"),
        mul_base: |scalar| Point::mulgen(&Scalar::decode_reduce(scalar)).encode(),
        multiscalar_mul: |scalars, points| {
            let scalars: Option<Vec<Scalar>> = scalars.iter().map(|scalar| Scalar::decode(scalar)).collect();
            let points: Option<Vec<Point>> = points.iter().map(|point| Point::decode(point)).collect();
            let sum = |scalars: &[Scalar], points: &[Point]| {
                scalars.iter().zip(points).fold(Point::NEUTRAL, |sum, (scalar, point)| sum + point * scalar)
            };
            Some(MultiscalarMul::new(scalars?, points?, sum, |sum| sum.encode()))
        },
    }
}

/// Offers the same from and to bytes.
fn encoded_sums() -> EncodedSums {
    EncodedSums {
        backend: format!("{BACKEND}, one by one"),
        sum: |scalars, points| {
            let products = scalars.iter().zip(points).map(|(scalar, point)| {
                let (scalar, point) = (Scalar::decode(scalar)?, Point::decode(point)?);
                Some(point * scalar)
            });
            let sum = products.reduce(|sum, product| Some(sum? + product?))?;
            Some(sum?.encode())
        },
    }
}

fn decoded() -> Decoded<keys::Ed25519> {
    let secret = Decoder::new(|seed| Some(PrivateKey::from_seed(seed)), |key: &PrivateKey| key.public_key.encode());
    let public = Decoder::new(|bytes| PublicKey::decode(bytes), |key: &PublicKey| key.encode());
    Decoded::new(BACKEND, Some(secret), Some(public))
}

fn ristretto255() -> Ristretto255 {
    Ristretto255::new(
        BACKEND,
        |encoding| ristretto255::Point::decode(encoding),
        |element| element.double(),
        |element| element.encode(),
    )
}
