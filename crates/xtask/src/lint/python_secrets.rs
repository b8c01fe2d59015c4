//! Checks that the Python package computes nothing with secrets itself.
//!
//! The extension module is no program that a tool can run with marked secrets: it is loaded by an interpreter, whose own
//! code branches on all that it holds. So a rule takes the place of rows: what `expose` returns is an argument of
//! a call, as it is or copied, and so is what other functions of the package return that hand out bare bytes or numbers,
//! and a variable that holds any of it. Then only the library computes with it, which has rows. A call that only wraps
//! a value or compares values is none.
//!
//! What a function returns and what a pattern after a condition binds is not followed.

mod uses;

use crate::finding::Finding;
use crate::workspace::Sources;
use uses::Use;

const PACKAGE: &str = "crates/carnelian-python/src/";
/// Functions of the package that return what they expose to others of it, or that get nothing secret: how often, and why.
const RETURNS: &[(&str, &str, usize, &str)] = &[
    ("aead.rs", "encrypt_into", 1, "a message and its copy, which the library takes"),
    ("aead.rs", "new", 2, "a message, which the library takes"),
    ("algorithms/mac.rs", "start", 1, "a customization, which is public"),
    ("algorithms/signature.rs", "sign", 1, "a context, which is public"),
    ("algorithms/signature.rs", "verify", 1, "a context, which is public"),
    ("argon2.rs", "parameters", 1, "the string of a hash, which is public"),
    ("buffer.rs", "array", 1, "a copy of what is public: a nonce, a public key"),
    ("buffer.rs", "bytes", 1, "the bytes of an argument"),
    ("buffer.rs", "deref", 1, "the bytes of a copy that is wiped"),
    ("columns/column.rs", "bytes_of", 2, "the bytes of a key, for a row"),
    ("columns/grid.rs", "of", 1, "the name of a format"),
    ("ed25519.rs", "sign", 1, "a context, which is public"),
    ("ed25519.rs", "verify", 1, "a context, which is public"),
    ("ed25519.rs", "signature_of", 1, "a signature, which is public"),
    ("hkdf.rs", "given", 1, "the bytes of an argument"),
    ("key_file.rs", "bytes", 1, "the bytes of a passphrase"),
    ("key_file.rs", "info_from_der", 1, "the bytes of a passphrase, which the library takes"),
    ("key_file.rs", "info_from_pem", 1, "the bytes of a passphrase, which the library takes"),
    ("ristretto255.rs", "number", 1, "a scalar, with which only the library's operators compute"),
    ("sealed_file.rs", "open_bytes", 1, "the chunks of a file, which are public until the library opens them"),
];

