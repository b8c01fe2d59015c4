//! Secret containers: creating, moving, exposing, declassifying and wiping them.

use crate::check::Check;
use crate::op::{ONE_BACKEND, Operation, portable};
use carnelian::secret::{self, Secret};
use std::convert::Infallible;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "secret/new", tiers: ONE_BACKEND, backend: portable, run: new },
    Operation { name: "secret/build", tiers: ONE_BACKEND, backend: portable, run: build },
    Operation { name: "secret/wipe", tiers: ONE_BACKEND, backend: portable, run: wipe },
    Operation { name: "secret/declassify", tiers: ONE_BACKEND, backend: portable, run: declassify },
];

/// Bytes that the compiler knows are still marked secret, in each kind of container, also after a move.
fn new(check: &mut Check) {
    let array = Secret::new([7u8; 32]);
    check.secret_result(array.expose());
    let moved = Box::new(array);
    check.secret_result(moved.expose());
    check.secret_result(Secret::new(vec![7u8; 100]).expose());
    check.secret_result(Secret::new(vec![7u8; 100].into_boxed_slice()).expose());
}

fn build(check: &mut Check) {
    let bytes = check.bytes(64);
    let built = Secret::<[u8; 64]>::build(|out| {
        out.copy_from_slice(bytes.expose());
        Ok::<_, Infallible>(())
    });
    let Ok(built) = built;
    check.secret_result(built.expose());
}

/// The zeros after wiping are public, whatever was there before.
fn wipe(check: &mut Check) {
    let mut bytes = *check.array::<48>().expose();
    secret::wipe(&mut bytes);
    check.public_result(&bytes);
}

/// Declassified bytes may be branched on.
fn declassify(check: &mut Check) {
    let released = Secret::new([7u8; 32]);
    let bytes = released.declassify("this check wants to see it released");
    check.public_result(bytes);
    assert!(bytes.iter().all(|byte| *byte == 7));
}
