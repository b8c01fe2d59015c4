//! libcrux's ML-KEM, with AVX2 where the CPU has it.

use crate::offers::Offers;
use crate::op::mlkem::{self, MlKem};
use crate::op::postquantum::drawn::Drawn;
use crate::peer::found::{Found, locked_version};
use crate::peer::reach::{Isa, Reach};
use crate::peer::system::draw;
use libcrux_ml_kem::{mlkem512, mlkem768, mlkem1024};

pub(in crate::peer) const REACH: Reach = Reach::UpTo(Isa::Avx2, "takes AVX2 where it finds it");

/// Returns the offer of a parameter set, without prepared keys.
macro_rules! offer {
    ($set:ident, $Set:ident) => {
        MlKem::<mlkem::$Set> {
            backend: backend().to_owned(),
            key_pair: Some(|seed| *$set::generate_key_pair(*seed).public_key().as_slice()),
            encapsulate: Some(|key, message| {
                let key = (*key).into();
                let (ciphertext, secret) =
                    $set::validate_public_key(&key).then(|| $set::encapsulate(&key, *message))?;
                Some((*ciphertext.as_slice(), secret))
            }),
            decapsulation_key: |seed| {
                let pair = $set::generate_key_pair(*seed);
                Box::new(move |ciphertext| $set::decapsulate(pair.private_key(), &(*ciphertext).into()))
            },
            prepare: None,
            prepare_decapsulation: None,
            batches: None,
        }
    };
}

/// Returns the offer of a parameter set, with prepared keys on CPUs with AVX2: the library has no function that chooses
/// a backend for them, and its module of AVX2 exists for x86-64 only.
macro_rules! prepared {
    ($set:ident, $Set:ident) => {{
        let offer = offer!($set, $Set);
        #[cfg(target_arch = "x86_64")]
        let offer = if backend() == "avx2" {
            MlKem::<mlkem::$Set> {
                prepare: Some(|key| {
                    let mut unpacked = $set::avx2::unpacked::init_public_key();
                    $set::avx2::unpacked::unpacked_public_key(&(*key).into(), &mut unpacked);
                    Box::new(move |message| {
                        let (ciphertext, secret) = $set::avx2::unpacked::encapsulate(&unpacked, *message);
                        (*ciphertext.as_slice(), secret)
                    })
                }),
                prepare_decapsulation: Some(|seed| {
                    let pair = $set::avx2::unpacked::generate_key_pair(*seed);
                    Box::new(move |ciphertext| $set::avx2::unpacked::decapsulate(&pair, &(*ciphertext).into()))
                }),
                ..offer
            }
        } else {
            offer
        };
        offer
    }};
}

/// Returns the offer of a parameter set with draws.
macro_rules! drawn {
    ($set:ident, $Set:ident) => {
        Drawn::<mlkem::$Set>::new(
            backend(),
            || {
                let pair = $set::generate_key_pair(draw());
                let public = *pair.public_key().as_slice();
                (pair, public)
            },
            |key| {
                let key = (*key).into();
                let (ciphertext, secret) = $set::validate_public_key(&key).then(|| $set::encapsulate(&key, draw()))?;
                Some((*ciphertext.as_slice(), secret))
            },
            |pair, ciphertext| $set::decapsulate(pair.private_key(), &(*ciphertext).into()),
        )
    };
}

pub(in crate::peer) fn find() -> Found {
    let offers = Offers::none()
        .and(prepared!(mlkem512, MlKem512))
        .and(prepared!(mlkem768, MlKem768))
        .and(prepared!(mlkem1024, MlKem1024))
        .and(drawn!(mlkem512, MlKem512))
        .and(drawn!(mlkem768, MlKem768))
        .and(drawn!(mlkem1024, MlKem1024));
    Ok((locked_version("libcrux-ml-kem", "0.0"), offers))
}

pub(super) fn backend() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        return "avx2";
    }
    "portable"
}
