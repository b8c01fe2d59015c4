//! Ciphers without authentication: AES in counter mode, ChaCha20, Salsa20, and the block cipher AES.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

mod constants;

pub use constants::*;

use crate::context::{self, Memory, fits, tag, wiping_stack};
use crate::outputs::{needs, reporting, whole, zeroing};
use crate::status::carnelian_status;
use carnelian::algorithm::{StreamCipherAlgorithm, stream_ciphers};
use carnelian::cipher::aes::{Aes128, Aes192, Aes256, DecryptionKey, EncryptionKey, Parameters};
use carnelian::cipher::aes_ctr::AesCtr;
use carnelian::cipher::chacha20::variant::{self, Variant};
use carnelian::cipher::chacha20::{Cipher, hchacha20};
use carnelian::cipher::salsa20::{hsalsa20, variant as salsa20};
use carnelian_ffi::{Caller, Pair};

/// A cipher without authentication. ChaCha20 and XChaCha20 have 256 GiB of keystream under a nonce, the other stream ciphers
/// 2^64 blocks. Nonces of 24 bytes may be drawn at random; that of AES is the first counter block. Salsa20, XSalsa20 and
/// the original form of ChaCha20 are for protocols that need them.
pub type carnelian_cipher_algorithm = u32;

/// A direction of AES.
pub type carnelian_aes_direction = u32;

/// Encrypts blocks with AES.
pub const CARNELIAN_AES_ENCRYPT: carnelian_aes_direction = 1;
/// Decrypts blocks with AES.
pub const CARNELIAN_AES_DECRYPT: carnelian_aes_direction = 2;
/// The number of bytes in a block of AES.
pub const CARNELIAN_AES_BLOCK_LEN: usize = 16;

const AES_BLOCK_LEN: usize = CARNELIAN_AES_BLOCK_LEN;
/// The number of bytes in a block of ChaCha20 and of Salsa20.
const STREAM_BLOCK_LEN: usize = 64;

/// The number of bytes in a `carnelian_cipher`.
pub const CARNELIAN_CIPHER_SIZE: usize = 640;
/// The alignment of a `carnelian_cipher`.
pub const CARNELIAN_CIPHER_ALIGN: usize = 8;

/// A cipher at a position in its keystream. It does not authenticate: a change of the ciphertext flips the same bits of
/// the plaintext.
#[repr(C)]
pub struct carnelian_cipher {
    opaque: [u64; 80],
}

/// The number of bytes in a `carnelian_aes`.
pub const CARNELIAN_AES_SIZE: usize = 512;
/// The alignment of a `carnelian_aes`.
pub const CARNELIAN_AES_ALIGN: usize = 8;

/// A key of AES, expanded in one direction.
#[repr(C)]
pub struct carnelian_aes {
    opaque: [u64; 64],
}

pub(crate) enum AnyCipher {
    ChaCha20(Cipher<variant::ChaCha20>),
    ChaCha20Djb(Cipher<variant::ChaCha20Djb>),
    XChaCha20(Cipher<variant::XChaCha20>),
    Aes128Ctr(AesCtr<Aes128>),
    Aes192Ctr(AesCtr<Aes192>),
    Aes256Ctr(AesCtr<Aes256>),
    Salsa20(Cipher<salsa20::Salsa20>),
    XSalsa20(Cipher<salsa20::XSalsa20>),
}

pub(crate) enum AnyAes {
    Encrypt128(EncryptionKey<Aes128>),
    Encrypt192(EncryptionKey<Aes192>),
    Encrypt256(EncryptionKey<Aes256>),
    Decrypt128(DecryptionKey<Aes128>),
    Decrypt192(DecryptionKey<Aes192>),
    Decrypt256(DecryptionKey<Aes256>),
}

// SAFETY: an array of words.
unsafe impl Memory for carnelian_cipher {
    type Value = AnyCipher;
    const TAG: u64 = tag(b"cipher  ");
}

// SAFETY: an array of words.
unsafe impl Memory for carnelian_aes {
    type Value = AnyAes;
    const TAG: u64 = tag(b"aes     ");
}

const _: () = assert!(fits::<carnelian_cipher>() && size_of::<carnelian_cipher>() == CARNELIAN_CIPHER_SIZE);
const _: () = assert!(align_of::<carnelian_cipher>() <= CARNELIAN_CIPHER_ALIGN);
const _: () = assert!(fits::<carnelian_aes>() && size_of::<carnelian_aes>() == CARNELIAN_AES_SIZE);
const _: () = assert!(align_of::<carnelian_aes>() <= CARNELIAN_AES_ALIGN);

