//! ML-KEM, FIPS 203, beyond the interface of all key encapsulation: expanded keys, prepared keys, batches, and
//! encapsulation with given randomness.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

mod batch;

pub use batch::*;

use crate::context::wiping_stack;
use crate::heap;
use crate::kem::{
    CARNELIAN_KEM_CIPHERTEXT_MAX_LEN, CARNELIAN_MLKEM_512, CARNELIAN_MLKEM_512_PRIVATE_KEY_LEN,
    CARNELIAN_MLKEM_512_SHARED_SECRET_LEN, CARNELIAN_MLKEM_768, CARNELIAN_MLKEM_1024, carnelian_kem_algorithm,
};
use crate::outputs::{needs, reporting, whole, zeroing};
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use carnelian::postquantum::mlkem::hazmat::encapsulate_internal;
use carnelian::postquantum::mlkem::{
    Ciphertext, DecapsulationKey, EncapsulationKey, MlKem512, MlKem768, MlKem1024, Parameters,
    PreparedDecapsulationKey, PreparedEncapsulationKey, SharedSecret,
};
use carnelian::secret::Secret as Copied;
use carnelian_ffi::Caller;

const SEED_LEN: usize = CARNELIAN_MLKEM_512_PRIVATE_KEY_LEN;
const SECRET_LEN: usize = CARNELIAN_MLKEM_512_SHARED_SECRET_LEN;

/// Evaluates an expression with the type `$P` as the parameter set with a number from C, or `$unknown`.
macro_rules! with_set {
    ($number:expr, $P:ident => $body:expr) => {
        with_set!($number, $P => $body, _ => Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM))
    };
    ($number:expr, $P:ident => $body:expr, _ => $unknown:expr) => {
        match $number {
            CARNELIAN_MLKEM_512 => {
                type $P = MlKem512;
                $body
            }
            CARNELIAN_MLKEM_768 => {
                type $P = MlKem768;
                $body
            }
            CARNELIAN_MLKEM_1024 => {
                type $P = MlKem1024;
                $body
            }
            _ => $unknown,
        }
    };
}
use with_set;

/// A private key with all that decapsulation computes from it alone, on the heap and wiped when it is freed. Several
/// threads may use it at a time.
pub enum carnelian_mlkem_private_key {
    /// A key of ML-KEM-512.
    MlKem512(Private<MlKem512>),
    /// A key of ML-KEM-768.
    MlKem768(Private<MlKem768>),
    /// A key of ML-KEM-1024.
    MlKem1024(Private<MlKem1024>),
}

/// The forms in which a private key is used: alone and in a batch.
pub struct Private<P: Parameters> {
    prepared: PreparedDecapsulationKey<P>,
    key: DecapsulationKey<P>,
}

/// A public key with all that encapsulation computes from it alone, on the heap. Several threads may use it at a time.
pub enum carnelian_mlkem_public_key {
    /// A key of ML-KEM-512.
    MlKem512(Box<PreparedEncapsulationKey<MlKem512>>),
    /// A key of ML-KEM-768.
    MlKem768(Box<PreparedEncapsulationKey<MlKem768>>),
    /// A key of ML-KEM-1024.
    MlKem1024(Box<PreparedEncapsulationKey<MlKem1024>>),
}

/// Evaluates an expression with `$key` as the key in a handle.
macro_rules! with_key {
    ($handle:ident, $value:expr, $key:ident => $body:expr) => {
        match $value {
            $handle::MlKem512($key) => $body,
            $handle::MlKem768($key) => $body,
            $handle::MlKem1024($key) => $body,
        }
    };
}

/// A parameter set with its variants of the handles.
trait Set: Parameters {
    fn private_handle(key: Private<Self>) -> carnelian_mlkem_private_key;
    fn public_handle(key: PreparedEncapsulationKey<Self>) -> carnelian_mlkem_public_key;
    /// Returns the key in a handle, if it is of this set.
    fn private_key(handle: &carnelian_mlkem_private_key) -> Result<&DecapsulationKey<Self>, carnelian_status>;
}

macro_rules! sets {
    ($($Set:ident)+) => {$(
        impl Set for $Set {
            fn private_handle(key: Private<Self>) -> carnelian_mlkem_private_key {
                carnelian_mlkem_private_key::$Set(key)
            }
            fn public_handle(key: PreparedEncapsulationKey<Self>) -> carnelian_mlkem_public_key {
                carnelian_mlkem_public_key::$Set(Box::new(key))
            }
            fn private_key(handle: &carnelian_mlkem_private_key) -> Result<&DecapsulationKey<Self>, carnelian_status> {
                match handle {
                    carnelian_mlkem_private_key::$Set(secret) => Ok(&secret.key),
                    _ => Err(carnelian_status::CARNELIAN_ERROR_KEY_KIND),
                }
            }
        }
    )+};
}
sets!(MlKem512 MlKem768 MlKem1024);

