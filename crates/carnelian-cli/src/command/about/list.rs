//! `carnelian list`: the available algorithms, and their backends on this CPU.

use crate::columns;
use crate::exit::{Exit, Failure};
use crate::output;
use carnelian::algorithm::{HashAlgorithm, Identity, MacAlgorithm, hashes, macs};
use carnelian::cipher::Aead;
use carnelian::cipher::aes_gcm::{Aes128Gcm, Aes192Gcm, Aes256Gcm};
use carnelian::cipher::aes_gcm_siv::{Aes128GcmSiv, Aes256GcmSiv};
use carnelian::cipher::chacha20poly1305::{ChaCha20Poly1305, XChaCha20Poly1305};
use carnelian::cipher::xsalsa20poly1305::SecretBox;
use carnelian::composite::{dhkem, sealed_file, xwing};
use carnelian::cpu::Tier;
use carnelian::curve::curve25519;
use carnelian::curve::ed25519::{Signature, SigningKey, VerifyingKey};
use carnelian::curve::x25519;
use carnelian::kdf::argon2::{self, Argon2};
use carnelian::postquantum::mldsa::{self, MlDsa44, MlDsa65, MlDsa87};
use carnelian::postquantum::mlkem::{self, DecapsulationKey, MlKem512, MlKem768, MlKem1024, Parameters};
use carnelian::postquantum::slhdsa::{
    self, SlhDsaSha2_128f, SlhDsaSha2_128s, SlhDsaSha2_192f, SlhDsaSha2_192s, SlhDsaSha2_256f, SlhDsaSha2_256s,
    SlhDsaShake128f, SlhDsaShake128s, SlhDsaShake192f, SlhDsaShake192s, SlhDsaShake256f, SlhDsaShake256s,
};
use clap::Args;
use serde::{Serialize, Serializer};
use std::fmt::Write;

/// Bytes in the shared secret of two X25519 keys, RFC 7748 Section 5: a coordinate, like a public key.
const SHARED_SECRET_LEN: usize = x25519::PublicKey::LEN;

const AFTER_HELP: &str = "\
The list has the algorithms of the library; some of them have no subcommand.

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
    standard: &'static str,
    /// Sizes in bytes with their field names.
    #[serde(flatten, serialize_with = "as_fields")]
    sizes: Vec<(&'static str, usize)>,
    backend: &'static str,
}

