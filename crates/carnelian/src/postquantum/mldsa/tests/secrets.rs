//! What is left in memory, and how much stack is used.

use crate::base::testing::bytes_after_drop;
use crate::postquantum::mldsa::private::Private;
use crate::postquantum::mldsa::{MlDsa44, MlDsa65, MlDsa87, SigningKey};

#[test]
fn a_dropped_key_leaves_zeros() {
    let Private { seed, has_seed: _, k, s1_hat, s2_hat, t0_hat } =
        SigningKey::<MlDsa44>::from_seed(&[0xa5; 32]).private.into_inner();
    let left = [
        bytes_after_drop(seed),
        bytes_after_drop(k),
        bytes_after_drop(s1_hat),
        bytes_after_drop(s2_hat),
        bytes_after_drop(t0_hat),
    ];
    assert!(left.iter().flatten().all(|byte| *byte == 0));
}

/// The documented stack use: each operation runs on a thread with no more, besides what a thread itself needs.
#[cfg(all(not(debug_assertions), not(miri), not(carnelian_msan)))]
#[test]
fn stack_use() {
    use std::thread::Builder;
    /// The thread's own share.
    const OWN: usize = 8 * 1024;
    fn with_stack<R: Send + 'static>(kib: usize, work: impl FnOnce() -> R + Send + 'static) -> R {
        Builder::new().stack_size(kib * 1024 + OWN).spawn(work).unwrap().join().unwrap()
    }
    macro_rules! uses {
        ($Set:ident: $keygen:literal, $sign:literal, $verify:literal) => {
            let key = with_stack($keygen, || SigningKey::<$Set>::from_seed(&[1; 32]));
            let public = *key.verifying_key();
            let signature = with_stack($sign, move || key.sign_deterministic(b"m").unwrap());
            with_stack($verify, move || public.verify(b"m", &signature).unwrap());
        };
    }
    uses!(MlDsa44: 160, 192, 96);
    uses!(MlDsa65: 160, 192, 96);
    uses!(MlDsa87: 160, 192, 96);
}

/// Searches the stack for what only the holder of the key may know.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn nothing_secret_is_left_on_the_stack() {
    use crate::base::cpu::forced;
    use crate::base::random::{Random, TestRandom};
    use crate::base::testing::{found_twice, stack_left_by};
    use std::vec::Vec;

    /// Returns the names of those secrets of which eight bytes in a row are found.
    fn found(stack: &[u8], secrets: &[(&'static str, &[u8])]) -> Vec<&'static str> {
        let words: std::collections::HashSet<&[u8]> = stack.windows(8).collect();
        let is_telling = |word: &[u8]| word.iter().filter(|byte| **byte != 0 && **byte != 0xff).count() > 4;
        let is_left = |secret: &[u8]| secret.windows(8).any(|word| is_telling(word) && words.contains(word));
        secrets.iter().filter(|(_, secret)| is_left(secret)).map(|(name, _)| *name).collect()
    }

    for tier in forced::tiers() {
        let mut number = 0;
        let left = found_twice(|| {
            number += 1;
            let mut seed = [0; 32];
            TestRandom::new(number).fill(&mut seed).unwrap();
            let seed = std::boxed::Box::new(seed);
            let key = SigningKey::<MlDsa65>::from_seed(&seed);
            let expanded = std::boxed::Box::new(key.to_expanded_bytes());
            let ntt: Vec<u8> =
                [key.private.s1_hat.expose().as_flattened_words(), key.private.s2_hat.expose().as_flattened_words()]
                    .concat();
            let secrets: [(&str, &[u8]); 4] = [
                ("the seed", &seed[..]),
                ("K", &expanded.expose()[32..64]),
                ("s₁ and s₂", &expanded.expose()[128..128 + 11 * 128]),
                ("ŝ₁ and ŝ₂", &ntt),
            ];
            let mut names = Vec::new();
            forced::at_most(tier, || {
                let mut place = None;
                let stack = stack_left_by(&mut || place = Some(SigningKey::<MlDsa65>::from_seed(&seed)));
                names.extend(found(&stack, &secrets).into_iter().map(|name| ("keygen", name)));
                let mut signature = None;
                let stack = stack_left_by(&mut || signature = key.sign_deterministic(b"m").ok());
                names.extend(found(&stack, &secrets).into_iter().map(|name| ("sign", name)));
                let mut imported = None;
                let stack = stack_left_by(&mut || {
                    imported = SigningKey::<MlDsa65>::from_expanded_bytes(expanded.expose()).ok();
                });
                names.extend(found(&stack, &secrets).into_iter().map(|name| ("import", name)));
            });
            names
        });
        assert!(left.is_empty(), "{left:?} at {tier}");
    }
}

/// Words as bytes.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
trait Words {
    fn as_flattened_words(&self) -> std::vec::Vec<u8>;
}

#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
impl<const LEN: usize> Words for [crate::postquantum::mldsa::polynomial::NttPoly; LEN] {
    fn as_flattened_words(&self) -> std::vec::Vec<u8> {
        self.iter().flat_map(|poly| poly.0).flat_map(i32::to_ne_bytes).collect()
    }
}
