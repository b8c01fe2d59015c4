//! Follows exposed secrets through the tokens of a file: the code of the package is partly in macros, which no parser of
//! Rust reads.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::collections::BTreeSet;

/// The methods that return a bare secret, or may: an argument from Python is a key as well as a message.
const SOURCES: [&str; 4] = ["bytes", "expose", "number", "stable"];
/// The types whose method [`SOURCES`] names, where it is passed as a function.
const OWNERS: [&str; 3] = ["Input", "Secret", "Text"];
/// Methods that return the length or the place of a secret, which are public.
const PUBLIC: [&str; 3] = ["as_ptr", "is_empty", "len"];
/// Methods of the library's numbers: they return what is secret by its type, or nothing.
const OF_NUMBERS: [&str; 3] = ["equals", "invert", "is_zero"];
/// Methods that return the same bytes, or some at public places.
const SAME: [&str; 16] = [
    "as_chunks",
    "as_ref",
    "as_slice",
    "chunks",
    "chunks_exact",
    "first_chunk",
    "iter",
    "map_err",
    "ok",
    "ok_or",
    "split_at",
    "split_first_chunk",
    "to_bytes",
    "to_vec",
    "try_into",
    "zip",
];
/// Words before parentheses that are no call, and functions that only wrap a value or compare values.
const NO_CALLS: [&str; 33] = [
    "Err",
    "Ok",
    "Some",
    "all",
    "any",
    "break",
    "cmp",
    "contains",
    "else",
    "ends_with",
    "eq",
    "eq_ignore_ascii_case",
    "for",
    "ge",
    "gt",
    "if",
    "in",
    "is_some_and",
    "le",
    "let",
    "loop",
    "lt",
    "match",
    "max",
    "min",
    "ne",
    "partial_cmp",
    "position",
    "return",
    "starts_with",
    "then_some",
    "unsafe",
    "while",
];

/// A secret that is no argument of a call.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Use {
    pub(super) line: usize,
    /// The function in which it is, if any.
    pub(super) function: Option<String>,
}

/// Returns the secrets of a file that are no arguments of calls.
pub(super) fn of(text: &str) -> Vec<Use> {
    let mut walk = Walk::default();
    walk.tokens(&listed(text.parse().unwrap_or_default()), Place::Other);
    walk.found
}

/// The state of the search.
#[derive(Default)]
struct Walk {
    found: Vec<Use>,
    function: Option<String>,
    /// The variables that hold exposed secrets.
    exposed: BTreeSet<String>,
    /// Whether a branch of the value of a variable has given it a secret.
    is_given: bool,
}

/// The place of tokens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The arguments of a call.
    Arguments,
    /// The branches of the value of a variable.
    Branches,
    Other,
}

/// The end of an expression that begins with a secret.
enum End {
    /// The secret goes up to this token.
    Secret(usize),
    /// A method returns something public about it before this token.
    Public(usize),
}

impl Walk {
    fn tokens(&mut self, tokens: &[TokenTree], place: Place) {
        let mut at = 0;
        while at < tokens.len() {
            at = match &tokens[at] {
                TokenTree::Ident(word) if word == "fn" && is_name(tokens.get(at + 1)) => self.function(tokens, at),
                TokenTree::Ident(word) if word == "let" && !is_condition(&tokens[..at]) => self.binding(tokens, at),
                TokenTree::Ident(word) if word == "for" => self.repetition(tokens, at),
                TokenTree::Ident(_) if self.is_source(tokens, at) => self.secret(tokens, at, place),
                TokenTree::Group(group) => self.group(group, tokens, at, place),
                _ => at + 1,
            };
        }
    }

    /// Searches a function, whose name is at `at + 1`. Returns the index after it.
    fn function(&mut self, tokens: &[TokenTree], at: usize) -> usize {
        let Some(end) = tokens[at..].iter().position(|token| is_block(token) || is(Some(token), ";")) else {
            return at + 1;
        };
        let name = tokens[at + 1].to_string();
        let outer = (self.function.replace(name), std::mem::take(&mut self.exposed));
        if let TokenTree::Group(body) = &tokens[at + end] {
            self.tokens(&listed(body.stream()), Place::Other);
        }
        (self.function, self.exposed) = outer;
        at + end + 1
    }

