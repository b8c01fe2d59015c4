//! The commands that `docs/guide/coming-from.md` has for those of OpenSSL, in the order of the page.

use crate::general::SUBCOMMANDS;
use crate::room::Room;

const GUIDE: &str = include_str!("../../../../docs/guide/coming-from.md");

/// Returns what stands on the right of each row, a command and perhaps a remark.
fn cells() -> Vec<(&'static str, &'static str)> {
    let section = GUIDE.split("\n## OpenSSL's command\n").nth(1).expect("the page has this table");
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `openssl ")?.strip_suffix(" |"));
    rows.map(|row| row.split_once(" | `carnelian ").unwrap().1.split_once('`').unwrap()).collect()
}

#[test]
fn every_command_does_what_the_page_says() {
    let room = Room::new();
    room.write("file", "text\n");
    let cells = cells();
    assert!(cells.len() > 15);
    for (command, remark) in cells {
        let subcommand = command.split(' ').next().unwrap();
        if subcommand == "bench" {
            continue;
        }
        assert!(SUBCOMMANDS.iter().any(|name| name.split('-').next() == Some(subcommand)), "{command}");
        // Those that ask for a passphrase need a terminal.
        if remark.is_empty() {
            room.succeeds(command);
        }
    }
    assert_eq!(room.read("s"), room.read("t"), "encapsulated and decapsulated");
    assert_eq!(room.read("opened"), b"text\n");
    assert_eq!(room.read("shared").len(), 32);
}
