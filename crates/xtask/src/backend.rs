//! Classification of backend files by their names.

/// The prefixes of files that are named after the machine that runs them, and of files that are named after the
/// representation that they compute with: the limbs of a field element, the words of a scalar.
const BY_MACHINE: [&str; 3] = ["portable", "x86_", "aarch64_"];
const BY_REPRESENTATION: [&str; 2] = ["fe_", "sc_"];

/// The instruction sets in file names, and the tiers at which the library uses them: the first that a name contains. On AArch64, everything is in the
/// portable tier.
const INSTRUCTION_SETS: [(&str, &str); 8] = [
    ("_sse", "sse"),
    ("_avx512", "avx512"),
    ("_ifma", "avx512"),
    ("_avx2", "avx2"),
    ("_bmi2", "avx2"),
    ("_sha_ni", "avx2"),
    ("_aes_ni", "avx2"),
    ("_neon", "portable"),
];

/// Returns whether a file or module with this name, without folder and extension, is a backend.
pub(crate) fn is_backend(name: &str) -> bool {
    is_representation(name) || BY_MACHINE.iter().any(|prefix| name.starts_with(prefix))
}

/// Returns whether it is the arithmetic of one representation, such as `fe_5x51` and `sc_4x64`.
pub(crate) fn is_representation(name: &str) -> bool {
    BY_REPRESENTATION.iter().any(|prefix| name.starts_with(prefix))
}

/// Returns whether it contains instructions of one architecture: `x86_stream`, `fe_4x64_bmi2`.
pub(crate) fn is_of_an_architecture(name: &str) -> bool {
    let names_set = INSTRUCTION_SETS.iter().any(|(set, _)| name.contains(set));
    is_backend(name) && (names_set || name.starts_with("x86_") || name.starts_with("aarch64_"))
}

/// Returns the tier of the first backend among the components of a path of files or modules, or `portable` if there is
/// none.
pub(crate) fn tier(path: &str) -> &'static str {
    let parts = path.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let mut sets = parts
        .filter(|part| is_backend(part))
        .flat_map(|part| INSTRUCTION_SETS.iter().filter(move |(set, _)| part.contains(set)).map(|(_, tier)| *tier));
    sets.next().unwrap_or("portable")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_a_file_is() {
        for (name, expected) in [
            ("portable", [true, false, false]),
            ("portable64", [true, false, false]),
            ("x86_stream", [true, false, true]),
            ("x86_avx512_x8", [true, false, true]),
            ("x86_sha_ni", [true, false, true]),
            ("aarch64_neon", [true, false, true]),
            ("fe_5x51", [true, true, false]),
            ("fe_4x64_bmi2", [true, true, true]),
            ("sc_4x64", [true, true, false]),
            ("sc_5x52_ifma", [true, true, true]),
            ("scalar", [false; 3]),
            ("field", [false; 3]),
            ("kernel_bmi2", [false; 3]),
        ] {
            assert_eq!([is_backend(name), is_representation(name), is_of_an_architecture(name)], expected, "{name}");
        }
    }

    #[test]
    fn tiers_come_from_files_and_from_symbols() {
        for (path, expected) in [
            ("hash/sha512/x86_avx512.rs", "avx512"),
            ("hash/sha512/x86_stream.rs", "portable"),
            ("hash/sha256/x86_sha_ni.rs", "avx2"),
            ("hash/sha256/x86_sse_sha_ni.rs", "sse"),
            ("carnelian::hash::sha512::x86_avx2::compress::kernel", "avx2"),
            ("<carnelian::curve::curve25519::bmi2::fe_4x64_bmi2::Fe4x64 as carnelian::curve::Field>::mul", "avx2"),
            ("carnelian::curve::curve25519::fe_5x51_ifma::mul", "avx512"),
            ("carnelian::curve::curve25519::field::fe_5x51::mul", "portable"),
            ("carnelian::hash::sha512::of_avx512::f", "portable"),
        ] {
            assert_eq!(tier(path), expected, "{path}");
        }
    }
}
