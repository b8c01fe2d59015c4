//! The fast paths of every backend against the plain algorithms of the standard.

use crate::base::cpu::forced;
use crate::base::random::{Random as _, TestRandom};
use crate::base::testing::cases;
use crate::postquantum::mlkem::hazmat::{encapsulate_internal, key_gen_internal};
use crate::postquantum::mlkem::textbook::Textbook;
use crate::postquantum::mlkem::{Ciphertext, MlKem512, MlKem768, MlKem1024, Parameters};

fn agrees<P: Parameters>() {
    let (textbook, random) = (Textbook::of::<P>(), &mut TestRandom::new(203));
    for case in 0..cases(4) {
        let [d, z, m] = [(); 3].map(|()| {
            let mut bytes = [0; 32];
            random.fill(&mut bytes).unwrap();
            bytes
        });
        let (ek, dk) = textbook.key_gen_internal(&d, &z);
        let (k, c) = textbook.encaps_internal(&ek, &m);
        assert_eq!(textbook.decaps_internal(&dk, &c), k);
        let mut other = c.clone();
        other[random.next_u64() as usize % c.len()] ^= 1 << (case % 8);
        let rejected = textbook.decaps_internal(&dk, &other);
        assert_ne!(rejected, k);
        for tier in forced::tiers() {
            forced::at_most(tier, || {
                let key = key_gen_internal::<P>(&d, &z);
                assert_eq!(key.encapsulation_key().as_ref(), ek, "{} at {tier}", P::NAME);
                assert_eq!(key.as_expanded_bytes().expose().as_ref(), dk, "{} at {tier}", P::NAME);
                let (ciphertext, secret) = encapsulate_internal(&key.encapsulation_key(), &m);
                assert_eq!((ciphertext.as_ref(), secret.expose()), (&c[..], &k), "{} at {tier}", P::NAME);
                for (c, k) in [(&c, &k), (&other, &rejected)] {
                    let ciphertext = Ciphertext::<P>::from_slice(c).unwrap();
                    assert_eq!(key.decapsulate(&ciphertext).expose(), k, "{} at {tier}", P::NAME);
                    assert_eq!(key.prepare().decapsulate(&ciphertext).expose(), k, "{} at {tier}, prepared", P::NAME);
                }
            });
        }
    }
}

#[test]
fn the_textbook() {
    agrees::<MlKem512>();
    agrees::<MlKem768>();
    agrees::<MlKem1024>();
}
