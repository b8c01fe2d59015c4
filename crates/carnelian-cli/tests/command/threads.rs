//! Threads: as many as the system starts, and the same results with none.

use crate::room::{CARNELIAN, Room, finish};

/// Runs the command where the system starts no thread: its stack is to be larger than the address space.
fn alone(room: &Room, arguments: &str) {
    room.write("script", format!("exec {CARNELIAN} {arguments}"));
    let mut command = room.command("sh");
    command.arg("script").env("RUST_MIN_STACK", (1_u64 << 47).to_string()).env("RAYON_NUM_THREADS", "64");
    let run = finish(&mut command, b"");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{arguments}");
}

/// Stacks that a user wants for other programs may be too small for this one.
#[test]
fn their_stacks_are_large_enough() {
    let room = Room::new();
    room.write("file", "content");
    room.write("script", format!("exec {CARNELIAN} keygen slh-dsa-sha2-128f -o key"));
    let mut command = room.command("sh");
    command.arg("script").env("RUST_MIN_STACK", "1").env("RAYON_NUM_THREADS", "4");
    let run = finish(&mut command, b"");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    room.write("script", format!("exec {CARNELIAN} sign --key key --signature signature file"));
    let run = finish(&mut command, b"");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}

#[test]
fn where_the_system_starts_none_the_work_is_done() {
    let room = Room::new();
    room.write("word", "a word");
    room.write("file", "content");
    room.succeeds("keygen slh-dsa-sha2-128f -o key --public pub");
    alone(&room, "sign --key key --signature signature file");
    alone(&room, "verify --key pub --signature signature file");
    alone(&room, "password hash --passphrase-fd 3 3< word > stored");
    alone(&room, "password verify --passphrase-fd 3 stored 3< word");
    alone(&room, "seal --passphrase-fd 3 -o sealed file 3< word");
    alone(&room, "open --passphrase-fd 3 -o opened sealed 3< word");
    alone(&room, "hash sha256 file key pub word");
    assert_eq!(room.read("opened"), b"content");
    // What was made alone, threads verify.
    room.succeeds("verify --key pub --signature signature file");
    assert_eq!(room.with_passphrase("a word", "password verify stored").code, Some(0));
}
