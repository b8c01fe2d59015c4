//! Agreement with the crates `slh-dsa` and `fips205`, which share no code with this one nor with each other.

use super::{is_slow, is_thorough, prehashes};
use crate::base::random::{Random, RandomError, TestRandom};
use crate::base::testing::cases;
use crate::postquantum::slhdsa::{
    Context, Parameters, Prehash, PrehashSignature, Signature, SigningKey, SlhDsaSha2_128f, SlhDsaSha2_128s,
    SlhDsaSha2_192f, SlhDsaSha2_192s, SlhDsaSha2_256f, SlhDsaSha2_256s, SlhDsaShake128f, SlhDsaShake128s,
    SlhDsaShake192f, SlhDsaShake192s, SlhDsaShake256f, SlhDsaShake256s, VerifyingKey,
};
use fips205::traits::{KeyGen as _, SerDes as _, Signer as _, Verifier as _};
use std::format;
use std::vec;
use std::vec::Vec;

/// The content of a signature: a message, or a digest with the identifier of its hash function.
#[derive(Clone, Copy)]
enum Content<'c> {
    Message(&'c [u8]),
    Prehash(&'c [u8], [u8; 11]),
}

/// A key of another library.
trait Peer<P: Parameters>: Sized {
    const NAME: &'static str;
    /// Returns whether this library's signatures take so long that it only verifies.
    fn is_too_slow() -> bool {
        false
    }
    /// Returns the public key that seeds result in.
    fn generate(seeds: [&P::SeedBytes; 3]) -> Vec<u8>;
    fn import(private: &P::PrivateKeyBytes) -> Self;
    fn sign(&self, context: &[u8], content: Content<'_>, addrnd: Option<&[u8]>) -> Vec<u8>;
    fn verifies(&self, context: &[u8], content: Content<'_>, signature: &[u8]) -> bool;
}

impl<P: Parameters, T: slh_dsa::ParameterSet> Peer<P> for slh_dsa::SigningKey<T> {
    const NAME: &'static str = "slh-dsa";

    fn generate(seeds: [&P::SeedBytes; 3]) -> Vec<u8> {
        let [sk_seed, sk_prf, pk_seed] = seeds.map(AsRef::as_ref);
        let key = Self::slh_keygen_internal(sk_seed, sk_prf, pk_seed);
        let public: &slh_dsa::VerifyingKey<T> = key.as_ref();
        public.to_bytes().to_vec()
    }

    fn import(private: &P::PrivateKeyBytes) -> Self {
        Self::try_from(private.as_ref()).unwrap()
    }

    fn sign(&self, context: &[u8], content: Content<'_>, addrnd: Option<&[u8]>) -> Vec<u8> {
        let signature = match content {
            Content::Message(message) => self.try_sign_with_context(message, context, addrnd).unwrap(),
            Content::Prehash(digest, oid) => {
                self.slh_sign_internal(&[&[1, context.len() as u8], context, &oid, digest], addrnd)
            }
        };
        signature.to_bytes().to_vec()
    }

    fn verifies(&self, context: &[u8], content: Content<'_>, signature: &[u8]) -> bool {
        let public: &slh_dsa::VerifyingKey<T> = self.as_ref();
        let signature = slh_dsa::Signature::<T>::try_from(signature).unwrap();
        let verdict = match content {
            Content::Message(message) => public.try_verify_with_context(message, context, &signature),
            Content::Prehash(digest, oid) => {
                public.slh_verify_internal(&[&[1, context.len() as u8], context, &oid, digest], &signature)
            }
        };
        verdict.is_ok()
    }
}

/// Delivers given bytes, to this library and to `fips205`.
struct Given<'b>(&'b [u8]);

impl Random for Given<'_> {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
        out.copy_from_slice(self.0);
        Ok(())
    }
}

impl fips205::RngCore for Given<'_> {
    fn next_u32(&mut self) -> u32 {
        unreachable!("only bytes are drawn")
    }

    fn next_u64(&mut self) -> u64 {
        unreachable!("only bytes are drawn")
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        bytes.copy_from_slice(self.0);
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), fips205::RngError> {
        self.fill_bytes(bytes);
        Ok(())
    }
}

impl fips205::CryptoRng for Given<'_> {}