impl Row {
    /// Returns the row of an algorithm of the catalogue.
    fn of(kind: &'static str, identity: &Identity, sizes: Vec<(&'static str, usize)>, backend: &'static str) -> Self {
        Self { name: identity.id, kind, title: identity.name, standard: identity.standard, sizes, backend }
    }

    fn of_hash(function: &HashAlgorithm) -> Self {
        let sizes = vec![("digest_bytes", function.digest_len()), ("block_bytes", function.block_len())];
        Self::of("hash", function.identity(), sizes, function.backend())
    }

    fn of_mac(function: &MacAlgorithm) -> Self {
        Self::of("authentication", function.identity(), vec![("tag_bytes", function.tag_len())], function.backend())
    }

    fn ed25519() -> Self {
        Self {
            name: "ed25519",
            kind: "signature",
            title: "Ed25519, Ed25519ctx, Ed25519ph",
            standard: "RFC 8032 Section 5.1",
            sizes: vec![
                ("private_key_bytes", SigningKey::LEN),
                ("public_key_bytes", VerifyingKey::LEN),
                ("signature_bytes", Signature::LEN),
            ],
            backend: curve25519::backend(),
        }
    }

    fn x25519() -> Self {
        Self {
            name: "x25519",
            kind: "key agreement",
            title: "X25519",
            standard: "RFC 7748 Section 5",
            sizes: vec![
                ("private_key_bytes", x25519::SecretKey::LEN),
                ("public_key_bytes", x25519::PublicKey::LEN),
                ("secret_bytes", SHARED_SECRET_LEN),
            ],
            backend: curve25519::backend(),
        }
    }

    fn dhkem_x25519() -> Self {
        Self {
            name: "dhkem-x25519",
            kind: "key encapsulation",
            title: "DHKEM(X25519, HKDF-SHA256)",
            standard: "RFC 9180 Section 4.1",
            sizes: vec![
                ("private_key_bytes", dhkem::DecapsulationKey::LEN),
                ("public_key_bytes", dhkem::EncapsulationKey::LEN),
                ("ciphertext_bytes", dhkem::Ciphertext::LEN),
                ("secret_bytes", dhkem::SharedSecret::LEN),
            ],
            backend: curve25519::backend(),
        }
    }

    fn x_wing() -> Self {
        Self {
            name: "x-wing",
            kind: "key encapsulation",
            title: "X-Wing: ML-KEM-768 and X25519",
            standard: "draft cfrg-xwing-kem",
            sizes: vec![
                ("private_key_bytes", xwing::DecapsulationKey::LEN),
                ("public_key_bytes", xwing::EncapsulationKey::LEN),
                ("ciphertext_bytes", xwing::Ciphertext::LEN),
                ("secret_bytes", xwing::SharedSecret::LEN),
            ],
            backend: mlkem::backend(),
        }
    }

    fn x25519_ml_kem_768() -> Self {
        Self {
            name: "x25519mlkem768",
            kind: "key encapsulation",
            title: "X25519MLKEM768 of TLS",
            standard: "draft-ietf-tls-ecdhe-mlkem",
            sizes: vec![
                ("public_key_bytes", MlKem768::ENCAPSULATION_KEY_LEN + x25519::PublicKey::LEN),
                ("ciphertext_bytes", MlKem768::CIPHERTEXT_LEN + x25519::PublicKey::LEN),
                ("secret_bytes", mlkem::SharedSecret::LEN + SHARED_SECRET_LEN),
            ],
            backend: mlkem::backend(),
        }
    }

    fn ml_kem<P: Parameters>(name: &'static str) -> Self {
        Self {
            name,
            kind: "key encapsulation",
            title: P::NAME,
            standard: "FIPS 203",
            sizes: vec![
                ("seed_bytes", DecapsulationKey::<P>::SEED_LEN),
                ("private_key_bytes", P::DECAPSULATION_KEY_LEN),
                ("public_key_bytes", P::ENCAPSULATION_KEY_LEN),
                ("ciphertext_bytes", P::CIPHERTEXT_LEN),
                ("secret_bytes", mlkem::SharedSecret::LEN),
            ],
            backend: mlkem::backend(),
        }
    }

    fn ml_dsa<P: mldsa::Parameters>(name: &'static str) -> Self {
        Self {
            name,
            kind: "signature",
            title: P::NAME,
            standard: "FIPS 204",
            sizes: vec![
                ("seed_bytes", mldsa::SigningKey::<P>::LEN),
                ("private_key_bytes", P::EXPANDED_KEY_LEN),
                ("public_key_bytes", P::PUBLIC_KEY_LEN),
                ("signature_bytes", P::SIGNATURE_LEN),
            ],
            backend: mldsa::backend(),
        }
    }

    fn slh_dsa<P: slhdsa::Parameters>(name: &'static str) -> Self {
        Self {
            name,
            kind: "signature",
            title: P::NAME,
            standard: "FIPS 205",
            sizes: vec![
                ("private_key_bytes", P::PRIVATE_KEY_LEN),
                ("public_key_bytes", P::PUBLIC_KEY_LEN),
                ("signature_bytes", P::SIGNATURE_LEN),
            ],
            backend: slhdsa::backend::<P>(),
        }
    }

    fn aead<A: Aead>(name: &'static str, standard: &'static str) -> Self {
        Self {
            name,
            kind: "authenticated encryption",
            title: A::NAME,
            standard,
            sizes: vec![("key_bytes", A::KEY_LEN), ("nonce_bytes", A::NONCE_LEN), ("tag_bytes", A::TAG_LEN)],
            backend: A::backend(),
        }
    }

    fn secret_box() -> Self {
        Self {
            name: "xsalsa20poly1305",
            kind: "authenticated encryption",
            title: "XSalsa20-Poly1305",
            standard: "Cryptography in NaCl",
            sizes: vec![
                ("key_bytes", SecretBox::KEY_LEN),
                ("nonce_bytes", SecretBox::NONCE_LEN),
                ("tag_bytes", SecretBox::TAG_LEN),
            ],
            backend: SecretBox::backend(),
        }
    }

    fn nacl_box() -> Self {
        Self {
            name: "nacl-box",
            kind: "authenticated encryption",
            title: "X25519 and XSalsa20-Poly1305",
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

    fn argon2id() -> Self {
        Self {
            name: "argon2id",
            kind: "password hashing",
            title: "Argon2id, Argon2i, Argon2d",
            standard: "RFC 9106",
            sizes: vec![("least_salt_bytes", Argon2::MIN_SALT_LEN), ("least_tag_bytes", Argon2::MIN_TAG_LEN)],
            backend: argon2::backend(),
        }
    }

    fn sealed_file() -> Self {
        Self {
            name: "sealed-file",
            kind: "file encryption",
            title: "STREAM over ChaCha20-Poly1305",
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

    /// Returns the sizes as `digest 64, block 128`.
    fn sizes(&self) -> String {
        let size =
            |(what, bytes): &(&str, usize)| format!("{} {bytes}", what.trim_end_matches("_bytes").replace('_', " "));
        self.sizes.iter().map(size).collect::<Vec<_>>().join(", ")
    }
}

/// Returns the rows of the algorithms that are in neither table.
fn others() -> [Row; 34] {
    [
        Row::ed25519(),
        Row::ml_dsa::<MlDsa44>("ml-dsa-44"),
        Row::ml_dsa::<MlDsa65>("ml-dsa-65"),
        Row::ml_dsa::<MlDsa87>("ml-dsa-87"),
        Row::slh_dsa::<SlhDsaSha2_128s>("slh-dsa-sha2-128s"),
        Row::slh_dsa::<SlhDsaSha2_128f>("slh-dsa-sha2-128f"),
        Row::slh_dsa::<SlhDsaSha2_192s>("slh-dsa-sha2-192s"),
        Row::slh_dsa::<SlhDsaSha2_192f>("slh-dsa-sha2-192f"),
        Row::slh_dsa::<SlhDsaSha2_256s>("slh-dsa-sha2-256s"),
        Row::slh_dsa::<SlhDsaSha2_256f>("slh-dsa-sha2-256f"),
        Row::slh_dsa::<SlhDsaShake128s>("slh-dsa-shake-128s"),
        Row::slh_dsa::<SlhDsaShake128f>("slh-dsa-shake-128f"),
        Row::slh_dsa::<SlhDsaShake192s>("slh-dsa-shake-192s"),
        Row::slh_dsa::<SlhDsaShake192f>("slh-dsa-shake-192f"),
        Row::slh_dsa::<SlhDsaShake256s>("slh-dsa-shake-256s"),
        Row::slh_dsa::<SlhDsaShake256f>("slh-dsa-shake-256f"),
        Row::x25519(),
        Row::dhkem_x25519(),
        Row::ml_kem::<MlKem512>("ml-kem-512"),
        Row::ml_kem::<MlKem768>("ml-kem-768"),
        Row::ml_kem::<MlKem1024>("ml-kem-1024"),
        Row::x_wing(),
        Row::x25519_ml_kem_768(),
        Row::aead::<Aes128Gcm>("aes128gcm", "SP 800-38D"),
        Row::aead::<Aes192Gcm>("aes192gcm", "SP 800-38D"),
        Row::aead::<Aes256Gcm>("aes256gcm", "SP 800-38D"),
        Row::aead::<Aes128GcmSiv>("aes128gcmsiv", "RFC 8452"),
        Row::aead::<Aes256GcmSiv>("aes256gcmsiv", "RFC 8452"),
        Row::aead::<ChaCha20Poly1305>("chacha20poly1305", "RFC 8439 Section 2.8"),
        Row::aead::<XChaCha20Poly1305>("xchacha20poly1305", "draft-irtf-cfrg-xchacha Section 2"),
        Row::secret_box(),
        Row::nacl_box(),
        Row::argon2id(),
        Row::sealed_file(),
    ]
}

fn as_fields<S: Serializer>(sizes: &[(&str, usize)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(sizes.iter().copied())
}

/// Runs the subcommand.
///
/// # Errors
/// [`Exit::Io`] if standard output cannot be written.
pub fn run(args: &ListArgs) -> Result<Exit, Failure> {
    let listing = Listing {
        cpu: Tier::of_cpu().name(),
        tier: Tier::in_force().name(),
        algorithms: hashes().iter().map(Row::of_hash).chain(macs().iter().map(Row::of_mac)).chain(others()).collect(),
    };
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

    /// Returns the listing in lines that fit: each algorithm below the heading of its kind.
    fn paragraphs(&self, columns: usize) -> String {
        let width = self.algorithms.iter().map(|row| row.name.len()).max().unwrap_or(0);
        let mut text = String::new();
        let mut kind = "";
        for row in &self.algorithms {
            if row.kind != kind {
                let between = if kind.is_empty() { "" } else { "\n" };
                kind = row.kind;
                text.push_str(&format!("{between}{}\n", kind.to_uppercase()));
            }
            let all = format!("{}; {}; {}; {}", row.title, row.sizes(), row.backend, row.standard);
            text.push_str(&columns::hanging(&format!("{:width$}  ", row.name), &all, columns));
        }
        text
    }

    fn table(&self) -> String {
        let mut rows = vec![["ALGORITHM", "KIND", "NAME", "BYTES", "BACKEND", "STANDARD"].map(str::to_owned)];
        rows.extend(self.algorithms.iter().map(|row| {
            let sizes = row.sizes();
            [row.name, row.kind, row.title, &sizes, row.backend, row.standard].map(str::to_owned)
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
