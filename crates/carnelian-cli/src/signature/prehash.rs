//! The hash functions of `--prehash`. To add one, add a row to [`FUNCTIONS`].

use crate::exit::Failure;
use crate::named::Named;
use crate::post_quantum::Message;
use carnelian::hash::{
    Sha3_224, Sha3_256, Sha3_384, Sha3_512, Sha224, Sha256, Sha384, Sha512, Sha512_256, Shake128, Shake256, Xof,
};
use carnelian::postquantum::mldsa::{Prehash, PrehashFunction};

/// A hash function whose digest is signed in place of a file.
#[derive(Debug)]
pub struct Function {
    /// The name on the command line.
    name: &'static str,
    /// The name in the standard.
    pub title: &'static str,
    other_names: &'static [&'static str],
    /// Returns the digest of a file, which is read in constant memory.
    pub digest: fn(&Message<'_>) -> Result<Prehash, Failure>,
}

impl PartialEq for Function {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Function {}

/// The function that is used if none is named: that of Ed25519ph, whose digests are long enough for every parameter set.
pub const DEFAULT: &str = "sha512";

/// Every function that FIPS 204 and FIPS 205 allow, in listing order.
pub static FUNCTIONS: [Function; 11] = [
    Function::of::<Sha256>("sha256", &["SHA2-256"]),
    Function::of::<Sha224>("sha224", &["SHA2-224"]),
    Function::of::<Sha512>(DEFAULT, &["SHA2-512"]),
    Function::of::<Sha384>("sha384", &["SHA2-384"]),
    Function::of::<Sha512_256>("sha512-256", &["SHA512/256", "SHA2-512/256", "SHA512t256"]),
    Function::of::<Sha3_256>("sha3-256", &[]),
    Function::of::<Sha3_224>("sha3-224", &[]),
    Function::of::<Sha3_384>("sha3-384", &[]),
    Function::of::<Sha3_512>("sha3-512", &[]),
    Function::of_xof::<Shake128>("shake128", |file| of_xof(file, Prehash::finish_shake128)),
    Function::of_xof::<Shake256>("shake256", |file| of_xof(file, Prehash::finish_shake256)),
];

impl Function {
    const fn of<H: PrehashFunction>(name: &'static str, other_names: &'static [&'static str]) -> Self {
        Self { name, title: H::NAME, other_names, digest: of::<H> }
    }

    const fn of_xof<X: Xof>(name: &'static str, digest: fn(&Message<'_>) -> Result<Prehash, Failure>) -> Self {
        Self { name, title: X::NAME, other_names: &[], digest }
    }

    /// Returns whether this is the function of Ed25519ph.
    #[must_use]
    pub fn is_of_ed25519(&self) -> bool {
        self.name == DEFAULT
    }
}

impl Named for &'static Function {
    fn all() -> Vec<Self> {
        FUNCTIONS.iter().collect()
    }

    fn name(&self) -> &'static str {
        self.name
    }

    fn other_names(&self) -> Vec<String> {
        self.other_names.iter().map(ToString::to_string).collect()
    }
}

fn of<H: PrehashFunction>(file: &Message<'_>) -> Result<Prehash, Failure> {
    let mut hasher = H::new();
    file.read(|piece| hasher.update(piece))?;
    Ok(Prehash::finish(hasher))
}

fn of_xof<X: Xof + Default>(file: &Message<'_>, finish: fn(X) -> Prehash) -> Result<Prehash, Failure> {
    let mut xof = X::default();
    file.read(|piece| xof.update(piece))?;
    Ok(finish(xof))
}
