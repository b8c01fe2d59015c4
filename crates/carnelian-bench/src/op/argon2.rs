//! Argon2id, RFC 9106: derivation of a key from a password and a salt, in memory that each call allocates and frees,
//! and in memory that is already allocated.

use super::answers::{Answer, Deterministic};
use super::{Operation, Subject, Unit, random_array, repeat};
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

/// Returns the operations.
#[must_use]
pub fn operations() -> Vec<Box<dyn Operation>> {
    let cost = |lanes| Cost { memory_kib: 64 << 10, passes: 3, lanes };
    vec![
        whole_call("argon2id/64MiB-t3-p1", cost(1)),
        whole_call("argon2id/64MiB-t3-p4", cost(4)),
        in_memory("argon2id/64MiB-t3-p1-in-memory", cost(1)),
        in_memory("argon2id/64MiB-t3-p4-in-memory", cost(4)),
    ]
}

const PASSWORD: &[u8] = b"correct horse battery staple";

fn whole_call(name: &str, cost: Cost) -> Box<dyn Operation> {
    let salt: Salt = random_array(0);
    Box::new(Deterministic {
        name: name.to_owned(),
        includes:
            "one call: from a password and a salt to 32 bytes on one thread, with getting the memory and giving it \
                   back"
                .to_owned(),
        unit: Unit::Operations(1),
        subject: Box::new(move |offer: &Argon2id| {
            let hash = offer.hash;
            let calls = repeat(move || hash(cost, black_box(PASSWORD), black_box(&salt)));
            (cost.lanes <= offer.most_lanes).then(|| Subject::new(&offer.backend, calls))
        }),
        answers: Box::new(move |offer| vec![Answer::bytes("key", &(offer.hash)(cost, PASSWORD, &salt))]),
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
