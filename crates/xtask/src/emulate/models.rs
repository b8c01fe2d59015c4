//! The emulated CPUs.

/// A CPU model of the emulator.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Model {
    /// The name for `--cpu`.
    pub(super) name: &'static str,
    /// The number in Bochs's list of CPUs.
    pub(super) number: u32,
    /// The AVX-512 extensions and related features that it has, as far as kernels use them.
    pub(super) has: &'static str,
    /// Parts of the names of tests that enter no AVX-512 kernel on this CPU, or only ones that other tests cover.
    pub(super) in_vain: &'static [&'static str],
}

impl Model {
    /// Returns whether the test is useful on this CPU. The choice of the best backend is tested on every model.
    pub(super) fn wants(&self, test: &str) -> bool {
        test.contains("best_backend") || !self.in_vain.iter().any(|part| test.contains(part))
    }
}

/// The models, from the fewest features to the most.
pub(super) const MODELS: [Model; 5] = [
    // The kernels of curves need IFMA.
    Model { name: "skylake-x", number: 26, has: "F DQ CD BW VL", in_vain: &["curve::"] },
    Model { name: "cannon-lake", number: 27, has: "F DQ CD BW VL IFMA VBMI, SHA", in_vain: &[] },
    Model {
        name: "ice-lake",
        number: 28,
        has: "F DQ CD BW VL IFMA VBMI VBMI2 GFNI VAES VPCLMULQDQ, SHA",
        in_vain: &[],
    },
    Model {
        name: "tiger-lake",
        number: 29,
        has: "F DQ CD BW VL IFMA VBMI VBMI2 GFNI VAES VPCLMULQDQ, SHA",
        in_vain: &[],
    },
    Model {
        name: "sapphire-rapids",
        number: 30,
        has: "F DQ CD BW VL IFMA VBMI VBMI2 GFNI VAES VPCLMULQDQ FP16, SHA",
        in_vain: &[],
    },
];

/// The default models: one for each set of tokens that a CPU with AVX-512 can have, and the newest, whose additional
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
        let [skylake, ice_lake] = [&MODELS[0], &MODELS[2]];
        assert!(!skylake.wants("curve::ed25519::tests::vectors") && ice_lake.wants("curve::ed25519::tests::vectors"));
        assert!(skylake.wants("curve::curve25519::tests::the_best_backend_of_this_cpu_runs"));
        assert!(skylake.wants("hash::sha512::tests::every"));
    }

    #[test]
    fn without_a_name_the_usual_ones_are_chosen() {
        let names = |models: Vec<&'static Model>| models.iter().map(|model| model.name).collect::<Vec<_>>();
        assert_eq!(names(chosen(&[])), USUAL);
        let asked = ["tiger-lake", "skylake-x", "tiger-lake"].map(str::to_owned);
        assert_eq!(names(chosen(&asked)), ["skylake-x", "tiger-lake"]);
    }
}
