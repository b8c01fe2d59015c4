//! The dalek crates. They detect CPU features at run time, and select among the backends that are compiled in.

use super::found::{Found, locked_version};
use super::reach::{Isa, Reach};
use crate::offers::Offers;
use crate::op::ed25519::Ed25519;
use crate::op::edwards25519::{Edwards25519, EncodedSums, MultiscalarMul};
use crate::op::keys::{self, Decoded, Decoder};
use crate::op::ristretto255::Ristretto255;
use crate::op::x25519::X25519;
use curve25519_dalek::edwards::{CompressedEdwardsY, EdwardsPoint};
use curve25519_dalek::ristretto::{CompressedRistretto, RistrettoPoint};
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::VartimeMultiscalarMul as _;
use ed25519_dalek::{Signature, Signer, SigningKey, Verifier, VerifyingKey};
use x25519_dalek::{PublicKey, StaticSecret};

pub(super) fn curve25519() -> Found {
    let edwards25519 = Edwards25519 {
        backend: vector_backend().to_owned(),
        mul_base: |scalar| EdwardsPoint::mul_base(&Scalar::from_bytes_mod_order(*scalar)).compress().to_bytes(),
        multiscalar_mul: |scalars, points| {
            let scalars: Option<Vec<Scalar>> =
                scalars.iter().map(|scalar| Scalar::from_canonical_bytes(*scalar).into_option()).collect();
            let points: Option<Vec<EdwardsPoint>> =
                points.iter().map(|point| CompressedEdwardsY(*point).decompress()).collect();
            let sum =
                |scalars: &[Scalar], points: &[EdwardsPoint]| EdwardsPoint::vartime_multiscalar_mul(scalars, points);
            Some(MultiscalarMul::new(scalars?, points?, sum, |sum| sum.compress().to_bytes()))
        },
    };
    let ristretto255 = Ristretto255::new(
        SERIAL,
        |encoding| CompressedRistretto(*encoding).decompress(),
        |element: &RistrettoPoint| element + element,
        |element| element.compress().to_bytes(),
    );
    let encoded = EncodedSums {
        backend: vector_backend().to_owned(),
        sum: |scalars, points| {
            let scalars: Option<Vec<Scalar>> =
                scalars.iter().map(|scalar| Scalar::from_canonical_bytes(*scalar).into_option()).collect();
            let points = points.iter().map(|point| CompressedEdwardsY(*point).decompress());
            let sum = EdwardsPoint::optional_multiscalar_mul(scalars?, points)?;
            Some(sum.compress().to_bytes())
        },
    };
    let offers = Offers::none().and(edwards25519).and(encoded).and(ristretto255);
    Ok((locked_version("curve25519-dalek", "5."), offers))
}

/// Offers X25519. Its ladder and its base-point multiplication exist in the serial backend only.
pub(super) fn x25519() -> Found {
    let x25519 = X25519 {
        backend: SERIAL.to_owned(),
        public_key: |secret| PublicKey::from(&StaticSecret::from(*secret)).to_bytes(),
        diffie_hellman: |secret| {
            let secret = StaticSecret::from(*secret);
            Box::new(move |public| secret.diffie_hellman(&PublicKey::from(*public)).to_bytes())
        },
        diffie_hellman_batch: None,
    };
    let secret = Decoder::new(
        |bytes| Some(StaticSecret::from(*bytes)),
        |secret: &StaticSecret| PublicKey::from(secret).to_bytes(),
    );
    let public = Decoder::new(|bytes| Some(PublicKey::from(*bytes)), PublicKey::to_bytes);
    let decoded = Decoded::<keys::X25519>::new(SERIAL, Some(secret), Some(public));
    Ok((locked_version("x25519-dalek", "3."), Offers::none().and(x25519).and(decoded)))
}

