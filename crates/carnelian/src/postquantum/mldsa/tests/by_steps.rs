//! The fast paths of every backend against the plain algorithms of the standard.

use super::textbook::Textbook;
use crate::base::cpu::forced;
use crate::base::random::{Random as _, TestRandom};
use crate::base::testing::cases;
use crate::postquantum::mldsa::hazmat::{key_gen_internal, sign_internal, verify_internal};
use crate::postquantum::mldsa::{MlDsa44, MlDsa65, MlDsa87, Parameters, Signature};

fn agrees<P: Parameters>() {
    let (textbook, random) = (Textbook::of::<P>(), &mut TestRandom::new(204));
    for _ in 0..cases(2) {
        let [xi, rnd, m_prime] = [(); 3].map(|()| {
            let mut bytes = [0; 32];
            random.fill(&mut bytes).unwrap();
            bytes
        });
        let (pk, sk) = textbook.key_gen_internal(&xi);
        let sigma = textbook.sign_internal(&sk, &m_prime, &rnd);
        assert!(textbook.verify_internal(&pk, &m_prime, &sigma));
        let mut other = sigma.clone();
        other[random.next_u64() as usize % P::C_TILDE_LEN] ^= 4;
        assert!(!textbook.verify_internal(&pk, &m_prime, &other));
        for tier in forced::tiers() {
            forced::at_most(tier, || {
                let key = key_gen_internal::<P>(&xi);
                assert_eq!(key.verifying_key().as_ref(), pk, "{} at {tier}", P::NAME);
                assert_eq!(key.to_expanded_bytes().expose().as_ref(), sk, "{} at {tier}", P::NAME);
                let signature = sign_internal(&key, &m_prime, &rnd).unwrap();
                assert!(signature.as_ref() == sigma, "{} at {tier}", P::NAME);
                for (sigma, is_valid) in [(&sigma, true), (&other, false)] {
                    let signature = Signature::<P>::from_slice(sigma).unwrap();
                    let verdict = verify_internal(key.verifying_key(), &m_prime, &signature);
                    assert_eq!(verdict.is_ok(), is_valid, "{} at {tier}", P::NAME);
                }
            });
        }
    }
}

#[test]
fn the_textbook() {
    agrees::<MlDsa44>();
    agrees::<MlDsa65>();
    agrees::<MlDsa87>();
}
