//! A file as tokens: comments are removed, strings are single tokens, and macros are included.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Returns the tokens of a Rust file, or none if it is not Rust, which the compiler reports better.
pub(super) fn of(text: &str) -> Vec<TokenTree> {
    text.parse::<TokenStream>().map(|tokens| tokens.into_iter().collect()).unwrap_or_default()
}

/// Calls `visit` for every run of tokens: that of the file, and that of each group, together with the tokens before the
/// group since the last statement or item.
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

/// Returns whether the token is the identifier or keyword `name`.
pub(super) fn is_word(token: &TokenTree, name: &str) -> bool {
    matches!(token, TokenTree::Ident(found) if found == name)
}

/// Returns whether the token is a group in braces.
pub(super) fn is_braced(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

/// Returns the line on which the token begins.
pub(super) fn line(token: &TokenTree) -> usize {
    token.span().start().line
}
