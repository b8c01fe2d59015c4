//! RustCrypto's X-Wing over its ML-KEM and `x25519-dalek`. Its decapsulation keys are seeds, which each decapsulation
//! expands.

use crate::offers::Offers;
use crate::op::hybrid::XWing;
use crate::op::postquantum::kem::Given;
use crate::peer::found::{Found, locked_version};
use x_wing::{Decapsulate as _, DecapsulationKey, Decapsulator as _, EncapsulationKey, KeyExport as _};

pub(in crate::peer) fn find() -> Found {
    let xwing = Given::<XWing> {
        backend: "portable".to_owned(),
        key_pair: Some(|seed| DecapsulationKey::from(*seed).encapsulation_key().to_bytes().into()),
        encapsulate: Some(|key, message| {
            let key = EncapsulationKey::try_from(&key[..]).ok()?;
            let (ciphertext, secret) = key.encapsulate_deterministic(&(*message).into());
            Some((ciphertext.into(), secret.into()))
        }),
        decapsulation_key: |seed| {
            let key = DecapsulationKey::from(*seed);
            Box::new(move |ciphertext| key.decapsulate(&(*ciphertext).into()).into())
        },
        prepare: None,
        prepare_decapsulation: None,
        batches: None,
    };
    Ok((locked_version("x-wing", "0.1"), Offers::none().and(xwing)))
}