/// Writes a test for each set: `name: Set, module of fips205, set of slh-dsa`.
macro_rules! sets {
    ($($name:ident: $Set:ident, $module:ident, $Theirs:ident;)+) => {$(
        impl Peer<$Set> for fips205::$module::PrivateKey {
            const NAME: &'static str = "fips205";

            fn is_too_slow() -> bool {
                is_slow::<$Set>() && $Set::NAME.contains("SHAKE")
            }

            fn generate([sk_seed, sk_prf, pk_seed]: [&<$Set as Parameters>::SeedBytes; 3]) -> Vec<u8> {
                fips205::$module::KG::keygen_from_seed(sk_seed, sk_prf, pk_seed).0.into_bytes().to_vec()
            }

            fn import(private: &<$Set as Parameters>::PrivateKeyBytes) -> Self {
                Self::try_from_bytes(*private).unwrap()
            }

            fn sign(&self, context: &[u8], content: Content<'_>, addrnd: Option<&[u8]>) -> Vec<u8> {
                let (random, is_hedged) = (&mut Given(addrnd.unwrap_or_default()), addrnd.is_some());
                let signature = match content {
                    Content::Message(message) => self.try_sign_with_rng(random, message, context, is_hedged),
                    Content::Prehash(digest, oid) => {
                        self.try_hash_sign_with_rng(random, digest, context, &oid, is_hedged)
                    }
                };
                signature.unwrap().to_vec()
            }

            fn verifies(&self, context: &[u8], content: Content<'_>, signature: &[u8]) -> bool {
                let public = self.get_public_key();
                let signature = signature.try_into().unwrap();
                match content {
                    Content::Message(message) => public.verify(message, &signature, context),
                    Content::Prehash(digest, oid) => public.hash_verify(digest, &signature, context, &oid),
                }
            }
        }

        #[test]
        fn $name() {
            agrees::<$Set, slh_dsa::SigningKey<slh_dsa::$Theirs>, fips205::$module::PrivateKey>();
        }
    )+};
}

sets! {
    sha2_128s: SlhDsaSha2_128s, slh_dsa_sha2_128s, Sha2_128s;
    sha2_128f: SlhDsaSha2_128f, slh_dsa_sha2_128f, Sha2_128f;
    sha2_192s: SlhDsaSha2_192s, slh_dsa_sha2_192s, Sha2_192s;
    sha2_192f: SlhDsaSha2_192f, slh_dsa_sha2_192f, Sha2_192f;
    sha2_256s: SlhDsaSha2_256s, slh_dsa_sha2_256s, Sha2_256s;
    sha2_256f: SlhDsaSha2_256f, slh_dsa_sha2_256f, Sha2_256f;
    shake_128s: SlhDsaShake128s, slh_dsa_shake_128s, Shake128s;
    shake_128f: SlhDsaShake128f, slh_dsa_shake_128f, Shake128f;
    shake_192s: SlhDsaShake192s, slh_dsa_shake_192s, Shake192s;
    shake_192f: SlhDsaShake192f, slh_dsa_shake_192f, Shake192f;
    shake_256s: SlhDsaShake256s, slh_dsa_shake_256s, Shake256s;
    shake_256f: SlhDsaShake256f, slh_dsa_shake_256f, Shake256f;
}

/// A key and what it signs.
struct Case<P: Parameters> {
    seeds: [P::SeedBytes; 3],
    key: SigningKey<P>,
    addrnd: P::SeedBytes,
    message: Vec<u8>,
    context: Vec<u8>,
}

impl<P: Parameters> Case<P> {
    fn random(number: usize) -> Self {
        let random = &mut TestRandom::new(number as u64);
        let mut draw = |len: usize| {
            let mut bytes = vec![0; len];
            random.fill(&mut bytes).unwrap();
            bytes
        };
        let [a, b, c, addrnd] = [(); 4].map(|()| P::SeedBytes::try_from(&draw(P::N)[..]).unwrap());
        let key = SigningKey::from_seeds(&a, &b, &c);
        Self { seeds: [a, b, c], key, addrnd, message: draw(50 * number), context: draw(97 * number % 256) }
    }

    /// Signs what the other library has signed, and verifies.
    fn signs(&self, what: &str, content: &Ours<'_>, is_hedged: bool, expected: &[u8]) {
        let found = self.sign(content, is_hedged);
        assert!(found.as_ref() == expected, "{} {what}", P::NAME);
        self.verify(content, &found);
    }

