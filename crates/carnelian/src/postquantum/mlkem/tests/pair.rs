//! The check of a pair of keys finds bits that have changed.

use crate::error::FaultError;
use crate::postquantum::mlkem::{DecapsulationKey, MlKem512, MlKem768, MlKem1024, Parameters};

fn checks<P: Parameters>() {
    let mut key = DecapsulationKey::<P>::from_seed(&[0x21; 64]);
    assert_eq!(key.check_pair(), Ok(()));
    let (prepared, public) = (key.prepare(), key.encapsulation_key());
    assert_eq!(prepared.check_pair(&public), Ok(()));
    let other = DecapsulationKey::<P>::from_seed(&[0x22; 64]);
    assert_eq!(prepared.check_pair(&other.encapsulation_key()), Err(FaultError));
    // ŝ, t̂, ρ and H(ek), but not z, which only rejected ciphertexts depend on.
    let len = P::DECAPSULATION_KEY_LEN;
    let ends = [384 * P::K, 768 * P::K, 768 * P::K + 32, len - 32, len];
    for (part, end) in ends.into_iter().enumerate() {
        for (byte, bit) in [(end - 1, 7), (end - 31, 0)] {
            key.0.dk.write(|dk| dk.as_mut()[byte] ^= 1 << bit);
            let checked = key.check_pair();
            key.0.dk.write(|dk| dk.as_mut()[byte] ^= 1 << bit);
            assert_eq!(checked, if part == 4 { Ok(()) } else { Err(FaultError) }, "{} byte {byte}", P::NAME);
        }
    }
    assert_eq!(key.check_pair(), Ok(()));
}

#[test]
fn every_set() {
    checks::<MlKem512>();
    checks::<MlKem768>();
    checks::<MlKem1024>();
}
