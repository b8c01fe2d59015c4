//! Poly1305, GHASH and POLYVAL.

use crate::check::{Case, Check};
use carnelian::cipher::ghash::{Ghash, Polyval};
use carnelian::cipher::poly1305::{self, Poly1305};
use std::cell::RefCell;
use std::hint::black_box;

pub(crate) const CASES: &[Case] = &[
    Case { name: "poly1305/tag", run: tag },
    Case { name: "poly1305/incremental", run: incremental },
    Case { name: "poly1305/verify", run: verify },
    Case { name: "ghash/sum", run: |check| sum(check, Ghash::sum) },
    Case { name: "polyval/sum", run: |check| sum(check, Polyval::sum) },
    Case { name: "ghash/incremental", run: hash },
];

const LENGTHS: [usize; 11] = [0, 1, 5, 15, 16, 17, 100, 448, 449, 1024, 3000];

fn tag(check: &mut Check) {
    for len in LENGTHS {
        let (key, message) = (check.array("the key"), check.bytes("the message", len));
        let mut tag = Box::new([0; 16]);
        check.run("tag", &mut || *tag = poly1305::tag(&key, &message));
        check.public(&tag[..]);
    }
}

fn incremental(check: &mut Check) {
    let (key, message) = (check.array("the key"), check.bytes("the message", 5000));
    let mut tag = Box::new([0; 16]);
    let made = || {
        let mut authenticator = Poly1305::new(&key);
        message.chunks(99).for_each(|piece| authenticator.update(piece));
        authenticator
    };
    let place = RefCell::new(&mut *tag);
    check.run_on("finalize", made, |authenticator| **place.borrow_mut() = authenticator.finalize());
    check.public(&tag[..]);
    check.run("left unfinished", &mut || {
        let mut authenticator = Poly1305::new(&key);
        authenticator.update(&message[..1003]);
        black_box(&authenticator);
    });
    check.run_on("verify", made, |authenticator| assert!(authenticator.verify(&tag).is_ok()));
}

fn verify(check: &mut Check) {
    for len in [64, 1000] {
        let (key, message) = (check.array("the key"), check.bytes("the message", len));
        let mut tag = Box::new(poly1305::tag(&key, &message));
        check.public(&tag[..]);
        check.run("verify", &mut || assert!(poly1305::verify(&key, &message, &tag).is_ok()));
        let right = *tag;
        tag[7] ^= 1;
        check.public(&tag[..]);
        check.run("a wrong tag", &mut || assert!(poly1305::verify(&key, &message, &tag).is_err()));
        assert_ne!(*tag, right);
    }
}

fn sum(check: &mut Check, sum: fn(&[u8; 16], &[u8]) -> [u8; 16]) {
    for len in LENGTHS {
        let (key, message) = (check.array("the key"), check.bytes("the message", len));
        let mut out = Box::new([0; 16]);
        check.run("sum", &mut || *out = sum(&key, &message));
        check.public(&out[..]);
    }
}

fn hash(check: &mut Check) {
    let (key, message) = (check.array("the key"), check.bytes("the message", 1000));
    let mut out = Box::new([0; 16]);
    let made = || {
        let mut hash = Ghash::new(&key);
        message.chunks(99).for_each(|piece| hash.update(piece));
        hash
    };
    let place = RefCell::new(&mut *out);
    check.run_on("finalize", made, |hash| **place.borrow_mut() = hash.finalize());
    check.public(&out[..]);
    check.run("left unfinished", &mut || {
        let mut hash = Polyval::new(&key);
        message.chunks(99).for_each(|piece| hash.update(piece));
        hash.pad();
        black_box(&hash);
    });
}
