//! Keys of X25519 and Ed25519 apart from their use: generation with a draw of randomness, decoding, and the
//! initialization that some libraries need between decoding and use.

use super::answers::{Answer, Deterministic};
use super::items::first_part;
use super::{ed25519, x25519};
use crate::inputs::{hex, random_array, random_bytes};
use crate::offers::Offers;
use crate::operation::{Calls, Difference, Operation, Subject, repeat};
use crate::reference;
use crate::values::Unit;
use std::fmt;
use std::hint::black_box;
use std::marker::PhantomData;

/// A key in bytes.
pub type Bytes = [u8; 32];

/// A scheme whose keys have 32 bytes: a marker type that tells the libraries' offers apart.
pub trait Scheme: Sized + 'static {
    /// The family in names of operations.
    const NAME: &'static str;
    /// The object that a decoded secret key is.
    const SECRET: &'static str;

    /// Returns the public key of a secret key, by our library.
    fn public_key(secret: &Bytes) -> Bytes;
}

/// X25519, RFC 7748.
#[derive(Debug)]
pub enum X25519 {}

impl Scheme for X25519 {
    const NAME: &'static str = "x25519";
    const SECRET: &'static str = "from the bytes of a secret key to an object";

    fn public_key(secret: &Bytes) -> Bytes {
        reference::of(|ours: &x25519::X25519| (ours.public_key)(secret))
    }
}

/// Ed25519, RFC 8032.
#[derive(Debug)]
pub enum Ed25519 {}

impl Scheme for Ed25519 {
    const NAME: &'static str = "ed25519";
    const SECRET: &'static str = "from a seed to a signing key object, with its public key";

    fn public_key(secret: &Bytes) -> Bytes {
        reference::of(|ours: &ed25519::Ed25519| (ours.public_key)(secret))
    }
}

/// A library's offer of key generation from its own source of randomness.
pub struct Drawn<S> {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// Draws a secret key; returns it and its public key.
    pub key_pair: fn() -> (Bytes, Bytes),
    scheme: PhantomData<S>,
}

impl<S> Drawn<S> {
    /// Creates an offer.
    pub fn new(backend: impl Into<String>, key_pair: fn() -> (Bytes, Bytes)) -> Self {
        Self { backend: backend.into(), key_pair, scheme: PhantomData }
    }
}

/// A library's offer of key objects that are made from bytes before they are used.
pub struct Decoded<S> {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// Decodes secret keys, if the library has objects for them.
    pub secret: Option<Decoder>,
    /// Decodes public keys, if the library has objects for them.
    pub public: Option<Decoder>,
    scheme: PhantomData<S>,
}

impl<S> Decoded<S> {
    /// Creates an offer.
    pub fn new(backend: impl Into<String>, secret: Option<Decoder>, public: Option<Decoder>) -> Self {
        Self { backend: backend.into(), secret, public, scheme: PhantomData }
    }
}

/// Decodes keys of one kind.
pub struct Decoder {
    calls: Box<dyn Fn(Bytes) -> Calls>,
    public: Box<PublicOf>,
}

/// Decodes a key and returns its public half; `None` if the library refuses the key.
type PublicOf = dyn Fn(&Bytes) -> Option<Bytes>;

impl Decoder {
    /// Creates a decoder from the library's function, and a function that returns the public key of a decoded key.
    pub fn new<K: 'static>(decode: fn(&Bytes) -> Option<K>, public: fn(&K) -> Bytes) -> Self {
        Self {
            calls: Box::new(move |bytes| repeat(move || decode(black_box(&bytes)))),
            public: Box::new(move |bytes| decode(bytes).as_ref().map(public)),
        }
    }
}

/// A library's offer of the steps between decoding a key and using it.
#[derive(Default)]
pub struct Initialization {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// Prepares a shared secret of X25519.
    pub dh: Option<Step>,
    /// Prepares a signature of Ed25519.
    pub sign: Option<Step>,
    /// Prepares a verification of Ed25519.
    pub verify: Option<Step>,
}

/// One step of initialization.
#[derive(Clone, Copy)]
pub struct Step {
    /// Creates calls that only initialize; `None` if the library fails.
    pub calls: fn(&Input) -> Option<Calls>,
    /// Initializes, then computes the shared secret, the signature, or 1 for a valid signature.
    pub result: fn(&Input) -> Option<Vec<u8>>,
}

/// The input of a [`Step`].
pub struct Input {
    /// A secret key or a seed.
    pub secret: Bytes,
    /// Another party's public key, or the signer's.
    pub public: Bytes,
    /// A message.
    pub message: Vec<u8>,
    /// Its signature by the signer.
    pub signature: [u8; 64],
}

/// Returns the operations of X25519.
#[must_use]
pub fn x25519_operations() -> Vec<Box<dyn Operation>> {
    let dh = Initialized {
        name: "x25519/dh-init",
        includes: "one call: from key objects to a context that is ready to compute their shared secret",
        step: |offer| offer.dh,
        expected: |input| {
            reference::of(|ours: &x25519::X25519| (ours.diffie_hellman)(&input.secret)(&input.public).to_vec())
        },
        input: || Input { public: X25519::public_key(&random_array(1)), ..input() },
    };
    vec![Box::new(Generation::<X25519>::new()), decode_secret::<X25519>(), decode_public::<X25519>(), Box::new(dh)]
}

