//! Signatures on several threads are those of one.

use super::tampering::key;
use super::{for_fast_sets, is_slow, is_thorough};
use crate::base::parallel::threads::with_limit;
use crate::base::random::TestRandom;
use crate::postquantum::slhdsa::{
    BatchItem, Context, Parameters, Signature, SlhDsaSha2_128s, SlhDsaSha2_256s, SlhDsaShake128f, SlhDsaShake128s,
    SlhDsaShakeReduced128, sign_batch, verify_batch,
};
use std::vec::Vec;

fn agrees<P: Parameters>() {
    let key = key::<P>(50);
    let expected = with_limit(1, || key.sign_deterministic(b"a message").unwrap());
    if is_slow::<P>() {
        assert!(with_limit(8, || key.sign_deterministic(b"a message").unwrap()) == expected, "{}", P::NAME);
        return;
    }
    let signs = |sign: &(dyn Fn() -> Signature<P> + Sync)| {
        for threads in [2, 3, 8] {
            assert!(with_limit(threads, sign) == expected, "{} on {threads} threads", P::NAME);
        }
    };
    signs(&|| key.sign_deterministic(b"a message").unwrap());
    let prepared = key.prepare();
    signs(&|| prepared.sign_deterministic(b"a message").unwrap());
}

#[test]
fn signatures() {
    for_fast_sets!(agrees);
    if is_thorough() {
        // Sets with large trees, which are computed in parts.
        agrees::<SlhDsaSha2_128s>();
        agrees::<SlhDsaShake128s>();
        agrees::<SlhDsaSha2_256s>();
    }
}

#[test]
fn batches() {
    if is_thorough() { batch::<SlhDsaShake128f>() } else { batch::<SlhDsaShakeReduced128>() }
}

fn batch<P: Parameters>() {
    let key = key::<P>(51);
    let messages: Vec<[u8; 1]> = (0..9).map(|i| [i]).collect();
    let messages: Vec<&[u8]> = messages.iter().map(|message| &message[..]).collect();
    for count in [0, 1, 3, 9] {
        let sign = |threads| {
            with_limit(threads, || {
                sign_batch(&key, Context::EMPTY, &messages[..count], &mut TestRandom::new(3)).unwrap()
            })
        };
        let expected = sign(1);
        for threads in [2, 3, 8] {
            let found = sign(threads);
            assert!(found == expected, "{count} on {threads} threads");
            let item = |(signature, message)| BatchItem::new(key.verifying_key(), message, signature);
            let mut items: Vec<_> = found.iter().zip(messages.iter().copied()).map(item).collect();
            with_limit(threads, || verify_batch(&items)).unwrap();
            if let Some(last) = items.last_mut() {
                last.message = b"another";
                let refused = with_limit(threads, || verify_batch(&items)).unwrap_err();
                assert_eq!(refused.invalid().collect::<Vec<_>>(), [count - 1]);
            }
        }
    }
}
