//! Files that Python's tools read, and literals that macros take: compared with the catalogue, or written from it with
//! `CARNELIAN_GENERATE=1 cargo test -p carnelian-python --test generated`.
//!
//! | file | what is generated |
//! |---|---|
//! | `src/algorithms/rows.rs` | all of it: the names of classes |
//! | `python/carnelian/__init__.py` | the hash functions in the table of its documentation |
//! | `python/carnelian/*.pyi` | what follows a line that says so |

use carnelian::algorithm::{self, Identity, KemAlgorithm, SignatureAlgorithm};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

/// The command that writes the files.
const COMMAND: &str = "`CARNELIAN_GENERATE=1 cargo test -p carnelian-python --test generated`";

/// The classes of other hash functions that are made by their names: each has arguments of its own.
const OTHER_HASHES: [&str; 6] = ["blake2b", "blake2s", "cshake_128", "cshake_256", "shake_128", "shake_256"];

/// A hash function whose digests have one length.
struct HashFunction {
    /// The type in `carnelian::hash`.
    rust: String,
    identity: &'static Identity,
    /// The digest of `abc`, in hexadecimal digits.
    digest: String,
}

/// A parameter set of a scheme that has a class for the keys of each set.
struct Set {
    /// The module of the scheme, in Rust and in Python.
    module: &'static str,
    /// The type of the set.
    rust: String,
    identity: &'static Identity,
}

/// Returns the name of the type of an algorithm: its words with capitals, and a line only between digits.
fn rust_type(id: &str) -> String {
    id.split('-').fold(String::new(), |mut name, word| {
        let are_digits =
            [name.chars().last(), word.chars().next()].iter().all(|c| c.is_some_and(|c| c.is_ascii_digit()));
        if are_digits {
            name.push('_');
        }
        name + &word[..1].to_ascii_uppercase() + &word[1..]
    })
}

fn hash_functions() -> Vec<HashFunction> {
    let fixed =
        algorithm::hashes().iter().filter(|function| function.digest_lens().start() == function.digest_lens().end());
    fixed
        .map(|function| {
            let mut digest = vec![0; function.digest_len()];
            function.digest(b"abc", &mut digest).expect("the length of a digest");
            HashFunction {
                rust: rust_type(function.identity().id),
                identity: function.identity(),
                digest: hex(&digest),
            }
        })
        .collect()
}

