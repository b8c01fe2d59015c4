//! The registry of operations: one file per family.
//!
//! A new family consists of a file in this directory and a line in [`all`]. The file defines what a library must offer
//! to be measured (a plain struct of functions, such as [`hashing::Sha512`]), the operations, and how answers are
//! checked. Libraries provide that struct in their [`Offers`].
//!
//! An operation whose cost grows with the size of a message or the items of a batch is created by one function of that
//! size or number. The fixed operations of [`all`] are its results at values of interest; [`growing`] has it at every
//! value. Any operation can also be called on several threads at the same time.

pub mod aead;
pub mod aes_ctr;
mod answers;
pub mod argon2;
pub mod ed25519;
pub mod eddsa_blake2b;
pub mod edwards25519;
pub mod elligator2;
mod growing;
pub mod hashing;
pub mod hmac;
mod items;
pub mod keys;
pub mod poly1305;
pub mod postquantum;
pub mod ristretto255;
pub mod signed_messages;
pub mod stream_ciphers;
pub mod threads;
pub mod x25519;

pub use crate::values::{Estimator, Items, PreparedKeys, Unit};
pub use growing::{Growing, growing};
pub use postquantum::{hybrid, mldsa, mlkem, slhdsa};

use crate::values::{SAMPLE, Scheme};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

/// Returns every operation, family by family.
#[must_use]
pub fn all() -> Vec<Box<dyn Operation>> {
    let families = [
        hashing::operations(),
        hmac::operations(),
        x25519::operations(),
        keys::x25519_operations(),
        ed25519::operations(),
        signed_messages::operations(),
        keys::ed25519_operations(),
        eddsa_blake2b::operations(),
        edwards25519::operations(),
        ristretto255::operations(),
        elligator2::operations(),
        aead::operations(),
        aes_ctr::operations(),
        aead::nacl_box::operations(),
        stream_ciphers::operations(),
        poly1305::operations(),
        argon2::operations(),
        mlkem::operations(),
        mldsa::operations(),
        slhdsa::operations(),
        hybrid::operations(),
    ];
    families.into_iter().flatten().collect()
}

/// Returns the operation with this name: one of [`all`], or one with a parameter at a value, such as `sha512/SIZE=4096`
/// or `x25519/dh,threads=2`.
#[must_use]
pub fn find(name: &str) -> Option<Box<dyn Operation>> {
    let fixed = all().into_iter().find(|operation| operation.name() == name);
    fixed.or_else(|| growing::at(name))
}

/// Returns the schemes that operations belong to, for tables of key generation, signing and so on.
#[must_use]
pub fn schemes() -> Vec<Scheme> {
    let curves = [x25519::scheme(), ed25519::scheme()];
    let signatures = mldsa::schemes().into_iter().chain(slhdsa::schemes());
    curves.into_iter().chain(mlkem::schemes()).chain(signatures).chain(hybrid::schemes()).collect()
}

/// Returns the keys that can be prepared, for tables of how many uses pay for that.
#[must_use]
pub fn prepared_keys() -> Vec<PreparedKeys> {
    [ed25519::PREPARED_KEYS].into_iter().chain(mlkem::PREPARED_KEYS).chain(mldsa::prepared_keys()).collect()
}

/// Creates a scheme from roles and sizes in the notation of its family.
fn scheme(name: &str, roles: &[(&str, &str)], sizes: &[(&str, u64)]) -> Scheme {
    Scheme {
        name: name.to_owned(),
        roles: roles.iter().map(|(role, operation)| ((*role).to_owned(), (*operation).to_owned())).collect(),
        sizes: sizes.iter().map(|(what, bytes)| ((*what).to_owned(), *bytes)).collect(),
    }
}

/// An operation that can be measured: `family/operation[-variant]`.
pub trait Operation {
    /// Returns the name, which is unique among all operations.
    fn name(&self) -> &str;

    /// Returns the description of what one call includes, as printed in reports.
    fn includes(&self) -> &str;

    /// Returns the amount of work in one call.
    fn unit(&self) -> Unit;

    /// Returns the items of one call, if it processes several.
    fn items(&self) -> Option<Items> {
        None
    }

    /// Returns the estimate of the cost from its rounds.
    fn estimator(&self) -> Estimator {
        Estimator::InterquartileMean
    }

    /// Returns whether only other libraries offer it, because ours has no such step.
    fn is_of_peers_only(&self) -> bool {
        false
    }

    /// Returns whether our time is set in relation to that of others: not where one library does in this call what
    /// another leaves to the next.
    fn is_compared(&self) -> bool {
        true
    }

    /// Returns the number of threads that make calls at the same time.
    fn threads(&self) -> usize {
        1
    }

    /// Returns the number of calls after which their inputs repeat, where these differ in cost. A sample consists of
    /// whole cycles, so every sample of every library has the same inputs.
    fn cycle(&self) -> u64 {
        1
    }

