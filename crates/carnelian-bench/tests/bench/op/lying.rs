//! Libraries that lie about keys, secrets, signatures, verdicts, sums and encodings: each lie is detected by the check
//! of every operation that it affects, and by no other.

use carnelian_bench::op::ed25519::{self, Ed25519, Verify};
use carnelian_bench::op::edwards25519::{self, Edwards25519, EncodedSums, MultiscalarMul};
use carnelian_bench::op::ristretto255::{self, Ristretto255};
use carnelian_bench::op::x25519::{self, X25519};
use carnelian_bench::op::{Offers, Operation};
use carnelian_bench::{ours, peer};
use std::sync::atomic::{AtomicU64, Ordering};

/// Returns the operations in which the check finds a difference between a library and the same library with this offer
/// in place of its own.
fn found<O: 'static>(operations: &[Box<dyn Operation>], lie: O) -> Vec<String> {
    ours::register();
    let honest = honest();
    let liar = Offers::none().and(lie);
    let finding = operations.iter().filter(|operation| operation.check(&honest, &liar).is_err());
    finding.map(|operation| operation.name().to_owned()).collect()
}

/// Returns the offers of crrl, which covers most families.
fn honest() -> Offers {
    peer::all(&[]).into_iter().flatten().find(|library| library.name == "crrl").unwrap().offers
}

fn x25519() -> X25519 {
    honest().get::<X25519>().unwrap().clone()
}

fn ed25519() -> Ed25519 {
    honest().get::<Ed25519>().unwrap().clone()
}

#[test]
fn lies_about_x25519_are_found() {
    let found = |lie| found(&x25519::operations(), lie);
    assert_eq!(found(x25519()), [""; 0]);
    let everything = ["x25519/keygen", "x25519/dh", "x25519/dh-batch16"];
    assert_eq!(found(X25519 { public_key: |_| [9; 32], ..x25519() }), everything);
    assert_eq!(found(X25519 { diffie_hellman: |_| Box::new(|_| [9; 32]), ..x25519() }), everything[1..]);
    let last_is_zero = X25519 {
        diffie_hellman_batch: Some(|secrets| {
            let honest = x25519().diffie_hellman_all(secrets);
            Box::new(move |publics| {
                let mut shared = honest(publics);
                *shared.last_mut().unwrap() = [0; 32];
                shared
            })
        }),
        ..x25519()
    };
    assert_eq!(found(last_is_zero), everything[2..]);
    let none = X25519 { diffie_hellman_batch: Some(|_| Box::new(|_| Vec::new())), ..x25519() };
    assert_eq!(found(none), everything[2..]);
}

#[test]
fn lies_about_ed25519_are_found() {
    let found = |lie| found(&ed25519::operations(), lie);
    assert_eq!(found(ed25519()), [""; 0]);
    let verification = ["ed25519/verify", "ed25519/prepare", "ed25519/verify-prepared", "ed25519/verify-batch64"];
    let signing = ["ed25519/sign", "ed25519/sign-batch16"];
    let wrong_key = Ed25519 { public_key: |_| [1; 32], ..ed25519() };
    assert_eq!(found(wrong_key), [&["ed25519/keygen"], &verification[..]].concat());
    let wrong_signature = Ed25519 { signer: |_| Box::new(|_| [0; 64]), ..ed25519() };
    assert_eq!(found(wrong_signature), [&signing[..], &verification].concat());
    let too_few = Ed25519 { signer_batch: Some(|_| Box::new(|_| Vec::new())), ..ed25519() };
    assert_eq!(found(too_few), signing[1..]);

    let accepts_all = Ed25519 { verify_batch: Some(|_| true), ..ed25519() };
    assert_eq!(found(accepts_all), verification[3..]);
    let refuses_all = Ed25519 { verifier: Some(|_| None), ..ed25519() };
    assert_eq!(found(refuses_all), verification[1..3]);
    // Without a batch function, batches are verified by the same function.
    let accepts_one = Ed25519 { verify: |_, _, _| true, ..ed25519() };
    assert_eq!(found(accepts_one), [verification[0], verification[3]]);
}

/// Signs with the key of this seed, with another commitment in each call: signatures are valid and always different.
fn randomised(seed: &[u8; 32]) -> ed25519::Signer {
    use curve25519_dalek::{EdwardsPoint, Scalar, scalar::clamp_integer};
    use sha2::{Digest, Sha512};
    static CALLS: AtomicU64 = AtomicU64::new(1);
    let public_key = (ed25519().public_key)(seed);
    let secret = Sha512::digest(seed)[..32].try_into().unwrap();
    let secret = Scalar::from_bytes_mod_order(clamp_integer(secret));
    Box::new(move |message| {
        let nonce = Scalar::from(CALLS.fetch_add(1, Ordering::Relaxed));
        let commitment = EdwardsPoint::mul_base(&nonce).compress().to_bytes();
        let challenge = Sha512::new().chain_update(commitment).chain_update(public_key).chain_update(message);
        let challenge = Scalar::from_bytes_mod_order_wide(&challenge.finalize().into());
        [commitment, (nonce + challenge * secret).to_bytes()].as_flattened().try_into().unwrap()
    })
}

