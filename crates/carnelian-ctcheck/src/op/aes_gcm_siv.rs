//! AES-GCM-SIV with secret keys, messages and associated data.

use super::Operation;
use super::aead::{open, seal};
use super::aes::TIERS;
use carnelian::cipher::Aead;
use carnelian::cipher::aes_gcm_siv::{Aes128GcmSiv, Aes256GcmSiv};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "aes128gcmsiv/seal", tiers: TIERS, backend, run: seal::<Aes128GcmSiv> },
    Operation { name: "aes256gcmsiv/seal", tiers: TIERS, backend, run: seal::<Aes256GcmSiv> },
    Operation { name: "aes128gcmsiv/open", tiers: TIERS, backend, run: open::<Aes128GcmSiv> },
    Operation { name: "aes256gcmsiv/open", tiers: TIERS, backend, run: open::<Aes256GcmSiv> },
];

/// Returns the backend, which does not depend on the key length.
fn backend() -> &'static str {
    Aes256GcmSiv::backend()
}