    /// Returns the target duration of a sample.
    fn sample(&self) -> Duration {
        SAMPLE
    }

    /// Returns the library's calls of this operation; `None` if it does not offer it.
    fn subject(&self, library: &Offers) -> Option<Subject>;

    /// Checks that `theirs` computes the same as `ours`: equal bytes if the call is deterministic, otherwise a round
    /// trip through the other library in both directions. This is called before anything is timed, and only with
    /// libraries that both have a [`subject`](Self::subject).
    ///
    /// # Errors
    /// Returns a [`Difference`] that describes the disagreement.
    fn check(&self, ours: &Offers, theirs: &Offers) -> Result<(), Difference>;

    /// Returns the part of the name before the first `/`.
    fn family(&self) -> &str {
        let name = self.name();
        name.split_once('/').map_or(name, |(family, _)| family)
    }
}

/// A disagreement between a peer's answer and ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference(pub String);

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A library about to be measured on one operation.
pub struct Subject {
    /// The backend that runs, if the library reports it.
    pub backend: String,
    /// Makes the given number of calls, one after the other.
    pub calls: Calls,
}

impl Subject {
    /// Creates a subject with the library's own name for its backend.
    #[must_use]
    pub fn new(backend: &str, calls: Calls) -> Self {
        Self { backend: backend.to_owned(), calls }
    }

    /// Creates a subject for a batch. If the library has no batch function, the backend's name states that the items
    /// are processed one by one.
    #[must_use]
    pub fn of_batch(backend: &str, has_call_for_many: bool, calls: Calls) -> Self {
        let suffix = if has_call_for_many { "" } else { ", one by one" };
        Self { backend: format!("{backend}{suffix}"), calls }
    }
}

/// Makes the given number of calls of an operation, one after the other.
pub type Calls = Box<dyn FnMut(u64)>;

/// Repeats `call`. The loop is compiled together with the call, and the result is used.
pub fn repeat<R>(mut call: impl FnMut() -> R + 'static) -> Calls {
    Box::new(move |calls| {
        for _ in 0..calls {
            black_box(call());
        }
    })
}

/// Cycles through calls with different inputs, so that code with data-dependent branches meets more inputs than the
/// branch predictor can memorize.
///
/// # Panics
/// Panics if there are none.
#[must_use]
pub fn in_turns(mut each: Vec<Calls>) -> Calls {
    assert!(!each.is_empty(), "nothing takes turns");
    let mut next = 0;
    Box::new(move |calls| {
        for _ in 0..calls {
            each[next](1);
            next = (next + 1) % each.len();
        }
    })
}

/// Returns random bytes, the same on every machine.
fn random_array<const LEN: usize>(number: u64) -> [u8; LEN] {
    let mut bytes = [0; LEN];
    fill(&mut bytes, LEN as u64 ^ number << 8);
    bytes
}

/// Returns random bytes of variable length, the same on every machine.
fn random_bytes(len: usize, number: u64) -> Vec<u8> {
    let mut bytes = vec![0; len];
    fill(&mut bytes, len as u64 ^ number << 32);
    bytes
}

fn fill(bytes: &mut [u8], seed: u64) {
    let mut random = SplitMix64::seed_from_u64(seed);
    for chunk in bytes.chunks_mut(8) {
        chunk.copy_from_slice(&random.next_u64().to_le_bytes()[..chunk.len()]);
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The capabilities of a library: at most one entry per family, identified by the type that the family defines.
#[derive(Default)]
pub struct Offers {
    by_family: HashMap<TypeId, Box<dyn Any>>,
    finder: Option<Finder>,
}

/// Determines a library's offers again, on the calling thread. Offers stay on the thread that determined them, because
/// a library may keep state that must not be shared.
pub type Finder = Arc<dyn Fn() -> Option<Offers> + Send + Sync>;

impl Offers {
    /// Returns an empty set of offers.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Adds `offer`.
    #[must_use]
    pub fn and<T: 'static>(mut self, offer: T) -> Self {
        self.by_family.insert(TypeId::of::<T>(), Box::new(offer));
        self
    }

    /// Adds a function that determines the offers on other threads.
    #[must_use]
    pub fn found_by(mut self, find: impl Fn() -> Option<Self> + Send + Sync + 'static) -> Self {
        self.finder = Some(Arc::new(find));
        self
    }

    /// Returns whether nothing is offered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_family.is_empty()
    }

    /// Returns the offer for a family.
    #[must_use]
    pub fn get<T: 'static>(&self) -> Option<&T> {
        self.by_family.get(&TypeId::of::<T>())?.downcast_ref()
    }

    /// Returns the function that determines the offers on another thread; without it the library is measured on one
    /// thread only.
    #[must_use]
    pub fn finder(&self) -> Option<Finder> {
        self.finder.clone()
    }
}

impl fmt::Debug for Offers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Offers({} families)", self.by_family.len())
    }
}