    fn sign(&self, content: &Ours<'_>, is_hedged: bool) -> P::SignatureBytes {
        let random = &mut Given(self.addrnd.as_ref());
        let context = Context::new(&self.context).unwrap();
        match (content, is_hedged) {
            (Ours::Message(message), true) => self.key.sign_ctx(context, message, random).unwrap().to_bytes(),
            (Ours::Message(message), false) => self.key.sign_deterministic_ctx(context, message).unwrap().to_bytes(),
            (Ours::Prehash(prehash), true) => self.key.sign_prehash(context, prehash, random).unwrap().to_bytes(),
            (Ours::Prehash(prehash), false) => {
                self.key.sign_prehash_deterministic(context, prehash).unwrap().to_bytes()
            }
        }
    }

    fn verify(&self, content: &Ours<'_>, signature: &P::SignatureBytes) {
        let public = VerifyingKey::<P>::from_bytes(self.key.verifying_key().as_bytes());
        let context = Context::new(&self.context).unwrap();
        match content {
            Ours::Message(message) => public.verify_ctx(context, message, &Signature::from_bytes(signature)),
            Ours::Prehash(prehash) => public.verify_prehash(context, prehash, &PrehashSignature::from_bytes(signature)),
        }
        .unwrap();
    }

    /// Compares keys and signatures, of messages and of a prehash.
    fn compare<T: Peer<P>>(&self, what: &str) {
        let [a, b, c] = &self.seeds;
        if !is_slow::<P>() {
            let public = T::generate([a, b, c]);
            assert_eq!(self.key.verifying_key().as_ref(), public, "{} {what}", P::NAME);
        }
        let theirs = T::import(self.key.to_bytes().expose());
        self.prehashes(what, &theirs);
        if T::is_too_slow() {
            return;
        }
        let expected = theirs.sign(&self.context, Content::Message(&self.message), None);
        self.signs(what, &Ours::Message(&self.message), false, &expected);
        if is_slow::<P>() {
            return;
        }
        let addrnd = Some(self.addrnd.as_ref());
        let expected = theirs.sign(&self.context, Content::Message(&self.message), addrnd);
        self.signs(what, &Ours::Message(&self.message), true, &expected);
        let strong = |(_, _, len): &(Prehash, u8, usize)| *len >= 2 * P::N;
        let (prehash, last, _) = prehashes::all(&self.message).into_iter().rfind(strong).unwrap();
        let content = Content::Prehash(prehash.digest(), prehashes::oid(last));
        let expected = theirs.sign(&self.context, content, addrnd);
        self.signs(what, &Ours::Prehash(&prehash), true, &expected);
    }

    /// Lets the other library verify what we sign, by every hash function that is strong enough, or by one where that
    /// takes long.
    fn prehashes<T: Peer<P>>(&self, what: &str, theirs: &T) {
        let strong = prehashes::all(&self.message).into_iter().filter(|(_, _, len)| *len >= 2 * P::N);
        let count = if is_slow::<P>() || !is_thorough() { 1 } else { usize::MAX };
        for (prehash, last, _) in strong.take(count) {
            let signature = self.sign(&Ours::Prehash(&prehash), last % 2 == 0);
            let content = |last| Content::Prehash(prehash.digest(), prehashes::oid(last));
            let what = format!("{} {what}, hash function {last}", P::NAME);
            assert!(theirs.verifies(&self.context, content(last), signature.as_ref()), "{what}");
            assert!(!theirs.verifies(b"another", content(last), signature.as_ref()), "{what}");
            let message = Content::Message(prehash.digest());
            assert!(!theirs.verifies(&self.context, message, signature.as_ref()), "{what}");
        }
    }
}

/// The content of a signature of ours.
enum Ours<'o> {
    Message(&'o [u8]),
    Prehash(&'o Prehash),
}

fn agrees<P: Parameters, A: Peer<P>, B: Peer<P>>() {
    if (is_slow::<P>() || P::N > 16) && !is_thorough() {
        return;
    }
    for number in if P::N == 16 && !is_slow::<P>() { 0..cases(2) } else { 1..2 } {
        let case = Case::<P>::random(number);
        case.compare::<A>(&format!("case {number}, {}", A::NAME));
        case.compare::<B>(&format!("case {number}, {}", B::NAME));
    }
}
