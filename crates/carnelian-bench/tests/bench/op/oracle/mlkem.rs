//! ML-KEM and X-Wing: keys, ciphertexts and secrets from seeds and messages, with keys as bytes and with prepared keys.

use super::{at_every_tier, ours, peers};
use carnelian::postquantum::mlkem;
use carnelian_bench::op::hybrid::XWing;
use carnelian_bench::op::mlkem::{MlKem512, MlKem768, MlKem1024};
use carnelian_bench::op::postquantum::Bytes as _;
use carnelian_bench::op::postquantum::kem::{Given, Seeded};
use carnelian_bench::peer::Library;

const CASES: u64 = 20;

fn offer<K: Seeded>(library: &Library) -> &Given<K> {
    library.offers.get().unwrap()
}

/// The results of a case, each of which a library has or not.
struct Results<K: Seeded> {
    key: Option<K::EncapsulationKey>,
    /// With the key in bytes, and with a prepared one.
    encapsulated: [Option<(K::Ciphertext, K::Secret)>; 2],
    /// Of the ciphertext and of one that is rejected, with a key object and with a prepared one.
    secrets: [Option<[K::Secret; 2]>; 2],
}

impl<K: Seeded> Results<K> {
    /// Computes the results for a numbered seed and a numbered message. `key` and `ciphertext` are those of the case.
    fn of(library: &Library, number: u64, key: &K::EncapsulationKey, ciphertext: &K::Ciphertext) -> Self {
        let offer = offer::<K>(library);
        let (seed, message) = (K::Seed::numbered(number), K::Message::numbered(number));
        let mut rejected = *ciphertext;
        rejected.as_mut()[number as usize] ^= 1 << (number % 8);
        let secrets =
            |decapsulate: &dyn Fn(&K::Ciphertext) -> K::Secret| [decapsulate(ciphertext), decapsulate(&rejected)];
        Self {
            key: offer.key_pair.map(|key_pair| key_pair(&seed)),
            encapsulated: [
                offer.encapsulate.map(|encapsulate| encapsulate(key, &message).expect("a valid key")),
                offer.prepare.map(|prepare| prepare(key)(&message)),
            ],
            secrets: [
                Some(secrets(&(offer.decapsulation_key)(&seed))),
                offer.prepare_decapsulation.map(|prepare| secrets(&prepare(&seed))),
            ],
        }
    }

    /// Checks that another library's results, as far as it has any, are these.
    fn expect(&self, other: &Self, what: &str) {
        assert!(other.key.is_none() || other.key == self.key, "key, {what}");
        for theirs in &other.encapsulated {
            assert!(theirs.is_none() || *theirs == self.encapsulated[0], "ciphertext and secret, {what}");
        }
        for theirs in &other.secrets {
            assert!(theirs.is_none() || *theirs == self.secrets[0], "secrets, {what}");
        }
    }
}

fn agree<K: Seeded>(pure: usize, native: usize) {
    let (ours, peers) = (ours::<Given<K>>(), peers::<Given<K>>(pure, native));
    for number in 0..CASES {
        let key = offer::<K>(&ours).key_pair.unwrap()(&K::Seed::numbered(number));
        let encapsulate = offer::<K>(&ours).encapsulate.unwrap();
        let (ciphertext, secret) = encapsulate(&key, &K::Message::numbered(number)).unwrap();
        let expected = Results::<K>::of(&ours, number, &key, &ciphertext);
        assert_eq!(expected.secrets[0].map(|secrets| secrets[0]), Some(secret), "case {number}");
        for peer in &peers {
            expected
                .expect(&Results::of(peer, number, &key, &ciphertext), &format!("case {number} against {}", peer.name));
        }
        at_every_tier(mlkem::backend, |tier| {
            expected.expect(&Results::of(&ours, number, &key, &ciphertext), &format!("case {number}, {tier}"));
        });
    }
}

#[test]
fn ml_kem_512_agrees_with_every_peer() {
    agree::<MlKem512>(3, 6);
}

#[test]
fn ml_kem_768_agrees_with_every_peer() {
    agree::<MlKem768>(3, 6);
}

#[test]
fn ml_kem_1024_agrees_with_every_peer() {
    agree::<MlKem1024>(3, 6);
}

#[test]
fn x_wing_agrees_with_every_peer() {
    agree::<XWing>(1, 1);
}

/// Checks batches of every size up to two full vectors and a remainder.
#[test]
fn batches_agree_with_single_calls() {
    let ours = ours::<Given<MlKem512>>();
    let offer = offer::<MlKem512>(&ours);
    for count in 0..=17 {
        let seeds: Vec<[u8; 64]> = (0..count).map(<[u8; 64]>::numbered).collect();
        let messages: Vec<[u8; 32]> = (0..count).map(<[u8; 32]>::numbered).collect();
        let keys: Vec<_> = seeds.iter().map(offer.key_pair.unwrap()).collect();
        let made = keys.iter().zip(&messages).map(|(key, message)| offer.encapsulate.unwrap()(key, message).unwrap());
        let made: Vec<_> = made.collect();
        let ciphertexts: Vec<_> = made.iter().map(|(ciphertext, _)| *ciphertext).collect();
        let secrets: Vec<_> = made.iter().map(|(_, secret)| *secret).collect();
        at_every_tier(mlkem::backend, |tier| {
            assert_eq!(offer.key_pairs().unwrap()(&seeds), keys, "{count} keys, {tier}");
            assert_eq!(
                offer.encapsulate_all().unwrap()(&keys, &messages).unwrap(),
                made,
                "{count} ciphertexts, {tier}"
            );
            assert_eq!(offer.decapsulation_keys(&seeds)(&ciphertexts), secrets, "{count} secrets, {tier}");
        });
    }
    let refused = offer.encapsulate_all().unwrap()(&[[0xff; 800]], &[[0; 32]]);
    assert!(refused.is_none());
}
