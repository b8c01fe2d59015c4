//! The headers: each declares what programs include it for, those of families that are not offered say so, and
//! docs/guide/sodium.md says of them what is true.

use crate::programs::all_exist;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The whole interface.
const SODIUM: &str = include_str!("../../include/sodium.h");

/// The guide that users read.
const GUIDE: &str = include_str!("../../../../../docs/guide/sodium.md");

/// Functions that are not offered, and the version of libsodium that brought them.
const MISSING: &[(&str, &str)] = &[
    ("crypto_aead_aegis128l_encrypt", "1.0.19"),
    ("crypto_aead_aegis256_encrypt", "1.0.19"),
    ("crypto_ipcrypt_encrypt", "1.0.21"),
    ("crypto_xof_turboshake128_update", "1.0.21"),
    ("crypto_core_keccak1600_permute_24", "1.0.21"),
];

/// Headers that are named otherwise than their functions, with one of these.
const NAMED_OTHERWISE: &[(&str, &str)] = &[
    ("core", "sodium_init"),
    ("crypto_hash_sha3", "crypto_hash_sha3256"),
    ("export", "sodium_init"),
    ("randombytes_internal_random", "randombytes_internal_implementation"),
    ("randombytes_sysrandom", "randombytes_sysrandom_implementation"),
    ("runtime", "sodium_runtime_has_avx2"),
    ("utils", "sodium_memzero"),
    ("version", "sodium_version_string"),
];

#[test]
fn each_declares_the_functions_that_it_is_included_for() {
    if !all_exist(&["cc"]) {
        return;
    }
    for header in headers().into_iter().filter(|header| !is_absent(header)) {
        let name = name(&header);
        let function = function_of(name);
        let program = format!("#include <sodium/{name}.h>\nenum {{ SIZE = sizeof &{function} }};\n");
        let output = compile(&program);
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn absent_families_are_named() {
    if !all_exist(&["cc"]) {
        return;
    }
    let absent: Vec<PathBuf> = headers().into_iter().filter(|header| is_absent(header)).collect();
    assert!(!absent.is_empty());
    for header in absent {
        let name = name(&header);
        let output = compile(&format!("#include <sodium/{name}.h>\n"));
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{name} compiles");
        assert!(errors.contains(&format!("sodium/{name}.h: carnelian-sodium does not offer")), "{name}: {errors}");
    }
}

#[test]
fn an_ignored_verdict_is_a_warning() {
    if !all_exist(&["cc"]) {
        return;
    }
    let compile = |call: &str| compile(&format!("#include <sodium.h>\nvoid f(void *p) {{ {call}; }}\n"));
    for call in ["sodium_memcmp(p, p, 1)", "crypto_sign_verify_detached(p, p, 1, p)", "crypto_scalarmult(p, p, p)"] {
        let output = compile(call);
        assert!(String::from_utf8_lossy(&output.stderr).contains("unused-result"), "{call}: {output:?}");
    }
    // Programs that were written for libsodium ignore successes for which libsodium has no warning.
    let output = compile("crypto_hash_sha256_update(p, p, 1)");
    assert!(output.status.success(), "{output:?}");
}

/// The guide begins with a table of the states and their sizes.
#[test]
fn states_have_the_sizes_of_the_guide() {
    if !all_exist(&["cc"]) {
        return;
    }
    let rows: Vec<Vec<&str>> = GUIDE.lines().map(|line| line.split('|').map(str::trim).collect()).collect();
    let states = rows.iter().filter(|cells| cells.len() == 5 && cells[1].ends_with("_state`"));
    let mut listed = Vec::new();
    for cells in states {
        for state in cells[1].split(", ").map(|name| name.trim_matches('`')) {
            let program = format!("#include <sodium.h>\nchar right[sizeof({state}) == {} ? 1 : -1];\n", cells[2]);
            let output = compile(&program);
            assert!(output.status.success(), "{state} has not {} bytes: {output:?}", cells[2]);
            listed.push(state);
        }
    }
    let defined = SODIUM.lines().filter(|line| line.starts_with('}') || line.starts_with("typedef crypto_"));
    let mut defined: Vec<&str> = defined.filter_map(|line| line.strip_suffix(';')?.rsplit(' ').next()).collect();
    defined.retain(|name| name.ends_with("_state"));
    defined.sort_unstable();
    listed.sort_unstable();
    assert_eq!(listed, defined);
}

/// Programs ask for a version and call what it brought.
#[test]
fn the_version_is_before_those_of_what_is_missing() {
    let version = SODIUM.lines().find_map(|line| line.strip_prefix("#define SODIUM_VERSION_STRING "));
    let version = version.expect("there is one").trim_matches('"');
    for (function, brought_by) in MISSING {
        assert!(!functions().contains(function), "{function} is there");
        assert!(version < *brought_by, "{version} promises {function}");
    }
    assert!(GUIDE.contains(&format!("are `{version}`")), "the guide names another version than {version}");
}

#[test]
fn the_guide_counts_the_functions() {
    let count = functions().len();
    assert!(GUIDE.contains(&format!("{count} functions are there")), "there are {count}");
    // All but `crypto_core_ed25519_from_uniform` are in libsodium 1.0.23.
    let offered = format!("{} of its 756 functions", count - 1);
    assert!(include_str!("../../../../../README.md").contains(&offered), "README counts otherwise than {offered}");
}

/// Returns the functions that the header declares. Declarations begin at the start of a line.
fn functions() -> Vec<&'static str> {
    let is_declaration = |line: &&str| line.starts_with(char::is_lowercase) && !line.starts_with("typedef");
    let before = SODIUM.lines().filter(is_declaration).filter_map(|line| line.split_once('('));
    before.filter_map(|(before, _)| before.rsplit([' ', '*']).next()).collect()
}

/// Returns a function that programs include the header for.
fn function_of(header: &str) -> &'static str {
    if let Some((_, function)) = NAMED_OTHERWISE.iter().find(|(name, _)| *name == header) {
        return function;
    }
    let declared = functions().into_iter().find(|function| function.starts_with(header));
    declared.unwrap_or_else(|| panic!("no function begins with {header}"))
}

/// Returns the headers in `include/sodium`.
fn headers() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/sodium");
    let mut headers: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    headers.sort();
    headers
}

/// Returns whether the header stops the compiler, since its family is not offered.
fn is_absent(header: &Path) -> bool {
    fs::read_to_string(header).unwrap().contains("\n#error ")
}

fn name(header: &Path) -> &str {
    header.file_stem().and_then(OsStr::to_str).expect("a header has a name")
}

/// Compiles a program and keeps nothing. The compiler warns of ignored results only if it generates code.
fn compile(program: &str) -> Output {
    let mut command = Command::new("cc");
    command.args(["-std=c99", "-pedantic-errors", "-Wall", "-Werror", "-S", "-o", "-", "-x", "c"]);
    command.arg("-I").arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("include")).arg("-");
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut compiler = command.spawn().expect("the compiler starts");
    compiler.stdin.take().expect("it has an input").write_all(program.as_bytes()).expect("it reads its input");
    compiler.wait_with_output().expect("it ends")
}