    /// Searches a `let` and adds its variables to those that hold secrets. Returns the index after it.
    fn binding(&mut self, tokens: &[TokenTree], at: usize) -> usize {
        let length = tokens[at..].iter().position(|token| is(Some(token), ";")).unwrap_or(tokens.len() - at);
        let statement = &tokens[at + 1..at + length];
        let Some(equals) = (0..statement.len()).find(|at| is_assignment(statement, *at)) else { return at + 1 };
        let (pattern, mut value) = (&statement[..equals], &statement[equals + 1..]);
        let pattern = pattern.split(|token| is(Some(token), ":")).next().unwrap_or_default();
        if let [before @ .., word, TokenTree::Group(otherwise)] = value
            && is(Some(word), "else")
        {
            self.tokens(&listed(otherwise.stream()), Place::Other);
            value = before;
        }
        let (patterns, values) = match (pattern, value) {
            ([TokenTree::Group(pattern)], [TokenTree::Group(value)]) if is_tuple(pattern) && is_tuple(value) => {
                (elements(pattern), elements(value))
            }
            _ => (vec![pattern.to_vec()], vec![value.to_vec()]),
        };
        let holds: Vec<_> = values.iter().map(|value| self.value(value)).collect();
        for (at, pattern) in patterns.into_iter().enumerate() {
            let holds = holds.get(at).copied().unwrap_or_default();
            for name in names(&pattern) {
                if holds {
                    self.exposed.insert(name)
                } else {
                    self.exposed.remove(&name)
                };
            }
        }
        at + length
    }

    /// Searches the value of a variable. Returns whether it is an exposed secret.
    fn value(&mut self, value: &[TokenTree]) -> bool {
        let source = (0..value.len()).find(|at| self.is_source(value, *at));
        if let Some(source) = source
            && is_path(&value[..before(value, source)], false)
            && let End::Secret(end) = end(value, source)
            && end == value.len()
        {
            return true;
        }
        let has_branches = ["if", "match"].iter().any(|word| is(value.first(), word));
        let outer = std::mem::take(&mut self.is_given);
        self.tokens(value, if has_branches { Place::Branches } else { Place::Other });
        std::mem::replace(&mut self.is_given, outer)
    }

    /// Searches a loop over a secret, whose variables hold its bytes. Returns the index after its head, or after it.
    fn repetition(&mut self, tokens: &[TokenTree], at: usize) -> usize {
        let position = |wanted: &dyn Fn(&TokenTree) -> bool| tokens[at..].iter().position(wanted).map(|of| at + of);
        let (word, block) = (position(&|token| is(Some(token), "in")), position(&is_block));
        let (Some(word), Some(block)) = (word, block) else { return at + 1 };
        if word > block {
            return at + 1;
        }
        if self.value(&tokens[word + 1..block])
            && let TokenTree::Group(body) = &tokens[block]
        {
            let outer = self.exposed.clone();
            self.exposed.extend(names(&tokens[at + 1..word]));
            self.tokens(&listed(body.stream()), Place::Other);
            self.exposed = outer;
            return block + 1;
        }
        block
    }

    /// Judges a secret. Returns the index after it.
    fn secret(&mut self, tokens: &[TokenTree], at: usize, place: Place) -> usize {
        let end = match end(tokens, at) {
            End::Public(end) => return end,
            End::Secret(end) => end,
        };
        // What a method that is passed as a function returns is not followed.
        let is_passed = at > 0 && is(tokens.get(at - 1), ":");
        let is_last = !is_passed && tokens.get(end).is_none_or(|next| is(Some(next), ","));
        let path = tokens[..before(tokens, at)].rsplit(|token| is(Some(token), ",")).next().unwrap_or_default();
        let of_branch = path.rsplit(|token| is(Some(token), ">") || is(Some(token), ";")).next().unwrap_or_default();
        let is_number = is(tokens.get(at), "number");
        match place {
            Place::Arguments if is_last && is_path(path, is_number) => {}
            Place::Branches if is_last && is_path(of_branch, false) => self.is_given = true,
            _ if is(tokens.get(end), ";") && assigned(path).is_some() => self.exposed.extend(assigned(path)),
            _ => {
                let line = tokens[at].span().start().line;
                self.found.push(Use { line, function: self.function.clone() });
            }
        }
        end
    }