/// Offers Ed25519. The vector backend is used for verification; signing and key generation, which need only base-point
/// multiplication, are serial.
pub(super) fn ed25519() -> Found {
    let ed25519 = Ed25519 {
        backend: vector_backend().to_owned(),
        public_key: |seed| SigningKey::from_bytes(seed).verifying_key().to_bytes(),
        signer: |seed| {
            let key = SigningKey::from_bytes(seed);
            Box::new(move |message| key.sign(message).to_bytes())
        },
        signer_batch: None,
        verify: |public_key, message, signature| {
            VerifyingKey::from_bytes(public_key)
                .is_ok_and(|key| key.verify(message, &Signature::from_bytes(signature)).is_ok())
        },
        verifier: Some(|public_key| {
            let key = VerifyingKey::from_bytes(public_key).ok()?;
            Some(Box::new(move |message, signature| key.verify(message, &Signature::from_bytes(signature)).is_ok()))
        }),
        verify_batch: Some(|all| {
            let keys: Result<Vec<_>, _> = all.iter().map(|one| VerifyingKey::from_bytes(&one.public_key)).collect();
            let messages: Vec<&[u8]> = all.iter().map(|one| one.message).collect();
            let signatures: Vec<_> = all.iter().map(|one| Signature::from_bytes(&one.signature)).collect();
            keys.is_ok_and(|keys| ed25519_dalek::verify_batch(&messages, &signatures, &keys).is_ok())
        }),
    };
    let secret =
        Decoder::new(|seed| Some(SigningKey::from_bytes(seed)), |key: &SigningKey| key.verifying_key().to_bytes());
    let public = Decoder::new(|bytes| VerifyingKey::from_bytes(bytes).ok(), VerifyingKey::to_bytes);
    let decoded = Decoded::<keys::Ed25519>::new(vector_backend(), Some(secret), Some(public));
    Ok((locked_version("ed25519-dalek", "3."), Offers::none().and(ed25519).and(decoded)))
}

/// The backend of code that is not vectorized.
const SERIAL: &str = if cfg!(target_pointer_width = "64") { "serial, 64-bit" } else { "serial, 32-bit" };

/// Returns the backend that `curve25519-dalek` chooses. Its AVX-512 backend is compiled if the build requests it, by a
/// `--cfg` in `.cargo/config.toml` or by target features; its AVX2 backend is compiled on every x86-64.
///
/// Both are faster in a build for a CPU with those vector instructions: with `-C target-cpu=native`, or with `-C
/// target-cpu=x86-64-v4 -C target-feature=+avx512ifma`, the sum of two points multiplied by scalars takes 37 000 cycles
/// instead of 65 000 (AVX-512 IFMA, Rust 1.95). The reason is LLVM's tuning for the CPU: enabling all target features
/// without it has no effect. Cargo has no such setting for a single crate, and for the whole build it would bind the
/// command to one kind of CPU and change our own code too; comparing with dalek at its best therefore needs a separate
/// build. The name of the backend tells whether its instructions are enabled for the build or only detected at run
/// time. `--cfg curve25519_dalek_backend="serial"` leaves the vector backends out.
fn vector_backend() -> &'static str {
    #[cfg(all(target_arch = "x86_64", target_pointer_width = "64"))]
    {
        use std::arch::is_x86_feature_detected as has;
        if cfg!(curve25519_dalek_backend = "serial") {
            return SERIAL;
        }
        let for_avx512 = cfg!(all(target_feature = "avx512ifma", target_feature = "avx512vl"));
        if (for_avx512 || cfg!(curve25519_dalek_backend = "avx512")) && has!("avx512ifma") && has!("avx512vl") {
            return if for_avx512 { "avx512ifma by build" } else { "avx512ifma at run time" };
        }
        if has!("avx2") {
            return if cfg!(target_feature = "avx2") { "avx2 by build" } else { "avx2 at run time" };
        }
    }
    SERIAL
}

/// The reach of the crates whose backend is always serial.
pub(super) const SERIAL_REACH: Reach = Reach::Portable;

/// Returns the reach of the crates with vector backends.
pub(super) const fn reach() -> Reach {
    if cfg!(curve25519_dalek_backend = "serial") {
        SERIAL_REACH
    } else if cfg!(curve25519_dalek_backend = "avx512") {
        Reach::UpTo(
            Isa::Avx512,
            "takes AVX-512 IFMA where it finds it, built with `--cfg curve25519_dalek_backend=\"avx512\"`",
        )
    } else {
        Reach::UpTo(
            Isa::Avx2,
            "takes AVX2 where it finds it, unless built with `--cfg curve25519_dalek_backend=\"serial\"`",
        )
    }
}
