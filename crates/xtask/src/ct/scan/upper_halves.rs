//! Checks that the SHA extensions, which have no VEX encoding, are not mixed with AVX. Where the upper halves of vector
//! registers are in use and VEX-encoded instructions surround them, each takes a hundred nanoseconds instead of one.

use iced_x86::{CpuidFeature, EncodingKind, Instruction, Mnemonic};

/// Returns whether the function contains instructions of the SHA extensions.
pub(super) fn has_sha(instructions: &[Instruction]) -> bool {
    instructions.iter().any(is_sha)
}

/// Returns the fault of a function that contains them, if any: it must clear the upper halves before the first of these
/// instructions, and must not contain AVX encodings otherwise.
pub(super) fn fault(instructions: &[Instruction]) -> Option<&'static str> {
    let is_clearing = |instruction: &Instruction| instruction.mnemonic() == Mnemonic::Vzeroupper;
    let is_other = |instruction: &Instruction| is_avx(instruction) && !is_clearing(instruction);
    let (first, cleared) = (instructions.iter().position(is_sha)?, instructions.iter().position(is_clearing));
    if cleared.is_none_or(|cleared| cleared > first) {
        return Some("does not clear the upper halves of vector registers before it uses the SHA extensions");
    }
    instructions.iter().any(is_other).then_some("has AVX around the SHA extensions")
}

/// Returns whether the function contains instructions that a CPU without AVX lacks.
pub(super) fn has_avx(instructions: &[Instruction]) -> bool {
    instructions.iter().any(is_avx)
}

fn is_avx(instruction: &Instruction) -> bool {
    matches!(instruction.encoding(), EncodingKind::VEX | EncodingKind::EVEX)
}

fn is_sha(instruction: &Instruction) -> bool {
    instruction.cpuid_features().contains(&CpuidFeature::SHA)
}
