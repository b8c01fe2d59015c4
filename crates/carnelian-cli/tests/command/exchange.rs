//! `carnelian exchange`.

use crate::room::Room;

/// RFC 7748 Section 6.1.
const ALICE: &str = "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a";
const ALICE_PUBLIC: &str = "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a";
const BOB: &str = "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb";
const BOB_PUBLIC: &str = "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f";
const SHARED: &[u8] = b"\x4a\x5d\x9d\x5b\xa4\xce\x2d\xe1\x72\x8e\x3b\xf4\x80\x35\x0f\x25\
    \xe0\x7e\x21\xc9\x47\xd1\x9e\x33\x76\xf0\x9b\x3c\x1e\x16\x17\x42";

#[test]
fn the_example_of_rfc_7748_from_both_sides() {
    let room = Room::new();
    for (name, contents) in [("a", ALICE), ("a.pub", ALICE_PUBLIC), ("b", BOB), ("b.pub", BOB_PUBLIC)] {
        room.write(name, contents);
    }
    for arguments in [
        "exchange --algorithm x25519 --key a --peer b.pub -o -",
        "exchange --algorithm X25519 --key b --peer a.pub -o -",
    ] {
        assert_eq!(room.succeeds(arguments).stdout, SHARED, "{arguments}");
    }
}

#[test]
fn two_parties_get_the_same_secret() {
    let room = Room::with_keys();
    room.succeeds("keygen x25519 -o other --public other.pub --format der");
    room.succeeds("exchange --key xkey --peer other.pub -o one");
    room.succeeds("exchange --key other --peer xpub -o two");
    assert_eq!(room.read("one"), room.read("two"));
    assert_eq!(room.read("one").len(), 32);
}

/// Covers the points of order 1, 2, 4 and 8, and a non-canonical encoding of 0.
#[test]
fn a_secret_of_zero_is_refused() {
    let room = Room::with_keys();
    let small = [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
        "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ];
    for peer in small {
        room.write("zero", peer);
        room.fails("exchange --key xkey --peer zero -o secret", 4, &["zero: ", "of small order"]);
    }
    assert!(!room.path().join("secret").exists());
}