/// A library may randomize its signatures, but they must be valid, also in batches.
#[test]
fn randomised_signatures_are_accepted_if_they_are_valid() {
    let found = |lie| found(&ed25519::operations(), lie);
    let random = Ed25519 { signer: randomised, ..ed25519() };
    assert_eq!(found(random.clone()), [""; 0]);
    let of_other_messages: fn(&ed25519::Seed) -> ed25519::Signer = |seed| {
        let sign = randomised(seed);
        Box::new(move |_| sign(b"another message"))
    };
    assert_eq!(found(Ed25519 { signer: of_other_messages, ..ed25519() }).len(), 6);
    let all_zeros = Some::<fn(&[_]) -> ed25519::SignerBatch>(|seeds| {
        let count = seeds.len();
        Box::new(move |_| vec![[0; 64]; count])
    });
    assert_eq!(found(Ed25519 { signer_batch: all_zeros, ..random }), ["ed25519/sign-batch16"]);
}

/// Each part of a signed message counts: a verifier that ignores one bit of it is detected.
#[test]
fn verifiers_that_overlook_a_bit_are_found() {
    fn valid(public_key: &[u8; 32], message: &[u8], signature: &[u8; 64]) -> bool {
        (ed25519().verify)(public_key, message, signature)
    }
    fn flipped<T: Clone + AsMut<[u8]>>(bytes: &T, position: usize, mask: u8) -> T {
        let mut flipped = bytes.clone();
        flipped.as_mut()[position] ^= mask;
        flipped
    }
    let verifiers: [Verify; 4] = [
        |k, m, s| valid(k, m, s) || valid(&flipped(k, 7, 1), m, s),
        |k, m, s| valid(k, m, s) || valid(k, &flipped(&m.to_vec(), 58, 0x80), s),
        |k, m, s| valid(k, m, s) || valid(k, m, &flipped(s, 0, 1)),
        |k, m, s| valid(k, m, s) || valid(k, m, &flipped(s, 32, 1)),
    ];
    for verify in verifiers {
        let lie = Ed25519 { verify, ..ed25519() };
        assert_eq!(found(&ed25519::operations(), lie), ["ed25519/verify", "ed25519/verify-batch64"]);
    }
}

#[test]
fn lies_about_sums_are_found() {
    let lies = |multiscalar_mul| {
        let honest = honest();
        let mul_base = honest.get::<Edwards25519>().unwrap().mul_base;
        let lie = Edwards25519 { backend: "test".to_owned(), mul_base, multiscalar_mul };
        let mut operations = edwards25519::operations();
        operations.retain(|operation| !operation.name().ends_with("-encoded"));
        found(&operations, lie)
    };
    assert_eq!(
        lies(|scalars, points| (honest().get::<Edwards25519>().unwrap().multiscalar_mul)(scalars, points)),
        [""; 0]
    );
    assert_eq!(lies(|_, _| None), ["edwards25519/msm16", "edwards25519/msm256", "edwards25519/msm1024"]);
    let forgets_one_of_many = lies(|scalars, points| {
        let count = points.len().min(1023);
        (honest().get::<Edwards25519>().unwrap().multiscalar_mul)(&scalars[..count], &points[..count])
    });
    assert_eq!(forgets_one_of_many, ["edwards25519/msm1024"]);
    let constant = lies(|_, _| Some(MultiscalarMul::new(vec![0], vec![0], |_: &[u8], _: &[u8]| [1; 32], |sum| *sum)));
    assert_eq!(constant.len(), 3);
}

#[test]
fn lies_about_encoded_sums_are_found() {
    let lies = |sum| {
        let mut operations = edwards25519::operations();
        operations.retain(|operation| operation.name().ends_with("-encoded"));
        found(&operations, EncodedSums { backend: "test".to_owned(), sum })
    };
    let honest_sum: fn(&[_], &[_]) -> Option<_> =
        |scalars, points| (honest().get::<EncodedSums>().unwrap().sum)(scalars, points);
    assert_eq!(lies(honest_sum), [""; 0]);
    let encoded = ["edwards25519/msm16-encoded"];
    assert_eq!(lies(|_, _| None), encoded);
    assert_eq!(
        lies(|scalars, points| (honest().get::<EncodedSums>().unwrap().sum)(&scalars[1..], &points[1..])),
        encoded
    );
    // A library that takes any bytes for a point.
    assert_eq!(
        lies(|scalars, points| (honest().get::<EncodedSums>().unwrap().sum)(scalars, points).or(Some([1; 32]))),
        encoded
    );
}

#[test]
fn lies_about_encodings_are_found() {
    let lies = |lie| found(&ristretto255::operations(), lie);
    let both = ["ristretto255/encode", "ristretto255/decode"];
    // Returning the input unchanged is not doubling.
    assert_eq!(lies(Ristretto255::new("test", |bytes| Some(*bytes), |bytes| *bytes, |bytes| *bytes)), both);
    assert_eq!(lies(Ristretto255::new("test", |_| None, |bytes| *bytes, |bytes| *bytes)), both);
}
