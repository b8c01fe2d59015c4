//! `carnelian list`: the available algorithms, and their backends on this CPU.

use crate::columns;
use crate::exit::{Exit, Failure};
use crate::output;
use carnelian::algorithm::{
    AeadAlgorithm, AgreementAlgorithm, Algorithm, Algorithms, EncryptionAlgorithm, HashAlgorithm, KdfAlgorithm,
    KemAlgorithm, MacAlgorithm, PasswordHashAlgorithm, SignatureAlgorithm, StreamCipherAlgorithm, aeads, agreements,
    encryptions, hashes, kdfs, kems, macs, password_hashes, signatures, stream_ciphers,
};
use carnelian::cipher::Aead;
use carnelian::cipher::chacha20poly1305::ChaCha20Poly1305;
use carnelian::cipher::xsalsa20poly1305::SecretBox;
use carnelian::composite::sealed_file;
use carnelian::cpu::Tier;
use carnelian::curve::x25519;
use clap::Args;
use serde::{Serialize, Serializer};
use std::fmt::Write;

const AFTER_HELP: &str = "\
The list has the algorithms of the library; some of them have no subcommand. A
name is followed by what an algorithm is for, if not for new files and
protocols: \"legacy\" for those that exist, \"for study\" for neither.

Examples:
  carnelian list
  carnelian list --json | jq -r '.algorithms[].name'
  CARNELIAN_CPU=portable64 carnelian list

Exit codes:
  0  the list is written
  2  the command line is invalid
  3  the output cannot be written";

