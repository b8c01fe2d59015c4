//! The numbers and lengths of the catalogue's algorithms as constants of C. With `CARNELIAN_GENERATE=1` the files are
//! written, and otherwise compared: a new algorithm of the library is in the header after that and `cargo xtask capi`.

use carnelian::algorithm::{self, AeadAlgorithm, AgreementAlgorithm, HashAlgorithm, Identity, KemAlgorithm};
use carnelian::algorithm::{MacAlgorithm, SignatureAlgorithm, StreamCipherAlgorithm};
use carnelian_capi::{blake2, hash, mac, xof};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The constants of a role.
struct File {
    /// The role in the names of functions, types and folders.
    role: &'static str,
    text: String,
    /// The largest of each length.
    largest: Vec<(&'static str, usize)>,
}

impl File {
    fn new(role: &'static str) -> Self {
        let text = format!(
            "//! Numbers and lengths, written by `CARNELIAN_GENERATE=1 cargo test --package carnelian-capi --test \
             constants`.\n#![allow(missing_docs, reason = \"the names of lengths say what they are\")]\n\nuse \
             super::carnelian_{role}_algorithm;\n"
        );
        Self { role, text, largest: Vec::new() }
    }

    /// Writes an algorithm with its lengths, each under the name of what it is the length of.
    fn row(&mut self, stem: &str, identity: &Identity, lens: &[(&'static str, Option<usize>)]) {
        let Identity { name, standard, number, .. } = identity;
        let role = self.role;
        let _ = write!(
            self.text,
            "\n/// {name}, {standard}.\npub const CARNELIAN_{stem}: carnelian_{role}_algorithm = {number};\n"
        );
        for (what, len) in lens {
            let Some(len) = len else { continue };
            let separator = if what.is_empty() { "" } else { "_" };
            let _ = writeln!(self.text, "pub const CARNELIAN_{stem}{separator}{what}_LEN: usize = {len};");
            match self.largest.iter_mut().find(|(of, _)| of == what) {
                Some((_, largest)) => *largest = (*largest).max(*len),
                None => self.largest.push((what, *len)),
            }
        }
    }

    /// Writes the largest lengths, and compares or writes the file.
    fn finish(mut self) {
        if !self.largest.is_empty() {
            let _ = writeln!(self.text, "\n/// The largest lengths.");
        }
        let role = self.role.to_uppercase();
        for (what, len) in &self.largest {
            let separator = if what.is_empty() || *what == role { "" } else { "_" };
            let what = if *what == role { "" } else { what };
            let _ = writeln!(self.text, "pub const CARNELIAN_{role}{separator}{what}_MAX_LEN: usize = {len};");
        }
        let file = format!("src/{}/constants.rs", self.role);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&file);
        if std::env::var_os("CARNELIAN_GENERATE").is_some() {
            return fs::write(&path, self.text).unwrap();
        }
        let found = fs::read_to_string(&path).unwrap_or_default();
        assert!(found == self.text, "{file} is not that of the catalogue: see its first line");
    }
}

/// Returns the stems of the constants of an algorithm's rows, with the numbers.
macro_rules! stems {
    (hashes [] $($Type:ident $STEM:ident ($number:literal, $($names:tt)*) $more:tt hmac $hmac:tt;)+) => {
        [$((stringify!($STEM), $number)),+]
    };
    (signatures [] $($family:ident $feature:tt { $(
        $module:ident$(<$Set:ident>)? $STEM:ident ($number:literal, $($names:tt)*) $methods:tt $file:ident;
    )+ })+) => {
        [$($((stringify!($STEM), $number)),+),+]
    };
    (kems [] $($feature:literal [$Key:ty] $STEM:ident ($number:literal, $($names:tt)*) $methods:tt $file:ident;)+) => {
        [$((stringify!($STEM), $number)),+]
    };
    (agreements [] $($feature:literal [$Key:ty, $Public:ty] $STEM:ident ($number:literal, $($names:tt)*) $methods:tt;)+) => {
        [$((stringify!($STEM), $number)),+]
    };
    (aeads [] $($module:ident $Type:ident $STEM:ident ($number:literal, $($names:tt)*) $methods:tt $form:ident;)+) => {
        [$((stringify!($STEM), $number)),+]
    };
    (ciphers [] $($module:ident $Type:ident $STEM:ident ($number:literal, $($names:tt)*) $methods:tt;)+) => {
        [$((stringify!($STEM), $number)),+]
    };
}
macro_rules! of_hashes { ($($rows:tt)*) => { stems! { hashes $($rows)* } }; }
macro_rules! of_signatures { ($($rows:tt)*) => { stems! { signatures $($rows)* } }; }
macro_rules! of_kems { ($($rows:tt)*) => { stems! { kems $($rows)* } }; }
macro_rules! of_agreements { ($($rows:tt)*) => { stems! { agreements $($rows)* } }; }
macro_rules! of_aeads { ($($rows:tt)*) => { stems! { aeads $($rows)* } }; }
macro_rules! of_ciphers { ($($rows:tt)*) => { stems! { ciphers $($rows)* } }; }

#[test]
fn hashes() {
    let mut file = File::new("hash");
    for (stem, number) in carnelian::__hashes! { of_hashes [] } {
        let row: &HashAlgorithm = algorithm::hashes().with_number(number).unwrap();
        file.row(stem, row.identity(), &[("", Some(row.digest_len()))]);
    }
    file.finish();
}

/// HMAC has the numbers of the hash functions.
#[test]
fn macs() {
    let mut file = File::new("mac");
    let hmacs = carnelian::__hashes! { of_hashes [] }.map(|(stem, number)| (format!("HMAC_{stem}"), number));
    let others = [("KMAC128", 101), ("KMAC256", 102), ("MAC_BLAKE2B", 103), ("MAC_BLAKE2S", 104)];
    for (stem, number) in hmacs.into_iter().chain(others.map(|(stem, number)| (stem.to_owned(), number))) {
        let row: &MacAlgorithm = algorithm::macs().with_number(number).unwrap();
        file.row(&stem, row.identity(), &[("TAG", Some(row.tag_len()))]);
        assert_eq!(mac::carnelian_mac_tag_len(number), row.tag_len());
    }
    file.finish();
}

#[test]
fn numbers_written_by_hand_are_those_of_the_catalogue() {
    for (name, number) in [
        ("shake128", xof::CARNELIAN_SHAKE128),
        ("shake256", xof::CARNELIAN_SHAKE256),
        ("blake2b", blake2::CARNELIAN_BLAKE2B),
        ("blake2s", blake2::CARNELIAN_BLAKE2S),
        ("blake2b", hash::CARNELIAN_BLAKE2B_512),
        ("blake2s", hash::CARNELIAN_BLAKE2S_256),
    ] {
        assert_eq!(algorithm::hash(name).unwrap().identity().number, number, "{name}");
    }
    let rules = algorithm::signature("ed25519").unwrap().rules();
    assert_eq!(rules, ["rfc8032", "zip215", "strict", "cofactorless"], "the order of CARNELIAN_RULE_...");
}

#[test]
fn signatures() {
    let mut file = File::new("signature");
    for (stem, number) in carnelian::__signatures! { of_signatures [] } {
        let row: &SignatureAlgorithm = algorithm::signatures().with_number(number).unwrap();
        let lens = [
            ("SEED", Some(row.seed_len())),
            ("PRIVATE_KEY", Some(row.private_key_lens()[0])),
            ("EXPANDED_KEY", row.expanded_key_len()),
            ("PUBLIC_KEY", Some(row.public_key_len())),
            ("SIGNATURE", Some(row.signature_len())),
        ];
        file.row(stem, row.identity(), &lens);
    }
    file.finish();
}

#[test]
fn kems() {
    let mut file = File::new("kem");
    for (stem, number) in carnelian::__kems! { of_kems [] } {
        let row: &KemAlgorithm = algorithm::kems().with_number(number).unwrap();
        let lens = [
            ("PRIVATE_KEY", row.decapsulation_key_lens().first().copied()),
            ("EXPANDED_KEY", row.expanded_len()),
            ("PUBLIC_KEY", Some(row.encapsulation_key_len())),
            ("CIPHERTEXT", Some(row.ciphertext_len())),
            ("SHARED_SECRET", Some(row.shared_secret_len())),
        ];
        file.row(stem, row.identity(), &lens);
    }
    file.finish();
}

#[test]
#[allow(clippy::single_element_loop, reason = "there is one scheme so far")]
fn exchanges() {
    let mut file = File::new("exchange");
    for (stem, number) in carnelian::__agreements! { of_agreements [] } {
        let row: &AgreementAlgorithm = algorithm::agreements().with_number(number).unwrap();
        let lens = [
            ("PRIVATE_KEY", Some(row.key_len())),
            ("PUBLIC_KEY", Some(row.public_key_len())),
            ("SHARED_SECRET", Some(row.shared_secret_len())),
        ];
        file.row(stem, row.identity(), &lens);
    }
    file.finish();
}

#[test]
fn aeads() {
    let mut file = File::new("aead");
    for (stem, number) in carnelian::__aeads! { of_aeads [] } {
        let row: &AeadAlgorithm = algorithm::aeads().with_number(number).unwrap();
        file.row(stem, row.identity(), &[("KEY", Some(row.key_len())), ("NONCE", Some(row.nonce_len()))]);
    }
    file.finish();
}

#[test]
fn ciphers() {
    let mut file = File::new("cipher");
    for (stem, number) in carnelian::__stream_ciphers! { of_ciphers [] } {
        let row: &StreamCipherAlgorithm = algorithm::stream_ciphers().with_number(number).unwrap();
        file.row(stem, row.identity(), &[("KEY", Some(row.key_len())), ("NONCE", Some(row.nonce_len()))]);
    }
    file.finish();
}
