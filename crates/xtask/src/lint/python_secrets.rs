//! Checks that the Python package computes nothing with secrets itself.
//!
//! The extension module is no program that a tool can run with marked secrets: it is loaded by an interpreter, whose own
//! code branches on all that it holds. So a rule takes the place of rows: what `expose` returns is an argument of
//! a call, as it is or copied. Then only the library computes with it, which has rows.

use crate::finding::Finding;
use crate::workspace::Sources;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

const PACKAGE: &str = "crates/carnelian-python/src/";
const EXPOSE: &str = "expose";
/// Functions that return what they expose to others of the package, and why that is no computation.
const RETURNS: &[(&str, &str)] = &[
    ("buffer.rs", "the bytes of a copy that is wiped"),
    ("key_file.rs", "the bytes of a passphrase"),
    ("ristretto255.rs", "a scalar, with which only the library's operators compute"),
];

/// Checks the files of the package.
pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, text) in sources.iter().filter(|(path, _)| path.starts_with(PACKAGE) && path.ends_with(".rs")) {
        let mut lines = Vec::new();
        collect(text.parse().unwrap_or_default(), false, &mut lines);
        let returns = RETURNS.iter().filter(|(file, _)| path[PACKAGE.len()..] == **file).count();
        findings.extend(lines.into_iter().skip(returns).map(|line| {
            let message =
                "an exposed secret is no argument of a call: the library computes with secrets, which a tool checks";
            Finding::new(path, line, message)
        }));
    }
    findings
}

/// Collects the lines with `.expose()` that is no argument. `arguments` is whether the tokens are in parentheses.
fn collect(tokens: TokenStream, arguments: bool, lines: &mut Vec<usize>) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                let is_call = at > 0 && matches!(tokens[at - 1], TokenTree::Ident(_)) || is_turbofish(&tokens[..at]);
                collect(group.stream(), is_call && group.delimiter() == Delimiter::Parenthesis, lines);
            }
            TokenTree::Ident(name) if name == EXPOSE && at > 0 && tokens[at - 1].to_string() == "." => {
                let ends = tokens.get(at + 2).is_none_or(|next| next.to_string() == ",");
                if !(arguments && ends && begins(&tokens[..at - 1])) {
                    lines.push(name.span().start().line);
                }
            }
            _ => {}
        }
    }
}

/// Returns whether the tokens before are, from the last comma on, only a path that is borrowed or copied.
fn begins(before: &[TokenTree]) -> bool {
    let argument = before.rsplit(|token| token.to_string() == ",").next().unwrap_or_default();
    argument.iter().enumerate().all(|(at, token)| match token {
        TokenTree::Ident(name) => !["if", "match", "while"].iter().any(|word| name == word),
        // The angles of `cast::<Key>()`.
        TokenTree::Punct(mark) if mark.as_char() == '<' => at > 0 && argument[at - 1].to_string() == ":",
        TokenTree::Punct(mark) if mark.as_char() == '>' => matches!(argument.get(at + 1), Some(TokenTree::Group(_))),
        TokenTree::Punct(mark) => ['&', '*', '.', ':', '?', '|'].contains(&mark.as_char()),
        TokenTree::Group(group) => group.delimiter() == Delimiter::Parenthesis,
        TokenTree::Literal(_) => true,
    })
}

/// Returns whether the tokens end as in `array::<32>`.
fn is_turbofish(before: &[TokenTree]) -> bool {
    before.last().is_some_and(|last| last.to_string() == ">")
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
        ] {
            assert_eq!(found(fine), 0, "{fine}");
        }
        for wrong in [
            "fn f() { if k.expose()[0] & 1 == 1 { g() } }",
            "fn f() { if k.expose() == u { g() } }",
            "fn f() { let bytes = *k.expose(); }",
            "fn f() { g(k.expose()[0]) }",
            "fn f() { g(k.expose() == u) }",
            "fn f() { g(u == k.expose()) }",
            "fn f() { k.expose().iter().position(is) }",
            "fn f() { k.expose() }",
        ] {
            assert_eq!(found(wrong), 1, "{wrong}");
        }
    }
}
