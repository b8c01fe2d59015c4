//! The command line itself, and `list`.

use crate::room::{CARNELIAN, Room, finish, is_installed};
use crate::terminal::Terminal;
use carnelian::algorithm::{self, Algorithm, Algorithms};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, symlink};

/// The subcommands that have a page in the manual.
pub(crate) const SUBCOMMANDS: &[&str] = &[
    #[cfg(feature = "bench")]
    "bench",
    "completions",
    "convert",
    "decapsulate",
    "encapsulate",
    "exchange",
    "hash",
    "keygen",
    "list",
    "mac",
    "man",
    "open",
    "password-hash",
    "password-verify",
    "password",
    "public",
    "random",
    #[cfg(feature = "bench")]
    "report",
    "seal",
    "self-test",
    "sign",
    "verify",
];

#[test]
fn mistakes_in_the_command_line_are_usage_errors() {
    let room = Room::furnished();
    let mistakes: &[&[&str]] = &[
        &[],
        &["nonsense"],
        &["hash"],
        &["hash", "md5", "plain"],
        &["hash", "sha512", "--nonsense"],
        &["hash", "sha512", "--quiet", "plain"],
        &["hash", "sha512", "--status", "plain"],
        &["hash", "sha512", "--warn", "plain"],
        &["hash", "sha512", "--strict", "plain"],
        &["hash", "sha512", "--ignore-missing", "plain"],
        &["hash", "sha512", "--check", "--tag", "plain"],
        &["hash", "sha512", "--check", "--zero", "plain"],
        &["hash", "sha512", "--check", "--binary", "plain"],
        &["hash", "sha512", "--json", "--tag", "plain"],
        &["mac", "hmac-sha256", "plain"],
        &["mac", "hmac-md5", "--key", "plain", "plain"],
        &["mac", "hmac-sha256", "--key", "-"],
        &["mac", "hmac-sha256", "--key", "plain", "--verify", "0g", "plain"],
        &["mac", "hmac-sha256", "--key", "plain", "--verify", "000", "plain"],
        &["mac", "hmac-sha256", "--key", "plain", "--verify", "00", "plain", "empty"],
        &["mac", "hmac-sha256", "--key", "plain", "--quiet", "plain"],
        &["mac", "hmac-sha256", "--key", "plain", "--verify", "00", "--json", "--quiet", "plain"],
        &["keygen"],
        &["keygen", "ed25519"],
        &["keygen", "rsa", "-o", "key"],
        &["keygen", "ed25519", "-o", "key", "--public", "key"],
        &["keygen", "ed25519", "-o", "-", "--public", "-"],
        &["keygen", "ed25519", "-o", "key", "--encrypt", "--format", "raw"],
        &["keygen", "ed25519", "-o", "key", "--v2", "--format", "hex"],
        &["keygen", "ed25519", "-o", "key", "--v2", "--encrypt"],
        &["keygen", "ed25519", "-o", "key", "--v2", "--passphrase-fd", "0"],
        &["keygen", "ed25519", "-o", "key", "--passphrase-fd", "-1"],
        &["public"],
        &["public", "--key", "plain", "-o", "plain"],
        &["public", "--key", "plain", "--format", "nonsense"],
        &["sign", "--key", "plain", "plain"],
        &["sign", "--key", "-", "--signature", "sig"],
        &["sign", "--key", "plain", "--signature", "plain", "empty"],
        &["sign", "--key", "plain", "--signature", "sig", "plain", "empty"],
        &["sign", "--key", "plain", "--signature", "sig", "--context-hex", "0g", "plain"],
        &["sign", "--key", "plain", "--signature", "sig", "--context-hex", "000", "plain"],
        &["sign", "--key", "plain", "--signature", "sig", "--context", "a", "--context-hex", "00", "plain"],
        &["sign", "--key", "plain", "--signature", "sig", "--combined", "--context-hex", "00", "plain"],
        &["sign", "--key", "plain", "--signature", "sig", "--memory-limit", "much", "plain"],
        &["sign", "--key", "plain", "--signature", "sig", "--prehash", "--memory-limit", "1GiB", "plain"],
        &["verify", "--key", "plain", "plain"],
        &["verify", "--key", "-", "--signature", "-", "plain"],
        &["verify", "--key", "-", "--signature", "plain"],
        &["verify", "--key", "plain", "--signature", "plain", "--rule", "lax", "plain"],
        &["verify", "--key", "plain", "--signature", "plain", "--json", "--quiet", "plain"],
        &["exchange", "--key", "plain", "--peer", "plain"],
        &["exchange", "--key", "-", "--peer", "-", "-o", "secret"],
        &["exchange", "--key", "plain", "--peer", "plain", "-o", "plain"],
        &["encapsulate", "--key", "plain", "--ciphertext", "c"],
        &["encapsulate", "--key", "plain", "--secret", "s"],
        &["encapsulate", "--key", "plain", "--ciphertext", "c", "--secret", "c"],
        &["encapsulate", "--key", "plain", "--ciphertext", "-", "--secret", "-"],
        &["encapsulate", "--key", "plain", "--ciphertext", "plain", "--secret", "s"],
        &["encapsulate", "--key", "plain", "--algorithm", "ml-kem", "--ciphertext", "c", "--secret", "s"],
        &["decapsulate", "--key", "plain", "--secret", "s"],
        &["decapsulate", "--key", "-", "--ciphertext", "-", "--secret", "s"],
        &["decapsulate", "--key", "plain", "--ciphertext", "empty", "--secret", "empty"],
        &["convert", "--key", "plain"],
        &["convert", "--key", "plain", "-o", "plain"],
        &["convert", "--key", "plain", "-o", "new", "--private-form", "nonsense"],
        &["convert", "--key", "plain", "-o", "new", "--encrypt", "--decrypt"],
        &["convert", "--key", "plain", "-o", "new", "--new-passphrase-fd", "0", "--decrypt"],
        &["convert", "--key", "plain", "-o", "new", "--encrypt", "--v2"],
        &["convert", "--key", "plain", "-o", "new", "--new-passphrase-fd", "0", "--v2"],
        &["convert", "--key", "plain", "-o", "new", "--encrypt", "--format", "raw"],
        &["convert", "--key", "plain", "-o", "new", "--v2", "--format", "hex"],
        &["password"],
        &["password", "hash", "a word"],
        &["password", "hash", "--memory", "much"],
        &["password", "hash", "--memory", "65536"],
        &["password", "hash", "--memory", "1MiB"],
        &["password", "hash", "--memory", "7KiB", "--little-memory"],
        &["password", "hash", "--memory", "31KiB"],
        &["password", "hash", "--memory", "4TiB"],
        &["password", "hash", "--passes", "0"],
        &["password", "hash", "--lanes", "0"],
        &["password", "hash", "--lanes", "16777216"],
        &["password", "hash", "--variant", "argon2"],
        &["password", "verify", "plain", "plain"],
        &["password", "verify", "--max-memory", "much", "plain"],
        &["random"],
        &["random", "-1"],
        &["random", "much"],
        &["random", "18446744073709551616"],
        &["random", "99999999999999GiB"],
        &["hash", "shake128", "-l", "12"],
        &["random", "32", "plain"],
        &["seal", "--key"],
        &["seal", "--key", "-"],
        &["seal", "--key", "plain", "-o", "plain", "empty"],
        &["seal", "--key", "plain", "-o", "empty", "empty"],
        &["seal", "--key", "plain", "-o", "sealed", "empty", "plain"],
        &["open", "--key"],
        &["open", "--key", "-", "-o", "opened", "-"],
        &["open", "--key", "plain", "-o", "plain", "empty"],
        &["list", "--nonsense"],
        &["completions", "nonsense"],
    ];
    #[cfg(feature = "bench")]
    let mistakes = &[mistakes, crate::bench::MISTAKES].concat();
    for arguments in mistakes {
        let run = room.carnelian(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}: {run:?}");
        assert!(run.stdout.is_empty() && !run.stderr.is_empty(), "{arguments:?}: {run:?}");
    }
}

