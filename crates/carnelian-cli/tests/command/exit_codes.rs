//! The table of exit codes: help, the manual and README show it, and the command behaves as each row says.

use crate::general::SUBCOMMANDS;
use crate::room::{CARNELIAN, Room};
use carnelian_cli::exit::TABLE;

const README: &str = include_str!("../../../../README.md");

fn codes() -> Vec<u8> {
    TABLE.iter().map(|(exit, _)| *exit as u8).collect()
}

#[test]
fn the_table_stands_in_help_in_the_manual_and_in_readme() {
    let room = Room::new();
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let help = flat(room.succeeds("--help").text());
    let manual = flat(&room.succeeds("man").text().replace('\\', ""));
    for (exit, meaning) in &TABLE {
        let code = *exit as u8;
        assert!(help.contains(&format!(" {code} {meaning}")), "{help}");
        assert!(manual.contains(&format!("{code} {meaning}")), "{manual}");
        assert!(README.contains(&format!("\n| {code} | {meaning} |\n")), "README.md: | {code} | {meaning} |");
    }
    let rows = README.split("| exit code | meaning |").nth(1).unwrap().lines().skip(2);
    assert_eq!(rows.take_while(|line| line.starts_with('|')).count(), TABLE.len());
}

/// The list of each subcommand is part of the table.
#[test]
fn no_subcommand_has_a_code_that_the_table_has_not() {
    let room = Room::new();
    for name in SUBCOMMANDS {
        let help = room.succeeds(&format!("{} --help", name.replace("password-", "password ")));
        let (_, listed) = help.text().split_once("\nExit codes:\n").unwrap();
        let listed = listed.lines().filter_map(|line| line.trim_start().split(' ').next()?.parse::<u8>().ok());
        let listed: Vec<u8> = listed.collect();
        assert!(listed.len() >= 3 && listed.iter().all(|code| codes().contains(code)), "{name}: {listed:?}");
    }
}

/// Covers each row except the last, which needs a signal.
#[test]
fn every_row_is_what_the_command_does() {
    let room = Room::with_keys();
    room.succeeds("random 32 -o seal-key");
    room.succeeds("seal --key seal-key -o sealed file");
    room.write("damaged", {
        let mut sealed = room.read("sealed");
        sealed[5000] ^= 1;
        sealed
    });
    room.write("wrong-list", format!("{}  file\n", "0".repeat(64)));
    room.write("no-list", "text\n");
    room.write("raw", [7; 32]);
    room.write("short", [7; 31]);
    room.succeeds("keygen ed25519 -o other --public other-pub");
    let cases = [
        (0, "verify --key pub --signature sig file"),
        (0, "open --key seal-key -o opened sealed"),
        (0, "decapsulate --key kkey --ciphertext kc --secret new-secret"),
        (1, "verify --key other-pub --signature sig file"),
        (1, "mac hmac-sha256 --key pub --verify 00 file"),
        (1, "hash sha256 --check wrong-list"),
        (1, "open --key seal-key -o new damaged"),
        (1, "open --key raw -o new sealed"),
        (1, "open --key seal-key -o new file"),
        (2, "verify --key pub"),
        (2, "hash sha4 file"),
        (2, "seal --key seal-key --force -o ./seal-key file"),
        (2, "encapsulate --key kpub --ciphertext - --secret -"),
        (2, "convert --key key --private-form seed -o new"),
        (3, "hash sha256 missing"),
        (3, "seal --key missing -o new file"),
        (3, "sign --key key --signature sig file"),
        (3, "encapsulate --key kpub --ciphertext kc --secret new"),
        (3, "decapsulate --key kkey --ciphertext missing --secret new"),
        (4, "hash sha256 --check no-list"),
        (4, "public --key raw"),
        (4, "sign --key raw --signature new file"),
        (4, "seal --key short -o new file"),
        (4, "encapsulate --key pub --ciphertext new --secret s"),
        (4, "decapsulate --key kkey --ciphertext short --secret s"),
        (4, "verify --key sig --signature sig file"),
        (4, "password verify file"),
    ];
    for (code, arguments) in cases {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let run = room.carnelian(&arguments);
        assert_eq!(run.code, Some(code), "{arguments:?}: {run:?}");
    }
    let seen: Vec<u8> =
        codes().into_iter().filter(|code| cases.iter().any(|(seen, _)| seen == &i32::from(*code))).collect();
    assert_eq!(seen, [0, 1, 2, 3, 4]);
}

/// Running out of memory has the same exit code in every subcommand.
#[test]
fn too_little_memory_is_one_code_everywhere() {
    let room = Room::new();
    room.write("file", "text");
    assert_eq!(room.with_passphrase("a word", "seal -o locked file").code, Some(0));
    room.write("stored", "$argon2id$v=19$m=1048576,t=1,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4");
    room.write(".passphrase", "a word");
    for arguments in ["seal -o new file", "open -o new locked", "password hash -m 1GiB", "password verify stored"] {
        let script = format!("ulimit -v 200000; exec {CARNELIAN} {arguments} --passphrase-fd 3 3< .passphrase");
        room.run("sh", &["-c", &script]).failed(arguments, 3, &["KiB of memory for Argon2"]);
        assert!(!room.path().join("new").exists(), "{arguments}");
    }
}
