//! Finds the calls in the code of a file that make something public.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The functions that make something public, with the reason as their last argument.
const FUNCTIONS: [&str; 2] = ["declassify", "declassify_bytes"];
/// Functions of ours that call one of them with what they are given, for one reason: each use of them makes something
/// public.
const WRAPPERS: [&str; 2] = ["declassified", "exposed"];
/// One whose name others have too: it is used with the name of its module.
const VERIFY: [&str; 4] = ["ct", ":", ":", "verify"];
/// The words with which an item begins, or a statement that is no expression.
const ITEMS: [&str; 15] = [
    "async", "const", "enum", "extern", "fn", "impl", "let", "mod", "pub", "static", "struct", "trait", "type",
    "unsafe", "use",
];

/// The calls of a file.
#[derive(Default)]
pub(super) struct Calls {
    /// The reasons as they are written: the text of a literal, or the name of a constant.
    pub(super) reasons: Vec<Reason>,
    /// The lines in which such a function is named and not called, and its name: its reasons cannot be told.
    pub(super) hidden: Vec<(usize, String)>,
}

/// Why something is made public.
pub(super) enum Reason {
    Text(String),
    /// A name, or an expression.
    Code(String),
    Wrapper(&'static str),
}

impl Calls {
    /// Collects the calls in a file, leaving out what is compiled only for tests.
    pub(super) fn of(text: &str) -> Self {
        let mut calls = Self::default();
        calls.collect(text.parse().unwrap_or_default());
        calls
    }

    fn collect(&mut self, tokens: TokenStream) {
        let tokens: Vec<_> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            match token {
                TokenTree::Group(group) if is_for_tests(group) => at += length(&tokens[at..]),
                TokenTree::Group(group) => self.collect(group.stream()),
                TokenTree::Ident(name) if name == "use" && !is(tokens.get(at), "<") => {
                    let end = tokens[at..].iter().position(|token| is(Some(token), ";")).unwrap_or_default();
                    self.import(&tokens[at..at + end]);
                    at += end;
                }
                TokenTree::Ident(_) if ends_with_verify(&tokens[..at]) => {
                    self.reasons.push(Reason::Wrapper("ct::verify"));
                }
                TokenTree::Ident(name) if !(at >= 2 && is(tokens.get(at - 2), "fn")) => {
                    self.named(&name.to_string(), name.span().start().line, &tokens[at..]);
                }
                _ => {}
            }
        }
    }

    /// Adds the use of a name, if it is that of such a function. `after` are the tokens that follow it.
    fn named(&mut self, name: &str, line: usize, after: &[TokenTree]) {
        if let Some(wrapper) = WRAPPERS.iter().find(|wrapper| **wrapper == name) {
            self.reasons.push(Reason::Wrapper(wrapper));
        } else if FUNCTIONS.contains(&name) {
            match arguments(after) {
                Some(arguments) => self.reasons.push(last_argument(arguments)),
                None => self.hidden.push((line, name.to_owned())),
            }
        }
    }

    /// Adds the functions that are imported under another name.
    fn import(&mut self, tokens: &[TokenTree]) {
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => self.import(&group.stream().into_iter().collect::<Vec<_>>()),
                TokenTree::Ident(name) => {
                    let line = name.span().start().line;
                    let is_known = FUNCTIONS.iter().chain(&WRAPPERS).any(|function| name == function);
                    if is_known && is(tokens.get(at + 1), "as") || ends_with_verify(&tokens[..=at]) {
                        self.hidden.push((line, name.to_string()));
                    }
                }
                _ => {}
            }
        }
    }
}

fn ends_with_verify(tokens: &[TokenTree]) -> bool {
    tokens.last_chunk::<4>().is_some_and(|last| last.iter().zip(VERIFY).all(|(token, text)| is(Some(token), text)))
}

fn is(token: Option<&TokenTree>, text: &str) -> bool {
    token.is_some_and(|token| token.to_string() == text)
}

/// Returns the arguments of a call, the tokens after whose name these are: perhaps types as in `::<u8>`, and parentheses.
fn arguments(after: &[TokenTree]) -> Option<&Group> {
    let mut rest = after;
    if is(rest.first(), ":") && is(rest.get(1), ":") && is(rest.get(2), "<") {
        let mut depth = 0;
        let end = rest.iter().enumerate().position(|(at, token)| {
            let is_arrow = at > 0 && is(rest.get(at - 1), "-");
            depth += i32::from(is(Some(token), "<")) - i32::from(is(Some(token), ">") && !is_arrow);
            at > 2 && depth == 0
        });
        rest = &rest[end? + 1..];
    }
    match rest.first() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => Some(group),
        _ => None,
    }
}

/// Returns whether this is the `[cfg(test)]` of an attribute.
fn is_for_tests(group: &Group) -> bool {
    group.delimiter() == Delimiter::Bracket && group.stream().to_string().replace(' ', "").starts_with("cfg(test")
}

/// Returns the number of tokens of that to which an attribute before them belongs. An item ends with a block or
/// a semicolon; an arm, a field or an expression with a comma, or a block after `=>`.
fn length(tokens: &[TokenTree]) -> usize {
    let attributes = tokens.chunks(2).take_while(|pair| is(pair.first(), "#")).count() * 2;
    let of_item = tokens.get(attributes).is_some_and(|first| ITEMS.iter().any(|item| is(Some(first), item)));
    let of_macro = is(tokens.get(attributes), "macro_rules");
    let ends = |at: usize| match &tokens[at] {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
            let is_arm = at >= 2 && is(tokens.get(at - 2), "=") && is(tokens.get(at - 1), ">");
            of_item || of_macro || is_arm || at == attributes
        }
        other => is(Some(other), ";") || !of_item && is(Some(other), ","),
    };
    (attributes..tokens.len()).find(|at| ends(*at)).map_or(0, |end| end + 1)
}

fn last_argument(arguments: &Group) -> Reason {
    let tokens: Vec<_> = arguments.stream().into_iter().collect();
    let mut of_arguments = tokens.split(|token| is(Some(token), ",")).filter(|argument| !argument.is_empty());
    match of_arguments.next_back().unwrap_or_default() {
        [TokenTree::Literal(text)] => Reason::Text(text.to_string().trim_matches('"').to_owned()),
        code => Reason::Code(code.iter().map(ToString::to_string).collect()),
    }
}
