//! Finds functions of the C interface that no operation of the constant-time check calls.
//!
//! Every function of the header is called in the files of `op/through_c` of `carnelian-ctcheck`, or is listed in
//! [`PUBLIC`] with the reason why it receives nothing secret.

use crate::finding::Finding;
use crate::workspace::Sources;
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;

/// The functions of the header, one a line; `cargo xtask capi --check` compares it with the libraries.
pub(super) const SYMBOLS: &str = "crates/carnelian-capi/symbols.txt";
const CALLS: &str = "crates/carnelian-ctcheck/src/op/through_c/";

/// Functions that receive nothing secret, as names without the prefix `carnelian_`, and why.
const PUBLIC: &[(&str, &[&str])] = &[
    (
        "lengths and limits",
        &[
            "aead_key_len",
            "aead_max_aad_len",
            "aead_max_len",
            "aead_nonce_len",
            "aead_opener_left",
            "argon2_area_len",
            "cipher_key_len",
            "exchange_private_key_len",
            "exchange_public_key_len",
            "exchange_shared_secret_len",
            "hash_block_len",
            "hash_len",
            "kem_shared_secret_len",
            "sealed_file_len",
            "sealed_file_plaintext_len",
        ],
    ),
    ("names, versions and settings", &["backend", "set_thread_limit", "status_text", "version"]),
    (
        "strings and headers that are public",
        &["argon2_needs_rehash", "argon2_read_parameters", "sealed_file_read_header"],
    ),
    ("known answers", &["self_test"]),
    ("the name of an algorithm", &["private_key_algorithm", "public_key_algorithm"]),
    (
        "public keys",
        &[
            "eddsa_public_key_from_x25519",
            "eddsa_public_key_to_x25519",
            "exchange_check_public_key",
            "kem_check_public_key",
            "public_key_new",
            "public_key_read",
            "public_key_write",
            "signature_check_public_key",
            "verifying_key_free",
            "verifying_key_new",
        ],
    ),
    (
        "keys, messages and signatures that are verified are public",
        &[
            "eddsa_verify_challenge",
            "mldsa_verify_mu",
            "mldsa_verifying_key_verify_mu",
            "signature_open",
            "signature_verify",
            "signature_verify_batch",
            "signature_verify_digest",
            "verifier_final",
            "verifier_free",
            "verifier_new",
            "verifier_update",
            "verifying_key_verify",
            "verifying_key_verify_digest",
        ],
    ),
    (
        "messages that are signed, and their hashes, are public",
        &["mldsa_mu_final", "mldsa_mu_init", "mldsa_mu_update", "mldsa_mu_wipe"],
    ),
    (
        "variable time in public points, as the header states",
        &["point_decode_batch", "point_decode_zip215", "point_double_mul_base_vartime", "point_multi_mul_vartime"],
    ),
    ("constants", &["point_base", "point_identity"]),
    ("hands over what the source delivers", &["random"]),
];

/// Compares the header with the calls.
pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    let Some(symbols) = sources.get(SYMBOLS) else { return vec![] };
    let mut called = BTreeSet::new();
    for (_, text) in sources.iter().filter(|(path, _)| path.starts_with(CALLS)) {
        collect(text.parse().unwrap_or_default(), &mut called);
    }
    let public: BTreeSet<_> =
        PUBLIC.iter().flat_map(|(_, names)| *names).map(|name| format!("carnelian_{name}")).collect();
    let symbols: BTreeSet<_> = symbols.lines().map(str::to_owned).collect();
    let mut findings = Vec::new();
    for name in &symbols {
        let message = match (called.contains(name), public.contains(name)) {
            (false, false) => {
                "is called by no operation of carnelian-ctcheck, and is not listed in lint/c_interface.rs"
            }
            (true, true) => "is called by an operation of carnelian-ctcheck, and needs no line in lint/c_interface.rs",
            _ => continue,
        };
        findings.push(Finding::new(SYMBOLS, 0, format!("`{name}` {message}")));
    }
    for name in public.difference(&symbols) {
        findings.push(Finding::new("crates/xtask/src/lint/c_interface.rs", 0, format!("there is no `{name}`")));
    }
    findings
}

/// Collects the functions that are called: the names at the beginning of the macro's arguments, or before parentheses.
fn collect(tokens: TokenStream, called: &mut BTreeSet<String>) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(name) => {
                let is_call = match tokens.get(at + 1) {
                    Some(TokenTree::Punct(mark)) => mark.as_char() == ':' && !is_path(&tokens, at),
                    Some(TokenTree::Group(_)) => true,
                    _ => false,
                };
                if is_call {
                    called.insert(name.to_string());
                }
            }
            TokenTree::Group(group) => collect(group.stream(), called),
            _ => {}
        }
    }
}

/// Returns whether two colons follow.
fn is_path(tokens: &[TokenTree], at: usize) -> bool {
    tokens.get(at + 2).is_some_and(|next| next.to_string() == ":")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(code: &str) -> Vec<String> {
        let public = PUBLIC.iter().flat_map(|(_, names)| *names).map(|name| format!("carnelian_{name}\n"));
        let symbols = format!("carnelian_hmac\n{}", public.collect::<String>());
        let sources = [(SYMBOLS.to_owned(), symbols), (format!("{CALLS}hashing.rs"), code.to_owned())].into();
        check(&sources).into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn a_function_that_nothing_calls_is_found() {
        assert_eq!(found("fn f() { ok!(carnelian_hmac: SHA256, [key]) }"), <[&str; 0]>::default());
        assert_eq!(found("fn f() { carnelian_hmac(key) }"), <[&str; 0]>::default());
        assert_eq!(found("use carnelian_hmac;").len(), 1);
        assert_eq!(found("use carnelian_hmac::x;").len(), 1);
        assert_eq!(found("fn f() { carnelian_hmac(); carnelian_version(); }").len(), 1);
    }
}
