//! Secrets left in memory, and the use of stack.

use crate::base::testing::bytes_after_drop;
use crate::postquantum::mldsa::private::Private;
use crate::postquantum::mldsa::{MlDsa44, SigningKey};

#[test]
fn a_dropped_key_leaves_zeros() {
    let Private { seed, has_seed: _, k, s1_hat, s2_hat, t0_hat, checksum } =
        SigningKey::<MlDsa44>::from_seed(&[0xa5; 32]).private.into_inner();
    let left = [
        bytes_after_drop(seed),
        bytes_after_drop(k),
        bytes_after_drop(s1_hat),
        bytes_after_drop(s2_hat),
        bytes_after_drop(t0_hat),
        bytes_after_drop(checksum).to_vec(),
    ];
    assert!(left.iter().flatten().all(|byte| *byte == 0));
}

/// The documented stack use: each operation runs on a thread with no more.
#[cfg(all(feature = "alloc", not(debug_assertions), not(miri), not(carnelian_msan)))]
#[test]
fn stack_use() {
    use crate::postquantum::mldsa::{MlDsa65, MlDsa87, VerifyingKey};
    use std::sync::Arc;
    use std::thread::Builder;
    fn with_stack<R: Send + 'static>(kib: usize, work: impl FnOnce() -> R + Send + 'static) -> R {
        Builder::new().stack_size(kib * 1024).spawn(work).unwrap().join().unwrap()
    }
    macro_rules! uses {
        ($Set:ident: $keygen:literal, $import:literal, $sign:literal, $verify:literal) => {
            // On the heap, so that nothing is moved through the threads' stacks.
            let key = Arc::new(SigningKey::<$Set>::from_seed(&[1; 32]));
            let expanded = Arc::new(key.to_expanded_bytes());
            let public = Arc::new(VerifyingKey::<$Set>::from_bytes(key.verifying_key().as_bytes()));
            let signature = Arc::new(key.sign_deterministic(b"m").unwrap());
            with_stack($keygen, || drop(SigningKey::<$Set>::from_seed(&[1; 32])));
            with_stack($import, move || SigningKey::<$Set>::from_expanded_bytes(expanded.expose()).is_ok());
            with_stack($sign, move || key.sign_deterministic(b"m").is_ok());
            with_stack($verify, move || public.verify(b"m", &signature).unwrap());
        };
    }
    uses!(MlDsa44: 44, 56, 52, 44);
    uses!(MlDsa65: 48, 60, 56, 48);
    uses!(MlDsa87: 48, 64, 60, 52);
}

/// Searches the stack for what only the holder of the key may know.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
mod on_the_stack {
    use crate::base::cpu::forced;
    use crate::base::random::{Random, TestRandom};
    use crate::base::testing::{found_twice, stack_left_by};
    use crate::hash::Shake256;
    use crate::postquantum::mldsa::ring::kernel::Backend;
    use crate::postquantum::mldsa::ring::packing::Packing;
    use crate::postquantum::mldsa::ring::polynomial::{Coefficients, NttPoly, Poly};
    use crate::postquantum::mldsa::{MlDsa65, Mu, Parameters, SigningKey};
    use std::boxed::Box;
    use std::collections::HashSet;
    use std::vec::Vec;