/// Returns the key at `bytes`: a seed, or the expanded form.
fn private_at<P: Parameters>(
    caller: &Caller,
    bytes: *const u8,
    len: usize,
) -> Result<DecapsulationKey<P>, carnelian_status> {
    if len == SEED_LEN {
        return Ok(DecapsulationKey::from_seed(caller.array(bytes)?));
    }
    Ok(DecapsulationKey::from_expanded_slice(caller.bytes(bytes, len)?)?)
}

/// Writes a ciphertext and its shared secret.
fn write_both<P: Parameters>(
    caller: &Caller,
    (sent, shared): &(Ciphertext<P>, SharedSecret),
    (ciphertext, ciphertext_len): (*mut u8, usize),
    secret: *mut u8,
) -> Result<(), carnelian_status> {
    needs(ciphertext_len == P::CIPHERTEXT_LEN)?;
    caller.output(ciphertext, ciphertext_len)?.copy_from_slice(sent.as_ref());
    Ok(caller.write(secret, shared.expose())?)
}

/// Expands the seed of 64 bytes of a private key: ML-KEM.KeyGen_internal(d, z). `set` is one of the constants from
/// `CARNELIAN_MLKEM_512` to `CARNELIAN_MLKEM_1024`. Constant time.
///
/// Errors: `CARNELIAN_ERROR_ALGORITHM`; `CARNELIAN_ERROR_LENGTH` unless `expanded_len` is
/// `carnelian_kem_expanded_key_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mlkem_expand(
    set: carnelian_kem_algorithm,
    seed: *const u8,
    expanded: *mut u8,
    expanded_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(expanded, expanded_len)], || {
        with_set!(set, P => {
            let key = DecapsulationKey::<P>::from_seed(caller.array(seed)?);
            needs(expanded_len == P::DECAPSULATION_KEY_LEN)?;
            caller.output(expanded, expanded_len)?.copy_from_slice(key.as_expanded_bytes().expose());
            Ok(())
        })
    })
}

/// Checks the expanded form of a private key: FIPS 203 Section 7.3, that coefficients are below 3329, and that its secret
/// vector belongs to its public key; if `seed` is not NULL, that it is that of this seed of 64 bytes. Constant time.
///
/// Errors: `CARNELIAN_ERROR_KEY` if a check fails; `CARNELIAN_ERROR_LENGTH`, `CARNELIAN_ERROR_ALGORITHM`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mlkem_check_expanded_key(
    set: carnelian_kem_algorithm,
    expanded: *const u8,
    expanded_len: usize,
    seed: *const u8,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let expanded = caller.bytes(expanded, expanded_len)?;
        with_set!(set, P => {
            if seed.is_null() {
                DecapsulationKey::<P>::from_expanded_slice(expanded)?;
            } else {
                DecapsulationKey::<P>::from_seed_and_expanded_slice(caller.array(seed)?, expanded)?;
            }
            Ok(())
        })
    })
}

/// Makes a shared secret of 32 bytes and its ciphertext like `carnelian_kem_encapsulate`, with 32 bytes `m` as its
/// randomness: ML-KEM.Encaps_internal(ek, m), for tests and protocols that need it. `m` must be uniformly random and
/// secret, and never be used twice. Constant time in `m`.
///
/// Errors: `CARNELIAN_ERROR_KEY` if the public key is none; `CARNELIAN_ERROR_LENGTH`, `CARNELIAN_ERROR_ALGORITHM`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mlkem_encapsulate_with(
    set: carnelian_kem_algorithm,
    public_key: *const u8,
    public_key_len: usize,
    m: *const u8,
    ciphertext: *mut u8,
    ciphertext_len: usize,
    secret: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(ciphertext, ciphertext_len), (secret, SECRET_LEN)], || {
        with_set!(set, P => {
            let key = EncapsulationKey::<P>::from_slice(caller.bytes(public_key, public_key_len)?)?;
            let (m, ciphertext) = (Copied::new(*caller.array(m)?), (ciphertext, ciphertext_len));
            wiping_stack::<[u8; CARNELIAN_KEM_CIPHERTEXT_MAX_LEN], _>(|| {
                write_both(&caller, &encapsulate_internal(&key, m.expose()), ciphertext, secret)
            })
        })
    })
}

/// Prepares a public key for many encapsulations, and writes its address to `*key`; release it with
/// `carnelian_mlkem_public_key_free`. Takes time that depends on the key, which is public.
///
/// Errors: `CARNELIAN_ERROR_KEY` if it is no public key; `CARNELIAN_ERROR_LENGTH`, `CARNELIAN_ERROR_ALGORITHM`,
/// `CARNELIAN_ERROR_MEMORY`. `*key` is NULL then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mlkem_public_key_new(
    set: carnelian_kem_algorithm,
    public_key: *const u8,
    public_key_len: usize,
    key: *mut *mut carnelian_mlkem_public_key,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(key)], || {
        heap::give(&caller, key, || {
            let bytes = caller.bytes(public_key, public_key_len)?;
            with_set!(set, P => Ok(P::public_handle(EncapsulationKey::from_slice(bytes)?.prepare())))
        })
    })
}

