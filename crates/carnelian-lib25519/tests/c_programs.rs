//! The programs in `tests/c`, compiled against `include/lib25519.h` and the built library.

#[path = "../../carnelian-donna/tests/programs/mod.rs"]
mod programs;

use programs::Library;

const LIB25519: Library = Library { name: "carnelian_lib25519", root: env!("CARGO_MANIFEST_DIR") };

#[test]
fn programs_in_c() {
    LIB25519.run_programs();
}

#[test]
#[ignore = "slow; .ci/deep runs it"]
fn programs_under_valgrind() {
    LIB25519.run_under_valgrind();
}

#[test]
fn header_as_c_and_cpp() {
    LIB25519.compile_headers();
}
