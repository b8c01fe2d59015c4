//! Derivation of keys: the examples of RFC 5869 and RFC 9106.

use super::{Row, bytes};
use crate::hash::Sha256;
use crate::kdf::Hkdf;
#[cfg(feature = "alloc")]
use crate::kdf::argon2::{Argon2, Params, Variant};

pub(super) const ROWS: &[Row] = &[
    // Appendix A.1.
    Row {
        algorithm: "HKDF",
        run: |check| {
            let (salt, info) = (bytes::<13>("000102030405060708090a0b0c"), bytes::<10>("f0f1f2f3f4f5f6f7f8f9"));
            let mut okm = [0; 42];
            check.holds(Hkdf::<Sha256>::derive(&salt, &[0x0b; 22], &info, &mut okm).is_ok());
            check.is(&okm, "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865");
        },
    },
    // Section 5.3.
    #[cfg(feature = "alloc")]
    Row {
        algorithm: "Argon2id",
        run: |check| {
            let Ok(params) = Params::new(32, 3, 4) else { return check.holds(false) };
            let argon2 = Argon2::new(Variant::Id, params).with_secret(&[3; 8]).with_associated_data(&[4; 12]);
            let mut tag = [0; 32];
            check.holds(argon2.hash_into(&[1; 32], &[2; 16], &mut tag).is_ok());
            check.is(&tag, "0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659");
        },
    },
];
