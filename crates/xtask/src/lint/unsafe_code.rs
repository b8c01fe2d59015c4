//! Rules on the locations of `unsafe` and the comments on it.

use super::tokens;
use crate::backend;
use crate::finding::Finding;
use crate::workspace::Sources;
use proc_macro2::TokenTree;

/// The folder of backend files. Those of one architecture contain intrinsics and assembly.
const BACKENDS: &str = "crates/carnelian/src/";

/// The crates whose functions are called from C. Each entry point is an `unsafe fn` that takes the caller's promise.
const CALLED_FROM_C: &[&str] = &["crates/carnelian-capi/src/", "crates/drop-in/"];

/// The other files that contain `unsafe`, and why.
const LISTED: &[(&str, &str)] = &[
    ("crates/carnelian/src/base/bytes.rs", "words seen as bytes"),
    ("crates/carnelian/src/base/cpu.rs", "asking the CPU"),
    ("crates/carnelian/src/base/cpu/sha_extensions.rs", "clearing the upper halves of vector registers"),
    ("crates/carnelian/src/base/ct.rs", "the optimisation barrier"),
    ("crates/carnelian/src/base/dispatch.rs", "entering kernels, in a macro"),
    ("crates/carnelian/src/base/in_out.rs", "data that is read and written in the same place or in two"),
    (
        "crates/carnelian/src/base/lanes/u128/mod.rs",
        "the contract of vectors that are loaded from pointers, and no block",
    ),
    (
        "crates/carnelian/src/base/memory.rs",
        "aligning a frame, hiding what a pointer is, stores past the caches, prefetching",
    ),
    ("crates/carnelian/src/base/own_stack.rs", "moving the stack pointer"),
    ("crates/carnelian/src/base/pages/heap.rs", "allocating zeros"),
    ("crates/carnelian/src/base/pages/linux.rs", "mapping memory"),
    ("crates/carnelian/src/base/parallel/pool.rs", "a pool that no lock guards, for processes that fork"),
    ("crates/carnelian/src/base/parallel/process.rs", "a function that the system calls when it forks"),
    ("crates/carnelian/src/base/secret.rs", "a box whose content needs no drop yet"),
    ("crates/carnelian/src/base/taint.rs", "talking to valgrind and MemorySanitizer"),
    ("crates/carnelian/src/base/testing.rs", "moving the stack pointer"),
    ("crates/carnelian-bench/src/clock/counter.rs", "reading the counter"),
    ("crates/carnelian-peers/src/peer/aws_lc_rs/mlkem.rs", "calling AWS-LC, where its crate only draws"),
    ("crates/carnelian-peers/src/peer/openssl/kem.rs", "calling libcrypto, where its crate has no function"),
    ("crates/carnelian-peers/src/peer/openssl/slhdsa.rs", "calling libcrypto, where its crate has no function"),
    ("crates/carnelian-peers/src/peer/s2n_bignum.rs", "calling assembly inside AWS-LC"),
    ("crates/carnelian-peers/src/peer/shared/file.rs", "loading shared libraries"),
    ("crates/carnelian-peers/src/peer/shared/crypto_mb.rs", "calling one"),
    ("crates/carnelian-peers/src/peer/shared/isal_crypto.rs", "calling one"),
    ("crates/carnelian-peers/src/peer/shared/isal_crypto/gcm.rs", "calling one"),
    ("crates/carnelian-peers/src/peer/shared/lib25519.rs", "calling one"),
    ("crates/carnelian-peers/src/peer/shared/libargon2.rs", "calling one"),
    ("crates/carnelian-peers/src/peer/shared/libgcrypt.rs", "calling one"),
    ("crates/carnelian-peers/src/peer/shared/libgcrypt/symmetric.rs", "calling one"),
    ("crates/carnelian-peers/src/peer/shared/liboqs.rs", "calling one"),
    ("crates/carnelian-peers/src/peer/shared/libsodium.rs", "calling one"),
    ("crates/carnelian-peers/src/peer/shared/monocypher.rs", "calling one"),
    ("crates/carnelian-peers/src/peer/shared/tweetnacl.rs", "calling one"),
    ("crates/carnelian-peers/src/peer/shared/openssl.rs", "calling one"),
    ("crates/carnelian-peers/src/peer/shared/openssl/symmetric.rs", "calling one"),
    ("crates/carnelian-peers/src/peer/shared/wolfssl.rs", "calling one"),
    ("crates/carnelian-peers/src/peer/shared/wolfssl/postquantum.rs", "calling one"),
    ("crates/carnelian-peers/src/peer/shared/wolfssl/symmetric.rs", "calling one"),
    (
        "crates/carnelian-cli/src/standard.rs",
        "looking at descriptors before `main`; the word of an attribute, and no block",
    ),
    ("crates/carnelian-capi/tests/linking/program.rs", "a program that calls the C libraries"),
    ("crates/carnelian-ffi/src/lib.rs", "dereferencing the pointers of callers in C"),
    ("crates/carnelian-python/src/buffer.rs", "the buffer protocol of CPython"),
    ("crates/carnelian-python/src/class.rs", "methods and flags of classes of CPython"),
    ("crates/carnelian-python/src/hmac.rs", "a function that CPython calls"),
    ("crates/carnelian-python/src/random.rs", "a function that CPython calls"),
    ("crates/carnelian-python/src/threads.rs", "a value that the interpreter's lock guards"),
    ("crates/carnelian-python/src/columns/answer.rs", "arrays that share the memory of an answer"),
    ("crates/carnelian-python/src/columns/arrow.rs", "taking arrays over from capsules"),
    ("crates/carnelian-python/src/columns/grid.rs", "rows of an exported buffer"),
    ("crates/carnelian-python/src/columns/list.rs", "buffers of a list, while it is processed"),
    ("crates/carnelian-python/src/columns/structure.rs", "checking what producers of Arrow structures promise"),
    ("crates/carnelian-ctcheck/src/op/foreign.rs", "calling libraries with a C interface"),
    ("crates/carnelian-ctcheck/src/op/through_c/files.rs", "calling the C interface"),
    ("crates/carnelian-ctcheck/src/op/through_c/mod.rs", "calling the C interface"),
    ("crates/carnelian-ctcheck/src/op/planted/x86_asm.rs", "leaks for the checkers to find, in assembly"),
    ("crates/carnelian-ctcheck/src/op/planted/x86_sse.rs", "the same in intrinsics"),
    ("crates/carnelian-ctcheck/src/op/planted/x86_avx2.rs", "the same in intrinsics"),
    ("crates/carnelian-ctcheck/src/op/planted/x86_avx512.rs", "the same in intrinsics"),
    ("crates/carnelian-ctcheck/src/op/planted/x86_sha_ni.rs", "the same in intrinsics"),
];

