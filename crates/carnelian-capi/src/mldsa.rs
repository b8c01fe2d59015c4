//! ML-DSA, FIPS 204, beyond the interface of all signatures: messages that are represented by their hash.
#![allow(unsafe_code)] // Exports functions under their names in C.

use crate::context::{self, Memory, fits, tag};
use crate::outputs::{needs, reporting, whole, write, zeroing};
use crate::signature::{
    carnelian_sign_options, carnelian_signature_algorithm, carnelian_signing_key, carnelian_verifying_key, sign_options,
};
use crate::status::carnelian_status;
use carnelian::algorithm::Hedging;
use carnelian::postquantum::mldsa::{
    Context, MlDsa44, MlDsa65, MlDsa87, Mu, MuHasher, Parameters, PreparedSigningKey, PreparedVerifyingKey, Signature,
    VerifyingKey,
};
use carnelian_ffi::Caller;

/// The number of bytes in a message representative.
pub const CARNELIAN_MLDSA_MU_LEN: usize = 64;

const MU_LEN: usize = CARNELIAN_MLDSA_MU_LEN;

/// The number of bytes in a `carnelian_mldsa_mu`.
pub const CARNELIAN_MLDSA_MU_SIZE: usize = 320;
/// The alignment of a `carnelian_mldsa_mu`.
pub const CARNELIAN_MLDSA_MU_ALIGN: usize = 8;

/// The context of a message representative that is computed from the parts of a message.
#[repr(C)]
pub struct carnelian_mldsa_mu {
    opaque: [u64; 40],
}

/// Evaluates an expression with the type `$P` as the parameter set with a number from C.
macro_rules! with_set {
    ($number:expr, $P:ident => $body:expr) => {
        match $number {
            $crate::signature::CARNELIAN_MLDSA_44 => {
                type $P = MlDsa44;
                $body
            }
            $crate::signature::CARNELIAN_MLDSA_65 => {
                type $P = MlDsa65;
                $body
            }
            $crate::signature::CARNELIAN_MLDSA_87 => {
                type $P = MlDsa87;
                $body
            }
            _ => Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM),
        }
    };
}

/// A representative in progress: its parameter set makes no difference once the public key is absorbed.
pub(crate) enum AnyMu {
    MlDsa44(MuHasher<MlDsa44>),
    MlDsa65(MuHasher<MlDsa65>),
    MlDsa87(MuHasher<MlDsa87>),
}

/// Evaluates an expression with `$hasher` as the hasher of a set.
macro_rules! with_mu {
    ($value:expr, $hasher:ident => $body:expr) => {
        match $value {
            AnyMu::MlDsa44($hasher) => $body,
            AnyMu::MlDsa65($hasher) => $body,
            AnyMu::MlDsa87($hasher) => $body,
        }
    };
}

macro_rules! variants {
    ($($Set:ident)+) => {$(
        impl From<MuHasher<$Set>> for AnyMu {
            fn from(hasher: MuHasher<$Set>) -> Self {
                Self::$Set(hasher)
            }
        }
    )+};
}
variants!(MlDsa44 MlDsa65 MlDsa87);

// SAFETY: an array of words.
unsafe impl Memory for carnelian_mldsa_mu {
    type Value = AnyMu;
    const TAG: u64 = tag(b"mldsa mu");
}

const _: () = assert!(fits::<carnelian_mldsa_mu>() && size_of::<carnelian_mldsa_mu>() == CARNELIAN_MLDSA_MU_SIZE);
const _: () = assert!(align_of::<carnelian_mldsa_mu>() <= CARNELIAN_MLDSA_MU_ALIGN);

/// Returns the public key at `data`.
fn public_key<P: Parameters>(
    caller: &Caller,
    (data, len): (*const u8, usize),
) -> Result<VerifyingKey<P>, carnelian_status> {
    Ok(VerifyingKey::from_slice(caller.bytes(data, len)?)?)
}

/// Returns the signature at `data`.
fn signature<P: Parameters>(
    caller: &Caller,
    (data, len): (*const u8, usize),
) -> Result<Signature<P>, carnelian_status> {
    Ok(Signature::from_slice(caller.bytes(data, len)?)?)
}

/// Starts the computation of the representative of a message, FIPS 204 Algorithm 7 step 6, for a public key and a context
/// of 0 to 255 bytes: it stands for the message when it is signed or verified, which may happen on a device that does not
/// read the message. The message is read once and need not fit into memory.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for a key or a context of another length; `CARNELIAN_ERROR_ALGORITHM`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_mu_init(
    mu: *mut carnelian_mldsa_mu,
    algorithm: carnelian_signature_algorithm,
    public: *const u8,
    public_len: usize,
    purpose: *const u8,
    purpose_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(mu)], || {
        context::start(&caller, mu, || {
            let purpose = Context::new(caller.bytes(purpose, purpose_len)?)?;
            with_set!(algorithm, P => Ok(public_key::<P>(&caller, (public, public_len))?.mu_hasher(purpose).into()))
        })
    })
}

