//! Accumulated vectors, as C2SP/CCTV describes them: one hash over many deterministic runs. The hashes are those of
//! FIPS 203 as it was published, which `libcrux-ml-kem` 0.0.11 returns too.

use crate::base::testing::cases;
use crate::hash::Shake128;
use crate::hash::keccak::Reader;
use crate::postquantum::arrays::Bytes as _;
use crate::postquantum::mlkem::ring::Backend;
use crate::postquantum::mlkem::{
    Ciphertext, DecapsulationKey, MlKem512, MlKem768, MlKem1024, Parameters, hazmat::encapsulate_internal,
    hazmat::encapsulate_prepared_internal,
};

fn drawn<const N: usize>(random: &mut Reader<128>) -> [u8; N] {
    let mut bytes = [0; N];
    random.fill(&mut bytes);
    bytes
}

/// Returns the hash over `runs` runs.
fn accumulated<P: Parameters>(runs: usize) -> [u8; 32] {
    let mut random = Shake128::new().finalize();
    let mut hasher = Shake128::new();
    for _ in 0..runs {
        let key = DecapsulationKey::<P>::from_seed(&drawn(&mut random));
        let m = drawn(&mut random);
        let mut other = P::CiphertextBytes::ZEROED;
        random.fill(other.as_mut());
        let ek = key.encapsulation_key();
        let (c, k) = encapsulate_internal(&ek, &m);
        assert_eq!(key.decapsulate(&c).expose(), k.expose());
        let rejected = key.decapsulate(&Ciphertext::from_slice(other.as_ref()).unwrap());
        for part in [ek.as_ref(), key.as_expanded_bytes().expose().as_ref(), c.as_ref(), k.expose(), rejected.expose()]
        {
            hasher.update(part);
        }
        let (same, prepared) = (encapsulate_prepared_internal(&ek.prepare(), &m), key.prepare());
        assert!(same.0 == c && same.1.expose() == k.expose());
        assert_eq!(prepared.decapsulate(&c).expose(), k.expose());
    }
    let mut hash = [0; 32];
    hasher.finalize().fill(&mut hash);
    hash
}

fn hex(hash: [u8; 32]) -> std::string::String {
    hash.iter().map(|byte| std::format!("{byte:02x}")).collect()
}

/// With fewer runs, for emulators and for tiers below the best, the backends agree with each other.
#[test]
fn accumulated_vectors() {
    const RUNS: usize = 10_000;
    let runs = cases(if cfg!(debug_assertions) { 100 } else { RUNS });
    let mut found = std::vec::Vec::new();
    Backend::with_every(|_| {
        found.push([
            hex(accumulated::<MlKem512>(runs)),
            hex(accumulated::<MlKem768>(runs)),
            hex(accumulated::<MlKem1024>(runs)),
        ]);
    });
    assert!(found.iter().all(|hashes| *hashes == found[0]), "{found:?}");
    if runs == RUNS {
        assert_eq!(found[0][0], "705dcffc87f4e67e35a09dcaa31772e86f3341bd3ccf1e78a5fef99ae6a35a13");
        assert_eq!(found[0][1], "f959d18d3d1180121433bf0e05f11e7908cf9d03edc150b2b07cb90bef5bc1c1");
        assert_eq!(found[0][2], "e3bf82b013307b2e9d47dde791ff6dfc82e694e6382404abdb948b908b75bad5");
    }
}