/// Checks every Rust file.
pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    let rust = sources.iter().filter(|(path, _)| path.ends_with(".rs"));
    let mut findings: Vec<Finding> = rust.flat_map(|(path, text)| check_file(path, text)).collect();
    findings.extend(sources.iter().filter_map(|(path, text)| obeys_the_workspace(path, text)));
    findings
}

/// Checks that a member crate inherits the workspace's lints, and so denies `unsafe_code`.
fn obeys_the_workspace(path: &str, text: &str) -> Option<Finding> {
    let is_member = matches!(
        path.split('/').collect::<Vec<_>>()[..],
        ["crates", _, "Cargo.toml"] | ["crates", "drop-in", _, "Cargo.toml"]
    );
    let obeys = text.contains("\n[lints]\nworkspace = true\n");
    (is_member && !obeys).then(|| Finding::new(path, 0, "takes the lints of the workspace: `[lints] workspace = true`"))
}

fn check_file(path: &str, text: &str) -> Vec<Finding> {
    let uses = find(text);
    let name = path.rsplit('/').next().unwrap_or_default().trim_end_matches(".rs");
    let is_backend = path.starts_with(BACKENDS) && backend::is_of_an_architecture(name);
    let is_called_from_c = CALLED_FROM_C.iter().any(|folder| path.starts_with(folder));
    let listed = LISTED.iter().find(|(listed, _)| *listed == path);
    if listed.is_some() && uses.is_empty() {
        return vec![Finding::new(path, 0, "is listed for `unsafe`, but holds none")];
    }
    let mut findings = Vec::new();
    if !is_backend && !is_called_from_c && listed.is_none() {
        findings
            .extend(uses.iter().map(|found| Finding::new(path, found.line, "`unsafe` in a file not listed for it")));
    }
    let lines: Vec<&str> = text.lines().collect();
    findings.extend(uses.iter().filter_map(|found| {
        let message = match found.kind {
            Kind::Block if !says(&lines, found.line, "// SAFETY: ", END_OF_STATEMENT) => {
                "an `unsafe` block without a `// SAFETY:` comment above it"
            }
            Kind::Function
                if !is_entry_point(path, &lines, found.line)
                    && !says(&lines, found.line, "/// # Safety", END_OF_ITEM) =>
            {
                "an `unsafe fn` without a `# Safety` section in its documentation"
            }
            _ => return None,
        };
        Some(Finding::new(path, found.line, message))
    }));
    findings.extend(passed_on(path, &lines));
    findings
}

