//! Argon2id and Argon2i, RFC 9106: derivation of a key from a password and a salt, in memory that each call allocates
//! and frees, and in memory that is already allocated. The speed of Argon2i is that of filling memory: its bytes times
//! the passes.

use super::answers::{Answer, Deterministic};
use crate::inputs::random_array;
use crate::operation::{Operation, Subject, repeat};
use crate::values::Unit;
use std::hint::black_box;

/// The cost parameters of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The memory in KiB.
    pub memory_kib: u32,
    /// The number of passes over the memory.
    pub passes: u32,
    /// The number of lanes, which can be filled in parallel.
    pub lanes: u32,
}

/// A salt.
pub type Salt = [u8; 16];
/// A derived key.
pub type Key = [u8; 32];

/// A function with preallocated memory that derives a key from a password and a salt.
pub type InMemory = Box<dyn FnMut(&[u8], &Salt) -> Key>;

/// A library's offer for the operations of this module.
#[derive(Clone)]
pub struct Argon2id {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// The maximum number of lanes that the library supports.
    pub most_lanes: u32,
    /// Derives a key from a password and a salt.
    pub hash: fn(Cost, &[u8], &Salt) -> Key,
    /// Allocates memory for calls with these cost parameters, if the library supports caller-provided memory.
    pub in_memory: Option<fn(Cost) -> InMemory>,
}

/// A library's offer of Argon2i.
#[derive(Clone)]
pub struct Argon2i {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// The maximum number of lanes that the library supports.
    pub most_lanes: u32,
    /// Derives a key from a password and a salt.
    pub hash: fn(Cost, &[u8], &Salt) -> Key,
}

/// Returns the operations.
#[must_use]
pub fn operations() -> Vec<Box<dyn Operation>> {
    let cost = |lanes| Cost { memory_kib: 64 << 10, passes: 3, lanes };
    let (id, seconds) = (|offer: &Argon2id| (offer.backend.clone(), offer.most_lanes, offer.hash), Unit::Operations(1));
    let i = |offer: &Argon2i| (offer.backend.clone(), offer.most_lanes, offer.hash);
    let small = Cost { memory_kib: 1 << 10, passes: 3, lanes: 1 };
    vec![
        whole_call("argon2id/64MiB-t3-p1", cost(1), seconds, id),
        whole_call("argon2id/64MiB-t3-p4", cost(4), seconds, id),
        in_memory("argon2id/64MiB-t3-p1-in-memory", cost(1)),
        in_memory("argon2id/64MiB-t3-p4-in-memory", cost(4)),
        whole_call("argon2i/1MiB-t3-p1", small, filled(small), i),
        whole_call("argon2i/64MiB-t3-p1", cost(1), filled(cost(1)), i),
    ]
}

/// Returns the bytes that a call fills: those of the memory in every pass.
fn filled(cost: Cost) -> Unit {
    Unit::Bytes(u64::from(cost.memory_kib) * 1024 * u64::from(cost.passes))
}

const PASSWORD: &[u8] = b"correct horse battery staple";

/// The backend, the maximum number of lanes, and the function of an offer.
type Parts = (String, u32, fn(Cost, &[u8], &Salt) -> Key);

fn whole_call<O: 'static>(name: &str, cost: Cost, unit: Unit, parts: fn(&O) -> Parts) -> Box<dyn Operation> {
    let salt: Salt = random_array(0);
    Box::new(Deterministic {
        name: name.to_owned(),
        includes:
            "one call: from a password and a salt to 32 bytes on one thread, with getting the memory and giving it \
                   back"
                .to_owned(),
        unit,
        subject: Box::new(move |offer: &O| {
            let (backend, most_lanes, hash) = parts(offer);
            let calls = repeat(move || hash(cost, black_box(PASSWORD), black_box(&salt)));
            (cost.lanes <= most_lanes).then(|| Subject::new(&backend, calls))
        }),
        answers: Box::new(move |offer| {
            let (.., hash) = parts(offer);
            vec![Answer::bytes("key", &hash(cost, PASSWORD, &salt))]
        }),
    })
}

fn in_memory(name: &str, cost: Cost) -> Box<dyn Operation> {
    let salt: Salt = random_array(0);
    Box::new(Deterministic {
        name: name.to_owned(),
        includes: "one call: from a password, a salt and memory that was used before to 32 bytes on one thread"
            .to_owned(),
        unit: Unit::Operations(1),
        subject: Box::new(move |offer: &Argon2id| {
            let mut hash = offer.in_memory.filter(|_| cost.lanes <= offer.most_lanes)?(cost);
            hash(PASSWORD, &salt);
            Some(Subject::new(&offer.backend, repeat(move || hash(black_box(PASSWORD), black_box(&salt)))))
        }),
        answers: Box::new(move |offer| {
            let key = offer.in_memory.map(|memory| memory(cost)(PASSWORD, &salt));
            vec![Answer::bytes_or_refusal("key", key.as_ref().map(|key| &key[..]))]
        }),
    })
}
