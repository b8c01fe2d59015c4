//! Accumulated vectors, those of C2SP/CCTV: one hash over the keys and the signatures of many seeds.

use crate::base::testing::cases;
use crate::hash::Shake128;
use crate::postquantum::mldsa::ring::kernel::Backend;
use crate::postquantum::mldsa::{MlDsa44, MlDsa65, MlDsa87, Parameters, SigningKey};
use std::string::String;

/// Returns the hash over `runs` runs, each of which signs the empty message deterministically.
fn accumulated<P: Parameters>(runs: usize) -> String {
    let mut seeds = Shake128::new().finalize();
    let mut hasher = Shake128::new();
    for _ in 0..runs {
        let mut seed = [0; 32];
        seeds.fill(&mut seed);
        let key = SigningKey::<P>::from_seed(&seed);
        let signature = key.sign_deterministic(b"").expect("there is a signature");
        hasher.update(key.verifying_key().as_ref());
        hasher.update(signature.as_ref());
        assert_eq!(key.verifying_key().verify(b"", &signature), Ok(()));
    }
    let mut hash = [0; 32];
    hasher.finalize().fill(&mut hash);
    hash.iter().map(|byte| std::format!("{byte:02x}")).collect()
}

/// A hundred runs on every backend, ten thousand on the best one in release. Emulators do fewer: the hash of those is not
/// published, and only the backends are compared.
#[test]
fn accumulated_vectors() {
    const HASHES: [[&str; 3]; 2] = [
        [
            "d51148e1f9f4fa1a723a6cf42e25f2a99eb5c1b378b3d2dbbd561b1203beeae4",
            "8358a1843220194417cadbc2651295cd8fc65125b5a5c1a239a16dc8b57ca199",
            "8c3ad714777622b8f21ce31bb35f71394f23bc0fcf3c78ace5d608990f3b061b",
        ],
        [
            "e7fd21f6a59bcba60d65adc44404bb29a7c00e5d8d3ec06a732c00a306a7d143",
            "5ff5e196f0b830c3b10a9eb5358e7c98a3a20136cb677f3ae3b90175c3ace329",
            "80a8cf39317f7d0be0e24972c51ac152bd2a3e09bc0c32ce29dd82c4e7385e60",
        ],
    ];
    let all = |runs| [accumulated::<MlDsa44>(runs), accumulated::<MlDsa65>(runs), accumulated::<MlDsa87>(runs)];
    let runs = cases(10_000);
    let mut found = std::vec::Vec::new();
    Backend::with_every(|_| found.push(all(runs.min(100))));
    assert!(found.iter().all(|hashes| *hashes == found[0]), "{found:?}");
    if runs >= 100 {
        assert_eq!(found[0], HASHES[0]);
    }
    if runs == 10_000 && !cfg!(debug_assertions) {
        assert_eq!(all(runs), HASHES[1]);
    }
}