/// Checks the files of the package.
pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    let mut findings = Vec::new();
    let package = sources.iter().filter_map(|(path, text)| Some((path, path.strip_prefix(PACKAGE)?, text)));
    for (path, file, text) in package.filter(|(path, ..)| path.ends_with(".rs")) {
        let mut uses = uses::of(text);
        for (_, name, listed, _) in RETURNS.iter().filter(|(of, ..)| *of == file) {
            let is_here = |one: &Use| one.function.as_deref() == Some(*name);
            let count = uses.iter().filter(|one| is_here(one)).count();
            if count == *listed {
                uses.retain(|one| !is_here(one));
            } else {
                let message = format!("`{name}` exposes {count} secrets, and lint/python_secrets.rs lists {listed}");
                findings.push(Finding::new(path, 0, message));
            }
        }
        findings.extend(uses.into_iter().map(|Use { line, .. }| {
            let message =
                "an exposed secret is no argument of a call: the library computes with secrets, which a tool checks";
            Finding::new(path, line, message)
        }));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(code: &str) -> usize {
        check(&[(format!("{PACKAGE}x25519.rs"), code.to_owned())].into()).len()
    }

    #[test]
    fn a_secret_that_is_no_argument_is_found() {
        for fine in [
            "fn f() { x25519(k.expose(), &u) }",
            "fn f() { Ok(Self(SecretKey::from_bytes(*bytes.expose()))) }",
            "fn f() { new::<32>(&u, data.secret()?.expose()) }",
            "fn f() { (self.hmac)(key.bytes()) }",
            "fn f() { new(data.extract::<Input<'_>>()?.bytes()) }",
            "fn f() { let n = key.bytes().len(); if n == 32 && !key.bytes().is_empty() { g() } }",
            "fn f() { Self::of(self.number() * other.number()); -self.number().invert() }",
            "fn f() { if a.number().equals(&b.number()).declassify(\"asked for\") { g() } }",
        ] {
            assert_eq!(found(fine), 0, "{fine}");
        }
        for wrong in [
            "fn f() { if k.expose()[0] & 1 == 1 { g() } }",
            "fn f() { if k.expose() == u { g() } }",
            "fn f() { g(k.expose()[0]) }",
            "fn f() { g(k.expose() == u) }",
            "fn f() { g(u == k.expose()) }",
            "fn f() { k.expose().iter().position(is) }",
            "fn f() { k.expose() }",
            "fn f() { if u.eq(k.expose()) { g() } }",
            "fn f() { Some(*k.expose()).unwrap()[0] & 1 }",
            "fn f() { Ok(k.expose()) }",
            "fn f() { if (k.expose(), 0) == g { g() } }",
            "fn f() { match a { A => (k.expose(), 0) } }",
            "fn f() { assert_eq!(k.expose(), u) }",
            "fn f() { g(MAX < k.expose()) }",
            "fn f() { key.bytes()[0] == 1 }",
            "fn f() { k.number() == u }",
            "fn f() { if passphrase.map(Text::bytes) == u { g() } }",
            "fn f() { if data.stable()?[0] == 1 { g() } }",
        ] {
            assert_eq!(found(wrong), 1, "{wrong}");
        }
    }

    #[test]
    fn a_variable_that_holds_a_secret_is_followed() {
        for fine in [
            "fn f() { let k = *key.expose(); new(&k); if k.len() == 32 { g() } }",
            "fn f() { let (k, n) = (key.bytes(), 3); if n == 3 { new(k) } }",
            "fn f() { let Some(k) = key.bytes().first_chunk::<32>() else { return }; new(k) }",
            "fn f() { let k = match a { A => key.bytes(), B => { c = key.stable()?; &c[..] } }; new(k) }",
            "fn f() { let k = key.bytes(); let k = new(k); if k == 3 { g() } }",
            "fn f() { let k = key.bytes(); } fn g() { if k == 3 { g() } }",
            "fn f() { for k in keys.bytes().chunks(32) { new(k) } }",
        ] {
            assert_eq!(found(fine), 0, "{fine}");
        }
        for wrong in [
            "fn f() { let k = *key.expose(); if k[0] == 1 { g() } }",
            "fn f() { let (n, k) = (3, key.bytes()); if n == 3 { g() } if k == u { g() } }",
            "fn f() { let (k, rest) = key.bytes().split_at(32); new(k); rest == u }",
            "fn f() { let k = if a { key.bytes() } else { b }; k == u }",
            "fn f() { let k = match a { A => { let b = key.bytes(); (b, 3) } }; k == u }",
            "fn f() { let j = key.bytes(); let k = j; k == u }",
            "fn f() { for byte in key.bytes() { if *byte == 1 { g() } } }",
            "fn f() { m!({ let k = key.bytes(); k == u }) }",
        ] {
            assert_eq!(found(wrong), 1, "{wrong}");
        }
    }

    #[test]
    fn only_the_function_that_is_named_returns_what_it_exposes() {
        let found_in_file = |code: &str| check(&[(format!("{PACKAGE}ristretto255.rs"), code.to_owned())].into()).len();
        let number = "fn number(&self) -> Number { *self.0.expose() }";
        assert_eq!(found_in_file(number), 0);
        assert_eq!(found_in_file(&format!("fn first(&self) -> u8 {{ self.0.expose()[0] }} {number}")), 1);
        assert_eq!(found_in_file("fn number(&self) -> Number { self.0.expose()[0]; *self.0.expose() }"), 3);
        assert_eq!(found_in_file("fn number(&self) -> Number { g() }"), 1, "stale");
    }
}
