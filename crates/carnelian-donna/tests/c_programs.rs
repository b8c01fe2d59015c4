//! The programs in `tests/c`, compiled against `include/ed25519.h` and the built library.

mod programs;

use programs::Library;

const DONNA: Library = Library { name: "carnelian_donna", root: env!("CARGO_MANIFEST_DIR") };

#[test]
fn programs_in_c() {
    DONNA.run_programs();
}

#[test]
#[ignore = "slow; .ci/deep runs it"]
fn programs_under_valgrind() {
    DONNA.run_under_valgrind();
}

#[test]
fn header_as_c_and_cpp() {
    DONNA.compile_headers();
}
