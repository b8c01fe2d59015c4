//! Key pairs and signatures.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::{Key, Set, carnelian_slhdsa_set, purpose, with_handle, with_key, with_set, write};
use crate::context::wiping_stack;
use crate::heap;
use crate::outputs::{needs, reporting, whole, zeroing};
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use carnelian::postquantum::slhdsa::{
    Parameters, SigningKey, SlhDsaSha2_128f, SlhDsaSha2_128s, SlhDsaSha2_192f, SlhDsaSha2_192s, SlhDsaSha2_256f,
    SlhDsaSha2_256s, SlhDsaShake128f, SlhDsaShake128s, SlhDsaShake192f, SlhDsaShake192s, SlhDsaShake256f,
    SlhDsaShake256s, VerifyingKey,
};
use carnelian_ffi::Caller;

/// A signing key of SLH-DSA, on the heap and wiped when it is freed. Several threads may use it at a time, except while
/// `carnelian_slhdsa_signing_key_prepare` runs.
pub enum carnelian_slhdsa_signing_key {
    /// A key of SLH-DSA-SHA2-128s.
    SlhDsaSha2_128s(Key<SlhDsaSha2_128s>),
    /// A key of SLH-DSA-SHA2-128f.
    SlhDsaSha2_128f(Key<SlhDsaSha2_128f>),
    /// A key of SLH-DSA-SHA2-192s.
    SlhDsaSha2_192s(Key<SlhDsaSha2_192s>),
    /// A key of SLH-DSA-SHA2-192f.
    SlhDsaSha2_192f(Key<SlhDsaSha2_192f>),
    /// A key of SLH-DSA-SHA2-256s.
    SlhDsaSha2_256s(Key<SlhDsaSha2_256s>),
    /// A key of SLH-DSA-SHA2-256f.
    SlhDsaSha2_256f(Key<SlhDsaSha2_256f>),
    /// A key of SLH-DSA-SHAKE-128s.
    SlhDsaShake128s(Key<SlhDsaShake128s>),
    /// A key of SLH-DSA-SHAKE-128f.
    SlhDsaShake128f(Key<SlhDsaShake128f>),
    /// A key of SLH-DSA-SHAKE-192s.
    SlhDsaShake192s(Key<SlhDsaShake192s>),
    /// A key of SLH-DSA-SHAKE-192f.
    SlhDsaShake192f(Key<SlhDsaShake192f>),
    /// A key of SLH-DSA-SHAKE-256s.
    SlhDsaShake256s(Key<SlhDsaShake256s>),
    /// A key of SLH-DSA-SHAKE-256f.
    SlhDsaShake256f(Key<SlhDsaShake256f>),
}

/// Generates a key pair from three random seeds: slh_keygen, FIPS 205 Algorithm 21. The private key is
/// SK.seed || SK.prf || PK.seed || PK.root, its second half is the public key. `set` is one of the constants from
/// `CARNELIAN_SLH_DSA_SHA2_128S` to `CARNELIAN_SLH_DSA_SHAKE_256F`; `random` is the random source, NULL that of the
/// operating system. Constant time.
///
/// Errors: `CARNELIAN_ERROR_RANDOM` if the source fails; `CARNELIAN_ERROR_LENGTH` for another `private_key_len` or
/// `public_key_len`; `CARNELIAN_ERROR_ALGORITHM`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_slhdsa_generate(
    set: carnelian_slhdsa_set,
    random: *const carnelian_random_source,
    private_key: *mut u8,
    private_key_len: usize,
    public_key: *mut u8,
    public_key_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    let outputs = [(private_key, private_key_len), (public_key, public_key_len)];
    zeroing(&caller, outputs, || {
        with_set!(set, P => {
            has_lengths::<P>(outputs)?;
            let key = SigningKey::<P>::generate(&mut Source::of(&caller, random)?)?;
            write_pair(&caller, &key, outputs)
        })
    })
}

/// Derives a key pair from the seeds SK.seed, SK.prf and PK.seed: slh_keygen_internal, FIPS 205 Algorithm 18. The first
/// two are secret, and any bytes are seeds. `set` is one of the constants from `CARNELIAN_SLH_DSA_SHA2_128S` to
/// `CARNELIAN_SLH_DSA_SHAKE_256F`. Constant time.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for a seed of another length than `carnelian_slhdsa_seed_len`, another
/// `private_key_len` or `public_key_len`; `CARNELIAN_ERROR_ALGORITHM`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_slhdsa_generate_from_seeds(
    set: carnelian_slhdsa_set,
    sk_seed: *const u8,
    sk_seed_len: usize,
    sk_prf: *const u8,
    sk_prf_len: usize,
    pk_seed: *const u8,
    pk_seed_len: usize,
    private_key: *mut u8,
    private_key_len: usize,
    public_key: *mut u8,
    public_key_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    let outputs = [(private_key, private_key_len), (public_key, public_key_len)];
    zeroing(&caller, outputs, || {
        with_set!(set, P => {
            has_lengths::<P>(outputs)?;
            let key = from_seeds::<P>(
                caller.bytes(sk_seed, sk_seed_len)?,
                caller.bytes(sk_prf, sk_prf_len)?,
                caller.bytes(pk_seed, pk_seed_len)?,
            )?;
            write_pair(&caller, &key, outputs)
        })
    })
}

