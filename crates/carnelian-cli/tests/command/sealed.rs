//! `carnelian seal` and `carnelian open`.

use crate::room::{CARNELIAN, Room, bytes, finish};
use std::fs;
use std::io::Write;
use std::process::Stdio;

const CHUNK: usize = 65_536;
const HEADER: usize = 96;

/// Returns a test directory with a `key`, a `file` of `len` bytes, and that file sealed in `sealed`.
fn room_with_sealed(len: usize) -> Room {
    let room = Room::new();
    room.succeeds("random 32 -o key");
    room.write("file", bytes(len));
    room.succeeds("seal --key key -o sealed file");
    room
}

#[test]
fn what_is_sealed_opens() {
    for len in [0, 1, 1000, CHUNK - 1, CHUNK, CHUNK + 1, 8 * CHUNK, 8 * CHUNK + 1, 3_000_000] {
        let room = room_with_sealed(len);
        assert_eq!(room.read("sealed").len(), HEADER + len + 16 * len.div_ceil(CHUNK).max(1), "{len} bytes");
        room.succeeds("open --key key -o opened sealed");
        assert!(room.read("opened") == bytes(len), "{len} bytes");
        assert_eq!(room.names(), ["file", "key", "opened", "sealed"]);
    }
}

/// The example in docs/guide/sealed-file.md.
#[test]
fn the_example_of_the_format() {
    let room = Room::new();
    room.write("key", (0..32).collect::<Vec<u8>>());
    let sealed = "6361726e7365616c01010000000000000000000000000000\
                  202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f\
                  ea5df184f6359b1d24283025324c7c41dab1d09508ca66900ec0c363d665da21\
                  740fbeb50cfac797\
                  c307b0114cb1fd5b0478e1afa73e76cb95b8b4990ba044f36d858c669e31";
    room.write("sealed", carnelian_cli::hex::decode(sealed.as_bytes()).unwrap());
    assert_eq!(room.succeeds("open --key key sealed").text(), "attack at dawn");
}

#[test]
fn streams_in_and_out() {
    let room = room_with_sealed(200_000);
    let piped = |arguments: &str, input: &[u8]| {
        let run = finish(room.command(CARNELIAN).args(arguments.split(' ')), input);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{arguments}");
        run.stdout
    };
    let sealed = piped("seal --key key", &bytes(200_000));
    assert_ne!(sealed, room.read("sealed"), "each file has a salt of its own");
    assert!(piped("open --key key", &sealed) == bytes(200_000));
    assert!(piped("open --key key -o - -", &room.read("sealed")) == bytes(200_000));
    assert!(piped("open --key - sealed", &room.read("key")) == bytes(200_000));
    let sealed = piped("seal --key - -o - file", &room.read("key"));
    assert!(piped("open --key key", &sealed) == bytes(200_000));
}

/// Covers every byte of the header and of a small file, and bytes of every chunk of a larger one.
#[test]
fn any_damage_is_exit_code_1_and_leaves_no_file() {
    let refused = |room: &Room, damaged: &[u8], what: &str| {
        room.write("damaged", damaged);
        let run = room.fails("open --key key -o opened damaged", 1, &["carnelian: damaged: "]);
        assert!(run.stdout.is_empty(), "{what}");
    };
    let room = room_with_sealed(20);
    room.write("damaged", "");
    let sealed = room.read("sealed");
    for at in 0..sealed.len() {
        let mut damaged = sealed.clone();
        damaged[at] ^= 1 << (at % 8);
        refused(&room, &damaged, &format!("byte {at}"));
        refused(&room, &sealed[..at], &format!("cut off at {at}"));
    }
    refused(&room, &[&sealed[..], b"x"].concat(), "extended");

    let room = room_with_sealed(3 * CHUNK);
    room.write("damaged", "");
    let sealed = room.read("sealed");
    let borders = (0..=3).map(|chunk| HEADER + chunk * (CHUNK + 16));
    for border in borders {
        for at in [border.wrapping_sub(17), border.wrapping_sub(1), border, border + CHUNK - 1] {
            if at < sealed.len() {
                let mut damaged = sealed.clone();
                damaged[at] ^= 0x80;
                refused(&room, &damaged, &format!("byte {at}"));
                refused(&room, &sealed[..at], &format!("cut off at {at}"));
            }
        }
    }
    let (header, chunks) = sealed.split_at(HEADER);
    let chunks: Vec<&[u8]> = chunks.chunks(CHUNK + 16).collect();
    for order in [&[0, 1][..], &[0, 2], &[1, 0, 2], &[0, 1, 1, 2], &[0, 1, 2, 2], &[2]] {
        let moved: Vec<u8> = order.iter().flat_map(|&at| chunks[at].to_vec()).collect();
        refused(&room, &[header, &moved].concat(), &format!("{order:?}"));
    }
}