#[test]
fn help_has_examples_and_exit_codes() {
    let room = Room::new();
    let subcommands =
        SUBCOMMANDS.iter().filter(|name| !name.starts_with("password-")).map(|name| vec![*name, "--help"]);
    for arguments in [vec!["--help"], vec!["-h"], vec!["help"], vec!["help", "hash"]].into_iter().chain(subcommands) {
        let run = room.carnelian(&arguments);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        let text = run.text();
        assert!(text.contains("\nExamples:\n") && text.contains("\nExit codes:\n"), "{arguments:?}: {text}");
        assert!(!text.contains('\u{1b}'), "{arguments:?}: escape sequences in a pipe");
    }
}

#[test]
fn no_color_is_honoured_on_a_terminal() {
    if !is_installed("script") {
        return;
    }
    let room = Room::new();
    let command = format!("{CARNELIAN} --help");
    let arguments = ["-qec", &command, "/dev/null"];
    let in_terminal = |no_color: &str| {
        let mut script = room.command("script");
        script.args(arguments).env("TERM", "xterm").env("NO_COLOR", no_color).env_remove("CLICOLOR_FORCE");
        finish(&mut script, b"").text().contains("\u{1b}[")
    };
    assert!(in_terminal(""), "an empty NO_COLOR asks for nothing");
    assert!(!in_terminal("1"));
}