/// Returns whether a function is one of our own C interface, whose contract stands once, in the conventions of the header.
fn is_entry_point(path: &str, lines: &[&str], line: usize) -> bool {
    let is_declared = |line: &&str| line.starts_with("pub unsafe extern \"C\" fn carnelian_");
    path.starts_with(CALLED_FROM_C[0])
        && line.checked_sub(1).and_then(|index| lines.get(index)).is_some_and(is_declared)
}

/// The words of a reason that is in another place.
const ELSEWHERE: &[&str] = &[
    "as the function's",
    "as the caller's",
    "as the trait's",
    "as the method's",
    "as the macro's",
    "the function's own",
    "the caller's own",
    "as above",
    "as below",
    "as there",
    "as here",
    "as before",
    "see above",
    "the same as",
];

/// Finds `// SAFETY:` comments that name another place instead of the fact.
fn passed_on(path: &str, lines: &[&str]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| line.trim_start().starts_with("// SAFETY:")) {
        let rest = lines[at + 1..].iter().map(|line| line.trim()).take_while(|line| line.starts_with("// "));
        let reason = rest.fold(line.trim().to_owned(), |reason, line| reason + line.trim_start_matches("//"));
        if let Some(words) = ELSEWHERE.iter().find(|words| reason.to_lowercase().contains(*words)) {
            let message = format!("`// SAFETY:` states the fact here, not \"{words}\"");
            findings.push(Finding::new(path, at + 1, message));
        }
    }
    findings
}

/// A use of `unsafe`.
struct Use {
    line: usize,
    kind: Kind,
}

enum Kind {
    /// `unsafe { ... }` or `unsafe impl`, which needs a reason.
    Block,
    /// `unsafe fn` with a body, or in a trait, which needs a contract.
    Function,
    /// `allow(unsafe_code)`, `unsafe extern`, an `unsafe fn` that implements one of a trait, and similar uses.
    Other,
}

