//! SLH-DSA of liboqs, in C. Versions before 0.15 and builds with a choice of schemes may not have it.

use super::super::file::{File, Slots, functions};
use super::{BACKEND, KeyPair, Sign, Verify, is_valid, pair, signed, with_given};
use crate::offers::Offers;
use crate::op::slhdsa::{self, SlhDsa};

functions! {
    /// The functions of SLH-DSA.
    struct Functions of "liboqs 0.15 or later, with SLH-DSA," {
        OQS_SIG_slh_dsa_pure_sha2_128s_keypair: KeyPair<32, 64>;
        OQS_SIG_slh_dsa_pure_sha2_128s_sign: Sign<64, 7856>;
        OQS_SIG_slh_dsa_pure_sha2_128s_verify: Verify<32, 7856>;
        OQS_SIG_slh_dsa_pure_shake_128s_keypair: KeyPair<32, 64>;
        OQS_SIG_slh_dsa_pure_shake_128s_sign: Sign<64, 7856>;
        OQS_SIG_slh_dsa_pure_shake_128s_verify: Verify<32, 7856>;
        OQS_SIG_slh_dsa_pure_sha2_128f_keypair: KeyPair<32, 64>;
        OQS_SIG_slh_dsa_pure_sha2_128f_sign: Sign<64, 17088>;
        OQS_SIG_slh_dsa_pure_sha2_128f_verify: Verify<32, 17088>;
        OQS_SIG_slh_dsa_pure_shake_128f_keypair: KeyPair<32, 64>;
        OQS_SIG_slh_dsa_pure_shake_128f_sign: Sign<64, 17088>;
        OQS_SIG_slh_dsa_pure_shake_128f_verify: Verify<32, 17088>;
        OQS_SIG_slh_dsa_pure_sha2_192s_keypair: KeyPair<48, 96>;
        OQS_SIG_slh_dsa_pure_sha2_192s_sign: Sign<96, 16224>;
        OQS_SIG_slh_dsa_pure_sha2_192s_verify: Verify<48, 16224>;
        OQS_SIG_slh_dsa_pure_shake_192s_keypair: KeyPair<48, 96>;
        OQS_SIG_slh_dsa_pure_shake_192s_sign: Sign<96, 16224>;
        OQS_SIG_slh_dsa_pure_shake_192s_verify: Verify<48, 16224>;
        OQS_SIG_slh_dsa_pure_sha2_192f_keypair: KeyPair<48, 96>;
        OQS_SIG_slh_dsa_pure_sha2_192f_sign: Sign<96, 35664>;
        OQS_SIG_slh_dsa_pure_sha2_192f_verify: Verify<48, 35664>;
        OQS_SIG_slh_dsa_pure_shake_192f_keypair: KeyPair<48, 96>;
        OQS_SIG_slh_dsa_pure_shake_192f_sign: Sign<96, 35664>;
        OQS_SIG_slh_dsa_pure_shake_192f_verify: Verify<48, 35664>;
        OQS_SIG_slh_dsa_pure_sha2_256s_keypair: KeyPair<64, 128>;
        OQS_SIG_slh_dsa_pure_sha2_256s_sign: Sign<128, 29792>;
        OQS_SIG_slh_dsa_pure_sha2_256s_verify: Verify<64, 29792>;
        OQS_SIG_slh_dsa_pure_shake_256s_keypair: KeyPair<64, 128>;
        OQS_SIG_slh_dsa_pure_shake_256s_sign: Sign<128, 29792>;
        OQS_SIG_slh_dsa_pure_shake_256s_verify: Verify<64, 29792>;
        OQS_SIG_slh_dsa_pure_sha2_256f_keypair: KeyPair<64, 128>;
        OQS_SIG_slh_dsa_pure_sha2_256f_sign: Sign<128, 49856>;
        OQS_SIG_slh_dsa_pure_sha2_256f_verify: Verify<64, 49856>;
        OQS_SIG_slh_dsa_pure_shake_256f_keypair: KeyPair<64, 128>;
        OQS_SIG_slh_dsa_pure_shake_256f_sign: Sign<128, 49856>;
        OQS_SIG_slh_dsa_pure_shake_256f_verify: Verify<64, 49856>;
    }
}

static FILES: Slots<Functions> = Slots::new();