/// Returns the parameter sets of a scheme, whose identifiers begin with its own.
fn sets(module: &'static str) -> Vec<Set> {
    let signatures = algorithm::signatures().iter().map(SignatureAlgorithm::identity);
    let identities = signatures.chain(algorithm::kems().iter().map(KemAlgorithm::identity));
    let of_module = identities.filter(|identity| identity.id.replace('-', "").starts_with(module));
    of_module.map(|identity| Set { module, rust: rust_type(identity.id), identity }).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// Returns the name of a hash function as `hashlib` spells it.
fn hashlib(identity: &Identity) -> String {
    match identity.id.strip_prefix("shake") {
        Some(strength) => format!("shake_{strength}"),
        None => identity.id.replace('-', "_"),
    }
}

impl HashFunction {
    /// Returns the lines of the documentation of the class.
    fn doc(&self) -> Vec<String> {
        let (Identity { name, standard, .. }, class) = (self.identity, hashlib(self.identity));
        let standard = standard.split_once(" Section").map_or(*standard, |(standard, _)| standard);
        vec![
            format!("{name}, {standard}."),
            String::new(),
            ">>> import carnelian".to_owned(),
            format!(">>> carnelian.{class}(b\\\"abc\\\").hexdigest()[:16]"),
            format!("'{}'", &self.digest[..16]),
            format!(">>> carnelian.{class}.hash(b\\\"abc\\\") == carnelian.{class}(b\\\"abc\\\").digest()"),
            "True".to_owned(),
        ]
    }
}

/// Returns the names of the classes of private and public keys, without what tells the parameter sets apart.
fn roles(module: &str) -> (&'static str, &'static str) {
    if module == "mlkem" { ("DecapsulationKey", "EncapsulationKey") } else { ("SigningKey", "VerifyingKey") }
}

impl Set {
    /// Returns the class of the parameter set.
    fn class(&self) -> String {
        self.identity.name.replace('-', "_")
    }

    /// Returns the classes of its keys: the name of the set without that of the scheme follows the role.
    fn keys(&self) -> (String, String) {
        let class = self.class();
        let (_, set) = class.split_once('_').and_then(|(_, rest)| rest.split_once('_')).expect("two words and a set");
        let (private, public) = roles(self.module);
        (format!("{private}{set}"), format!("{public}{set}"))
    }

    /// Returns the types of its keys in the extension module.
    fn key_types(&self) -> (String, String) {
        let scheme = ["MlKem", "MlDsa", "SlhDsa"].into_iter().find_map(|scheme| self.rust.strip_prefix(scheme));
        let (set, (private, public)) = (scheme.expect("the name of a scheme comes first"), roles(self.module));
        (format!("{private}{set}"), format!("{public}{set}"))
    }
}

/// Returns a macro that calls another with rows.
fn rows_macro(name: &str, doc: &str, rows: &[String]) -> String {
    let mut text = format!("\n/// {doc}\n/// `$apply! {{ [arguments] rows }}`.\nmacro_rules! {name} {{\n");
    text += "    ($($apply:ident)::+ [$($arguments:tt)*]) => {\n        $($apply)::+! { [$($arguments)*]\n";
    for row in rows {
        writeln!(text, "            {row};").unwrap();
    }
    text + "        }\n    };\n}\n" + &format!("pub(crate) use {name};\n")
}

/// Returns `src/algorithms/rows.rs`.
fn rows() -> String {
    let mut text = format!("//! Generated by {COMMAND}; not to be edited.\n");
    text += "//!\n//! The rows of the catalogue with the names of their classes, which PyO3 takes as literals only.\n";
    let functions: Vec<String> = hash_functions()
        .iter()
        .map(|function| {
            let doc =
                function.doc().iter().map(|line| format!("\"{line}\"")).collect::<Vec<_>>().join("\n                ");
            format!("{} \"{}\" [\n                {doc}\n            ]", function.rust, hashlib(function.identity))
        })
        .collect();
    let doc = "Calls a macro with the hash functions of one length: type, class and documentation.";
    text += &rows_macro("hashes", doc, &functions);
    let prehashes: Vec<String> = hash_functions()
        .iter()
        .filter(|function| algorithm::hash(function.identity.id).is_some_and(|hash| hash.prehash().is_some()))
        .map(|function| format!("{} \"{}\"", function.rust, hashlib(function.identity)))
        .collect();
    let doc = "Calls a macro with those of them whose digests are signed in place of messages: type and class.";
    text += &rows_macro("prehashes", doc, &prehashes);
    for module in ["mlkem", "mldsa", "slhdsa"] {
        let sets: Vec<String> = sets(module)
            .iter()
            .map(|set| {
                let ((private, public), (private_type, public_type)) = (set.keys(), set.key_types());
                let name = set.identity.name;
                let keys = format!("{private_type} \"{private}\" {public_type} \"{public}\"");
                format!("{} \"{name}\"\n                {keys}", set.rust)
            })
            .collect();
        let doc = "Calls a macro with the parameter sets: marker, name, private and public keys, each type and class.";
        text += &rows_macro(module, doc, &sets);
    }
    text
}

/// Returns a list of Python in lines of their own.
fn list(start: &str, names: &BTreeSet<String>) -> String {
    names.iter().fold(format!("{start}[\n"), |text, name| text + &format!("    \"{name}\",\n")) + "]\n"
}

/// Returns the end of a stub of parameter sets.
fn sets_stub(module: &'static str, head: &str) -> String {
    let (private_role, public_role) = roles(module);
    let is_class =
        |line: &str| line.strip_prefix("class ").and_then(|rest| rest.split([':', '(']).next().map(str::to_owned));
    let mut all: BTreeSet<String> = head.lines().filter_map(is_class).filter(|name| !name.starts_with('_')).collect();
    let (mut keys, mut classes) = (String::new(), String::new());
    let base = |name: &str| {
        if head.contains(&format!("class _{name}(")) { format!("_{name}") } else { format!("_keys.{name}") }
    };
    let set_base = if head.contains("class _ParameterSet") { "_ParameterSet" } else { "_keys.SignatureSet" };
    for set in sets(module) {
        let ((private, public), class) = (set.keys(), set.class());
        write!(
            keys,
            "\n@final\nclass {private}({}[\"{private}\", \"{public}\"]): ...\n@final\nclass {public}({}[\"{public}\"]): ...\n",
            base(private_role),
            base(public_role),
        )
        .unwrap();
        write!(
            classes,
            "\nclass {class}({set_base}[{private}]):\n    {private_role} = {private}\n    {public_role} = {public}\n"
        )
        .unwrap();
        all.extend([private, public, class]);
    }
    format!("\n{}{keys}{classes}", list("__all__ = ", &all))
}

/// Returns the end of the stub of the package: the hash functions of one length, and the function that makes a class by
/// its name.
fn package_stub() -> String {
    let names: Vec<String> = hash_functions().iter().map(|function| hashlib(function.identity)).collect();
    let mut text = String::new();
    for name in &names {
        write!(text, "\n@final\nclass {name}(_FixedHash): ...\n").unwrap();
    }
    text.push('\n');
    let all: BTreeSet<&str> = names.iter().map(String::as_str).chain(OTHER_HASHES).collect();
    let options = "data: Buffer = b\"\", *, usedforsecurity: bool = True, **options: Any";
    for name in all {
        writeln!(text, "@overload\ndef new(name: Literal[\"{name}\"], {options}) -> {name}: ...").unwrap();
    }
    text + &format!("@overload\ndef new(name: str, {options}) -> Any: ...\n")
}

/// Returns the end of the stub of keys: the functions whose digests are signed.
fn keys_stub() -> String {
    let functions = algorithm::hashes().iter().filter(|function| function.prehash().is_some());
    let names = functions.map(|function| hashlib(function.identity())).collect();
    format!("\n{}", list("Prehash: TypeAlias = Literal", &names))
}

/// Replaces the part of a text that lies between two others.
fn replaced(text: &str, start: &str, end: &str, part: &str) -> String {
    let (head, rest) = text.split_once(start).unwrap_or_else(|| panic!("{start} is missing"));
    let (_, tail) = rest.split_once(end).unwrap_or_else(|| panic!("{end} is missing"));
    [head, start, part, end, tail].concat()
}

/// Returns the file of the package with the hash functions in its documentation.
fn package(text: &str) -> String {
    let names = hash_functions().iter().map(|function| hashlib(function.identity)).collect::<Vec<_>>();
    let others = ["shake_128", "shake_256", "cshake_128", "cshake_256", "blake2b", "blake2s", "kmac_128", "kmac_256"];
    let mut lines = vec![String::new()];
    for name in names.iter().map(String::as_str).chain(others) {
        let line = lines.last_mut().unwrap();
        match line.len() + name.len() {
            0..80 => *line += &format!("{}{name}", if line.is_empty() { "" } else { " " }),
            _ => lines.push(name.to_owned()),
        }
    }
    let cell = lines.join(&format!("\n{:23}", ""));
    replaced(text, "hashes, as in hashlib  ", "\nencryption  ", &cell)
}

/// Returns a stub with another end.
fn stub(text: &str, end: impl FnOnce(&str) -> String) -> String {
    let mark = format!("# From here on generated by {COMMAND}.\n");
    let (head, _) = text.split_once(&mark).unwrap_or_else(|| panic!("`{}` is missing", mark.trim()));
    format!("{head}{mark}{}", end(head))
}

/// A generated file, and what it should be, given what it is.
type File = (&'static str, fn(&str) -> String);

const FILES: [File; 7] = [
    ("src/algorithms/rows.rs", |_| rows()),
    ("python/carnelian/__init__.py", package),
    ("python/carnelian/__init__.pyi", |text| stub(text, |_| package_stub())),
    ("python/carnelian/_keys.pyi", |text| stub(text, |_| keys_stub())),
    ("python/carnelian/mldsa.pyi", |text| stub(text, |head| sets_stub("mldsa", head))),
    ("python/carnelian/mlkem.pyi", |text| stub(text, |head| sets_stub("mlkem", head))),
    ("python/carnelian/slhdsa.pyi", |text| stub(text, |head| sets_stub("slhdsa", head))),
];

#[test]
fn generated_files_are_those_of_the_catalogue() {
    let is_written = std::env::var_os("CARNELIAN_GENERATE").is_some();
    for (name, make) in FILES {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name);
        let found = fs::read_to_string(&path).unwrap_or_default();
        let expected = make(&found);
        if is_written && found != expected {
            fs::write(&path, &expected).unwrap();
        }
        assert!(is_written || found == expected, "{name} is not what {COMMAND} writes");
    }
}
