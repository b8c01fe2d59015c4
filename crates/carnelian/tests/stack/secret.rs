//! Containers of secrets, and comparison.

use crate::check::{Case, Check};
use carnelian::ct;
use carnelian::secret::{self, Secret};
use std::convert::Infallible;
use std::hint::black_box;

pub(crate) const CASES: &[Case] = &[
    Case { name: "secret/new", run: new },
    Case { name: "secret/build", run: build },
    Case { name: "secret/wipe", run: wipe },
    Case { name: "secret/declassify", run: declassify },
    Case { name: "ct/eq", run: eq },
    Case { name: "ct/verify", run: eq },
];

/// The content of a vector or a box is not moved.
fn new(check: &mut Check) {
    let bytes = check.bytes("the secret", 100);
    check.run("of a vector", &mut || _ = black_box(&Secret::new(bytes.to_vec())));
    check.run("of a box", &mut || _ = black_box(&Secret::new(bytes.clone())));
}

fn build(check: &mut Check) {
    let bytes = check.bytes("the secret", 64);
    check.run("build", &mut || {
        let built = Secret::<[u8; 64]>::build(|out| {
            out.copy_from_slice(&bytes);
            Ok::<_, Infallible>(())
        });
        black_box(&built);
    });
}

fn wipe(check: &mut Check) {
    let bytes = check.array::<48>("the secret");
    check.run("wipe", &mut || {
        let mut copy = [0; 48];
        copy.copy_from_slice(&bytes[..]);
        black_box(&copy);
        secret::wipe(&mut copy);
    });
}

fn declassify(check: &mut Check) {
    let secret = Box::new(Secret::new(check.bytes("the secret", 100)));
    check.run("declassify", &mut || _ = black_box(secret.declassify("this test wants to see it released")));
    check.run("expose", &mut || _ = black_box(secret.expose()));
}

fn eq(check: &mut Check) {
    for len in [16, 64, 1000] {
        let (a, b) = (check.bytes("a", len), check.bytes("b", len));
        check.run("eq", &mut || _ = black_box(ct::eq(&a, &b)));
        check.run("verify", &mut || _ = black_box(ct::verify(&a, &b)));
        check.run("equal", &mut || _ = black_box(ct::verify(&a, &a)));
    }
}
