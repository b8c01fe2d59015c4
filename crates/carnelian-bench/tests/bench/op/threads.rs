//! Operations on several threads at the same time.

use carnelian_bench::op::hashing::Sha512;
use carnelian_bench::op::ristretto255::Ristretto255;
use carnelian_bench::op::{self, Offers, Subject};
use carnelian_bench::registry;
use carnelian_bench::{ours, peer};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};

/// Returns a library that is found on every thread, with this function for SHA-512.
fn library(digest: fn(&[u8]) -> [u8; 64]) -> Offers {
    let offers = move || Offers::none().and(Sha512 { backend: "test".to_owned(), digest, digest_batch: None });
    offers().found_by(move || Some(offers()))
}

fn subject(name: &str, library: &Offers) -> Option<Subject> {
    registry::find(name).unwrap().subject(library)
}

/// Each call waits until three are in progress. A single thread, or three that take turns, would wait forever.
#[test]
fn calls_are_made_at_the_same_time() {
    static THREE: Barrier = Barrier::new(3);
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let meeting = library(|_| {
        THREE.wait();
        CALLS.fetch_add(1, Ordering::Relaxed);
        [0; 64]
    });
    let mut subject = subject("sha512/64B,threads=3", &meeting).unwrap();
    assert_eq!(subject.backend, "test");
    for (calls, made) in [(1, 3), (0, 3), (10, 33), (2, 39)] {
        (subject.calls)(calls);
        assert_eq!(CALLS.load(Ordering::Relaxed), made);
    }
}

#[test]
fn every_operation_of_every_library_runs_on_threads() {
    let libraries = peer::all(&[]).into_iter().flatten().chain([ours::library()]);
    for library in libraries {
        // Signatures of SLH-DSA take some libraries seconds each; one fast set stands for the others.
        let is_quick = |family: &str| !family.starts_with("slhdsa") || family == "slhdsa-sha2-128f";
        for operation in registry::all().into_iter().filter(|operation| is_quick(operation.family())) {
            let alone = operation.subject(&library.offers);
            let together = subject(&format!("{},threads=2", operation.name()), &library.offers);
            assert_eq!(alone.is_some(), together.is_some(), "{}, {}", operation.name(), library.name);
            if let Some((alone, mut together)) = alone.zip(together) {
                assert_eq!(alone.backend, together.backend, "{}, {}", operation.name(), library.name);
                (together.calls)(2);
            }
        }
    }
}

#[test]
fn operations_say_how_many_threads_they_use() {
    for (name, threads) in [("sha512/64B", 1), ("sha512/SIZE=64", 1), ("sha512/64B,threads=7", 7)] {
        assert_eq!(registry::find(name).unwrap().threads(), threads);
    }
}

/// An offer that cannot be found on another thread cannot be called there.
#[test]
fn a_library_that_other_threads_do_not_find_is_not_measured() {
    let offer = || Sha512 { backend: "test".to_owned(), digest: |_| [0; 64], digest_batch: None };
    assert!(subject("sha512/64B", &Offers::none().and(offer())).is_some());
    assert!(subject("sha512/64B,threads=2", &Offers::none().and(offer())).is_none());
    let lost = Offers::none().and(offer()).found_by(|| None);
    assert!(subject("sha512/64B,threads=2", &lost).is_none());
    let empty = Offers::none().and(offer()).found_by(|| Some(Offers::none()));
    assert!(subject("sha512/64B,threads=2", &empty).is_none());
}

/// One thread finds the library and two do not: no thread is left running or waited for.
#[test]
fn a_library_that_some_threads_find_is_not_measured() {
    let offers = || Offers::none().and(Sha512 { backend: "test".to_owned(), digest: |_| [0; 64], digest_batch: None });
    let found = AtomicUsize::new(0);
    let once = offers().found_by(move || (found.fetch_add(1, Ordering::Relaxed) == 0).then(offers));
    assert!(subject("sha512/64B,threads=3", &once).is_none());
}

/// A panic on another thread is propagated to this one, and nothing waits for a thread that has ended.
#[test]
fn a_call_that_panics_is_not_waited_for() {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let once = library(|_| {
        assert!(CALLS.fetch_add(1, Ordering::Relaxed) != 4, "planted");
        [0; 64]
    });
    let mut subject = subject("sha512/64B,threads=2", &once).unwrap();
    (subject.calls)(2);
    assert!(catch_unwind(AssertUnwindSafe(|| (subject.calls)(2))).is_err());

    let panics = || Offers::none().found_by(|| panic!("planted"));
    let made =
        catch_unwind(AssertUnwindSafe(|| registry::find("sha512/64B,threads=2").unwrap().subject(&panics()).is_some()));
    assert_eq!(made.unwrap_err().downcast_ref(), Some(&"planted"));
}

/// Each thread's calls hold a token until the thread ends.
#[test]
fn threads_end_with_the_subject() {
    let token = Arc::new(());
    let kept = Arc::clone(&token);
    let offers = move || {
        let token = Arc::clone(&kept);
        let calls = move || {
            let token = Arc::clone(&token);
            Some(Box::new(move |_| assert!(Arc::strong_count(&token) > 0)) as op::Calls)
        };
        let none = Ristretto255::new("test", |bytes| Some(*bytes), |bytes| *bytes, |bytes| *bytes);
        Offers::none().and(Ristretto255 { decode: Box::new(move |_| calls()), ..none })
    };
    let library = Offers::none().found_by(move || Some(offers()));
    let before = Arc::strong_count(&token);
    let mut subject = subject("ristretto255/decode,threads=4", &library).unwrap();
    (subject.calls)(3);
    assert_eq!(Arc::strong_count(&token), before + 4);
    drop(subject);
    assert_eq!(Arc::strong_count(&token), before);
}
