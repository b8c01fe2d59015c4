//! `carnelian random`.

use crate::room::{CARNELIAN, Room};
use std::io::Read;
use std::process::Stdio;

#[test]
fn as_many_bytes_as_are_asked_for_and_never_the_same() {
    let room = Room::new();
    for (asked, len) in [("0", 0), ("1", 1), ("32", 32), ("65537", 65_537), ("1MiB", 1 << 20), ("0.5KB", 500)] {
        let run = room.succeeds(&format!("random {asked}"));
        assert_eq!(run.stdout.len(), len, "{asked}");
    }
    assert_ne!(room.succeeds("random 32").stdout, room.succeeds("random 32").stdout);
}

#[test]
fn digits_on_request() {
    let room = Room::new();
    assert_eq!(room.succeeds("random --hex 0").text(), "\n");
    for len in [16, 70_000] {
        let run = room.succeeds(&format!("random --hex {len}"));
        let digits = run.text().strip_suffix('\n').unwrap();
        assert_eq!(digits.len(), 2 * len);
        assert!(digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')), "{len}");
    }
}

#[test]
fn a_file_of_them_is_its_owners_and_replaces_nothing() {
    let room = Room::new();
    room.succeeds("random 32 -o key");
    assert_eq!((room.read("key").len(), room.mode("key")), (32, 0o600));
    let before = room.read("key");
    room.fails("random 32 -o key", 3, &["key: exists already; --force replaces it"]);
    assert_eq!(room.read("key"), before);
    room.succeeds("random 32 -o key --force");
    assert_ne!(room.read("key"), before);
}

/// No count is too large for memory: bytes are written until the reader closes the pipe.
#[test]
fn any_number_of_them() {
    let room = Room::new();
    let mut random = room.command(CARNELIAN);
    let mut child = random.args(["random", "18446744073709551615"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut bytes = vec![0; 1 << 20];
    child.stdout.take().unwrap().read_exact(&mut bytes).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(141));
    assert!(bytes.windows(32).all(|window| window != [0; 32]));
}