/// Evaluates an expression with `$cipher` as the cipher in any variant.
macro_rules! with_cipher {
    ($value:expr, $cipher:ident => $body:expr) => {
        match $value {
            AnyCipher::ChaCha20($cipher) => $body,
            AnyCipher::ChaCha20Djb($cipher) => $body,
            AnyCipher::XChaCha20($cipher) => $body,
            AnyCipher::Aes128Ctr($cipher) => $body,
            AnyCipher::Aes192Ctr($cipher) => $body,
            AnyCipher::Aes256Ctr($cipher) => $body,
            AnyCipher::Salsa20($cipher) => $body,
            AnyCipher::XSalsa20($cipher) => $body,
        }
    };
}

impl AnyCipher {
    /// Returns the cipher with a number from C at the start of its keystream.
    fn new(
        caller: &Caller,
        algorithm: carnelian_cipher_algorithm,
        key: Bytes,
        nonce: Bytes,
    ) -> Result<Self, carnelian_status> {
        match algorithm {
            CARNELIAN_CHACHA20 => stream(caller, key, nonce).map(Self::ChaCha20),
            CARNELIAN_CHACHA20_DJB => stream(caller, key, nonce).map(Self::ChaCha20Djb),
            CARNELIAN_XCHACHA20 => stream(caller, key, nonce).map(Self::XChaCha20),
            CARNELIAN_AES_128_CTR => aes_ctr(caller, key, nonce).map(Self::Aes128Ctr),
            CARNELIAN_AES_192_CTR => aes_ctr(caller, key, nonce).map(Self::Aes192Ctr),
            CARNELIAN_AES_256_CTR => aes_ctr(caller, key, nonce).map(Self::Aes256Ctr),
            CARNELIAN_SALSA20 => stream(caller, key, nonce).map(Self::Salsa20),
            CARNELIAN_XSALSA20 => stream(caller, key, nonce).map(Self::XSalsa20),
            _ => Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM),
        }
    }

    const fn block_len(&self) -> usize {
        match self {
            Self::Aes128Ctr(_) | Self::Aes192Ctr(_) | Self::Aes256Ctr(_) => AES_BLOCK_LEN,
            Self::ChaCha20(_) | Self::ChaCha20Djb(_) | Self::XChaCha20(_) => STREAM_BLOCK_LEN,
            Self::Salsa20(_) | Self::XSalsa20(_) => STREAM_BLOCK_LEN,
        }
    }

    fn apply(&mut self, data: Pair<'_>) -> Result<(), carnelian_status> {
        with_cipher!(self, cipher => match data {
            Pair::Apart { input, output } => Ok(cipher.apply_to(input, output)?),
            Pair::InPlace(data) => Ok(cipher.apply(data)?),
        })
    }
}

/// A pointer with its length.
type Bytes = (*const u8, usize);

fn stream<V: Variant>(caller: &Caller, key: Bytes, nonce: Bytes) -> Result<Cipher<V>, carnelian_status> {
    Ok(Cipher::new(fixed::<[u8; 32]>(caller, key)?, fixed::<V::Nonce>(caller, nonce)?))
}

fn aes_ctr<A: Parameters>(caller: &Caller, key: Bytes, counter: Bytes) -> Result<AesCtr<A>, carnelian_status> {
    Ok(AesCtr::new(fixed::<A::Key>(caller, key)?, fixed(caller, counter)?))
}

/// Returns bytes as an array, where they are: `T` is an array of bytes, whatever trait names it.
fn fixed<T: AsRef<[u8]>>(caller: &Caller, (data, len): Bytes) -> Result<&T, carnelian_status> {
    const { assert!(align_of::<T>() == 1) };
    needs(len == size_of::<T>())?;
    Ok(caller.get(data.cast())?)
}

/// Returns the number of bytes in a key of the algorithm; 0 if there is no such algorithm.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_cipher_key_len(algorithm: carnelian_cipher_algorithm) -> usize {
    stream_ciphers().with_number(algorithm).map_or(0, StreamCipherAlgorithm::key_len)
}

/// Returns the number of bytes in a nonce of the algorithm; 0 if there is no such algorithm.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_cipher_nonce_len(algorithm: carnelian_cipher_algorithm) -> usize {
    stream_ciphers().with_number(algorithm).map_or(0, StreamCipherAlgorithm::nonce_len)
}

