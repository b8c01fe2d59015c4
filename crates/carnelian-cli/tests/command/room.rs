//! A separate directory for each test, and programs that run in it.

use crate::signals;
use crate::skipped::skipped;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use tempfile::TempDir;

/// The command under test.
pub(crate) const CARNELIAN: &str = env!("CARGO_BIN_EXE_carnelian");

/// The algorithms for which coreutils have a program.
pub(crate) const IN_COREUTILS: [(&str, &str); 5] = [
    ("sha512", "sha512sum"),
    ("sha384", "sha384sum"),
    ("sha256", "sha256sum"),
    ("sha224", "sha224sum"),
    ("blake2b", "b2sum"),
];

/// The algorithms of `openssl dgst`, and its options for them.
pub(crate) const IN_OPENSSL: [(&str, &[&str]); 13] = [
    ("sha512", &["-sha512"]),
    ("sha384", &["-sha384"]),
    ("sha512-256", &["-sha512-256"]),
    ("sha256", &["-sha256"]),
    ("sha224", &["-sha224"]),
    ("sha3-224", &["-sha3-224"]),
    ("sha3-256", &["-sha3-256"]),
    ("sha3-384", &["-sha3-384"]),
    ("sha3-512", &["-sha3-512"]),
    ("shake128", &["-shake128", "-xoflen", "32"]),
    ("shake256", &["-shake256", "-xoflen", "64"]),
    ("blake2b", &["-blake2b512"]),
    ("blake2s", &["-blake2s256"]),
];

/// Returns whether `program` can be run. If not, reports that the test is skipped.
pub(crate) fn is_installed(program: &str) -> bool {
    let installed = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    if !installed {
        skipped(&format!("{program} is not installed"));
    }
    installed
}

/// A directory for one test.
pub(crate) struct Room(TempDir);

/// The exit code and output of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl Room {
    pub(crate) fn new() -> Self {
        signals::end_programs();
        Self(tempfile::tempdir().unwrap())
    }

    /// Creates a directory with files that have unusual names and contents.
    pub(crate) fn furnished() -> Self {
        let room = Self::new();
        for (index, name) in odd_names().iter().enumerate() {
            room.write(name, format!("content {index}"));
        }
        room.write("empty", "");
        room.write("big", bytes(3 << 20));
        fs::create_dir(room.path().join("directory")).unwrap();
        room
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, name: impl AsRef<OsStr>, content: impl AsRef<[u8]>) {
        fs::write(self.path().join(name.as_ref()), content).unwrap();
    }

    pub(crate) fn names(&self) -> Vec<OsString> {
        let mut names: Vec<_> = fs::read_dir(self.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    }

    /// Returns a program to run in this directory, with messages in English and names in UTF-8.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.path()).env("LC_ALL", "C.UTF-8").env_remove("CARNELIAN_CPU").stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, program: &str, args: &[impl AsRef<OsStr>]) -> Run {
        finish(self.command(program).args(args), b"")
    }

    pub(crate) fn carnelian(&self, args: &[impl AsRef<OsStr>]) -> Run {
        self.run(CARNELIAN, args)
    }

    /// Creates a test directory with a new Ed25519 key in `key` and `pub`, an X25519 key in `xkey` and `xpub`, an
    /// ML-KEM-768 key in `kkey` and `kpub`, a ciphertext for it in `kc` and its secret in `ks`, a `file`, and its
    /// signature in `sig`.
    pub(crate) fn with_keys() -> Self {
        let room = Self::new();
        room.succeeds("keygen ed25519 -o key --public pub");
        room.succeeds("keygen x25519 -o xkey --public xpub");
        room.succeeds("keygen ml-kem-768 -o kkey --public kpub");
        room.succeeds("encapsulate --key kpub --ciphertext kc --secret ks");
        room.write("file", bytes(300_000));
        room.succeeds("sign --key key --signature sig file");
        room
    }

    /// Runs the command with the words of `arguments`, which must succeed without a message.
    pub(crate) fn succeeds(&self, arguments: &str) -> Run {
        let run = self.carnelian(&arguments.split(' ').collect::<Vec<_>>());
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{arguments}");
        run
    }

    /// Runs the command with the words of `arguments`, which must end with `code` and a message that contains each of
    /// `parts`, and leave the directory unchanged.
    pub(crate) fn fails(&self, arguments: &str, code: i32, parts: &[&str]) -> Run {
        let before = self.names();
        let run = self.carnelian(&arguments.split(' ').collect::<Vec<_>>());
        run.failed(arguments, code, parts);
        assert_eq!(self.names(), before, "{arguments}");
        run
    }

    /// Like [`carnelian`](Self::carnelian), but with `passphrase` on descriptor 3.
    pub(crate) fn with_passphrase(&self, passphrase: &str, arguments: &str) -> Run {
        self.with_descriptor(passphrase, &format!("{arguments} --passphrase-fd 3"))
    }

    /// Runs the command with `content` on descriptor 3.
    pub(crate) fn with_descriptor(&self, content: &str, arguments: &str) -> Run {
        self.write(".passphrase", content);
        let script = format!("exec {CARNELIAN} {arguments} 3< .passphrase");
        let run = self.run("sh", &["-c", &script]);
        fs::remove_file(self.path().join(".passphrase")).unwrap();
        run
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path().join(name)).unwrap()
    }

    pub(crate) fn mode(&self, name: &str) -> u32 {
        fs::symlink_metadata(self.path().join(name)).unwrap().permissions().mode() & 0o7777
    }
}

