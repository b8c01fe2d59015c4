//! The programs in `tests/c`, compiled against `include/sodium.h` and the built library.

mod headers;
#[path = "../../carnelian-donna/tests/programs/mod.rs"]
mod programs;

use programs::Library;

const SODIUM: Library = Library { name: "carnelian_sodium", root: env!("CARGO_MANIFEST_DIR") };

#[test]
fn programs_in_c() {
    SODIUM.run_programs();
}

#[test]
#[ignore = "slow; .ci/deep runs it"]
fn programs_under_valgrind() {
    SODIUM.run_under_valgrind();
}

#[test]
fn headers_as_c_and_cpp() {
    SODIUM.compile_headers();
}
