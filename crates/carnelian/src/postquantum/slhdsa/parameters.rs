//! Parameter sets, FIPS 205 Section 11, Table 2.

use super::functions::{Sha2, Shake};
use crate::base::secret::Confidential;
use crate::postquantum::arrays::Bytes;
use core::fmt;
use core::hash::Hash;
use internal::Internal;

/// lg(w): the bits of a digit, the position in a chain of WOTS⁺.
pub(super) const LG_W: usize = 4;
/// w: the number of values in a chain.
pub(super) const W: usize = 1 << LG_W;
/// len₂: the digits of a checksum, equation (5.3), in every set.
pub(super) const LEN_2: usize = 3;

/// The maximum number of lanes.
pub(super) const MAX_LANES: usize = 16;
/// The maximum of n.
pub(super) const MAX_N: usize = 32;
/// The maximum of len.
pub(super) const MAX_LEN: usize = 2 * MAX_N + LEN_2;
/// The maximum of k.
pub(super) const MAX_K: usize = 35;
/// The maximum of d.
pub(super) const MAX_D: usize = 22;
/// The maximum of m.
pub(super) const MAX_M: usize = 49;

/// The numbers of a parameter set.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// n: the bytes of a hash value.
    pub(super) n: usize,
    /// h: the height of the hypertree.
    pub(super) h: usize,
    /// d: the layers of the hypertree.
    pub(super) d: usize,
    /// h′: the height of an XMSS tree.
    pub(super) h_prime: usize,
    /// a: the height of a FORS tree.
    pub(super) a: usize,
    /// k: the number of FORS trees.
    pub(super) k: usize,
}

impl Numbers {
    /// len, the chains of WOTS⁺, equation (5.4).
    pub(super) const fn len(&self) -> usize {
        2 * self.n + LEN_2
    }

    /// m, the bytes of a message digest.
    pub(super) const fn m(&self) -> usize {
        self.md_len() + (self.h - self.h_prime).div_ceil(8) + self.h_prime.div_ceil(8)
    }

    /// The bytes of md, the part of the digest that FORS signs.
    pub(super) const fn md_len(&self) -> usize {
        (self.k * self.a).div_ceil(8)
    }

    /// The bytes of a FORS signature that belong to a tree: a secret value and its authentication path.
    pub(super) const fn fors_tree_len(&self) -> usize {
        (1 + self.a) * self.n
    }

    /// The bytes of a FORS signature, Section 8.
    pub(super) const fn fors_len(&self) -> usize {
        self.k * self.fors_tree_len()
    }

    /// The bytes of an XMSS signature, Section 6.
    pub(super) const fn xmss_len(&self) -> usize {
        (self.len() + self.h_prime) * self.n
    }

    /// The bytes of a signature, Section 9.2, Figure 17.
    const fn signature_len(&self) -> usize {
        self.n + self.fors_len() + self.d * self.xmss_len()
    }
}

/// A parameter set: [`SlhDsaSha2_128s`], [`SlhDsaShake128s`] and ten more. Sealed.
pub trait Parameters: Copy + fmt::Debug + Hash + Ord + Internal + Send + Sync + 'static {
    /// The name in the standard.
    const NAME: &'static str;
    /// n: the security parameter, and the number of bytes of a hash value.
    const N: usize;

    /// Bytes in a public key: PK.seed ‖ PK.root.
    const PUBLIC_KEY_LEN: usize = 2 * Self::N;
    /// Bytes in a private key: SK.seed ‖ SK.prf ‖ PK.seed ‖ PK.root.
    const PRIVATE_KEY_LEN: usize = 4 * Self::N;
    /// Bytes in a signature.
    const SIGNATURE_LEN: usize;

    /// The bytes of a seed: an array of [`N`](Self::N) bytes.
    type SeedBytes: Bytes + Confidential;
    /// The bytes of a public key: an array of [`PUBLIC_KEY_LEN`](Self::PUBLIC_KEY_LEN) bytes.
    type PublicKeyBytes: Bytes;
    /// The bytes of a private key: an array of [`PRIVATE_KEY_LEN`](Self::PRIVATE_KEY_LEN) bytes.
    type PrivateKeyBytes: Bytes + Confidential;
    /// The bytes of a signature: an array of [`SIGNATURE_LEN`](Self::SIGNATURE_LEN) bytes.
    type SignatureBytes: Bytes;
}

/// The parts of a parameter set that only this library sees. They seal the set as well.
mod internal {
    use super::Numbers;
    use crate::postquantum::slhdsa::functions::Functions;

    pub trait Internal {
        /// The numbers of the set.
        const NUMBERS: Numbers;
        /// The hash functions of the set.
        type Functions: Functions;
    }
}

macro_rules! parameter_sets {
    ($($Set:ident = $name:literal, $Functions:ident {
        n: $n:literal, h: $h:literal, d: $d:literal, h_prime: $h_prime:literal, a: $a:literal, k: $k:literal,
        m: $m:literal, category: $category:literal, signature: $signature:literal,
    })+) => {$(
        #[doc = concat!($name, ", security category ", $category, ".")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $Set {}

        impl Internal for $Set {
            const NUMBERS: Numbers = Numbers { n: $n, h: $h, d: $d, h_prime: $h_prime, a: $a, k: $k };
            type Functions = $Functions;
        }

        impl Parameters for $Set {
            const NAME: &'static str = $name;
            const N: usize = $n;
            const SIGNATURE_LEN: usize = Self::NUMBERS.signature_len();
            type SeedBytes = [u8; $n];
            type PublicKeyBytes = [u8; Self::PUBLIC_KEY_LEN];
            type PrivateKeyBytes = [u8; Self::PRIVATE_KEY_LEN];
            type SignatureBytes = [u8; Self::SIGNATURE_LEN];
        }
        const _: () = assert!($Set::SIGNATURE_LEN == $signature && $Set::NUMBERS.m() == $m);
        const _: () = assert!($h == $d * $h_prime && $h - $h_prime <= 64 && $h_prime <= 16 && $a <= 16);
        const _: () = assert!($n <= MAX_N && $k <= MAX_K && $d <= MAX_D && $m <= MAX_M);
    )+};
}

