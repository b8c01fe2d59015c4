//! The crate `fips205`, over the crates `sha2` and `sha3`.

use super::Zeros;
use crate::offers::Offers;
use crate::op::slhdsa::{self, SlhDsa};
use crate::peer::found::{Found, locked_version};
use crate::peer::reach::{Isa, Reach};
use fips205::traits::{KeyGen as _, SerDes as _, Signer as _, Verifier as _};
use fips205::{
    slh_dsa_sha2_128f, slh_dsa_sha2_128s, slh_dsa_sha2_192f, slh_dsa_sha2_192s, slh_dsa_sha2_256f, slh_dsa_sha2_256s,
    slh_dsa_shake_128f, slh_dsa_shake_128s, slh_dsa_shake_192f, slh_dsa_shake_192s, slh_dsa_shake_256f,
    slh_dsa_shake_256s,
};

/// Adds the offers of parameter sets.
macro_rules! offers {
    ($($set:ident, $Set:ident;)+) => {
        Offers::none()$(.and(SlhDsa::<slhdsa::$Set> {
            backend: BACKEND.to_owned(),
            key_pair: |[seed, prf, public]| $set::KG::keygen_from_seed(seed, prf, public).0.into_bytes(),
            signer: |[seed, prf, public]| {
                let (_, key) = $set::KG::keygen_from_seed(seed, prf, public);
                Box::new(move |message| key.try_sign_with_rng(&mut Zeros, message, &[], false).expect(SIGNS))
            },
            prepared_signer: None,
            signer_on_threads: None,
            verify: |key, message, signature| {
                $set::PublicKey::try_from_bytes(*key).is_ok_and(|key| key.verify(message, signature, &[]))
            },
            verify_batch: None,
        }))+
    };
}

/// The reach of `sha2`, which uses AVX2 when detected.
pub(in crate::peer) const REACH: Reach = Reach::UpTo(Isa::Avx2, "takes AVX2 where it finds it");

const BACKEND: &str = "chosen by the crate's hash functions";
const SIGNS: &str = "the context is short, and no randomness is drawn";

pub(in crate::peer) fn find() -> Found {
    let offers = offers! {
        slh_dsa_sha2_128s, SlhDsaSha2_128s;
        slh_dsa_shake_128s, SlhDsaShake128s;
        slh_dsa_sha2_128f, SlhDsaSha2_128f;
        slh_dsa_shake_128f, SlhDsaShake128f;
        slh_dsa_sha2_192s, SlhDsaSha2_192s;
        slh_dsa_shake_192s, SlhDsaShake192s;
        slh_dsa_sha2_192f, SlhDsaSha2_192f;
        slh_dsa_shake_192f, SlhDsaShake192f;
        slh_dsa_sha2_256s, SlhDsaSha2_256s;
        slh_dsa_shake_256s, SlhDsaShake256s;
        slh_dsa_sha2_256f, SlhDsaSha2_256f;
        slh_dsa_shake_256f, SlhDsaShake256f;
    };
    Ok((locked_version("fips205", "0.5"), offers))
}