/// Finds every use of `unsafe`, including in macros.
fn find(text: &str) -> Vec<Use> {
    let mut uses = Vec::new();
    tokens::walk(&tokens::of(text), &mut |head, run| {
        let implements = head.iter().any(|token| tokens::is_word(token, "impl"))
            && head.iter().any(|token| tokens::is_word(token, "for"));
        let foreign = head.iter().any(|token| tokens::is_word(token, "extern"));
        for (at, token) in run.iter().enumerate() {
            let kind = if tokens::is_word(token, "unsafe_code") {
                // `deny` and `forbid` allow nothing.
                match head.last() {
                    Some(level) if tokens::is_word(level, "allow") || tokens::is_word(level, "expect") => Kind::Other,
                    _ => continue,
                }
            } else if tokens::is_word(token, "unsafe") {
                kind(&run[at + 1..], implements || foreign)
            } else {
                continue;
            };
            uses.push(Use { line: tokens::line(token), kind });
        }
    });
    uses
}

/// Returns the kind of use, from the tokens after the word `unsafe`.
fn kind(after: &[TokenTree], contract_is_elsewhere: bool) -> Kind {
    match after {
        [next, ..] if tokens::is_braced(next) || tokens::is_word(next, "impl") => Kind::Block,
        _ if contract_is_elsewhere => Kind::Other,
        // A pointer type, `unsafe fn(u8)`, has no name after `fn`.
        _ => match after.iter().position(|token| tokens::is_word(token, "fn")) {
            Some(at @ 0..=2) if matches!(after.get(at + 1), Some(TokenTree::Ident(_))) => Kind::Function,
            _ => Kind::Other,
        },
    }
}

/// The characters at the end of a line after which another statement, arm or argument begins.
const END_OF_STATEMENT: &[char] = &[';', '{', '}', ','];
/// The characters at the end of a line after which another item begins.
const END_OF_ITEM: &[char] = &[';', '{', '}'];