parameter_sets! {
    SlhDsaSha2_128s = "SLH-DSA-SHA2-128s", Sha2 {
        n: 16, h: 63, d: 7, h_prime: 9, a: 12, k: 14, m: 30, category: 1, signature: 7856,
    }
    SlhDsaShake128s = "SLH-DSA-SHAKE-128s", Shake {
        n: 16, h: 63, d: 7, h_prime: 9, a: 12, k: 14, m: 30, category: 1, signature: 7856,
    }
    SlhDsaSha2_128f = "SLH-DSA-SHA2-128f", Sha2 {
        n: 16, h: 66, d: 22, h_prime: 3, a: 6, k: 33, m: 34, category: 1, signature: 17088,
    }
    SlhDsaShake128f = "SLH-DSA-SHAKE-128f", Shake {
        n: 16, h: 66, d: 22, h_prime: 3, a: 6, k: 33, m: 34, category: 1, signature: 17088,
    }
    SlhDsaSha2_192s = "SLH-DSA-SHA2-192s", Sha2 {
        n: 24, h: 63, d: 7, h_prime: 9, a: 14, k: 17, m: 39, category: 3, signature: 16224,
    }
    SlhDsaShake192s = "SLH-DSA-SHAKE-192s", Shake {
        n: 24, h: 63, d: 7, h_prime: 9, a: 14, k: 17, m: 39, category: 3, signature: 16224,
    }
    SlhDsaSha2_192f = "SLH-DSA-SHA2-192f", Sha2 {
        n: 24, h: 66, d: 22, h_prime: 3, a: 8, k: 33, m: 42, category: 3, signature: 35664,
    }
    SlhDsaShake192f = "SLH-DSA-SHAKE-192f", Shake {
        n: 24, h: 66, d: 22, h_prime: 3, a: 8, k: 33, m: 42, category: 3, signature: 35664,
    }
    SlhDsaSha2_256s = "SLH-DSA-SHA2-256s", Sha2 {
        n: 32, h: 64, d: 8, h_prime: 8, a: 14, k: 22, m: 47, category: 5, signature: 29792,
    }
    SlhDsaShake256s = "SLH-DSA-SHAKE-256s", Shake {
        n: 32, h: 64, d: 8, h_prime: 8, a: 14, k: 22, m: 47, category: 5, signature: 29792,
    }
    SlhDsaSha2_256f = "SLH-DSA-SHA2-256f", Sha2 {
        n: 32, h: 68, d: 17, h_prime: 4, a: 9, k: 35, m: 49, category: 5, signature: 49856,
    }
    SlhDsaShake256f = "SLH-DSA-SHAKE-256f", Shake {
        n: 32, h: 68, d: 17, h_prime: 4, a: 9, k: 35, m: 49, category: 5, signature: 49856,
    }
}

/// Parameter sets whose trees are low, so that the constant-time check and tests under sanitizers can sign by them.
/// Their signatures can be forged.
///
/// They take the paths of the others: a tree has half as many leaves as SHA-256 has lanes, or as many; as many as SHAKE
/// has, or twice as many. Some FORS trees are computed in groups, and others alone, in all lanes or in some.
#[cfg(any(test, feature = "__internals"))]
mod reduced {
    use super::*;

    parameter_sets! {
        SlhDsaSha2Reduced128 = "reduced SLH-DSA-SHA2-128", Sha2 {
            n: 16, h: 8, d: 2, h_prime: 4, a: 5, k: 17, m: 13, category: "none", signature: 2896,
        }
        SlhDsaShakeReduced128 = "reduced SLH-DSA-SHAKE-128", Shake {
            n: 16, h: 8, d: 2, h_prime: 4, a: 5, k: 17, m: 13, category: "none", signature: 2896,
        }
        SlhDsaSha2Reduced192 = "reduced SLH-DSA-SHA2-192", Sha2 {
            n: 24, h: 6, d: 2, h_prime: 3, a: 4, k: 18, m: 11, category: "none", signature: 4776,
        }
        SlhDsaShakeReduced192 = "reduced SLH-DSA-SHAKE-192", Shake {
            n: 24, h: 6, d: 2, h_prime: 3, a: 4, k: 18, m: 11, category: "none", signature: 4776,
        }
        SlhDsaSha2Reduced256 = "reduced SLH-DSA-SHA2-256", Sha2 {
            n: 32, h: 6, d: 2, h_prime: 3, a: 3, k: 17, m: 9, category: "none", signature: 6688,
        }
        SlhDsaShakeReduced256 = "reduced SLH-DSA-SHAKE-256", Shake {
            n: 32, h: 6, d: 2, h_prime: 3, a: 3, k: 17, m: 9, category: "none", signature: 6688,
        }
    }
}

#[cfg(any(test, feature = "__internals"))]
pub use reduced::*;
