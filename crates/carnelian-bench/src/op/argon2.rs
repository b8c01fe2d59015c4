//! Argon2id, RFC 9106: from a password and a salt to a key, in memory that a call gets and gives back, and in memory that
//! is there already.

use super::answers::{Answer, Deterministic};
use super::{Operation, Subject, Unit, random_array, repeat};
use std::hint::black_box;

/// What a call costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The memory in KiB.
    pub memory_kib: u32,
    /// How many times it is passed over.
    pub passes: u32,
    /// How many parts of it could be filled at the same time.
    pub lanes: u32,
}

/// A salt.
pub type Salt = [u8; 16];
/// What comes out.
pub type Key = [u8; 32];

/// Memory of its own: the key of a password and a salt.
pub type InMemory = Box<dyn FnMut(&[u8], &Salt) -> Key>;

/// What a library offers to be measured here.
#[derive(Clone)]
pub struct Argon2id {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// The most lanes that it has.
    pub most_lanes: u32,
    /// The key of a password and a salt.
    pub hash: fn(Cost, &[u8], &Salt) -> Key,
    /// Gets memory for calls of this cost, if the library can be given it.
    pub in_memory: Option<fn(Cost) -> InMemory>,
}

/// The operations.
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
