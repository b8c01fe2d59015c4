//! ML-DSA keys, RFC 9881: the seed ξ of 32 bytes, the expanded private key, or one after the other.

use super::Descriptor;
use super::seeded::descriptor;

pub(super) static ML_DSA_44: Descriptor = descriptor::<32, 2560, 1312>("ML-DSA-44", "2.16.840.1.101.3.4.3.17");
pub(super) static ML_DSA_65: Descriptor = descriptor::<32, 4032, 1952>("ML-DSA-65", "2.16.840.1.101.3.4.3.18");
pub(super) static ML_DSA_87: Descriptor = descriptor::<32, 4896, 2592>("ML-DSA-87", "2.16.840.1.101.3.4.3.19");
