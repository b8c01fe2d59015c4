//! Published keys and signatures of all twelve sets.

mod answers;
mod keys;
mod refused;

use super::textbook::{Textbook, digest};
use super::{for_every_set, is_slow, is_thorough, unhex};
use crate::base::cpu::forced;
use crate::base::random::{Random, RandomError};
use crate::hash::{Sha3_256, Sha256, Sha512, Shake128, Shake256};
use crate::postquantum::slhdsa::{
    Context, Parameters, Prehash, SigningKey, SlhDsaSha2_128f, SlhDsaSha2_192f, SlhDsaSha2_256f, SlhDsaShake128f,
    SlhDsaShake192f, SlhDsaShake256f, hazmat,
};
use answers::{ACVP, Answer, BOTAN, BOUNCY_CASTLE, Form};
use std::vec::Vec;

/// Runs `check` at every tier, or at the best one if the set is slow.
fn at_tiers<P: Parameters>(check: impl Fn()) {
    if is_slow::<P>() {
        return check();
    }
    for tier in forced::tiers() {
        forced::at_most(tier, &check);
    }
}

/// Returns the prehash of a message by a hash function.
fn prehash(function: &str, message: &[u8]) -> Prehash {
    match function {
        "SHA-256" => Prehash::of::<Sha256>(message),
        "SHA-512" => Prehash::of::<Sha512>(message),
        "SHAKE128" => {
            let mut shake = Shake128::new();
            shake.update(message);
            Prehash::finish_shake128(shake)
        }
        "SHAKE256" => {
            let mut shake = Shake256::new();
            shake.update(message);
            Prehash::finish_shake256(shake)
        }
        _ => panic!("a function of the table"),
    }
}

/// A random source that delivers the bytes of a vector.
struct Given<'b>(&'b [u8]);

impl Random for Given<'_> {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
        let (head, rest) = self.0.split_at(out.len());
        out.copy_from_slice(head);
        self.0 = rest;
        Ok(())
    }
}

/// Signs by the form of a vector, and verifies.
fn signature<P: Parameters>(key: &SigningKey<P>, answer: &Answer) -> P::SignatureBytes {
    let public = key.verifying_key();
    let [message, context, addrnd] = [answer.message, answer.context, answer.addrnd].map(unhex);
    let context = Context::new(&context).unwrap();
    let random = &mut Given(&addrnd);
    let is_hedged = !addrnd.is_empty();
    match answer.form {
        Form::Internal => {
            let addrnd = is_hedged.then(|| P::SeedBytes::try_from(&addrnd[..]).unwrap());
            let signature = hazmat::sign_internal(key, &message, addrnd.as_ref()).unwrap();
            hazmat::verify_internal(public, &message, &signature).unwrap();
            signature.to_bytes()
        }
        Form::Pure => {
            let signature = if is_hedged {
                key.sign_ctx(context, &message, random).unwrap()
            } else {
                key.sign_deterministic_ctx(context, &message).unwrap()
            };
            public.verify_ctx(context, &message, &signature).unwrap();
            let mut verifier = public.verifier(context, &signature);
            message.chunks(100).for_each(|part| verifier.update(part));
            verifier.verify().unwrap();
            signature.to_bytes()
        }
        Form::Prehash(function) => {
            let prehash = prehash(function, &message);
            let signature = key.sign_prehash(context, &prehash, random).unwrap();
            public.verify_prehash(context, &prehash, &signature).unwrap();
            signature.to_bytes()
        }
    }
}

fn signs<P: Parameters>() {
    let botan = BOTAN.iter().map(|answer| (answer, P::NAME.contains("SHAKE")));
    let others = ACVP.iter().chain(&BOUNCY_CASTLE).map(|answer| (answer, false));
    let mut count = 0;
    for (answer, is_sha3) in botan.chain(others).filter(|(answer, _)| answer.set == P::NAME) {
        count += 1;
        let private = P::PrivateKeyBytes::try_from(&unhex(answer.key)[..]).unwrap();
        at_tiers::<P>(|| {
            let key = SigningKey::<P>::from_bytes(&private);
            key.check().unwrap();
            let signature = signature(&key, answer);
            let digest = if is_sha3 { digest::<Sha3_256> } else { digest::<Sha256> }(signature.as_ref());
            assert_eq!(digest, unhex(answer.digest), "{}, {:?}", P::NAME, answer.form);
        });
    }
    assert!(count > 0, "{} has vectors", P::NAME);
}

#[test]
fn signatures() {
    for_every_set!(signs);
}

fn generates<P: Parameters>() {
    let mut count = 0;
    for (_, key) in keys::KEYS.iter().filter(|(set, _)| *set == P::NAME) {
        count += 1;
        let private = unhex(key);
        let seeds: Vec<_> = private.chunks(P::N).map(|seed| P::SeedBytes::try_from(seed).unwrap()).collect();
        at_tiers::<P>(|| {
            let key = SigningKey::<P>::from_seeds(&seeds[0], &seeds[1], &seeds[2]);
            assert_eq!(key.to_bytes().expose().as_ref(), private, "{}", P::NAME);
            assert_eq!(key.verifying_key().as_ref(), &private[2 * P::N..]);
            assert_eq!(
                hazmat::key_gen_internal::<P>(&seeds[0], &seeds[1], &seeds[2]).verifying_key(),
                key.verifying_key()
            );
            let generated = SigningKey::<P>::generate(&mut Given(&private[..3 * P::N])).unwrap();
            assert_eq!(generated.to_bytes().expose().as_ref(), private, "{}", P::NAME);
        });
    }
    assert!(count > 0, "{} has vectors", P::NAME);
}

#[test]
fn keys() {
    for_every_set!(generates);
}

/// The oracle of other tests has the published signatures too.
fn textbook_signs<P: Parameters>() {
    let textbook = Textbook::of::<P>();
    let answer = BOTAN.iter().find(|answer| answer.set == P::NAME && answer.addrnd.is_empty()).unwrap();
    let [private, message] = [answer.key, answer.message].map(unhex);
    let parts: Vec<_> = private.chunks(P::N).collect();
    assert_eq!(textbook.root(parts[0], parts[2]), parts[3], "{}", P::NAME);
    let m_prime = [&[0, 0][..], &message].concat();
    let signature = textbook.sign(&m_prime, parts[..].try_into().unwrap(), None);
    let key = SigningKey::<P>::from_bytes(&P::PrivateKeyBytes::try_from(&private[..]).unwrap());
    assert!(key.sign_deterministic(&message).unwrap().as_ref() == signature, "{}", P::NAME);
    assert!(textbook.verify(&m_prime, &signature, parts[2], parts[3]));
}

#[test]
fn the_textbook() {
    textbook_signs::<SlhDsaSha2_128f>();
    textbook_signs::<SlhDsaShake128f>();
    if is_thorough() {
        textbook_signs::<SlhDsaSha2_192f>();
        textbook_signs::<SlhDsaShake192f>();
        textbook_signs::<SlhDsaSha2_256f>();
        textbook_signs::<SlhDsaShake256f>();
    }
}