#[test]
fn an_unknown_tier_is_refused_and_a_known_one_is_in_force() {
    let room = Room::new();
    let list = |value: &str| finish(room.command(CARNELIAN).args(["list", "--json"]).env("CARNELIAN_CPU", value), b"");
    for unknown in ["avx1024", "AVX2", " avx2"] {
        let run = list(unknown);
        assert_eq!((run.code, run.text()), (Some(2), ""));
        let expected = "carnelian: CARNELIAN_CPU: expected one of portable32, portable64, sse, avx2, avx512, found ";
        assert_eq!(run.stderr, format!("{expected}{}\n", carnelian_cli::file_name::quoted(unknown.as_ref())));
    }
    for known in ["portable32", ""] {
        let run = list(known);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        let listing: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
        let expected = if known.is_empty() { &listing["cpu"] } else { &known.into() };
        assert_eq!(listing["tier"], *expected);
    }
}

/// A listed algorithm: its kind, its name and its sizes.
type Listed = (&'static str, String, Vec<(&'static str, usize)>);

/// Returns the rows that a table of the catalogue has in the list.
fn listed<A: Algorithm>(
    kind: &'static str,
    table: Algorithms<A>,
    sizes: impl Fn(&A) -> Vec<(&'static str, usize)>,
) -> Vec<Listed> {
    table.iter().map(|row| (kind, row.identity().id.to_owned(), sizes(row))).collect()
}

/// Returns the sizes of a private key whose bytes or seeds are stored, by the form of a new key and the expanded one.
fn private_key(lens: &[usize], expanded: Option<usize>) -> Vec<(&'static str, usize)> {
    match (lens.first(), expanded) {
        (Some(seed), Some(expanded)) => vec![("seed_bytes", *seed), ("private_key_bytes", expanded)],
        (Some(len), None) => vec![("private_key_bytes", *len)],
        (None, _) => Vec::new(),
    }
}

/// Returns every row of the catalogue with the sizes that its role states.
fn catalogue() -> Vec<Listed> {
    let signatures = listed("signature", algorithm::signatures(), |scheme| {
        let key = private_key(scheme.private_key_lens(), scheme.expanded_key_len());
        let more = [("public_key_bytes", scheme.public_key_len()), ("signature_bytes", scheme.signature_len())];
        [&key[..], &more].concat()
    });
    let kems = listed("key encapsulation", algorithm::kems(), |scheme| {
        let key = private_key(scheme.decapsulation_key_lens(), scheme.expanded_len());
        let public = [("public_key_bytes", scheme.encapsulation_key_len())];
        let made = [("ciphertext_bytes", scheme.ciphertext_len()), ("secret_bytes", scheme.shared_secret_len())];
        [&key[..], &public, &made].concat()
    });
    let agreements = listed("key agreement", algorithm::agreements(), |scheme| {
        let keys = [("private_key_bytes", scheme.key_len()), ("public_key_bytes", scheme.public_key_len())];
        [&keys[..], &[("secret_bytes", scheme.shared_secret_len())]].concat()
    });
    let hashes = listed("hash", algorithm::hashes(), |function| {
        vec![("digest_bytes", function.digest_len()), ("block_bytes", function.block_len())]
    });
    let macs = listed("authentication", algorithm::macs(), |function| vec![("tag_bytes", function.tag_len())]);
    let aeads = listed("authenticated encryption", algorithm::aeads(), |scheme| {
        vec![("key_bytes", scheme.key_len()), ("nonce_bytes", scheme.nonce_len()), ("tag_bytes", scheme.tag_len())]
    });
    let encryptions = listed("public-key encryption", algorithm::encryptions(), |scheme| {
        let keys =
            [("private_key_bytes", scheme.decryption_key_len()), ("public_key_bytes", scheme.encryption_key_len())];
        [&keys[..], &[("overhead_bytes", scheme.overhead())]].concat()
    });
    let ciphers = listed("stream cipher", algorithm::stream_ciphers(), |cipher| {
        vec![("key_bytes", cipher.key_len()), ("nonce_bytes", cipher.nonce_len()), ("block_bytes", cipher.block_len())]
    });
    let kdfs = listed("key derivation", algorithm::kdfs(), |function| {
        vec![("key_bytes", function.prk_len()), ("most_output_bytes", function.max_output_len())]
    });
    let passwords = listed("password hashing", algorithm::password_hashes(), |function| {
        vec![("least_salt_bytes", function.min_salt_len()), ("least_tag_bytes", function.min_output_len())]
    });
    [hashes, macs, signatures, agreements, kems, aeads, encryptions, ciphers, kdfs, passwords].concat()
}

#[test]
fn list_has_every_algorithm_with_its_sizes() {
    let room = Room::new();
    let run = room.carnelian(&["list", "--json"]);
    let listing: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    let rows = listing["algorithms"].as_array().unwrap();
    let find = |kind: &str, name: &str| rows.iter().find(|row| row["kind"] == kind && row["name"] == name);
    for (kind, name, sizes) in catalogue() {
        let row = find(kind, &name).unwrap_or_else(|| panic!("{kind} {name} is not listed")).as_object().unwrap();
        for (field, bytes) in &sizes {
            assert_eq!(row[*field], *bytes, "{name} {field}");
        }
        assert_eq!(row.keys().filter(|field| field.ends_with("_bytes")).count(), sizes.len(), "{name}");
    }
    // What is made of several algorithms has no row in the catalogue.
    assert_eq!(rows.len(), catalogue().len() + 2);
    // Sizes of a few standards, which are not taken from the library.
    for (kind, name, sizes) in [
        ("hash", "sha256", [("digest_bytes", 32), ("block_bytes", 64)]),
        ("signature", "ml-dsa-65", [("private_key_bytes", 4032), ("signature_bytes", 3309)]),
        ("signature", "slh-dsa-shake-256f", [("private_key_bytes", 128), ("signature_bytes", 49856)]),
        ("key encapsulation", "ml-kem-768", [("seed_bytes", 64), ("ciphertext_bytes", 1088)]),
        ("key encapsulation", "x25519mlkem768", [("ciphertext_bytes", 1120), ("secret_bytes", 64)]),
        ("authenticated encryption", "nacl-box", [("nonce_bytes", 24), ("tag_bytes", 16)]),
        ("file encryption", "sealed-file", [("chunk_bytes", 65_536), ("header_bytes", 96)]),
    ] {
        let row = find(kind, name).unwrap();
        assert!(sizes.iter().all(|(field, bytes)| row[*field] == *bytes), "{row}");
    }

    let table = room.carnelian(&["list"]);
    for row in rows {
        let name = row["name"].as_str().unwrap();
        // BLAKE2 is in the list as a hash function and also as a keyed one.
        let kind = format!(" {} ", row["kind"].as_str().unwrap());
        let is_row = |line: &&str| line.split(' ').next() == Some(name) && line.contains(&kind);
        let line = table.text().lines().find(is_row).unwrap();
        for column in ["kind", "title", "standard", "backend"] {
            assert!(line.contains(row[column].as_str().unwrap()), "{line}");
        }
        let remark = row["status"].as_str().map(|status| format!("{}, {status}", row["title"].as_str().unwrap()));
        assert!(remark.is_none_or(|remark| line.contains(&remark)), "{line}");
    }
    assert_eq!(find("signature", "eddsa-blake2b").unwrap()["status"], "legacy");
    assert!(find("signature", "ed25519").unwrap().get("status").is_none());
}

/// An output that exists and is no regular file is written to, with or without `--force`, and stays what it is.
#[cfg(target_os = "linux")]
#[test]
fn an_output_may_be_a_pipe_or_a_device() {
    let room = room_for_outputs();
    assert_eq!(room.run("mkfifo", &["pipe"]).code, Some(0));
    symlink("pipe", room.path().join("link")).unwrap();
    // A reader that also is a writer waits for neither.
    let mut reader = File::options().read(true).write(true).open(room.path().join("pipe")).unwrap();
    let mut piped = || {
        let mut bytes = vec![0; 60_000];
        let read = reader.read(&mut bytes).unwrap();
        bytes.truncate(read);
        bytes
    };
    for (writer, is_same_each_time) in WRITERS {
        room.succeeds(&writer.replace('@', "expected"));
        for name in ["pipe", "link", "./pipe --force"] {
            room.succeeds(&writer.replace('@', name));
            let bytes = piped();
            assert!(!bytes.is_empty(), "{writer}");
            assert!(!is_same_each_time || bytes == room.read("expected"), "{writer}");
        }
        room.succeeds(&writer.replace('@', "/dev/null"));
        fs::remove_file(room.path().join("expected")).unwrap();
        let kind = fs::symlink_metadata(room.path().join("pipe")).unwrap().file_type();
        assert!(kind.is_fifo() && room.path().join("link").is_symlink(), "{writer}");
    }
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_says_why() {
    let room = room_for_outputs();
    fs::create_dir(room.path().join("directory")).unwrap();
    room.write("taken", "");
    for (writer, _) in WRITERS {
        for force in ["", " --force"] {
            let told = |name: &str, why: &str| room.fails(&(writer.replace('@', name) + force), 3, &[name, why]).stderr;
            told("/dev/full", "/dev/full: No space left on device");
            let said = told("directory", "directory: Is a directory");
            assert!(!said.contains("--force"), "{said}");
        }
        room.fails(&writer.replace('@', "taken"), 3, &["taken: exists already; --force replaces it"]);
    }
    if !is_installed("bash") {
        return;
    }
    for (writer, _) in WRITERS {
        let script = format!("{CARNELIAN} {} && wait $!", writer.replace('@', ">(cat > copy)"));
        let run = room.run("bash", &["-c", &script]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{writer}");
        assert!(!room.read("copy").is_empty(), "{writer}");
        fs::remove_file(room.path().join("copy")).unwrap();
    }
}

/// A binary output to the terminal is refused under its name too, before a passphrase is asked for.
#[test]
fn a_terminal_is_one_under_its_name_too() {
    let room = room_for_outputs();
    for arguments in [
        "random 32 -o /dev/tty",
        "sign --key key --signature /dev/tty file",
        "seal --key secret -o /dev/tty file",
        "seal -o /dev/tty file",
        "keygen ed25519 --encrypt --format der -o /dev/tty",
        "decapsulate --key kkey --ciphertext kc --secret /dev/tty",
        "encapsulate --key kpub --ciphertext new --secret /dev/tty",
    ] {
        let (shown, code) = Terminal::start(&room, arguments).end();
        assert_eq!(code, Some(2), "{arguments}: {shown}");
        assert!(shown.starts_with("carnelian: this would write binary data to a terminal: "), "{shown}");
    }
    for arguments in ["random 32 -o /dev/tty --force", "random 32 --hex -o /dev/tty", "keygen ed25519 -o /dev/tty"] {
        let (shown, code) = Terminal::start(&room, arguments).end();
        assert_eq!(code, Some(0), "{arguments}: {shown}");
    }
}

/// Every way to write one file, `@`, and whether the same is written each time.
const WRITERS: [(&str, bool); 11] = [
    ("random 32 -o @", false),
    ("keygen ed25519 -o @", false),
    ("keygen ed25519 -o /dev/zero --public @", false),
    ("encapsulate --key kpub --ciphertext /dev/zero --secret @", false),
    ("seal --key secret -o @ file", false),
    ("public --key key -o @", true),
    ("convert --key key -o @", true),
    ("exchange --key xkey --peer xpub -o @", true),
    ("decapsulate --key kkey --ciphertext kc --secret @", true),
    ("sign --key key --signature @ file", true),
    ("open --key secret -o @ sealed", true),
];

/// Returns a test directory with the inputs of [`WRITERS`], whose outputs fit into a pipe.
fn room_for_outputs() -> Room {
    let room = Room::with_keys();
    room.write("file", "content");
    room.succeeds("random 32 -o secret");
    room.succeeds("seal --key secret -o sealed file");
    room
}

/// `--force` replaces the file that an output's name refers to, never one that the command reads.
#[test]
fn no_output_replaces_an_input_under_another_spelling() {
    let room = Room::with_keys();
    room.succeeds("random 32 -o seal-key");
    let content = |name: &OsString| fs::read(room.path().join(name)).unwrap();
    let before: Vec<_> = room.names().into_iter().map(|name| (content(&name), name)).collect();
    for (arguments, why) in [
        ("sign --force --key key --signature ./key file", "./key: this output is an input too"),
        ("public --force --key key -o ./key", "./key: this output is an input too"),
        ("exchange --force --key xkey --peer xpub -o ./xkey", "./xkey: this output is an input too"),
        ("encapsulate --force --key kpub --ciphertext ./kpub --secret new", "./kpub: this output is an input too"),
        ("encapsulate --force --key kpub --ciphertext new --secret ./new", "./new: two outputs cannot be one file"),
        ("decapsulate --force --key kkey --ciphertext kc --secret ./kkey", "./kkey: this output is an input too"),
        ("decapsulate --force --key kkey --ciphertext kc --secret ./kc", "./kc: this output is an input too"),
        ("convert --force --key kkey -o ./kkey", "./kkey: this output is an input too"),
        ("seal --force --key seal-key -o ./seal-key file", "./seal-key: this output is an input too"),
        ("seal --force --key seal-key -o ./file file", "./file: this output is an input too"),
        ("keygen ed25519 --force -o new --public ./new", "./new: two outputs cannot be one file"),
        ("keygen ed25519 --force -o key --public ./key", "./key: two outputs cannot be one file"),
    ] {
        room.fails(arguments, 2, &[why]);
    }
    for (content_before, name) in &before {
        assert_eq!(content(name), *content_before, "{}", name.display());
    }
}
