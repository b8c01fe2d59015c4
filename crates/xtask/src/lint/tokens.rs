//! A file as tokens: comments are gone, strings are strings, and macros are seen as well as what is outside of them.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The tokens of a Rust file; none if it is not Rust, which the compiler says better.
pub(super) fn of(text: &str) -> Vec<TokenTree> {
    text.parse::<TokenStream>().map(|tokens| tokens.into_iter().collect()).unwrap_or_default()
}

/// Calls `visit` for every run of tokens: the file's, and each group's with the tokens before it since the last
/// statement or item.
pub(super) fn walk(tokens: &[TokenTree], visit: &mut impl FnMut(&[TokenTree], &[TokenTree])) {
    walk_group(&[], tokens, visit);
}

fn walk_group(head: &[TokenTree], tokens: &[TokenTree], visit: &mut impl FnMut(&[TokenTree], &[TokenTree])) {
    visit(head, tokens);
    let mut start = 0;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                walk_group(&tokens[start..at], &inner, visit);
                if group.delimiter() == Delimiter::Brace {
                    start = at + 1;
                }
            }
            TokenTree::Punct(end) if end.as_char() == ';' => start = at + 1,
            _ => {}
        }
    }
}

/// Whether the token is the identifier or keyword `name`.
pub(super) fn is_word(token: &TokenTree, name: &str) -> bool {
    matches!(token, TokenTree::Ident(found) if found == name)
}

/// Whether the token is a group between braces.
pub(super) fn is_braced(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

/// The line on which the token begins.
pub(super) fn line(token: &TokenTree) -> usize {
    token.span().start().line
}