impl Run {
    pub(crate) fn text(&self) -> &str {
        str::from_utf8(&self.stdout).unwrap()
    }

    /// Checks that the program ended with `code` and a message that contains each of `parts`.
    pub(crate) fn failed(&self, what: &str, code: i32, parts: &[&str]) {
        assert_eq!(self.code, Some(code), "{what}: {self:?}");
        assert!(parts.iter().all(|part| self.stderr.contains(part)), "{what}: {parts:?} in {}", self.stderr);
        assert!(!self.stderr.is_empty(), "{what}");
    }

    /// Returns the output of the run, without the exit code and the program name that prefixes its messages: this must
    /// be equal for two programs that do the same.
    pub(crate) fn said(&self, program: &str) -> (String, Vec<String>) {
        let prefix = format!("{program}: ");
        let messages = self.stderr.lines().map(|line| line.strip_prefix(&prefix).unwrap_or(line).to_owned());
        (String::from_utf8_lossy(&self.stdout).into_owned(), messages.collect())
    }
}

/// The start of the warning that other programs slow a measurement.
const BUSY: &str = "carnelian: other programs keep this machine busy";

/// Runs `command` with `stdin` as its standard input. The warning of a busy machine is left out of its standard error:
/// it depends on what else runs there.
pub(crate) fn finish(command: &mut Command, stdin: &[u8]) -> Run {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let output = thread::scope(|scope| {
        // A program that does not read its input closes it; the test ignores that error.
        scope.spawn(move || pipe.write_all(stdin));
        child.wait_with_output().unwrap()
    });
    let stderr = String::from_utf8(output.stderr).unwrap();
    let stderr = stderr.split_inclusive('\n').filter(|line| !line.starts_with(BUSY)).collect();
    Run { code: output.status.code(), stdout: output.stdout, stderr }
}

/// Returns names that lists escape, that shells quote, that parsers might misread, or that are not valid UTF-8.
pub(crate) fn odd_names() -> Vec<OsString> {
    let names: [&[u8]; 24] = [
        b"plain",
        b"two words",
        b" leading and trailing ",
        b"new\nline",
        b"\nnew lines\n",
        b"carriage\rreturn",
        b"ends in a carriage return\r",
        b"back\\slash",
        b"back\\\\nslash",
        b"ends in a backslash\\",
        b"it's",
        b"it's $HOME",
        b"\"quoted\"",
        b"tab\tbell\x07",
        b"*starts with a star",
        b"#comment",
        b"~home",
        b"{",
        b"(parentheses) = (",
        b"a:b",
        "caf\u{e9}".as_bytes(),
        "\u{202e}cod.exe".as_bytes(),
        b"no text \xff\xfe",
        b"\\",
    ];
    names.map(|name| OsString::from_vec(name.to_vec())).into()
}

/// Returns `len` bytes without a short period.
pub(crate) fn bytes(len: usize) -> Vec<u8> {
    (0..len as u64).map(|i| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as u8).collect()
}
