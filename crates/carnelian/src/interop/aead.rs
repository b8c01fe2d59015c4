//! `aead`: authenticated encryption, for generic code. The tag follows the ciphertext.

use crate::cipher::Aead;
use crate::cipher::aes_gcm::{Aes128Gcm, Aes192Gcm, Aes256Gcm};
use crate::cipher::aes_gcm_siv::{Aes128GcmSiv, Aes256GcmSiv};
use crate::cipher::chacha20poly1305::{ChaCha20Poly1305, XChaCha20Poly1305};
use ::aead::array::typenum::consts::{U12, U16, U24, U32};
use ::aead::inout::InOutBuf;
use ::aead::{AeadCore, AeadInOut, Error, Key, KeyInit, KeySizeUser, Nonce, Tag, TagPosition};

/// Implements the traits for schemes, each with the lengths of its key and its nonce in bytes.
macro_rules! schemes {
    ($($scheme:ty, $key_len:ty, $nonce_len:ty;)+) => {
        $(
            impl KeySizeUser for $scheme {
                type KeySize = $key_len;
            }

            impl KeyInit for $scheme {
                fn new(key: &Key<Self>) -> Self {
                    <Self as Aead>::new(key.as_ref())
                }
            }

            impl AeadCore for $scheme {
                type NonceSize = $nonce_len;
                type TagSize = U16;
                const TAG_POSITION: TagPosition = TagPosition::Postfix;
            }

            impl AeadInOut for $scheme {
                fn encrypt_inout_detached(
                    &self,
                    nonce: &Nonce<Self>,
                    aad: &[u8],
                    buffer: InOutBuf<'_, '_, u8>,
                ) -> Result<Tag<Self>, Error> {
                    let tag = self.seal(nonce.as_ref(), aad, buffer.into_out_with_copied_in());
                    tag.map(Tag::<Self>::from).map_err(|_| Error)
                }

                fn decrypt_inout_detached(
                    &self,
                    nonce: &Nonce<Self>,
                    aad: &[u8],
                    buffer: InOutBuf<'_, '_, u8>,
                    tag: &Tag<Self>,
                ) -> Result<(), Error> {
                    let data = buffer.into_out_with_copied_in();
                    self.open(nonce.as_ref(), aad, data, tag.as_ref()).map_err(|_| Error)
                }
            }
        )+
    };
}

schemes! {
    Aes128Gcm, U16, U12;
    Aes192Gcm, U24, U12;
    Aes256Gcm, U32, U12;
    Aes128GcmSiv, U16, U12;
    Aes256GcmSiv, U32, U12;
    ChaCha20Poly1305, U32, U12;
    XChaCha20Poly1305, U32, U24;
}