/// List algorithms, their sizes and the backends chosen for this CPU
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct ListArgs {
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

/// The complete listing.
#[derive(Debug, Serialize)]
struct Listing {
    /// The highest tier of this CPU.
    cpu: &'static str,
    /// The tier in force, which `CARNELIAN_CPU` can lower.
    tier: &'static str,
    algorithms: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    name: &'static str,
    kind: &'static str,
    title: &'static str,
    /// The uses that are advised, if not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    standard: &'static str,
    /// Sizes in bytes with their field names.
    #[serde(flatten, serialize_with = "as_fields")]
    sizes: Vec<(&'static str, usize)>,
    backend: &'static str,
}

/// The sizes of an algorithm in bytes, with their field names.
type Sizes = Vec<(&'static str, usize)>;

impl Row {
    /// Returns the rows of a table of the catalogue.
    fn of<A: Algorithm>(
        kind: &'static str,
        table: Algorithms<A>,
        sizes: fn(&A) -> Sizes,
        backend: fn(&A) -> &'static str,
    ) -> impl Iterator<Item = Self> {
        table.into_iter().map(move |row| {
            let identity = row.identity();
            let (name, title, standard) = (identity.id, identity.name, identity.standard);
            let status = identity.status.remark();
            Self { name, kind, title, status, standard, sizes: sizes(row), backend: backend(row) }
        })
    }

    fn nacl_box() -> Self {
        Self {
            name: "nacl-box",
            kind: "authenticated encryption",
            title: "X25519 and XSalsa20-Poly1305",
            status: None,
            standard: "Cryptography in NaCl",
            sizes: vec![
                ("private_key_bytes", x25519::SecretKey::LEN),
                ("public_key_bytes", x25519::PublicKey::LEN),
                ("nonce_bytes", SecretBox::NONCE_LEN),
                ("tag_bytes", SecretBox::TAG_LEN),
            ],
            backend: SecretBox::backend(),
        }
    }

    fn sealed_file() -> Self {
        Self {
            name: "sealed-file",
            kind: "file encryption",
            title: "STREAM over ChaCha20-Poly1305",
            status: None,
            standard: "docs/guide/sealed-file.md",
            sizes: vec![
                ("key_bytes", sealed_file::KEY_LEN),
                ("header_bytes", sealed_file::HEADER_LEN),
                ("chunk_bytes", sealed_file::CHUNK_LEN),
                ("tag_bytes", sealed_file::TAG_LEN),
            ],
            backend: ChaCha20Poly1305::backend(),
        }
    }

    /// Returns all but the name and the kind.
    fn in_words(&self) -> String {
        format!("{}; {}; {}; {}", self.title(), self.sizes(), self.backend, self.standard)
    }

    /// Returns the name in the standard, and the status if it is not the usual one.
    fn title(&self) -> String {
        self.status.map_or_else(|| self.title.to_owned(), |status| format!("{}, {status}", self.title))
    }

    /// Returns the sizes as `digest 64, block 128`.
    fn sizes(&self) -> String {
        let size =
            |(what, bytes): &(&str, usize)| format!("{} {bytes}", what.trim_end_matches("_bytes").replace('_', " "));
        self.sizes.iter().map(size).collect::<Vec<_>>().join(", ")
    }
}

/// Returns the row of every algorithm: those of the catalogue by their roles, and what is made of several.
fn rows() -> Vec<Row> {
    let aeads = Row::of("authenticated encryption", aeads(), of_aead, AeadAlgorithm::backend);
    Row::of("hash", hashes(), of_hash, HashAlgorithm::backend)
        .chain(Row::of("authentication", macs(), of_mac, MacAlgorithm::backend))
        .chain(Row::of("signature", signatures(), of_signature, SignatureAlgorithm::backend))
        .chain(Row::of("key agreement", agreements(), of_agreement, AgreementAlgorithm::backend))
        .chain(Row::of("key encapsulation", kems(), of_kem, KemAlgorithm::backend))
        .chain(aeads)
        .chain([Row::nacl_box()])
        .chain(Row::of("public-key encryption", encryptions(), of_encryption, EncryptionAlgorithm::backend))
        .chain(Row::of("stream cipher", stream_ciphers(), of_stream_cipher, StreamCipherAlgorithm::backend))
        .chain(Row::of("key derivation", kdfs(), of_kdf, KdfAlgorithm::backend))
        .chain(Row::of("password hashing", password_hashes(), of_password_hash, PasswordHashAlgorithm::backend))
        .chain([Row::sealed_file()])
        .collect()
}

fn of_hash(function: &HashAlgorithm) -> Sizes {
    vec![("digest_bytes", function.digest_len()), ("block_bytes", function.block_len())]
}

fn of_mac(function: &MacAlgorithm) -> Sizes {
    vec![("tag_bytes", function.tag_len())]
}

/// Returns the sizes of a private key: of the seed and of the key that is computed from it, if it has these forms.
fn of_private_key(len: Option<usize>, seed_len: Option<usize>, expanded_len: Option<usize>) -> Sizes {
    let seed = expanded_len.and(seed_len).map(|len| ("seed_bytes", len));
    let key = expanded_len.or(len).map(|len| ("private_key_bytes", len));
    seed.into_iter().chain(key).collect()
}

fn of_signature(scheme: &SignatureAlgorithm) -> Sizes {
    let len = scheme.private_key_lens().first().copied();
    let mut sizes = of_private_key(len, Some(scheme.seed_len()), scheme.expanded_key_len());
    sizes.extend([("public_key_bytes", scheme.public_key_len()), ("signature_bytes", scheme.signature_len())]);
    sizes
}

fn of_agreement(scheme: &AgreementAlgorithm) -> Sizes {
    let (private, public) = (scheme.key_len(), scheme.public_key_len());
    vec![("private_key_bytes", private), ("public_key_bytes", public), ("secret_bytes", scheme.shared_secret_len())]
}

fn of_kem(scheme: &KemAlgorithm) -> Sizes {
    let len = scheme.decapsulation_key_lens().first().copied();
    let mut sizes = of_private_key(len, scheme.seed_len(), scheme.expanded_len());
    sizes.extend([
        ("public_key_bytes", scheme.encapsulation_key_len()),
        ("ciphertext_bytes", scheme.ciphertext_len()),
        ("secret_bytes", scheme.shared_secret_len()),
    ]);
    sizes
}

fn of_aead(scheme: &AeadAlgorithm) -> Sizes {
    vec![("key_bytes", scheme.key_len()), ("nonce_bytes", scheme.nonce_len()), ("tag_bytes", scheme.tag_len())]
}

fn of_encryption(scheme: &EncryptionAlgorithm) -> Sizes {
    let (private, public) = (scheme.decryption_key_len(), scheme.encryption_key_len());
    vec![("private_key_bytes", private), ("public_key_bytes", public), ("overhead_bytes", scheme.overhead())]
}

fn of_stream_cipher(cipher: &StreamCipherAlgorithm) -> Sizes {
    vec![("key_bytes", cipher.key_len()), ("nonce_bytes", cipher.nonce_len()), ("block_bytes", cipher.block_len())]
}

fn of_kdf(function: &KdfAlgorithm) -> Sizes {
    vec![("key_bytes", function.prk_len()), ("most_output_bytes", function.max_output_len())]
}

fn of_password_hash(function: &PasswordHashAlgorithm) -> Sizes {
    vec![("least_salt_bytes", function.min_salt_len()), ("least_tag_bytes", function.min_output_len())]
}

fn as_fields<S: Serializer>(sizes: &[(&str, usize)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(sizes.iter().copied())
}

/// Runs the subcommand.
///
/// # Errors
/// [`Exit::Io`] if standard output cannot be written.
pub fn run(args: &ListArgs) -> Result<Exit, Failure> {
    let listing = Listing { cpu: Tier::of_cpu().name(), tier: Tier::in_force().name(), algorithms: rows() };
    output::print(if args.json { listing.json() } else { listing.text(columns::of_stdout()) }.as_bytes())?;
    Ok(Exit::Success)
}

impl Listing {
    fn json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("strings and numbers are JSON");
        text.push('\n');
        text
    }

    /// Returns a table, or paragraphs if the table is wider than the terminal.
    fn text(&self, columns: Option<usize>) -> String {
        let table = self.table();
        let width = table.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        let tier = match self.tier == self.cpu {
            true => format!("CPU tier: {}", self.tier),
            false => format!("CPU tier: {} (lowered from {} by CARNELIAN_CPU)", self.tier, self.cpu),
        };
        match columns {
            Some(columns) if columns < width => self.paragraphs(columns) + "\n" + &columns::hanging("", &tier, columns),
            _ => format!("{table}\n{tier}\n"),
        }
    }

    /// Returns the listing in lines that fit: each algorithm below the heading of its kind, its name beside the text,
    /// or above it if a word does not fit there.
    fn paragraphs(&self, columns: usize) -> String {
        let width = self.algorithms.iter().map(|row| row.name.len()).max().unwrap_or(0);
        let longest_word = |row: &Row| row.in_words().split(' ').map(str::len).max().unwrap_or(0);
        let has_room = width + 2 + self.algorithms.iter().map(longest_word).max().unwrap_or(0) <= columns;
        let mut text = String::new();
        let mut kind = "";
        for row in &self.algorithms {
            if row.kind != kind {
                let between = if kind.is_empty() { "" } else { "\n" };
                kind = row.kind;
                text.push_str(&format!("{between}{}\n", kind.to_uppercase()));
            }
            let all = row.in_words();
            let heading = if has_room { format!("{:width$}  ", row.name) } else { "    ".to_owned() };
            if !has_room {
                text.push_str(&format!("{}\n", row.name));
            }
            text.push_str(&columns::hanging(&heading, &all, columns));
        }
        text
    }

    fn table(&self) -> String {
        let mut rows = vec![["ALGORITHM", "KIND", "NAME", "BYTES", "BACKEND", "STANDARD"].map(str::to_owned)];
        rows.extend(self.algorithms.iter().map(|row| {
            let (title, sizes) = (row.title(), row.sizes());
            [row.name, row.kind, &title, &sizes, row.backend, row.standard].map(str::to_owned)
        }));
        let mut text = String::new();
        for row in &rows {
            for (column, cell) in row.iter().enumerate() {
                let width = rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
                let _ = if column + 1 < row.len() { write!(text, "{cell:width$}  ") } else { writeln!(text, "{cell}") };
            }
        }
        text
    }
}