/// The outputs of a key pair: the private key and the public key.
type Pair = [(*mut u8, usize); 2];

/// Checks the lengths of a key pair, before it is computed.
fn has_lengths<P: Parameters>([(_, private_key_len), (_, public_key_len)]: Pair) -> Result<(), carnelian_status> {
    needs(private_key_len == P::PRIVATE_KEY_LEN && public_key_len == P::PUBLIC_KEY_LEN)
}

/// Writes a key pair.
fn write_pair<P: Parameters>(
    caller: &Caller,
    key: &SigningKey<P>,
    [private_key, public_key]: Pair,
) -> Result<(), carnelian_status> {
    write(caller, private_key, key.to_bytes().expose().as_ref())?;
    write(caller, public_key, key.verifying_key().as_ref())
}

/// Derives the key of three seeds. No copies of them stay on the stack.
fn from_seeds<P: Parameters>(sk_seed: &[u8], sk_prf: &[u8], pk_seed: &[u8]) -> Result<SigningKey<P>, carnelian_status> {
    let seed = |bytes: &[u8]| P::SeedBytes::try_from(bytes).map_err(|_| carnelian_status::CARNELIAN_ERROR_LENGTH);
    wiping_stack::<[P::SeedBytes; 3], _>(|| {
        Ok(SigningKey::from_seeds(&seed(sk_seed)?, &seed(sk_prf)?, &seed(pk_seed)?))
    })
}

/// Decodes a private key, SK.seed || SK.prf || PK.seed || PK.root, and writes the address of the key to `*key`; release
/// it with `carnelian_slhdsa_signing_key_free`. `set` is one of the constants from `CARNELIAN_SLH_DSA_SHA2_128S` to
/// `CARNELIAN_SLH_DSA_SHAKE_256F`. It is checked that PK.root belongs to the seeds, which takes as long as generating a
/// key, 1/7 to 1/22 of a signature: with another root, all signatures would be invalid. Constant time.
///
/// Errors: `CARNELIAN_ERROR_KEY` if PK.root does not belong to the seeds; `CARNELIAN_ERROR_LENGTH`,
/// `CARNELIAN_ERROR_ALGORITHM`, `CARNELIAN_ERROR_MEMORY`. `*key` is NULL then.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_slhdsa_signing_key_new(
    set: carnelian_slhdsa_set,
    private_key: *const u8,
    private_key_len: usize,
    key: *mut *mut carnelian_slhdsa_signing_key,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [whole(key)], || {
        heap::give(&caller, key, || {
            let private_key = caller.bytes(private_key, private_key_len)?;
            with_set!(set, P => {
                let key = SigningKey::<P>::from_slice(private_key)?;
                key.check()?;
                Ok(P::handle(key))
            })
        })
    })
}

/// Wipes and releases a signing key. NULL is permitted.
///
/// # Safety
/// The pointer must be what the header says, and must not be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_slhdsa_signing_key_free(key: *mut carnelian_slhdsa_signing_key) {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    heap::take_back(&caller, key);
}

/// Checks a private key again, as `carnelian_slhdsa_signing_key_new` has done: computes PK.root from the seeds and
/// compares it, which takes as long as generating a key. It finds damage in memory. Constant time.
///
/// Errors: `CARNELIAN_ERROR_KEY` if PK.root does not belong to the seeds.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_slhdsa_signing_key_check(
    key: *const carnelian_slhdsa_signing_key,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| with_handle!(caller.get(key)?, key => Ok(key.signing_key().check()?)))
}

/// Prepares a signing key for many signatures: computes the part of a signature that is the same in all, and keeps it
/// in the key, 240 to 24552 bytes. It takes as long as generating a key, and saves 1/7 or 1/8 of each signature with
/// the sets whose names end in S, 1/17 or 1/22 with the others. Signatures stay the same. No other thread may use the
/// key meanwhile. Constant time.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_slhdsa_signing_key_prepare(
    key: *mut carnelian_slhdsa_signing_key,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| {
        with_handle!(caller.get_mut(key)?, key => key.prepare());
        Ok(())
    })
}

