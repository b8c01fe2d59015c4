//! Signature schemes and key encapsulation mechanisms by name: a row of the catalogue is enough for a scheme to be measured.

use carnelian::algorithm::{self, Algorithm, Status};
use carnelian_bench::op::Offers;
use carnelian_bench::op::by_name::{self, KemScheme, Kems, SignatureScheme, Signatures, TURNS, folded};
use carnelian_bench::{ours, registry};
use std::collections::BTreeSet;
use std::rc::Rc;

const OF_SIGNATURES: [&str; 3] = ["keygen", "sign", "verify"];
const OF_KEMS: [&str; 3] = ["keygen", "encaps", "decaps"];

/// Returns whether an algorithm is recommended, and so in the tables of schemes that users choose from.
fn is_recommended(id: &str) -> bool {
    let signature = algorithm::signature(id).map(Algorithm::identity);
    let identity = signature.or_else(|| algorithm::kem(id).map(Algorithm::identity)).expect("a row");
    identity.status == Status::Recommended
}

/// Returns the identifiers of schemes, each with the operations that it must have.
fn rows() -> impl Iterator<Item = (&'static str, [&'static str; 3])> {
    let signatures = algorithm::signatures().into_iter().map(|scheme| (scheme.identity().id, OF_SIGNATURES));
    signatures.chain(algorithm::kems().into_iter().map(|scheme| (scheme.identity().id, OF_KEMS)))
}

#[test]
fn every_scheme_of_the_catalogue_is_measured() {
    let names: Vec<String> = registry::all().iter().map(|operation| operation.name().to_owned()).collect();
    let schemes = registry::schemes();
    for (id, operations) in rows() {
        let families: BTreeSet<&str> = names.iter().filter_map(|name| Some(name.split_once('/')?.0)).collect();
        let families: Vec<&str> = families.into_iter().filter(|family| folded(family) == folded(id)).collect();
        let [family] = families[..] else { panic!("{id} is measured as {families:?}") };
        for operation in operations {
            let name = format!("{family}/{operation}");
            assert!(names.contains(&name), "{name}");
            let is_told = schemes.iter().any(|scheme| scheme.roles.iter().any(|(_, of)| *of == name));
            assert!(is_told || !is_recommended(id), "{name} is in no table of schemes");
        }
    }
}

/// Every row can be measured by its name, also where the registry has other operations of it: the calls can be made, and
/// answers agree.
#[test]
fn calls_by_name_are_made() {
    let ours = ours::library();
    // Signatures of small sets of SLH-DSA take long; one fast set stands for all.
    for (id, names) in rows().filter(|(id, _)| !id.starts_with("slh-dsa") || *id == "slh-dsa-sha2-128f") {
        let operations = by_name::operations_of(id);
        let found: Vec<&str> = operations.iter().map(|operation| operation.name()).collect();
        assert_eq!(found, names.map(|name| format!("{id}/{name}")));
        for operation in operations {
            let name = operation.name();
            assert!(operation.includes().starts_with("one call: "), "{name}");
            let is_in_turns = name.ends_with("/sign") || name.ends_with("/verify");
            assert_eq!(operation.cycle(), if is_in_turns { TURNS as u64 } else { 1 }, "{name}");
            let mut subject = operation.subject(&ours.offers).unwrap();
            assert!(!subject.backend.is_empty(), "{name}");
            (subject.calls)(2);
            assert_eq!(operation.check(&ours.offers, &ours.offers), Ok(()), "{name}");
        }
    }
}

/// Returns whether an operation of a scheme finds a difference between our library and one with these offers.
fn is_found(id: &str, lie: &Offers) -> bool {
    let ours = ours::library();
    let found: Vec<bool> =
        by_name::operations_of(id).iter().map(|operation| operation.check(&ours.offers, lie).is_err()).collect();
    assert!(found.iter().all(|is_found| *is_found == found[0]), "{id}: {found:?}");
    found[0]
}

#[test]
fn lies_about_signatures_by_name_are_found() {
    let ours = ours::library().offers;
    let all = ours.get::<Signatures>().unwrap();
    let honest = || all.0.iter().find(|scheme| scheme.id == "ed25519").unwrap().clone();
    let is_found = |lie: SignatureScheme| is_found("ed25519", &Offers::none().and(Signatures(vec![lie])));
    assert!(!is_found(honest()));
    assert!(is_found(SignatureScheme { verify: Rc::new(|_, _, _| true), ..honest() }));
    assert!(is_found(SignatureScheme { verify: Rc::new(|_, _, _| false), ..honest() }));
    let verify = honest().verify;
    let shortens = move |key: &[u8], _: &[u8], signature: &[u8]| verify(key, b"a message", signature);
    assert!(is_found(SignatureScheme { verify: Rc::new(shortens), ..honest() }));
    let key_pair = honest().key_pair;
    let other_key = move || (key_pair().0, key_pair().1);
    assert!(is_found(SignatureScheme { key_pair: Rc::new(other_key), ..honest() }));
}

#[test]
fn lies_about_kems_by_name_are_found() {
    let ours = ours::library().offers;
    let all = ours.get::<Kems>().unwrap();
    let honest = || all.0.iter().find(|scheme| scheme.id == "x-wing").unwrap().clone();
    let is_found = |lie: KemScheme| is_found("x-wing", &Offers::none().and(Kems(vec![lie])));
    assert!(!is_found(honest()));
    assert!(is_found(KemScheme { encapsulate: Rc::new(|_| None), ..honest() }));
    let encapsulate = honest().encapsulate;
    let other_secret = move |key: &[u8]| Some((encapsulate(key)?.0, encapsulate(key)?.1));
    assert!(is_found(KemScheme { encapsulate: Rc::new(other_secret), ..honest() }));
    let key_pair = honest().key_pair;
    let other_key = move || (key_pair().0, key_pair().1);
    assert!(is_found(KemScheme { key_pair: Rc::new(other_key), ..honest() }));
}

/// A scheme of another library takes part by its identifier, and a library without it does not.
#[test]
fn libraries_without_a_scheme_take_no_part() {
    ours::register();
    for operation in by_name::operations_of("ed25519").iter().chain(&by_name::operations_of("x-wing")) {
        assert!(operation.subject(&Offers::none()).is_none(), "{}", operation.name());
    }
}
