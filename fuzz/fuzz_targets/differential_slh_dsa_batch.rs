//! A batch gives each SLH-DSA signature the verdict that it has alone, at every tier.
//!
//! Signatures are by a few keys, which have a public seed in common or do not, and are then tampered with: in a batch
//! the lanes hold chains of several items, some of them valid.
#![no_main]

use carnelian::__internals::at_most;
use carnelian::cpu::Tier;
use carnelian::postquantum::slhdsa::{
    self, BatchItem, Context, Parameters, Signature, SigningKey, SlhDsaSha2_128f, SlhDsaSha2_192f, SlhDsaSha2_256f,
    SlhDsaShake128f, SlhDsaShake192f, SlhDsaShake256f,
};
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// How one signature of a batch comes about.
#[derive(Arbitrary, Debug)]
struct Recipe {
    /// Of few keys, so that some come again.
    key: u8,
    /// Of few signatures by each.
    message: u8,
    tampering: Tampering,
}

/// A change to an item.
#[derive(Arbitrary, Debug)]
enum Tampering {
    Nothing,
    NothingEither,
    AnotherMessage,
    AnotherContext,
    AnotherKey,
    FlipBit(u32),
    Fill(u16, u8),
}

/// The keys, and for each the signatures of some messages under the empty context.
struct Signed<P: Parameters> {
    keys: [SigningKey<P>; 3],
    signatures: Vec<[Signature<P>; 3]>,
}

const MESSAGES: [&[u8]; 3] = [b"", b"a message", &[7; 200]];

/// More than there are lanes, where verification does not take long.
const MOST: [usize; 3] = [20, 10, 6];

fuzz_target!(|input: (u8, u8, Vec<Recipe>)| {
    let (set, tier, recipes) = input;
    let tier = Tier::ALL[usize::from(tier) % Tier::ALL.len()];
    let recipes = &recipes[..recipes.len().min(MOST[usize::from(set / 2 % 3)])];
    match set % 6 {
        0 => run::<SlhDsaSha2_128f>(&SHA2_128F, tier, recipes),
        1 => run::<SlhDsaShake128f>(&SHAKE_128F, tier, recipes),
        2 => run::<SlhDsaSha2_192f>(&SHA2_192F, tier, recipes),
        3 => run::<SlhDsaShake192f>(&SHAKE_192F, tier, recipes),
        4 => run::<SlhDsaSha2_256f>(&SHA2_256F, tier, recipes),
        _ => run::<SlhDsaShake256f>(&SHAKE_256F, tier, recipes),
    }
});

static SHA2_128F: LazyLock<Signed<SlhDsaSha2_128f>> = LazyLock::new(signed);
static SHAKE_128F: LazyLock<Signed<SlhDsaShake128f>> = LazyLock::new(signed);
static SHA2_192F: LazyLock<Signed<SlhDsaSha2_192f>> = LazyLock::new(signed);
static SHAKE_192F: LazyLock<Signed<SlhDsaShake192f>> = LazyLock::new(signed);
static SHA2_256F: LazyLock<Signed<SlhDsaSha2_256f>> = LazyLock::new(signed);
static SHAKE_256F: LazyLock<Signed<SlhDsaShake256f>> = LazyLock::new(signed);

fn signed<P: Parameters>() -> Signed<P> {
    let seed = |byte: u8| P::SeedBytes::try_from(&vec![byte; P::N][..]).expect("n bytes");
    let keys = [(1, 9), (2, 9), (3, 8)].map(|(sk, pk)| SigningKey::from_seeds(&seed(sk), &seed(sk + 4), &seed(pk)));
    let signatures =
        keys.iter().map(|key| MESSAGES.map(|message| key.sign_deterministic(message).expect("no fault"))).collect();
    Signed { keys, signatures }
}

/// Compares the verdicts of a batch with those on each item alone, at one tier and at the best.
fn run<P: Parameters>(signed: &Signed<P>, tier: Tier, recipes: &[Recipe]) {
    let signatures: Vec<_> = recipes.iter().map(|recipe| signature(signed, recipe)).collect();
    let made = recipes.iter().zip(&signatures);
    let items: Vec<_> = made.map(|(recipe, (signature, _))| item(signed, recipe, signature)).collect();
    let alone: Vec<_> =
        items.iter().map(|item| item.key.verify_ctx(item.context, item.message, item.signature)).collect();
    let expected: Vec<_> = signatures.iter().map(|(_, is_valid)| *is_valid).collect();
    assert_eq!(alone.iter().map(Result::is_ok).collect::<Vec<_>>(), expected, "{recipes:?}");
    let together = || match slhdsa::verify_batch(&items) {
        Ok(()) => vec![Ok(()); items.len()],
        Err(refused) => refused.verdicts().to_vec(),
    };
    assert_eq!(together(), alone, "{recipes:?}");
    assert_eq!(at_most(tier, together), alone, "{tier}: {recipes:?}");
}

/// Returns an item, with another message, context or key if the recipe says so.
fn item<'s, P: Parameters>(signed: &'s Signed<P>, recipe: &Recipe, signature: &'s Signature<P>) -> BatchItem<'s, P> {
    let (mut key, mut message, mut context) = (recipe.key % 3, recipe.message % 3, Context::EMPTY);
    match recipe.tampering {
        Tampering::AnotherMessage => message = (message + 1) % 3,
        Tampering::AnotherContext => context = Context::new(b"another").expect("short enough"),
        Tampering::AnotherKey => key = (key + 1) % 3,
        _ => {}
    }
    let (key, message) = (signed.keys[usize::from(key)].verifying_key(), MESSAGES[usize::from(message)]);
    BatchItem { key, context, message, signature }
}

/// Returns the signature of an item, and whether the item is valid.
fn signature<P: Parameters>(signed: &Signed<P>, recipe: &Recipe) -> (Signature<P>, bool) {
    let original = &signed.signatures[usize::from(recipe.key % 3)][usize::from(recipe.message % 3)];
    let mut bytes = original.as_ref().to_vec();
    let len = bytes.len();
    let is_untouched = match recipe.tampering {
        Tampering::Nothing | Tampering::NothingEither => true,
        Tampering::AnotherMessage | Tampering::AnotherContext | Tampering::AnotherKey => false,
        Tampering::FlipBit(bit) => {
            bytes[bit as usize / 8 % len] ^= 1 << (bit % 8);
            false
        }
        Tampering::Fill(place, byte) => {
            bytes[usize::from(place) % len..].fill(byte);
            bytes == original.as_ref()
        }
    };
    (Signature::from_slice(&bytes[..]).expect("as many bytes"), is_untouched)
}