/// An existing file stays unchanged.
#[test]
fn damage_replaces_nothing() {
    let room = room_with_sealed(3 * CHUNK);
    room.write("opened", "before");
    let mut sealed = room.read("sealed");
    *sealed.last_mut().unwrap() ^= 1;
    room.write("sealed", sealed);
    room.fails("open --key key -o opened --force sealed", 1, &["sealed: the file is damaged or cut off at chunk 2"]);
    assert_eq!(room.read("opened"), b"before");
}

/// Standard output gets the chunks before the damage, and the exit code reports it.
#[test]
fn a_stream_has_verified_chunks_alone() {
    let room = room_with_sealed(3 * CHUNK);
    let sealed = room.read("sealed");
    for chunk in 0..3 {
        let mut damaged = sealed.clone();
        damaged[HEADER + chunk * (CHUNK + 16) + 5] ^= 4;
        room.write("damaged", damaged);
        let run = room.carnelian(&["open", "--key", "key", "damaged"]);
        run.failed("damaged", 1, &[&format!("at chunk {chunk}")]);
        assert!(run.stdout == bytes(3 * CHUNK)[..chunk * CHUNK], "chunk {chunk}");
    }
}

#[test]
fn another_key_opens_nothing() {
    let room = room_with_sealed(100);
    room.succeeds("random 32 -o other");
    room.fails(
        "open --key other -o opened sealed",
        1,
        &["sealed: the key is not the one that the file was sealed with"],
    );
    room.fails("open --key key -o opened file", 1, &["file: this is no sealed file"]);
}

#[test]
fn a_passphrase_seals_and_opens() {
    let room = Room::new();
    room.write("file", bytes(100_000));
    let run = room.with_passphrase("a word\n", "seal -o sealed file");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let run = room.with_passphrase("a word", "open -o opened sealed");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(room.read("opened") == bytes(100_000));
    for wrong in ["another", "a word "] {
        let run = room.with_passphrase(wrong, "open -o new sealed");
        run.failed(wrong, 1, &["sealed: the passphrase is not the one that the file was sealed with"]);
    }
    room.with_passphrase("", "seal -o new file").failed("empty", 4, &["the passphrase is empty"]);
    let mut damaged = room.read("sealed");
    for at in [9, 12, 14, 16, 20, 23, 24, 56, 90, 200] {
        damaged[at] ^= 0x10;
        room.write("damaged", &damaged);
        room.with_passphrase("a word", "open -o new damaged").failed("damaged", 1, &["damaged: "]);
        damaged[at] ^= 0x10;
    }
    assert!(!room.path().join("new").exists());
}

#[test]
fn the_passphrase_and_the_file_come_on_one_stream() {
    let room = Room::new();
    let piped = |arguments: &str, input: &[u8]| finish(room.command(CARNELIAN).args(arguments.split(' ')), input);
    let sealed = piped("seal --passphrase-fd 0", b"a word\nattack at dawn");
    assert_eq!(sealed.code, Some(0));
    let opened = piped("open --passphrase-fd 0", &[b"a word\n", &sealed.stdout[..]].concat());
    assert_eq!((opened.code, opened.text()), (Some(0), "attack at dawn"));
}

