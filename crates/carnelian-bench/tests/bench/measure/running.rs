//! Runs: peers that lie, lack an operation or are missing; time limits; and the requests that `run` refuses and its
//! side effects.

use crate::document::contract::check_document;
use carnelian_bench::clock::Clock;
use carnelian_bench::op::hashing::Sha512;
use carnelian_bench::op::keys::{Initialization, Input, Step};
use carnelian_bench::op::{self, Offers, Operation};
use carnelian_bench::ours;
use carnelian_bench::peer::Library;
use carnelian_bench::plan::Plan;
use carnelian_bench::registry;
use carnelian_bench::session::{Results, Session, Together};
use carnelian_bench::{BenchArgs, BenchError, Format, PageFormat, Preset, View, report, run};
use std::time::Duration;

/// A plan of only a dozen rounds for each operation.
const HASTY: Plan =
    Plan { total: Duration::from_secs(3600), operation: Duration::ZERO, precision: 1.0, warm_up: Duration::ZERO };

fn run_session(peers: &[Library], plan: Plan, pattern: &str) -> Results {
    let operations = registry::all();
    let selected: Vec<&dyn Operation> = operations
        .iter()
        .map(|operation| &**operation)
        .filter(|operation| operation.name().contains(pattern))
        .collect();
    let ours = ours::library();
    let mut crew = Together { ours: &ours, peers, clock: Clock::calibrated() };
    let mut session = Session { crew: &mut crew, plan, confidence: 0.9, keep_rounds: false };
    session.run(&selected, &mut |_, _| ())
}

/// Single rounds are in the rows if they were asked for, as many as there are.
#[test]
fn single_rounds_are_kept_on_request() {
    let operation = registry::find("sha512/64B").unwrap();
    let ours = ours::library();
    let mut crew = Together { ours: &ours, peers: &[], clock: Clock::calibrated() };
    let mut session = Session { crew: &mut crew, plan: HASTY, confidence: 0.9, keep_rounds: true };
    let results = session.run(&[&*operation], &mut |_, _| ());
    let row = &results.rows[0];
    assert_eq!(row.ns_rounds.as_ref().map(Vec::len), Some(row.rounds));
    assert_eq!(run_session(&[], HASTY, "sha512/64B").rows[0].ns_rounds, None);
}

/// An operation that only other libraries have is measured without a row of ours, and reports cope; one that we should
/// offer is not.
#[test]
fn an_operation_of_peers_only_has_no_row_of_ours() {
    let step = |result: fn(&Input) -> Option<Vec<u8>>| {
        let dh = Some(Step { calls: |_| Some(op::repeat(|| std::hint::black_box(1))), result });
        let offer = Initialization { backend: "test".to_owned(), dh, ..Initialization::default() };
        Library { name: "peer".to_owned(), version: "1.2.3".to_owned(), offers: Offers::none().and(offer) }
    };
    let honest = step(|input| {
        let secret = carnelian::curve::x25519::SecretKey::from_bytes(input.secret);
        let public = carnelian::curve::x25519::PublicKey::from_bytes(input.public);
        Some(secret.diffie_hellman(&public).unwrap().expose().to_vec())
    });
    let results = run_session(&[honest], HASTY, "x25519/dh-init");
    let rows: Vec<_> = results.rows.iter().map(|row| (&*row.library, row.ratio)).collect();
    assert_eq!(rows, [("peer", None)]);
    let mut document = crate::report::golden::sample(true);
    document.rows.extend(results.rows);
    document.operations.extend(results.operations);
    for format in [Format::Text, Format::Markdown, Format::Csv, Format::Json, Format::Html] {
        let page = report::render(&document, format);
        assert!(page.contains("x25519/dh-init") && !page.contains("NaN"), "{page}");
    }
    for view in [View::Machines, View::Readme] {
        let page = report::pages::render(&[document.clone()], view, PageFormat::Markdown, "carnelian").unwrap();
        assert!(!page.contains("NaN"), "{page}");
    }
    assert_eq!(carnelian_bench::document::read(report::render(&document, Format::Json)).unwrap(), document);

    let lying = run_session(&[step(|_| Some(vec![0; 32]))], HASTY, "x25519/dh-init");
    assert_eq!((lying.rows.len(), lying.differing.len()), (0, 1));
}

fn library(name: &str, digest: fn(&[u8]) -> [u8; 64]) -> Library {
    let sha512 = Sha512 { backend: "test".to_owned(), digest, digest_batch: None };
    Library { name: name.to_owned(), version: "1.2.3".to_owned(), offers: Offers::none().and(sha512) }
}

/// Computes SHA-512, with one bit flipped in digests of messages of 1 KiB.
fn lie(message: &[u8]) -> [u8; 64] {
    let mut digest = honest(message);
    digest[63] ^= u8::from(message.len() == 1024);
    digest
}

fn honest(message: &[u8]) -> [u8; 64] {
    use sha2::Digest;
    sha2::Sha512::digest(message).into()
}

/// Returns the libraries that are timed on an operation, and those that are not because they differ.
fn timed_and_differing<'a>(results: &'a Results, operation: &str) -> (Vec<&'a str>, Vec<&'a str>) {
    let timed = results.rows.iter().filter(|row| row.operation == operation).map(|row| &*row.library);
    let differing = results.differing.iter().filter(|peer| peer.operation == operation).map(|peer| &*peer.library);
    (timed.collect(), differing.collect())
}