    fn group(&mut self, group: &Group, tokens: &[TokenTree], at: usize, place: Place) -> usize {
        // A pattern has names of its own.
        let is_pattern = is(tokens.get(at + 1), "=") && !is(tokens.get(at + 2), "=");
        let (is_tuple, before) = (is_tuple(group), &tokens[..at]);
        let place = match place {
            _ if is_tuple && is_called(before) => Place::Arguments,
            // The items of an array are handed over together.
            Place::Arguments if group.delimiter() == Delimiter::Bracket && is_array(before) => Place::Arguments,
            Place::Branches if !is_tuple || begins_value(before) => Place::Branches,
            _ => Place::Other,
        };
        if !is_pattern {
            let outer = self.exposed.clone();
            self.tokens(&listed(group.stream()), place);
            self.exposed = outer;
        }
        at + 1
    }

    /// Returns whether the word is a method that returns a secret, or a variable that holds one.
    fn is_source(&self, tokens: &[TokenTree], at: usize) -> bool {
        let name = tokens[at].to_string();
        let is_method = at > 0 && is(tokens.get(at - 1), ".");
        let is_part = at > 1 && is(tokens.get(at - 1), ":") && is(tokens.get(at - 2), ":");
        let arguments = match tokens.get(at + 1) {
            Some(TokenTree::Group(group)) if is_tuple(group) => Some(group),
            _ => None,
        };
        let is_called = arguments.is_some();
        if is_method {
            return arguments.is_some_and(|group| group.stream().is_empty()) && SOURCES.contains(&name.as_str());
        }
        if is_part {
            let of_owner = at > 2 && OWNERS.iter().any(|owner| is(tokens.get(at - 3), owner));
            return of_owner && !is_called && SOURCES.contains(&name.as_str());
        }
        let is_parameter = at > 0 && is(tokens.get(at - 1), "|") && is(tokens.get(at + 1), "|");
        let is_label = [":", "!"].iter().any(|mark| is(tokens.get(at + 1), mark));
        self.exposed.contains(&name) && !is_called && !is_parameter && !is_label
    }
}

/// Returns the index at which the path begins whose last part, a source, is at `at`; the source itself if it is a variable.
fn before(tokens: &[TokenTree], at: usize) -> usize {
    if at > 0 && is(tokens.get(at - 1), ".") { at - 1 } else { at }
}

/// Returns where the expression ends that begins with the source at `at`.
fn end(tokens: &[TokenTree], at: usize) -> End {
    let is_method = at > 0 && is(tokens.get(at - 1), ".");
    let is_number = is_method && is(tokens.get(at), "number");
    let mut end = at + 1 + usize::from(is_method);
    if is_number && ["+", "-", "*"].iter().any(|operator| is(tokens.get(end), operator)) {
        return End::Public(end);
    }
    loop {
        end += match &tokens[end.min(tokens.len())..] {
            [mark, ..] if is(Some(mark), "?") => 1,
            [TokenTree::Group(group), ..] if group.delimiter() == Delimiter::Bracket && is_range(group) => 1,
            [dot, TokenTree::Literal(_), ..] if is(Some(dot), ".") => 2,
            [dot, TokenTree::Ident(name), rest @ ..] if is(Some(dot), ".") => {
                let name = name.to_string();
                let Some(call) = rest.iter().position(|token| matches!(token, TokenTree::Group(_))) else {
                    return End::Secret(end);
                };
                if PUBLIC.contains(&name.as_str()) || is_number && OF_NUMBERS.contains(&name.as_str()) {
                    return End::Public(end + 2);
                }
                if !SAME.contains(&name.as_str()) {
                    return End::Secret(end);
                }
                call + 3
            }
            _ => return End::Secret(end),
        };
    }
}

