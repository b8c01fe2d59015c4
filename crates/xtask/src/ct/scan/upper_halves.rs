//! Whether the SHA extensions, which have no VEX encoding, keep away from AVX. Where vector registers hold something in
//! their upper halves and VEX-encoded instructions stand around them, each takes a hundred nanoseconds instead of one.

use iced_x86::{CpuidFeature, EncodingKind, Instruction, Mnemonic};

/// Whether the function has an instruction of the SHA extensions in it.
pub(super) fn has_sha(instructions: &[Instruction]) -> bool {
    instructions.iter().any(is_sha)
}

/// What is wrong with a function that has: it clears the upper halves before the first of these instructions, and
/// nothing else in it is encoded as AVX is.
pub(super) fn fault(instructions: &[Instruction]) -> Option<&'static str> {
    let is_clearing = |instruction: &Instruction| instruction.mnemonic() == Mnemonic::Vzeroupper;
    let is_avx = |instruction: &Instruction| {
        matches!(instruction.encoding(), EncodingKind::VEX | EncodingKind::EVEX) && !is_clearing(instruction)
    };
    let (first, cleared) = (instructions.iter().position(is_sha)?, instructions.iter().position(is_clearing));
    if cleared.is_none_or(|cleared| cleared > first) {
        return Some("does not clear the upper halves of vector registers before it uses the SHA extensions");
    }
    instructions.iter().any(is_avx).then_some("has AVX around the SHA extensions")
}

fn is_sha(instruction: &Instruction) -> bool {
    instruction.cpuid_features().contains(&CpuidFeature::SHA)
}