/// Returns whether a comment that begins with `words` precedes the line, or precedes the first line of the statement or
/// item that contains it. `ends` are the characters that end the previous one.
fn says(lines: &[&str], line: usize, words: &str, ends: &[char]) -> bool {
    let above = lines[..line - 1].iter().rev().map(|line| line.trim());
    for line in above {
        if line.starts_with(words) {
            return true;
        }
        let code = line.split("//").next().unwrap_or_default().trim_end();
        if line.is_empty() || code.ends_with(ends) {
            return false;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    const BACKEND: &str = "crates/carnelian/src/hash/sha512/x86_avx2.rs";

    /// Checks the lines found in a file, and a word of each message.
    #[track_caller]
    fn finds(path: &str, text: &str, expected: &[(usize, &str)]) {
        let findings = check_file(path, text);
        let matches =
            findings.iter().zip(expected).all(|(f, (line, word))| f.line == *line && f.message.contains(word));
        assert!(matches && findings.len() == expected.len(), "{findings:?}");
    }

    #[test]
    fn unsafe_stands_in_listed_files_alone() {
        let text = "#![allow(unsafe_code)]\nfn f() {\n    // SAFETY: a test.\n    unsafe { g() }\n}\n";
        finds(BACKEND, text, &[]);
        finds(LISTED[0].0, text, &[]);
        finds("crates/carnelian/src/curve/curve25519/fe_4x64_bmi2.rs", text, &[]);
        for elsewhere in [
            "crates/carnelian/src/lib.rs",
            "crates/carnelian/src/curve/curve25519/fe_5x51.rs",
            "crates/carnelian-cli/src/x86_avx2.rs",
            "fuzz/src/x86_.rs",
        ] {
            finds(elsewhere, text, &[(1, "not listed"), (4, "not listed")]);
        }
        finds("crates/carnelian/src/lib.rs", "#[cfg_attr(all(), expect(unsafe_code))]\nmod m {}", &[(1, "not listed")]);
        finds("crates/carnelian/src/lib.rs", "#![deny(unsafe_code)]\n// unsafe\nconst S: &str = \"unsafe {}\";", &[]);
        finds("crates/carnelian/src/lib.rs", "m! { unsafe impl Send for T {} }", &[(1, "not listed"), (1, "SAFETY")]);
        finds(LISTED[0].0, "fn f() {}", &[(0, "holds none")]);
    }

    #[test]
    fn a_block_says_why() {
        finds(BACKEND, "fn f() {\n    unsafe { g() }\n}\n", &[(2, "SAFETY")]);
        finds(BACKEND, "macro_rules! m { () => {\n    unsafe { g() }\n} }\n", &[(2, "SAFETY")]);
        finds(BACKEND, "fn f() {\n    // SAFETY: a test.\n    let x =\n        unsafe { g() };\n}\n", &[]);
        finds(BACKEND, "fn f() {\n    // SAFETY: one,\n    // two.\n    Self(unsafe { g() })\n}\n", &[]);
        let second = "fn f() {\n    // SAFETY: a test.\n    unsafe { g() };\n    unsafe { g() };\n}\n";
        finds(BACKEND, second, &[(4, "SAFETY")]);
        let arms =
            "fn f() { match x {\n    // SAFETY: a test.\n    1 => unsafe { g() },\n    _ => unsafe { g() },\n} }\n";
        finds(BACKEND, arms, &[(4, "SAFETY")]);
    }

    #[test]
    fn a_reason_is_stated_here() {
        let block = |reason: &str| format!("fn f() {{\n    // SAFETY: {reason}\n    unsafe {{ g() }}\n}}\n");
        for words in ELSEWHERE {
            finds(BACKEND, &block(&format!("{words} one.")), &[(2, words)]);
            let (first, rest) = words.split_once(' ').expect("several words");
            finds(BACKEND, &block(&format!("the text is {first}\n    // {rest} one.")), &[(2, words)]);
        }
        finds(BACKEND, &block("the token proves that the CPU has AVX2; the caller owns the context."), &[]);
        finds(BACKEND, &block("the array has the bytes.\n\n    // It is as above."), &[(5, "SAFETY")]);
    }

    #[test]
    fn a_function_has_a_contract() {
        finds(BACKEND, "/// Does.\nunsafe fn f() {}\n", &[(2, "# Safety")]);
        finds(BACKEND, "m! {\n    pub unsafe extern \"C\" fn f() {}\n}\n", &[(2, "# Safety")]);
        finds(BACKEND, "/// Does.\n///\n/// # Safety\n/// None.\n#[inline(always)]\npub unsafe fn f() {}\n", &[]);
        finds(BACKEND, "/// # Safety\n/// None.\nunsafe fn f() {}\nunsafe fn g() {}\n", &[(4, "# Safety")]);
        finds(BACKEND, "type F = unsafe fn(u8);\nimpl T for U {\n    unsafe fn f() {}\n}\n", &[]);
        finds(BACKEND, "unsafe extern \"C\" {\n    unsafe fn f();\n}\n", &[]);
    }

    #[test]
    fn entry_points_share_the_contract_of_the_header() {
        let found = |code: &str| check_file("crates/carnelian-capi/src/hash.rs", code).len();
        assert_eq!(found("/// Does.\npub unsafe extern \"C\" fn carnelian_f() {}\n"), 0);
        assert_eq!(found("/// Does.\nunsafe fn carnelian_f() {}\n"), 1);
        finds(BACKEND, "/// Does.\npub unsafe extern \"C\" fn carnelian_f() {}\n", &[(2, "# Safety")]);
    }

    #[test]
    fn every_member_takes_the_lints() {
        let manifest = "[package]\nname = \"x\"\n";
        assert!(obeys_the_workspace("crates/x/Cargo.toml", manifest).is_some());
        assert!(obeys_the_workspace("crates/drop-in/x/Cargo.toml", manifest).is_some());
        assert!(obeys_the_workspace("fuzz/Cargo.toml", manifest).is_none());
        assert!(
            obeys_the_workspace("crates/x/Cargo.toml", &format!("{manifest}\n[lints]\nworkspace = true\n")).is_none()
        );
    }
}