/// Writes the public key of a signing key.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for another `public_key_len`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_slhdsa_signing_key_public(
    key: *const carnelian_slhdsa_signing_key,
    public_key: *mut u8,
    public_key_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(public_key, public_key_len)], || {
        with_handle!(caller.get(key)?, key => {
            write(&caller, (public_key, public_key_len), key.signing_key().verifying_key().as_ref())
        })
    })
}

/// Writes the private key of a signing key, SK.seed || SK.prf || PK.seed || PK.root.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for another `private_key_len`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_slhdsa_signing_key_private(
    key: *const carnelian_slhdsa_signing_key,
    private_key: *mut u8,
    private_key_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(private_key, private_key_len)], || {
        with_handle!(caller.get(key)?, key => {
            write(&caller, (private_key, private_key_len), key.signing_key().to_bytes().expose().as_ref())
        })
    })
}

/// Signs a message under a context of 0 to 255 bytes: slh_sign, FIPS 205 Algorithm 22. The signature depends on 16, 24
/// or 32 random bytes too, so that fault attacks cannot observe the same computation repeatedly; with a bad random
/// source it is as secure as a deterministic one. `random` is the random source, NULL that of the operating system.
/// Constant time.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for a longer context or another `signature_len`; `CARNELIAN_ERROR_RANDOM` if the
/// source fails; `CARNELIAN_ERROR_FAULT` if the signature is not valid, which is verified before it is written.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_slhdsa_sign(
    key: *const carnelian_slhdsa_signing_key,
    random: *const carnelian_random_source,
    context: *const u8,
    context_len: usize,
    message: *const u8,
    message_len: usize,
    signature: *mut u8,
    signature_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(signature, signature_len)], || {
        let (context, message) = (purpose(&caller, (context, context_len))?, caller.bytes(message, message_len)?);
        let random = &mut Source::of(&caller, random)?;
        with_key!(caller.get(key)?, key => {
            needs(signature_len == signature_len_of(key.verifying_key()))?;
            write(&caller, (signature, signature_len), key.sign_ctx(context, message, random)?.as_ref())
        })
    })
}

/// Signs a message under a context of 0 to 255 bytes like `carnelian_slhdsa_sign`, without randomness: the same message
/// always has the same signature. Constant time.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for a longer context or another `signature_len`; `CARNELIAN_ERROR_FAULT` as there.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_slhdsa_sign_deterministic(
    key: *const carnelian_slhdsa_signing_key,
    context: *const u8,
    context_len: usize,
    message: *const u8,
    message_len: usize,
    signature: *mut u8,
    signature_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(signature, signature_len)], || {
        let (context, message) = (purpose(&caller, (context, context_len))?, caller.bytes(message, message_len)?);
        with_key!(caller.get(key)?, key => {
            needs(signature_len == signature_len_of(key.verifying_key()))?;
            write(&caller, (signature, signature_len), key.sign_deterministic_ctx(context, message)?.as_ref())
        })
    })
}

/// Signs a message under a context of 0 to 255 bytes like `carnelian_slhdsa_sign`, and computes the signature twice.
/// Every signature is verified before it is written; a fault in the computation of some trees results in another valid
/// one, which leads to forgeries, and which only this finds.
///
/// Errors: those of `carnelian_slhdsa_sign`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_slhdsa_sign_verified(
    key: *const carnelian_slhdsa_signing_key,
    random: *const carnelian_random_source,
    context: *const u8,
    context_len: usize,
    message: *const u8,
    message_len: usize,
    signature: *mut u8,
    signature_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(signature, signature_len)], || {
        let (context, message) = (purpose(&caller, (context, context_len))?, caller.bytes(message, message_len)?);
        let random = &mut Source::of(&caller, random)?;
        with_key!(caller.get(key)?, key => {
            needs(signature_len == signature_len_of(key.verifying_key()))?;
            write(&caller, (signature, signature_len), key.verified().sign_ctx(context, message, random)?.as_ref())
        })
    })
}

/// Checks that the two halves of a signing key belong together: signs a message, which is not written anywhere, and
/// verifies it.
///
/// Errors: `CARNELIAN_ERROR_FAULT` if they do not.
///
/// # Safety
/// The pointer must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_slhdsa_signing_key_check_pair(
    key: *const carnelian_slhdsa_signing_key,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| with_handle!(caller.get(key)?, key => Ok(key.signing_key().check_pair()?)))
}

/// Returns the number of bytes in a signature of a key. It is compared before signing, which takes long.
pub(super) const fn signature_len_of<P: Parameters>(_: &VerifyingKey<P>) -> usize {
    P::SIGNATURE_LEN
}