    /// Returns the names of those secrets of which eight bytes in a row are found.
    fn found(stack: &[u8], secrets: &[(&'static str, Vec<u8>)]) -> Vec<&'static str> {
        let words: HashSet<&[u8]> = stack.windows(8).collect();
        let is_telling = |word: &[u8]| word.iter().filter(|byte| **byte != 0 && **byte != 0xff).count() > 4;
        let is_left = |secret: &[u8]| secret.windows(8).any(|word| is_telling(word) && words.contains(word));
        secrets.iter().filter(|(_, secret)| is_left(secret)).map(|(name, _)| *name).collect()
    }

    /// Returns the words of polynomials as bytes.
    fn bytes<'a>(polys: impl Iterator<Item = &'a Coefficients>) -> Vec<u8> {
        polys.flatten().flat_map(|word| word.to_ne_bytes()).collect()
    }

    /// Returns the secrets of a key.
    fn of_key(key: &SigningKey<MlDsa65>) -> Vec<(&'static str, Vec<u8>)> {
        let expanded = key.to_expanded_bytes();
        let ntt = key.private.s1_hat.expose().iter().chain(key.private.s2_hat.expose());
        Vec::from([
            ("the seed", key.private.seed.expose().to_vec()),
            ("K", key.private.k.expose().to_vec()),
            ("packed vectors", expanded.expose()[128..128 + 11 * MlDsa65::ETA_LEN].to_vec()),
            ("vectors", bytes(ntt.map(|poly| &poly.0))),
        ])
    }

    /// Returns the secrets of the last attempt at a signature without randomness.
    fn of_signature(key: &SigningKey<MlDsa65>, mu: &Mu<MlDsa65>) -> Vec<(&'static str, Vec<u8>)> {
        let attempts = (1..).find(|most| key.sign_with(mu, &[0; 32], *most).is_ok()).expect("a number");
        let mut rho = [0; 64];
        Shake256::hash(&[&key.private.k.expose()[..], &[0; 32], mu.as_bytes()].concat(), &mut rho);
        let (mut packed, mut y) = (Vec::new(), [const { Poly::ZERO }; MlDsa65::L]);
        for (nonce, y) in ((attempts - 1) * MlDsa65::L..).zip(&mut y) {
            let mut output = [0; MlDsa65::Z_LEN];
            Shake256::hash(&[&rho[..], &(nonce as u16).to_le_bytes()].concat(), &mut output);
            Backend::choose().unpack(Packing::Z19, &output, y);
            packed.extend(output);
        }
        let mut y_hat = [const { NttPoly::ZERO }; MlDsa65::L];
        Backend::choose().ntt(&y, &mut y_hat);
        Vec::from([
            ("ρ″", rho.to_vec()),
            ("packed y", packed),
            ("y", bytes(y.iter().map(|y| &y.0))),
            ("ŷ", bytes(y_hat.iter().map(|y| &y.0))),
        ])
    }

    fn look(seed: &[u8; 32]) -> Vec<(&'static str, &'static str)> {
        let key = SigningKey::<MlDsa65>::from_seed(seed);
        let mu = Mu::from_bytes(&[seed[0]; 64]);
        let expanded = Box::new(key.to_expanded_bytes());
        let secrets = [of_key(&key), of_signature(&key, &mu)].concat();
        let mut names = Vec::new();
        let mut run = |what: &'static str, work: &mut dyn FnMut()| {
            names.extend(found(&stack_left_by(work), &secrets).into_iter().map(|name| (what, name)));
        };
        let (mut again, mut signature, mut imported) = (None, None, None);
        run("keygen", &mut || again = Some(SigningKey::<MlDsa65>::from_seed(seed)));
        run("sign", &mut || signature = key.sign_mu_deterministic(&mu).ok());
        run("import", &mut || imported = SigningKey::<MlDsa65>::from_expanded_bytes(expanded.expose()).ok());
        run("export", &mut || expanded_to(&key, &mut again));
        names
    }

    /// Exports a key, and drops the result where it was returned.
    fn expanded_to(key: &SigningKey<MlDsa65>, place: &mut Option<SigningKey<MlDsa65>>) {
        *place = SigningKey::from_expanded_bytes(key.to_expanded_bytes().expose()).ok();
    }

    #[test]
    fn nothing_secret_is_left() {
        for tier in forced::tiers() {
            let mut number = 0;
            let left = found_twice(|| {
                number += 1;
                let mut seed = Box::new([0; 32]);
                TestRandom::new(number).fill(&mut *seed).unwrap();
                forced::at_most(tier, || look(&seed))
            });
            assert!(left.is_empty(), "{left:?} at {tier}");
        }
    }

    /// The search finds what is there.
    #[test]
    fn a_planted_secret_is_found() {
        let key = SigningKey::<MlDsa65>::from_seed(&[0x5a; 32]);
        let secrets = [of_key(&key), of_signature(&key, &Mu::from_bytes(&[1; 64]))].concat();
        for (name, secret) in &secrets {
            assert!(found(&[&[0; 99], &secret[..]].concat(), &secrets).contains(name) || *name == "the seed", "{name}");
        }
    }
}