/// Adds the offers, if the file has them.
pub(super) fn and(file: &File, offers: Offers) -> Offers {
    match FILES.of(file, Functions::load) {
        Ok((slot, _)) => [in_slot::<0>, in_slot::<1>, in_slot::<2>, in_slot::<3>][slot](offers),
        Err(_) => offers,
    }
}

/// Writes the function that adds the offers. Key generation draws the three seeds in one piece. A signature draws its
/// randomness; that of the deterministic variant is PK.seed.
macro_rules! signers {
    ($($Set:ident, $keypair:ident, $sign:ident, $verify:ident;)+) => {
        fn in_slot<const SLOT: usize>(offers: Offers) -> Offers {
            $(let offers = offers.and(SlhDsa::<slhdsa::$Set> {
                backend: BACKEND.to_owned(),
                key_pair: |seeds| with_given(&seeds.concat(), || pair(FILES.get(SLOT).$keypair).1),
                signer: |seeds| {
                    let (sign, public_seed) = (FILES.get(SLOT).$sign, seeds[2]);
                    let key = with_given(&seeds.concat(), || pair(FILES.get(SLOT).$keypair).0);
                    Box::new(move |message| with_given(&public_seed, || signed(sign, &key, message)))
                },
                prepared_signer: None,
                signer_on_threads: None,
                verify: |key, message, signature| is_valid(FILES.get(SLOT).$verify, key, message, signature),
                verify_batch: None,
            });)+
            offers
        }
    };
}

signers! {
    SlhDsaSha2_128s, OQS_SIG_slh_dsa_pure_sha2_128s_keypair, OQS_SIG_slh_dsa_pure_sha2_128s_sign, OQS_SIG_slh_dsa_pure_sha2_128s_verify;
    SlhDsaShake128s, OQS_SIG_slh_dsa_pure_shake_128s_keypair, OQS_SIG_slh_dsa_pure_shake_128s_sign, OQS_SIG_slh_dsa_pure_shake_128s_verify;
    SlhDsaSha2_128f, OQS_SIG_slh_dsa_pure_sha2_128f_keypair, OQS_SIG_slh_dsa_pure_sha2_128f_sign, OQS_SIG_slh_dsa_pure_sha2_128f_verify;
    SlhDsaShake128f, OQS_SIG_slh_dsa_pure_shake_128f_keypair, OQS_SIG_slh_dsa_pure_shake_128f_sign, OQS_SIG_slh_dsa_pure_shake_128f_verify;
    SlhDsaSha2_192s, OQS_SIG_slh_dsa_pure_sha2_192s_keypair, OQS_SIG_slh_dsa_pure_sha2_192s_sign, OQS_SIG_slh_dsa_pure_sha2_192s_verify;
    SlhDsaShake192s, OQS_SIG_slh_dsa_pure_shake_192s_keypair, OQS_SIG_slh_dsa_pure_shake_192s_sign, OQS_SIG_slh_dsa_pure_shake_192s_verify;
    SlhDsaSha2_192f, OQS_SIG_slh_dsa_pure_sha2_192f_keypair, OQS_SIG_slh_dsa_pure_sha2_192f_sign, OQS_SIG_slh_dsa_pure_sha2_192f_verify;
    SlhDsaShake192f, OQS_SIG_slh_dsa_pure_shake_192f_keypair, OQS_SIG_slh_dsa_pure_shake_192f_sign, OQS_SIG_slh_dsa_pure_shake_192f_verify;
    SlhDsaSha2_256s, OQS_SIG_slh_dsa_pure_sha2_256s_keypair, OQS_SIG_slh_dsa_pure_sha2_256s_sign, OQS_SIG_slh_dsa_pure_sha2_256s_verify;
    SlhDsaShake256s, OQS_SIG_slh_dsa_pure_shake_256s_keypair, OQS_SIG_slh_dsa_pure_shake_256s_sign, OQS_SIG_slh_dsa_pure_shake_256s_verify;
    SlhDsaSha2_256f, OQS_SIG_slh_dsa_pure_sha2_256f_keypair, OQS_SIG_slh_dsa_pure_sha2_256f_sign, OQS_SIG_slh_dsa_pure_sha2_256f_verify;
    SlhDsaShake256f, OQS_SIG_slh_dsa_pure_shake_256f_keypair, OQS_SIG_slh_dsa_pure_shake_256f_sign, OQS_SIG_slh_dsa_pure_shake_256f_verify;
}