/// Encrypts or decrypts `len` bytes of `input` to as many of `output`, which is the same memory or shares none with it,
/// with the keystream of a key and a nonce from its start.
///
/// `algorithm` is one of the constants from `CARNELIAN_CHACHA20` to `CARNELIAN_XSALSA20`; the lengths are its
/// lengths. A nonce must never be used for two messages under one key. Takes time that depends only on lengths.
///
/// Errors: `CARNELIAN_ERROR_ALGORITHM`; `CARNELIAN_ERROR_LENGTH` for a key or a nonce of another length;
/// `CARNELIAN_ERROR_LIMIT` if there is less keystream than input; `CARNELIAN_ERROR_OVERLAP`. The output is zeroed then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_cipher_xor(
    algorithm: carnelian_cipher_algorithm,
    key: *const u8,
    key_len: usize,
    nonce: *const u8,
    nonce_len: usize,
    input: *const u8,
    output: *mut u8,
    len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(output, len)], || {
        wiping_stack::<carnelian_cipher, _>(|| {
            let mut cipher = AnyCipher::new(&caller, algorithm, (key, key_len), (nonce, nonce_len))?;
            cipher.apply(caller.pair(input, output, len)?)
        })
    })
}

/// Starts a cipher at the beginning of the keystream of a key and a nonce. `algorithm` is one of the constants from
/// `CARNELIAN_CHACHA20` to `CARNELIAN_XSALSA20`; the lengths are its lengths. Constant time.
///
/// Errors: `CARNELIAN_ERROR_ALGORITHM`, `CARNELIAN_ERROR_LENGTH`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_cipher_init(
    cipher: *mut carnelian_cipher,
    algorithm: carnelian_cipher_algorithm,
    key: *const u8,
    key_len: usize,
    nonce: *const u8,
    nonce_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(cipher)], || {
        context::start(&caller, cipher, || AnyCipher::new(&caller, algorithm, (key, key_len), (nonce, nonce_len)))
    })
}

/// Moves AES in counter mode to the start of another keystream of the same key, which begins with the encryption of
/// `counter`, 16 bytes: for many messages, since expanding a key takes longer than encrypting a block.
///
/// Errors: `CARNELIAN_ERROR_ALGORITHM` for another cipher; `CARNELIAN_ERROR_STATE` if the cipher is not initialized.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_cipher_restart(
    cipher: *mut carnelian_cipher,
    counter: *const u8,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let counter = caller.array(counter)?;
        match context::get_mut(&caller, cipher)? {
            AnyCipher::Aes128Ctr(cipher) => cipher.restart(counter),
            AnyCipher::Aes192Ctr(cipher) => cipher.restart(counter),
            AnyCipher::Aes256Ctr(cipher) => cipher.restart(counter),
            _ => return Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM),
        }
        Ok(())
    })
}

/// Encrypts or decrypts the next `len` bytes of `input` to as many of `output`, which is the same memory or shares none
/// with it, and advances. Takes time that depends only on the length.
///
/// Errors: `CARNELIAN_ERROR_LIMIT` if there is less keystream than input, `CARNELIAN_ERROR_OVERLAP`;
/// `CARNELIAN_ERROR_STATE` if the cipher is not initialized. The output is zeroed then, and the cipher unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_cipher_apply(
    cipher: *mut carnelian_cipher,
    input: *const u8,
    output: *mut u8,
    len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(output, len)], || {
        let data = caller.pair(input, output, len)?;
        context::get_mut(&caller, cipher)?.apply(data)
    })
}

/// Moves a cipher to a position in its keystream, forwards or backwards: `offset` bytes after the start of block number
/// `block`. Blocks have 16 bytes for AES and 64 for the others. Takes the same time for every position.
///
/// Errors: `CARNELIAN_ERROR_LIMIT` if that is past the end, the cipher is unchanged then; `CARNELIAN_ERROR_STATE` if
/// it is not initialized.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_cipher_seek(
    cipher: *mut carnelian_cipher,
    block: u64,
    offset: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let cipher = context::get_mut(&caller, cipher)?;
        let position = u128::from(block) * cipher.block_len() as u128 + offset as u128;
        Ok(with_cipher!(cipher, cipher => cipher.seek(position))?)
    })
}

/// Writes the position of a cipher in its keystream: the number of the block to `*block`, and the bytes of it that are
/// used to `*offset`. At the end of the longest keystream, of 2^64 blocks, the block is the last one and the offset its
/// length.
///
/// Errors: `CARNELIAN_ERROR_STATE` if the cipher is not initialized.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_cipher_position(
    cipher: *const carnelian_cipher,
    block: *mut u64,
    offset: *mut usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(block), whole(offset)], || {
        let cipher = context::get(&caller, cipher)?;
        let (position, block_len) = (with_cipher!(cipher, cipher => cipher.position()), cipher.block_len());
        let number = u64::try_from(position / block_len as u128).unwrap_or(u64::MAX);
        let rest = position - u128::from(number) * block_len as u128;
        caller.place(block)?.write(number);
        // At most the length of a block.
        caller.place(offset)?.write(rest as usize);
        Ok(())
    })
}

