//! The programs in `tests/c`, compiled against the headers and the built library; one of them also as C++.

#[path = "../../../carnelian-ffi/tests/programs/mod.rs"]
mod programs;

use carnelian_monocypher::{aead, argon2, blake2b, poly1305, sha512};
use programs::{all_exist, build, root, run, shared};
use std::process::Command;

#[test]
fn in_a_namespace_of_cpp() {
    if all_exist(&["c++"]) {
        run(&mut Command::new(build("c++", &root().join("tests/c/namespace.cpp"), "namespace", &[], &shared())));
    }
}

#[test]
fn structs_have_the_sizes_of_the_headers() {
    if !all_exist(&["cc"]) {
        return;
    }
    let expected = [
        ("crypto_aead_ctx", size_of::<aead::Stream>()),
        ("crypto_blake2b_ctx", size_of::<blake2b::Hasher>()),
        ("crypto_poly1305_ctx", size_of::<poly1305::Authenticator>()),
        ("crypto_sha512_ctx", size_of::<sha512::Hasher>()),
        ("crypto_sha512_hmac_ctx", size_of::<sha512::Authenticator>()),
        ("crypto_argon2_config", size_of::<argon2::Config>()),
        ("crypto_argon2_inputs", size_of::<argon2::Inputs>()),
        ("crypto_argon2_extras", size_of::<argon2::Extras>()),
    ];
    // The guide begins with a table of the contexts and their sizes.
    let guide = include_str!("../../../../docs/guide/monocypher.md");
    for (name, size) in expected.iter().filter(|(name, _)| name.ends_with("_ctx")) {
        assert!(guide.contains(&format!("| `{name}` | {size} |")), "the guide gives {name} another size than {size}");
    }
    let expected: String = expected.iter().map(|(name, size)| format!("{name} {size}\n")).collect();
    assert_eq!(run(&mut Command::new(build("cc", &root().join("tests/c/sizes.c"), "sizes", &[], &shared()))), expected);
}
