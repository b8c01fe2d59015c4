//! The emulated CPUs.

/// A CPU model of the emulator.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Model {
    /// The name for `--cpu`.
    pub(super) name: &'static str,
    /// The emulator that has it.
    pub(super) emulator: Emulator,
    /// The tier whose kernels are tested on it: its highest.
    pub(super) tier: &'static str,
    /// The extensions above those of lower tiers that it has, as far as kernels use them.
    pub(super) has: &'static str,
    /// Parts of the names of the tests that enter a kernel of the tier.
    pub(super) tests: &'static [&'static str],
    /// Parts of the names of tests that enter no such kernel on this CPU, or only ones that other tests cover.
    pub(super) in_vain: &'static [&'static str],
}

/// An emulator, and its name for the CPU.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Emulator {
    /// Bochs, which has AVX-512: the number in its list of CPUs.
    Bochs(u32),
    /// QEMU, which is ten times as fast and has the older CPUs.
    Qemu(&'static str),
}

impl Model {
    /// Returns whether the test is useful on this CPU. The choice of the best backend is tested on every model.
    pub(super) fn wants(&self, test: &str) -> bool {
        let is_one = self.tests.iter().any(|part| test.contains(part));
        test.contains("best_backend") || (is_one && !self.in_vain.iter().any(|part| test.contains(part)))
    }
}

/// The tests of everything that is made from AES, GHASH and SHA-256.
const OF_SSE: &[&str] =
    &["base::cpu", "cipher::block", "cipher::mode", "cipher::ghash", "cipher::ctr_drbg", "hash::sha256", "hash::hmac"];
/// All tests.
const ALL: &[&str] = &[""];

/// The models, from the fewest features to the most.
pub(super) const MODELS: [Model; 8] = [
    without_avx2("westmere", "Westmere", "AES PCLMULQDQ"),
    without_avx2("denverton", "Denverton", "AES PCLMULQDQ, and SHA from QEMU 8.2 on"),
    without_avx2("sandy-bridge", "SandyBridge", "AES PCLMULQDQ AVX"),
    // The kernels of curves need IFMA.
    Model { in_vain: &["curve::"], ..with_avx512("skylake-x", 26, "F DQ CD BW VL") },
    with_avx512("cannon-lake", 27, "F DQ CD BW VL IFMA VBMI, SHA"),
    with_avx512("ice-lake", 28, "F DQ CD BW VL IFMA VBMI VBMI2 GFNI VAES VPCLMULQDQ, SHA"),
    with_avx512("tiger-lake", 29, "F DQ CD BW VL IFMA VBMI VBMI2 GFNI VAES VPCLMULQDQ, SHA"),
    with_avx512("sapphire-rapids", 30, "F DQ CD BW VL IFMA VBMI VBMI2 GFNI VAES VPCLMULQDQ FP16, SHA"),
];

const fn without_avx2(name: &'static str, of_qemu: &'static str, has: &'static str) -> Model {
    Model { name, emulator: Emulator::Qemu(of_qemu), tier: "sse", has, tests: OF_SSE, in_vain: &[] }
}

const fn with_avx512(name: &'static str, number: u32, has: &'static str) -> Model {
    Model { name, emulator: Emulator::Bochs(number), tier: "avx512", has, tests: ALL, in_vain: &[] }
}

/// The default models: of CPUs with AVX-512, one for each set of tokens that a CPU with AVX-512 can have, and the newest, whose additional
/// features must not interfere.
const USUAL: [&str; 3] = ["skylake-x", "ice-lake", "sapphire-rapids"];

/// Returns the models with these names, each once; the default ones if there are no names.
pub(super) fn chosen(names: &[String]) -> Vec<&'static Model> {
    let wanted = |name: &str| match names {
        [] => USUAL.contains(&name),
        names => names.iter().any(|wanted| wanted == name),
    };
    MODELS.iter().filter(|model| wanted(model.name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_are_left_to_models_with_ifma() {
        let [skylake, ice_lake] = [&MODELS[3], &MODELS[5]];
        assert!(!skylake.wants("curve::ed25519::tests::vectors") && ice_lake.wants("curve::ed25519::tests::vectors"));
        assert!(skylake.wants("curve::curve25519::tests::the_best_backend_of_this_cpu_runs"));
        assert!(skylake.wants("hash::sha512::tests::every"));
    }

    #[test]
    fn without_avx2_only_what_has_a_kernel_for_it_is_tested() {
        let westmere = &MODELS[0];
        assert!(westmere.wants("cipher::mode::gcm::tests::vectors") && westmere.wants("hash::sha256::tests::every"));
        assert!(!westmere.wants("hash::sha512::tests::every"));
        assert!(westmere.wants("hash::sha512::tests::the_best_backend_of_this_cpu_runs"));
    }

    #[test]
    fn without_a_name_the_usual_ones_are_chosen() {
        let names = |models: Vec<&'static Model>| models.iter().map(|model| model.name).collect::<Vec<_>>();
        assert_eq!(names(chosen(&[])), USUAL);
        let asked = ["tiger-lake", "skylake-x", "tiger-lake"].map(str::to_owned);
        assert_eq!(names(chosen(&asked)), ["skylake-x", "tiger-lake"]);
    }
}
