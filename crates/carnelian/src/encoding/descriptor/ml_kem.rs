//! ML-KEM keys, RFC 9935: the seed d ‖ z of 64 bytes, the expanded decapsulation key, or one after the other.

use super::Descriptor;
use super::seeded::descriptor;

pub(super) static ML_KEM_512: Descriptor = descriptor::<64, 1632, 800>("ML-KEM-512", "2.16.840.1.101.3.4.4.1");
pub(super) static ML_KEM_768: Descriptor = descriptor::<64, 2400, 1184>("ML-KEM-768", "2.16.840.1.101.3.4.4.2");
pub(super) static ML_KEM_1024: Descriptor = descriptor::<64, 3168, 1568>("ML-KEM-1024", "2.16.840.1.101.3.4.4.3");