#[test]
fn a_lying_peer_is_reported_and_not_timed() {
    let peers = [library("liar", lie), library("honest", honest)];
    let results = run_session(&peers, HASTY, "sha512");
    assert_eq!(results.operations.len(), 5);
    for info in &results.operations {
        let lies = info.operation.ends_with("1KiB");
        let (timed, differing) = timed_and_differing(&results, &info.operation);
        assert_eq!(timed[0], "carnelian");
        assert!(timed.contains(&"honest"));
        assert_eq!(timed.contains(&"liar"), !lies, "{}", info.operation);
        assert_eq!(differing, if lies { vec!["liar"] } else { vec![] });
    }
    assert!(results.differing.iter().all(|peer| peer.reason.contains("digest") && peer.version == "1.2.3"));
}

/// A batch is checked separately, not assumed to be right because single messages are.
#[test]
fn a_peer_whose_batch_lies_is_reported() {
    let batch = "sha512/batch8-1KiB";
    let peer = |digest_batch| {
        let mut peer = library("peer", honest);
        peer.offers =
            Offers::none().and(Sha512 { backend: "test".to_owned(), digest: honest, digest_batch: Some(digest_batch) });
        peer
    };
    let right = peer(|messages, digests| {
        for (message, digest) in messages.iter().zip(digests) {
            *digest = honest(message);
        }
    });
    let results = run_session(&[right], HASTY, batch);
    assert_eq!(timed_and_differing(&results, batch), (vec!["carnelian", "peer"], vec![]));
    let results = run_session(&[peer(|_, _| ())], HASTY, batch);
    assert_eq!(timed_and_differing(&results, batch), (vec!["carnelian"], vec!["peer"]));
}

#[test]
fn a_peer_without_the_operation_has_no_row() {
    let peer = Library { name: "empty".to_owned(), version: "1.0".to_owned(), offers: Offers::none() };
    let results = run_session(&[peer], HASTY, "sha512/64B");
    assert_eq!(timed_and_differing(&results, "sha512/64B"), (vec!["carnelian"], vec![]));
}

#[test]
fn rows_say_what_was_measured() {
    let results = run_session(&[library("honest", honest)], HASTY, "sha512/64B");
    let [ours, theirs] = &results.rows[..] else { panic!("two rows") };
    assert!(ours.ratio.is_none());
    assert_eq!((ours.rounds, theirs.rounds), (12, 12));
    assert_eq!((&*theirs.version, &*theirs.backend), ("1.2.3", "test"));
    let (ratio, interval) = (theirs.ratio.unwrap(), theirs.ratio_ci90.unwrap());
    assert!(ratio > 0.0 && interval.contains(ratio) && ours.ci90_ns.contains(ours.ns_iqm));
}

/// Where there is no time for rounds, each library makes one sample; its row says so and has no interval, and reports
/// claim nothing about it.
#[test]
fn a_row_of_one_round_has_no_interval_and_no_verdict() {
    // A call takes longer than there is time for all.
    let slow = |message: &[u8]| {
        std::thread::sleep(Duration::from_millis(30));
        honest(message)
    };
    let plan = Plan { total: Duration::from_millis(20), ..HASTY };
    let results = run_session(&[library("slow", slow)], plan, "sha512/64B");
    let [ours, theirs] = &results.rows[..] else { panic!("two rows") };
    assert_eq!(theirs.rounds, 1);
    assert_eq!((theirs.ratio_ci90, theirs.ratio_ci), (None, None));
    assert!((theirs.ratio.unwrap() - ours.ns_iqm / theirs.ns_iqm).abs() < 1e-9);
    let mut document = crate::report::golden::sample(true);
    document.rows = results.rows;
    document.operations = results.operations;
    let text = report::render(&document, Format::Text);
    assert!(text.contains("One round is a single sample"), "{text}");
    assert!(!["ahead", "tie", "behind"].iter().any(|word| text.contains(&format!(" {word}\n"))), "{text}");
    assert_eq!(carnelian_bench::document::read(report::render(&document, Format::Json)).unwrap(), document);
    for format in [PageFormat::Markdown, PageFormat::Html] {
        let page = report::pages::render(&[document.clone()], View::Machines, format, "carnelian").unwrap();
        assert!(page.contains("slow") && !page.contains("NaN"), "{page}");
    }
}

#[test]
fn what_no_time_is_left_for_is_said() {
    let results = run_session(&[], Plan { total: Duration::ZERO, ..HASTY }, "sha512/16KiB");
    assert_eq!((results.operations.len(), &*results.out_of_time), (0, &["sha512/16KiB".to_owned()][..]));
}

/// Runs the equivalent of `carnelian bench sha512/64B --preset quick --report json`, with and without peers.
#[test]
fn a_whole_run_keeps_the_contract() {
    for compare in [false, true] {
        let patterns = vec!["sha512/64B".to_owned()];
        let args = BenchArgs {
            patterns,
            compare,
            report: Format::Json,
            preset: Preset::Quick,
            in_process: true,
            ..BenchArgs::default()
        };
        let rows = check_document(&run(&args).unwrap().report);
        assert_eq!(rows[0]["library"], "carnelian");
        assert_eq!(rows.iter().any(|row| row["library"] == "sha2"), compare);
        assert_eq!(rows.len() > 1, compare);
    }
}

#[test]
fn an_unknown_pattern_is_refused_with_what_was_meant() {
    let error = run(&BenchArgs { patterns: vec!["sha511".to_owned()], ..BenchArgs::default() }).unwrap_err();
    assert!(matches!(error, BenchError::NothingSelected { .. }));
    let said = error.to_string();
    let [families, message] = said.lines().collect::<Vec<_>>()[..] else { panic!("{said}") };
    assert!(families.contains("sha512, ") && !families.contains('/'), "{families}");
    assert_eq!(message, "no operation matches `sha511`; did you mean `sha512`?");
}
