//! SLH-DSA: keys, signatures and verdicts, one by one, with prepared keys and in batches.

use super::{at_every_tier, ours, peers, random_arrays, random_bytes};
use carnelian::postquantum::slhdsa;
use carnelian_bench::op::postquantum::Bytes as _;
use carnelian_bench::op::slhdsa::{
    Seeds, Set, Signed, SlhDsa, SlhDsaSha2_128f, SlhDsaSha2_128s, SlhDsaSha2_192f, SlhDsaSha2_256f, SlhDsaShake128f,
};
use carnelian_bench::peer::Library;

fn offer<S: Set>(library: &Library) -> &SlhDsa<S> {
    library.offers.get().expect("the library was chosen for it")
}

/// Keys of several seeds; then, for messages of several lengths, our signatures at every tier, those of others, and
/// the verdicts of all libraries on them and on variants.
fn everything_agrees<S: Set>(lens: &[usize]) {
    let (ours, peers) = (ours::<SlhDsa<S>>(), peers::<SlhDsa<S>>(2, 3));
    for (number, len) in lens.iter().enumerate() {
        let seeds: Seeds<S> = seeds::<S>(number as u64);
        let message = random_bytes(*len);
        let key = (offer::<S>(&ours).key_pair)(&seeds);
        let signature = (offer::<S>(&ours).signer)(&seeds)(&message);
        at_every_tier(slhdsa::backend::<slhdsa::SlhDsaSha2_128f>, |tier| {
            let offer = offer::<S>(&ours);
            assert_eq!((offer.key_pair)(&seeds), key, "{tier}");
            assert!((offer.signer)(&seeds)(&message) == signature, "{len} bytes, {tier}");
            let prepared = offer.prepared_signer.expect("we prepare keys");
            assert!(prepared(&seeds)(&message) == signature, "{len} bytes, prepared, {tier}");
        });
        for peer in &peers {
            let offer = offer::<S>(peer);
            assert_eq!((offer.key_pair)(&seeds), key, "{}", peer.name);
            assert!((offer.signer)(&seeds)(&message) == signature, "{len} bytes, {}", peer.name);
        }
        for (what, valid, key, message, signature) in variants::<S>(key, &message, signature) {
            let verdicts = |library: &Library| verdicts(offer::<S>(library), &key, &message, &signature);
            for peer in &peers {
                assert_eq!(verdicts(peer), [valid; 2], "{what} of {len} bytes, {}", peer.name);
            }
            at_every_tier(slhdsa::backend::<slhdsa::SlhDsaSha2_128f>, |tier| {
                assert_eq!(verdicts(&ours), [valid; 2], "{what} of {len} bytes, {tier}");
            });
        }
    }
}

fn seeds<S: Set>(number: u64) -> Seeds<S> {
    let mut random = random_arrays::<32>(number);
    [(); 3].map(|()| S::Seed::copied(&random.next().expect("infinitely many")[..S::Seed::LEN]))
}

/// A description, whether the signature is valid, the key, the message and the signature.
type Variant<S> = (&'static str, bool, <S as Set>::PublicKey, Vec<u8>, <S as Set>::Signature);

/// Returns a signature as it is, and with a bit of the key, of the message or of a part of the signature flipped.
fn variants<S: Set>(key: S::PublicKey, message: &[u8], signature: S::Signature) -> Vec<Variant<S>> {
    let (mut other_seed, mut other_root, other_message) = (key, key, [message, &[0]].concat());
    other_seed.as_mut()[0] ^= 1;
    other_root.as_mut()[S::Seed::LEN] ^= 0x80;
    let changed = |at: usize| {
        let mut other = signature;
        other.as_mut()[at] ^= 0x10;
        other
    };
    let message = || message.to_vec();
    vec![
        ("a signature", true, key, message(), signature),
        ("another seed", false, other_seed, message(), signature),
        ("another root", false, other_root, message(), signature),
        ("another message", false, key, other_message, signature),
        ("another randomizer", false, key, message(), changed(S::Seed::LEN - 1)),
        ("another secret of FORS", false, key, message(), changed(S::Seed::LEN)),
        ("another chain", false, key, message(), changed(S::Signature::LEN / 2)),
        ("another path", false, key, message(), changed(S::Signature::LEN - 1)),
    ]
}

/// Returns the verdict, and that in a batch of one.
fn verdicts<S: Set>(offer: &SlhDsa<S>, key: &S::PublicKey, message: &[u8], signature: &S::Signature) -> [bool; 2] {
    [(offer.verify)(key, message, signature), offer.verify_all(&[Signed { public_key: *key, message, signature }])]
}

/// The sets stand for the others, which the tests of the library compare: a signature takes some libraries seconds.
#[test]
fn every_peer_agrees() {
    const LENS: [usize; 3] = [0, 59, 1000];
    everything_agrees::<SlhDsaSha2_128f>(&LENS);
    everything_agrees::<SlhDsaShake128f>(&LENS);
    everything_agrees::<SlhDsaSha2_192f>(&[59]);
    everything_agrees::<SlhDsaSha2_256f>(&[59]);
    everything_agrees::<SlhDsaSha2_128s>(&[59]);
}

/// A batch is valid if all signatures are: checks all valid, and one invalid at each index.
#[test]
fn batches_are_verified_like_single_signatures() {
    let ours = ours::<SlhDsa<SlhDsaSha2_128f>>();
    let offer = offer::<SlhDsaSha2_128f>(&ours);
    let made: Vec<_> = (0..17)
        .map(|number| {
            let (seeds, message) = (seeds::<SlhDsaSha2_128f>(number), random_bytes(number as usize));
            let signature = (offer.signer)(&seeds)(&message);
            ((offer.key_pair)(&seeds), message, signature)
        })
        .collect();
    for count in [0, 1, 7, 8, 9, 16, 17] {
        let mut made = made[..count].to_vec();
        let is_valid = |made: &[([u8; 32], Vec<u8>, [u8; 17088])]| {
            let signed = made.iter().map(|(key, message, signature)| Signed { public_key: *key, message, signature });
            let all: Vec<Signed<'_, SlhDsaSha2_128f>> = signed.collect();
            offer.verify_all(&all)
        };
        at_every_tier(slhdsa::backend::<slhdsa::SlhDsaSha2_128f>, |tier| {
            assert!(is_valid(&made), "{count} signatures, {tier}");
        });
        for bad in 0..count {
            made[bad].2[999 * bad] ^= 4;
            assert!(!is_valid(&made), "{bad} of {count}");
            made[bad].2[999 * bad] ^= 4;
        }
    }
}
