//! Batches return what single calls with the same randomness return, at every tier and for every size.

use crate::base::cpu::forced;
use crate::base::random::TestRandom;
use crate::base::secret::Secret;
use crate::postquantum::mlkem::{
    self, Ciphertext, DecapsulationKey, MlKem512, MlKem768, MlKem1024, Parameters, hazmat,
};
use crate::random::{Random, RandomError};
use std::vec::Vec;

/// The numbers of items: none, groups of four and eight, and remainders.
const COUNTS: [usize; 7] = [0, 1, 3, 4, 7, 8, 21];

fn agree<P: Parameters>(count: usize) {
    let mut random = TestRandom::new(count as u64);
    let keys = mlkem::generate_batch::<P>(count, &mut TestRandom::new(count as u64)).unwrap();
    assert_eq!(keys.len(), count);
    for key in &keys {
        let expected = DecapsulationKey::<P>::generate(&mut random).unwrap();
        assert_eq!(key.as_expanded_bytes().expose(), expected.as_expanded_bytes().expose());
        assert_eq!(key.as_seed().map(Secret::expose), expected.as_seed().map(Secret::expose));
        assert!(key.as_seed().is_some());
    }

    let public: Vec<_> = keys.iter().map(DecapsulationKey::encapsulation_key).collect();
    let public: Vec<_> = public.iter().collect();
    let mut sent = mlkem::encapsulate_batch(&public, &mut TestRandom::new(99)).unwrap();
    assert_eq!(sent.len(), count);
    let mut random = TestRandom::new(99);
    for (ek, (c, k)) in public.iter().zip(&sent) {
        let mut m = [0; 32];
        random.fill(&mut m).unwrap();
        let (expected_c, expected_k) = hazmat::encapsulate_internal(ek, &m);
        assert_eq!((c, k.expose()), (&expected_c, expected_k.expose()));
    }

    // Every third ciphertext is one that no encapsulation makes.
    for (c, _) in sent.iter_mut().step_by(3) {
        let mut changed = c.to_bytes();
        changed.as_mut()[count] ^= 4;
        *c = Ciphertext::from_slice(changed.as_ref()).unwrap();
    }
    let pairs: Vec<_> = keys.iter().zip(&sent).map(|(key, (c, _))| (key, c)).collect();
    let secrets = mlkem::decapsulate_batch(&pairs);
    assert_eq!(secrets.len(), count);
    for (index, ((key, (c, k)), secret)) in keys.iter().zip(&sent).zip(&secrets).enumerate() {
        assert_eq!(secret.expose(), key.decapsulate(c).expose());
        assert_eq!(secret.expose() == k.expose(), index % 3 != 0);
    }
}

#[test]
fn batches_agree_with_single_calls() {
    for tier in forced::tiers() {
        forced::at_most(tier, || {
            for count in COUNTS {
                agree::<MlKem512>(count);
                agree::<MlKem768>(count);
                agree::<MlKem1024>(count);
            }
        });
    }
}

/// Delivers once and then no more.
struct Exhausted(usize);

impl Random for Exhausted {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), RandomError> {
        self.0 = self.0.checked_sub(1).ok_or(RandomError)?;
        TestRandom::new(self.0 as u64).fill(bytes)
    }
}

#[test]
fn a_source_that_ends_within_a_batch() {
    assert_eq!(mlkem::generate_batch::<MlKem512>(5, &mut Exhausted(4)).err(), Some(RandomError));
    let keys = mlkem::generate_batch::<MlKem512>(5, &mut Exhausted(5)).unwrap();
    let public: Vec<_> = keys.iter().map(DecapsulationKey::encapsulation_key).collect();
    let public: Vec<_> = public.iter().collect();
    assert_eq!(mlkem::encapsulate_batch(&public, &mut Exhausted(4)).err(), Some(RandomError));
    assert!(mlkem::encapsulate_batch(&public, &mut Exhausted(5)).is_ok());
}