/// Returns whether the tokens are a path, perhaps borrowed or copied; numbers may be added before it.
fn is_path(tokens: &[TokenTree], is_number: bool) -> bool {
    let mut depth = 0;
    let all = tokens.iter().enumerate().all(|(at, token)| match token {
        TokenTree::Ident(name) => !NO_CALLS.iter().any(|word| name == word),
        TokenTree::Punct(mark) if mark.as_char() == '<' => {
            depth += 1;
            // As in `cast::<Key>()` and `Input<'_>`.
            let before = at.checked_sub(1).map(|before| tokens[before].to_string()).unwrap_or_default();
            before.starts_with(|c: char| c == ':' || c.is_uppercase())
        }
        TokenTree::Punct(mark) if mark.as_char() == '>' => {
            depth -= 1;
            depth >= 0
        }
        TokenTree::Punct(mark) if ['+', '-'].contains(&mark.as_char()) => is_number,
        TokenTree::Punct(mark) => ['&', '*', '.', ':', '?', '\'', '|'].contains(&mark.as_char()),
        TokenTree::Group(group) => is_tuple(group),
        TokenTree::Literal(_) => true,
    });
    all && depth == 0
}

/// Returns whether the parentheses after these tokens are those of a call of something that may be the library's.
fn is_called(before: &[TokenTree]) -> bool {
    let may_be = |name: &TokenTree| !NO_CALLS.iter().any(|word| is(Some(name), word));
    match before {
        [.., name @ TokenTree::Ident(_)] => may_be(name),
        // As in `(self.function)(key)`.
        [.., TokenTree::Group(group)] => is_tuple(group),
        // As in `array::<32>`, and not after `=>`.
        [.., other, mark] if is(Some(mark), ">") && !is(Some(other), "=") => {
            let start = before.iter().rposition(|token| is(Some(token), "<"));
            start.is_some_and(|start| start < 3 || may_be(&before[start - 3]))
        }
        _ => false,
    }
}

/// Returns the variable to which the tokens, with a secret after them, assign it.
fn assigned(tokens: &[TokenTree]) -> Option<String> {
    match tokens.rsplit(|token| is(Some(token), ";")).next()? {
        [TokenTree::Ident(name), mark, path @ ..] if is(Some(mark), "=") && is_path(path, false) => {
            Some(name.to_string())
        }
        _ => None,
    }
}

/// Returns whether the tokens end where the value of a branch begins.
fn begins_value(before: &[TokenTree]) -> bool {
    before.last().is_none_or(|last| is(Some(last), ">") || is(Some(last), ";"))
}

/// Returns whether the brackets after these tokens are those of an array, and not of an index.
fn is_array(before: &[TokenTree]) -> bool {
    before.last().is_none_or(|last| is(Some(last), "&") || is(Some(last), ","))
}

/// Returns whether a `let` after these tokens is that of `if let`.
fn is_condition(before: &[TokenTree]) -> bool {
    before.last().is_some_and(|last| ["if", "while", "&"].iter().any(|word| is(Some(last), word)))
}

fn is_assignment(tokens: &[TokenTree], at: usize) -> bool {
    let is_part =
        |at: Option<usize>| at.is_some_and(|at| ["=", "<", ">", "!"].iter().any(|mark| is(tokens.get(at), mark)));
    is(tokens.get(at), "=")
        && !is_part(at.checked_sub(1).filter(|at| !is(tokens.get(*at), ">")))
        && !is_part(Some(at + 1))
}

fn is_range(index: &Group) -> bool {
    index.stream().to_string().contains("..")
}

fn is_tuple(group: &Group) -> bool {
    group.delimiter() == Delimiter::Parenthesis
}

fn is_block(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

fn is_name(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Ident(_)))
}

fn is(token: Option<&TokenTree>, text: &str) -> bool {
    token.is_some_and(|token| token.to_string() == text)
}

fn elements(tuple: &Group) -> Vec<Vec<TokenTree>> {
    listed(tuple.stream()).split(|token| is(Some(token), ",")).map(<[_]>::to_vec).collect()
}

fn listed(tokens: TokenStream) -> Vec<TokenTree> {
    tokens.into_iter().collect()
}

/// Returns the variables of a pattern.
fn names(pattern: &[TokenTree]) -> Vec<String> {
    let mut all = Vec::new();
    for token in pattern {
        match token {
            TokenTree::Ident(name) => all.push(name.to_string()),
            TokenTree::Group(group) => all.extend(names(&listed(group.stream()))),
            _ => {}
        }
    }
    all.retain(|name| name.starts_with(|c: char| c.is_lowercase()) && !["mut", "ref"].contains(&name.as_str()));
    all
}