/// Absorbs the next part of the message, of any length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_mu_update(
    mu: *mut carnelian_mldsa_mu,
    data: *const u8,
    data_len: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let data = caller.bytes(data, data_len)?;
        with_mu!(context::get_mut(&caller, mu)?, hasher => hasher.update(data));
        Ok(())
    })
}

/// Ends the message and writes its representative, 64 bytes, to `representative`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_mu_final(
    mu: *mut carnelian_mldsa_mu,
    representative: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(representative, MU_LEN)], || {
        let hasher = context::finish(&caller, mu)?;
        let bytes = hasher.take(|hasher| with_mu!(hasher, hasher => *hasher.finalize().as_bytes()));
        Ok(caller.write(representative, &bytes)?)
    })
}

/// Ends the message without its representative, and wipes the context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_mu_wipe(mu: *mut carnelian_mldsa_mu) -> carnelian_status {
    let caller = caller!();
    reporting(|| context::wipe(&caller, mu))
}

/// Signs the message that a representative of 64 bytes stands for: see `carnelian_mldsa_mu_init`. The options have neither
/// context nor prehash, which the representative depends on.
///
/// Errors: `CARNELIAN_ERROR_KEY_KIND` unless the key is of ML-DSA; `CARNELIAN_ERROR_ALGORITHM` for a context or a prehash;
/// `CARNELIAN_ERROR_LENGTH` for another `signature_len`; `CARNELIAN_ERROR_RANDOM` if the source fails;
/// `CARNELIAN_ERROR_FAULT` if the key or the machine is faulty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_sign_mu(
    key: *const carnelian_signing_key,
    options: *const carnelian_sign_options,
    mu: *const u8,
    signature: *mut u8,
    signature_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(signature, signature_len)], || {
        let (key, mu) = (caller.get(key)?, caller.array::<MU_LEN>(mu)?);
        let (options, mut random) = sign_options(&caller, options)?;
        if options.context.is_some() || options.prehash.is_some() {
            return Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM);
        }
        let is_hedged = options.hedging != Hedging::Deterministic;
        let of_set = with_set!(key.number(), P => {
            let key = key.typed::<PreparedSigningKey<P>>().ok_or(carnelian_status::CARNELIAN_ERROR_KEY_KIND)?;
            needs(signature_len == P::SIGNATURE_LEN)?;
            let mu = Mu::from_bytes(mu);
            let signed = match (is_hedged, options.verified) {
                (true, false) => key.sign_mu(&mu, &mut random),
                (false, false) => key.sign_mu_deterministic(&mu),
                (true, true) => key.verified().sign_mu(&mu, &mut random),
                (false, true) => key.verified().sign_mu_deterministic(&mu),
            };
            write(&caller, (signature, signature_len), signed?.as_ref())
        });
        of_set.map_err(other_kind)
    })
}

/// Verifies the signature of the message that a representative of 64 bytes stands for: see `carnelian_mldsa_mu_init`.
///
/// Errors: `CARNELIAN_ERROR_SIGNATURE` if the signature is not valid; `CARNELIAN_ERROR_LENGTH` for a key or a signature
/// of another length; `CARNELIAN_ERROR_ALGORITHM`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_verify_mu(
    algorithm: carnelian_signature_algorithm,
    public: *const u8,
    public_len: usize,
    mu: *const u8,
    signature_bytes: *const u8,
    signature_len: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let mu = caller.array::<MU_LEN>(mu)?;
        with_set!(algorithm, P => {
            let key = public_key::<P>(&caller, (public, public_len))?;
            Ok(key.verify_mu(&Mu::from_bytes(mu), &signature(&caller, (signature_bytes, signature_len))?)?)
        })
    })
}

/// Verifies the signature of the message that a representative of 64 bytes stands for with a key for many signatures:
/// `carnelian_mldsa_verify_mu`.
///
/// Errors: `CARNELIAN_ERROR_SIGNATURE` if the signature is not valid; `CARNELIAN_ERROR_LENGTH` for a signature of
/// another length; `CARNELIAN_ERROR_KEY_KIND` unless the key is of ML-DSA.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_verifying_key_verify_mu(
    key: *const carnelian_verifying_key,
    mu: *const u8,
    signature_bytes: *const u8,
    signature_len: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let (key, mu) = (caller.get(key)?, caller.array::<MU_LEN>(mu)?);
        let of_set = with_set!(key.number(), P => {
            let key = key.typed::<PreparedVerifyingKey<P>>().ok_or(carnelian_status::CARNELIAN_ERROR_KEY_KIND)?;
            Ok(key.verify_mu(&Mu::from_bytes(mu), &signature(&caller, (signature_bytes, signature_len))?)?)
        });
        of_set.map_err(other_kind)
    })
}

/// Returns the status for a key whose scheme has no representatives: it is the key that is of another kind.
fn other_kind(status: carnelian_status) -> carnelian_status {
    match status {
        carnelian_status::CARNELIAN_ERROR_ALGORITHM => carnelian_status::CARNELIAN_ERROR_KEY_KIND,
        status => status,
    }
}