/// Releases a prepared public key. NULL is permitted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mlkem_public_key_free(key: *mut carnelian_mlkem_public_key) {
    let caller = caller!();
    heap::take_back(&caller, key);
}

/// Makes a shared secret of 32 bytes and its ciphertext with a prepared key: `carnelian_kem_encapsulate`. `random` is the
/// random source, NULL that of the operating system. Constant time in the secret.
///
/// Errors: `CARNELIAN_ERROR_RANDOM` if the source fails; `CARNELIAN_ERROR_LENGTH` for another `ciphertext_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mlkem_public_key_encapsulate(
    key: *const carnelian_mlkem_public_key,
    random: *const carnelian_random_source,
    ciphertext: *mut u8,
    ciphertext_len: usize,
    secret: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(ciphertext, ciphertext_len), (secret, SECRET_LEN)], || {
        let random = &mut Source::of(&caller, random)?;
        with_key!(carnelian_mlkem_public_key, caller.get(key)?, key => {
            wiping_stack::<[u8; CARNELIAN_KEM_CIPHERTEXT_MAX_LEN], _>(|| {
                write_both(&caller, &key.encapsulate(random)?, (ciphertext, ciphertext_len), secret)
            })
        })
    })
}

/// Prepares a private key, a seed of 64 bytes or the expanded form, for many decapsulations, and writes its address to
/// `*key`; release it with `carnelian_mlkem_private_key_free`. Constant time.
///
/// Errors: `CARNELIAN_ERROR_KEY` if an expanded form fails a check of `carnelian_mlkem_check_expanded_key`;
/// `CARNELIAN_ERROR_LENGTH`, `CARNELIAN_ERROR_ALGORITHM`, `CARNELIAN_ERROR_MEMORY`. `*key` is NULL then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mlkem_private_key_new(
    set: carnelian_kem_algorithm,
    private_key: *const u8,
    private_key_len: usize,
    key: *mut *mut carnelian_mlkem_private_key,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(key)], || {
        heap::give(&caller, key, || {
            with_set!(set, P => {
                let key = private_at::<P>(&caller, private_key, private_key_len)?;
                Ok(P::private_handle(Private { prepared: key.prepare(), key }))
            })
        })
    })
}

/// Wipes and releases a prepared private key. NULL is permitted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mlkem_private_key_free(key: *mut carnelian_mlkem_private_key) {
    let caller = caller!();
    heap::take_back(&caller, key);
}

/// Writes the public key of a prepared private key.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for another `public_key_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mlkem_private_key_public(
    key: *const carnelian_mlkem_private_key,
    public_key: *mut u8,
    public_key_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(public_key, public_key_len)], || {
        with_key!(carnelian_mlkem_private_key, caller.get(key)?, secret => {
            let public = secret.key.encapsulation_key();
            needs(public_key_len == public.as_ref().len())?;
            caller.output(public_key, public_key_len)?.copy_from_slice(public.as_ref());
            Ok(())
        })
    })
}

/// Checks that the two halves of a prepared private key belong together: encapsulates a secret, which is not used for
/// anything, and decapsulates it. Constant time.
///
/// Errors: `CARNELIAN_ERROR_FAULT` if they do not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mlkem_private_key_check_pair(
    key: *const carnelian_mlkem_private_key,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        with_key!(carnelian_mlkem_private_key, caller.get(key)?, secret => {
            secret.key.check_pair()?;
            Ok(secret.prepared.check_pair(&secret.key.encapsulation_key())?)
        })
    })
}

/// Computes the shared secret of 32 bytes that a ciphertext holds with a prepared key: `carnelian_kem_decapsulate`.
/// Constant time.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for another `ciphertext_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mlkem_private_key_decapsulate(
    key: *const carnelian_mlkem_private_key,
    ciphertext: *const u8,
    ciphertext_len: usize,
    secret: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(secret, SECRET_LEN)], || {
        let ciphertext = caller.bytes(ciphertext, ciphertext_len)?;
        with_key!(carnelian_mlkem_private_key, caller.get(key)?, key => {
            let ciphertext = Ciphertext::from_slice(ciphertext)?;
            wiping_stack::<[u8; CARNELIAN_KEM_CIPHERTEXT_MAX_LEN], _>(|| {
                Ok(caller.write(secret, key.prepared.decapsulate(&ciphertext).expose())?)
            })
        })
    })
}