#[test]
fn what_opens_a_file_is_told() {
    let room = room_with_sealed(10);
    assert_eq!(room.with_passphrase("a word", "seal -o locked file").code, Some(0));
    room.fails("open --key key -o new locked", 4, &["locked: the file was sealed with a passphrase; leave out --key"]);
    let run = room.with_passphrase("a word", "open -o new sealed");
    run.failed("a key", 4, &["sealed: the file was sealed with a key; --key names its file"]);
    for empty in ["", "\n"] {
        room.with_passphrase(empty, "open -o new locked").failed("empty", 4, &["the passphrase is empty"]);
    }
    for below in ["--max-memory 262143KiB", "--max-passes 2"] {
        let run = room.with_passphrase("a word", &format!("open -o new {below} locked"));
        let told = ["262144 KiB of memory, 3 passes and 4 lanes", "--max-memory and --max-passes raise"];
        run.failed(below, 4, &told);
    }
    let at_the_limits = "open -o opened --max-memory 262144KiB --max-passes 3 locked";
    assert_eq!(room.with_passphrase("a word", at_the_limits).code, Some(0));
    let run = room.with_passphrase("a word", "seal --key key -o new file");
    run.failed("both", 2, &["use one of them"]);
    assert!(!room.path().join("new").exists());
}

#[test]
fn a_key_of_another_length_is_none() {
    let room = room_with_sealed(100);
    for len in [0, 1, 31, 33, 64, 100_000] {
        room.write("short", bytes(len));
        room.fails("seal --key short -o new file", 4, &["short: expected a key"]);
        room.fails("open --key short -o new sealed", 4, &["short: expected a key"]);
    }
    room.fails("seal --key missing -o new file", 3, &["missing: No such file"]);
    room.fails("open --key key -o new missing", 3, &["missing: No such file"]);
    room.fails("open --key key -o no/such/directory sealed", 3, &["no/such/directory: "]);
}

#[test]
fn files_that_exist_are_replaced_by_force_alone() {
    let room = room_with_sealed(100);
    let before = room.read("sealed");
    room.fails("seal --key key -o sealed file", 3, &["sealed: exists already; --force replaces it"]);
    room.fails("open --key key -o file sealed", 3, &["file: exists already; --force replaces it"]);
    assert_eq!((room.read("sealed"), room.read("file")), (before.clone(), bytes(100)));
    room.succeeds("seal --key key -o sealed --force file");
    assert_ne!(room.read("sealed"), before);
    room.write("file", "changed");
    room.succeeds("open --key key -o file --force --quiet sealed");
    assert_eq!(room.read("file"), bytes(100));
}

/// The file is larger than the memory limit, so it must be sealed and opened in constant memory.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_constant() {
    let room = room_with_sealed(10);
    let script = format!(
        "ulimit -v 400000; head -c 600000000 /dev/zero | {CARNELIAN} seal --key key | {CARNELIAN} open --key key | \
         tail -c 5 | od -An -tx1"
    );
    let run = room.run("sh", &["-c", &script]);
    assert_eq!((run.text().trim(), run.stderr.as_str()), ("00 00 00 00 00", ""));
}

/// Opened content was secret: neither the umask nor the mode of a replaced file makes it readable to others.
#[test]
fn what_is_opened_is_its_owners_alone() {
    let room = room_with_sealed(100);
    room.write("old", "old");
    for arguments in ["open --key key -o new sealed", "open --key key -o old --force sealed"] {
        room.succeeds(arguments);
    }
    assert_eq!((room.mode("new"), room.mode("old")), (0o600, 0o600));
    room.write("plain", "");
    assert_eq!(room.mode("sealed"), room.mode("plain"));
    room.succeeds("open --key key -o /dev/null sealed");
}

/// The reader goes away: only the exit code reports it.
#[test]
fn a_reader_that_goes_away_ends_it() {
    let room = room_with_sealed(4_000_000);
    let mut open = room.command(CARNELIAN);
    let mut child = open.args(["open", "--key", "key", "sealed"]).stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(141));
    let mut seal = room.command(CARNELIAN);
    seal.args(["seal", "--key", "key"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = seal.spawn().unwrap();
    drop(child.stdout.take());
    let _ = child.stdin.take().unwrap().write_all(&bytes(4_000_000));
    assert_eq!(child.wait().unwrap().code(), Some(141));
    assert!(fs::metadata(room.path().join("sealed")).is_ok());
}