/// Returns the operations of Ed25519.
#[must_use]
pub fn ed25519_operations() -> Vec<Box<dyn Operation>> {
    let sign = Initialized {
        name: "ed25519/sign-init",
        includes: "one call: from a signing key object to a context that is ready to sign",
        step: |offer| offer.sign,
        expected: |input| input.signature.to_vec(),
        input,
    };
    let verify = Initialized {
        name: "ed25519/verify-init",
        includes: "one call: from a decoded public key to a context that is ready to verify",
        step: |offer| offer.verify,
        expected: |_| vec![1],
        input,
    };
    vec![
        Box::new(Generation::<Ed25519>::new()),
        decode_secret::<Ed25519>(),
        decode_public::<Ed25519>(),
        Box::new(sign),
        Box::new(verify),
    ]
}

/// Generation of key pairs. No two answers are equal, so each is checked by itself.
struct Generation<S> {
    name: String,
    scheme: PhantomData<S>,
}

impl<S: Scheme> Generation<S> {
    fn new() -> Self {
        Self { name: format!("{}/keygen-random", S::NAME), scheme: PhantomData }
    }
}

impl<S: Scheme> Operation for Generation<S> {
    fn name(&self) -> &str {
        &self.name
    }

    fn includes(&self) -> &str {
        "one call: from a draw of the library's own source of randomness to the bytes of a key pair"
    }

    fn unit(&self) -> Unit {
        Unit::Operations(1)
    }

    fn subject(&self, library: &Offers) -> Option<Subject> {
        let Drawn { backend, key_pair, .. } = library.get::<Drawn<S>>()?;
        Some(Subject::new(backend, repeat(*key_pair)))
    }

    fn check(&self, _: &Offers, theirs: &Offers) -> Result<(), Difference> {
        let Some(offer) = theirs.get::<Drawn<S>>() else { return Ok(()) };
        let pairs = [(); 3].map(|()| (offer.key_pair)());
        for (secret, public) in &pairs {
            let ours = S::public_key(secret);
            if ours != *public {
                let start = |key: &Bytes| hex(&key[..8]);
                return Err(Difference(format!("public key: {} from it, {} from us", start(public), start(&ours))));
            }
        }
        if pairs[0] == pairs[1] || pairs[1] == pairs[2] {
            return Err(Difference("it draws the same key twice".to_owned()));
        }
        Ok(())
    }
}

fn decode_secret<S: Scheme>() -> Box<dyn Operation> {
    decode::<S>("secret", S::SECRET, |offer| offer.secret.as_ref(), || random_array(0))
}

fn decode_public<S: Scheme>() -> Box<dyn Operation> {
    let includes = "from the bytes of a public key to an object; some libraries find the point only when they use it";
    decode::<S>("public", includes, |offer| offer.public.as_ref(), || S::public_key(&random_array(0)))
}

fn decode<S: Scheme>(
    half: &str,
    includes: &str,
    decoder: fn(&Decoded<S>) -> Option<&Decoder>,
    bytes: fn() -> Bytes,
) -> Box<dyn Operation> {
    first_part(Deterministic {
        name: format!("{}/decode-{half}", S::NAME),
        includes: format!("one call: {includes}"),
        unit: Unit::Operations(1),
        subject: Box::new(move |offer: &Decoded<S>| {
            Some(Subject::new(&offer.backend, (decoder(offer)?.calls)(bytes())))
        }),
        answers: Box::new(move |offer| {
            let public = decoder(offer).and_then(|decoder| (decoder.public)(&bytes()));
            vec![Answer::bytes_or_refusal("public key", public.as_ref().map(|public| &public[..]))]
        }),
    })
}

/// A step of initialization. Ours has no such step: it computes with decoded keys.
struct Initialized {
    name: &'static str,
    includes: &'static str,
    step: fn(&Initialization) -> Option<Step>,
    expected: fn(&Input) -> Vec<u8>,
    input: fn() -> Input,
}

/// Returns a signer's input.
fn input() -> Input {
    let (secret, message) = (random_array(0), random_bytes(59, 0));
    let (public, signature) =
        reference::of(|ours: &ed25519::Ed25519| ((ours.public_key)(&secret), (ours.signer)(&secret)(&message)));
    Input { secret, public, message, signature }
}

impl Operation for Initialized {
    fn name(&self) -> &str {
        self.name
    }

    fn includes(&self) -> &str {
        self.includes
    }

    fn unit(&self) -> Unit {
        Unit::Operations(1)
    }

    fn is_of_peers_only(&self) -> bool {
        true
    }

    fn subject(&self, library: &Offers) -> Option<Subject> {
        let offer = library.get::<Initialization>()?;
        Some(Subject::new(&offer.backend, ((self.step)(offer)?.calls)(&(self.input)())?))
    }

    fn check(&self, _: &Offers, theirs: &Offers) -> Result<(), Difference> {
        let Some(step) = theirs.get::<Initialization>().and_then(self.step) else { return Ok(()) };
        let input = (self.input)();
        match (step.result)(&input) {
            Some(result) if result == (self.expected)(&input) => Ok(()),
            _ => Err(Difference("what it computes after initialization is not what we compute".to_owned())),
        }
    }
}

impl fmt::Debug for Initialization {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Initialization({})", self.backend)
    }
}