/// Ends the use of a cipher, and wipes it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_cipher_wipe(cipher: *mut carnelian_cipher) -> carnelian_status {
    let caller = caller!();
    reporting(|| context::wipe(&caller, cipher))
}

/// Derives a key of 32 bytes from a key of 32 and an input of 16: HChaCha20, draft-irtf-cfrg-xchacha Section 2.2.
/// Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_hchacha20(key: *const u8, input: *const u8, derived: *mut u8) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(derived, 32)], || {
        Ok(caller.write(derived, hchacha20(caller.array(key)?, caller.array(input)?).expose())?)
    })
}

/// Derives a key of 32 bytes from a key of 32 and an input of 16: HSalsa20, as XSalsa20 does with the first 16 bytes of
/// its nonce. Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_hsalsa20(key: *const u8, input: *const u8, derived: *mut u8) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(derived, 32)], || {
        Ok(caller.write(derived, hsalsa20(caller.array(key)?, caller.array(input)?).expose())?)
    })
}

/// Expands a key of AES, FIPS 197, of 16, 24 or 32 bytes for a direction, `CARNELIAN_AES_ENCRYPT` or
/// `CARNELIAN_AES_DECRYPT`. Constant time, even where the CPU has no instructions for AES.
///
/// A block cipher is a part to build other things from; to encrypt messages use `carnelian_aead_seal`.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for a key of another length, `CARNELIAN_ERROR_ARGUMENT` for another direction.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aes_init(
    aes: *mut carnelian_aes,
    direction: carnelian_aes_direction,
    key: *const u8,
    key_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(aes)], || {
        context::start(&caller, aes, || {
            let key = (key, key_len);
            match (direction, key_len) {
                (CARNELIAN_AES_ENCRYPT, 16) => Ok(AnyAes::Encrypt128(EncryptionKey::new(fixed(&caller, key)?))),
                (CARNELIAN_AES_ENCRYPT, 24) => Ok(AnyAes::Encrypt192(EncryptionKey::new(fixed(&caller, key)?))),
                (CARNELIAN_AES_ENCRYPT, 32) => Ok(AnyAes::Encrypt256(EncryptionKey::new(fixed(&caller, key)?))),
                (CARNELIAN_AES_DECRYPT, 16) => Ok(AnyAes::Decrypt128(DecryptionKey::new(fixed(&caller, key)?))),
                (CARNELIAN_AES_DECRYPT, 24) => Ok(AnyAes::Decrypt192(DecryptionKey::new(fixed(&caller, key)?))),
                (CARNELIAN_AES_DECRYPT, 32) => Ok(AnyAes::Decrypt256(DecryptionKey::new(fixed(&caller, key)?))),
                (CARNELIAN_AES_ENCRYPT | CARNELIAN_AES_DECRYPT, _) => Err(carnelian_status::CARNELIAN_ERROR_LENGTH),
                _ => Err(carnelian_status::CARNELIAN_ERROR_ARGUMENT),
            }
        })
    })
}

/// Encrypts or decrypts each of `count` blocks of 16 bytes, several at once, however input and output overlap. Constant
/// time.
///
/// Errors: `CARNELIAN_ERROR_STATE` if the key is not initialized; the output is zeroed then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aes_blocks(
    aes: *const carnelian_aes,
    input: *const u8,
    output: *mut u8,
    count: usize,
) -> carnelian_status {
    let caller = caller!();
    let len = count.saturating_mul(AES_BLOCK_LEN);
    zeroing(&caller, [(output, len)], || {
        let aes = context::get(&caller, aes)?;
        let blocks = caller.moved(input, output, len)?.as_chunks_mut().0;
        match aes {
            AnyAes::Encrypt128(key) => key.encrypt_blocks(blocks),
            AnyAes::Encrypt192(key) => key.encrypt_blocks(blocks),
            AnyAes::Encrypt256(key) => key.encrypt_blocks(blocks),
            AnyAes::Decrypt128(key) => key.decrypt_blocks(blocks),
            AnyAes::Decrypt192(key) => key.decrypt_blocks(blocks),
            AnyAes::Decrypt256(key) => key.decrypt_blocks(blocks),
        }
        Ok(())
    })
}

/// Ends the use of a key of AES, and wipes it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aes_wipe(aes: *mut carnelian_aes) -> carnelian_status {
    let caller = caller!();
    reporting(|| context::wipe(&caller, aes))
}
