//! CTR_DRBG with AES-256, NIST SP 800-90A Section 10.2.1.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use crate::context::{self, Memory, fits, tag};
use crate::outputs::{apart, exactly, reporting, whole, zeroing};
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use carnelian::cipher::ctr_drbg::{self, CtrDrbg, CtrDrbgWithoutDf};
use carnelian::random::Random;
use carnelian_ffi::Caller;
use core::ffi::{c_int, c_void};

/// The smallest number of bytes of entropy with the derivation function.
pub const CARNELIAN_CTR_DRBG_ENTROPY_MIN_LEN: usize = 32;
/// The smallest number of bytes in a nonce with the derivation function.
pub const CARNELIAN_CTR_DRBG_NONCE_MIN_LEN: usize = 16;
/// The number of bytes of entropy without the derivation function.
pub const CARNELIAN_CTR_DRBG_SEED_LEN: usize = 48;
/// The largest number of bytes in one request.
pub const CARNELIAN_CTR_DRBG_REQUEST_MAX_LEN: usize = 65536;

const _: () = assert!(CARNELIAN_CTR_DRBG_ENTROPY_MIN_LEN == ctr_drbg::MIN_ENTROPY_LEN);
const _: () = assert!(CARNELIAN_CTR_DRBG_NONCE_MIN_LEN == ctr_drbg::MIN_NONCE_LEN);
const _: () = assert!(CARNELIAN_CTR_DRBG_REQUEST_MAX_LEN == ctr_drbg::MAX_REQUEST_LEN);

/// The number of bytes in a `carnelian_ctr_drbg`.
pub const CARNELIAN_CTR_DRBG_SIZE: usize = 576;
/// The alignment of a `carnelian_ctr_drbg`.
pub const CARNELIAN_CTR_DRBG_ALIGN: usize = 8;

/// A generator of random bytes: CTR_DRBG with AES-256, with or without the derivation function. It takes time that
/// depends only on lengths and on the number of requests, and serves one thread at a time.
#[repr(C)]
pub struct carnelian_ctr_drbg {
    opaque: [u64; 72],
}

pub(crate) enum AnyDrbg {
    WithDf(CtrDrbg),
    WithoutDf(CtrDrbgWithoutDf),
}

// SAFETY: an array of words.
unsafe impl Memory for carnelian_ctr_drbg {
    type Value = AnyDrbg;
    const TAG: u64 = tag(b"ctr_drbg");
}

const _: () = assert!(fits::<carnelian_ctr_drbg>() && size_of::<carnelian_ctr_drbg>() == CARNELIAN_CTR_DRBG_SIZE);
const _: () = assert!(align_of::<carnelian_ctr_drbg>() <= CARNELIAN_CTR_DRBG_ALIGN);

/// Evaluates an expression with `$drbg` as the generator in either variant.
macro_rules! with_drbg {
    ($value:expr, $drbg:ident => $body:expr) => {
        match $value {
            AnyDrbg::WithDf($drbg) => $body,
            AnyDrbg::WithoutDf($drbg) => $body,
        }
    };
}

/// Returns the source that seeds a generator, which must not be the generator.
///
/// # Errors
/// `CARNELIAN_ERROR_OVERLAP` if the context of its function lies in the generator; those of [`Source::of`].
fn seeding(
    caller: &Caller,
    drbg: *const carnelian_ctr_drbg,
    source: *const carnelian_random_source,
) -> Result<Source<'_>, carnelian_status> {
    let found = Source::of(caller, source)?;
    if let Source::Callers(source) = &found {
        apart(source.context.cast_const().cast(), 1, drbg.cast(), size_of::<carnelian_ctr_drbg>())?;
    }
    Ok(found)
}

/// Instantiates a generator with the derivation function. The entropy has at least 256 bits, in 32 bytes or more; the
/// nonce has 16 bytes or more and must not repeat; the personalization string may be empty. The same inputs produce the
/// same bytes.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for shorter inputs, or for one of more than 2^28 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_ctr_drbg_init(
    drbg: *mut carnelian_ctr_drbg,
    entropy: *const u8,
    entropy_len: usize,
    nonce: *const u8,
    nonce_len: usize,
    personalization: *const u8,
    personalization_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(drbg)], || {
        context::start(&caller, drbg, || {
            let (entropy, nonce) = (caller.bytes(entropy, entropy_len)?, caller.bytes(nonce, nonce_len)?);
            let personalization = caller.bytes(personalization, personalization_len)?;
            Ok(AnyDrbg::WithDf(CtrDrbg::new(entropy, nonce, personalization)?))
        })
    })
}

/// Instantiates a generator without the derivation function, from 48 uniformly random bytes of entropy. The
/// personalization string has at most 48 bytes.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for a longer string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_ctr_drbg_init_without_df(
    drbg: *mut carnelian_ctr_drbg,
    entropy: *const u8,
    personalization: *const u8,
    personalization_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(drbg)], || {
        context::start(&caller, drbg, || {
            let (entropy, text) = (caller.array(entropy)?, caller.bytes(personalization, personalization_len)?);
            Ok(AnyDrbg::WithoutDf(CtrDrbgWithoutDf::new(entropy, text)?))
        })
    })
}

/// Instantiates a generator with entropy, and with a nonce if it needs one, from a random source, NULL for that of the
/// operating system. `derivation` is 1 for the derivation function, 0 without it.
///
/// Errors: `CARNELIAN_ERROR_RANDOM` if the source fails, `CARNELIAN_ERROR_LENGTH` if the personalization string is too
/// long, `CARNELIAN_ERROR_ARGUMENT` for another `derivation`, `CARNELIAN_ERROR_OVERLAP` if the source is this generator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_ctr_drbg_init_from(
    drbg: *mut carnelian_ctr_drbg,
    derivation: c_int,
    random: *const carnelian_random_source,
    personalization: *const u8,
    personalization_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(drbg)], || {
        context::start(&caller, drbg, || {
            let (mut source, text) =
                (seeding(&caller, drbg, random)?, caller.bytes(personalization, personalization_len)?);
            match derivation {
                1 => Ok(AnyDrbg::WithDf(CtrDrbg::from_source(text, &mut source)?)),
                0 => Ok(AnyDrbg::WithoutDf(CtrDrbgWithoutDf::from_source(text, &mut source)?)),
                _ => Err(carnelian_status::CARNELIAN_ERROR_ARGUMENT),
            }
        })
    })
}

/// Reseeds a generator with entropy: 32 bytes or more with the derivation function, exactly 48 without. The additional
/// input may be empty.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for other lengths, the generator is unchanged then; `CARNELIAN_ERROR_STATE` if it
/// is not initialized.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_ctr_drbg_reseed(
    drbg: *mut carnelian_ctr_drbg,
    entropy: *const u8,
    entropy_len: usize,
    additional: *const u8,
    additional_len: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let additional = caller.bytes(additional, additional_len)?;
        match context::get_mut(&caller, drbg)? {
            AnyDrbg::WithDf(drbg) => Ok(drbg.reseed(caller.bytes(entropy, entropy_len)?, additional)?),
            AnyDrbg::WithoutDf(drbg) => Ok(drbg.reseed(exactly(&caller, entropy, entropy_len)?, additional)?),
        }
    })
}

/// Reseeds a generator from a random source, NULL for that of the operating system.
///
/// Errors: `CARNELIAN_ERROR_RANDOM` if the source fails, `CARNELIAN_ERROR_LENGTH` if the additional input is too long,
/// `CARNELIAN_ERROR_OVERLAP` if it is this generator; the generator is unchanged then. `CARNELIAN_ERROR_STATE` if it is
/// not initialized.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_ctr_drbg_reseed_from(
    drbg: *mut carnelian_ctr_drbg,
    random: *const carnelian_random_source,
    additional: *const u8,
    additional_len: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let (mut source, additional) = (seeding(&caller, drbg, random)?, caller.bytes(additional, additional_len)?);
        Ok(with_drbg!(context::get_mut(&caller, drbg)?, drbg => drbg.reseed_from(additional, &mut source))?)
    })
}

/// Generates `out_len` bytes, at most 65536. The additional input may be empty, and must not overlap the output.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` if the request or the additional input is too long; `CARNELIAN_ERROR_LIMIT` if the
/// generator has answered 2^48 requests since it was seeded; `CARNELIAN_ERROR_STATE` if it is not initialized.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_ctr_drbg_generate(
    drbg: *mut carnelian_ctr_drbg,
    additional: *const u8,
    additional_len: usize,
    out: *mut u8,
    out_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(out, out_len)], || {
        apart(additional, additional_len, out, out_len)?;
        let (additional, out) = (caller.bytes(additional, additional_len)?, caller.output(out, out_len)?);
        Ok(with_drbg!(context::get_mut(&caller, drbg)?, drbg => drbg.generate(additional, out))?)
    })
}

/// Reseeds a generator from a random source, NULL for that of the operating system, and generates `out_len` bytes, at
/// most 65536, which no earlier state predicts. The additional input may be empty, and must not overlap the output.
///
/// Errors: `CARNELIAN_ERROR_RANDOM` if the source fails, `CARNELIAN_ERROR_LENGTH` if the request or the additional input
/// is too long; `CARNELIAN_ERROR_OVERLAP` also if the source is this generator; `CARNELIAN_ERROR_STATE` if the generator
/// is not initialized.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_ctr_drbg_generate_fresh(
    drbg: *mut carnelian_ctr_drbg,
    random: *const carnelian_random_source,
    additional: *const u8,
    additional_len: usize,
    out: *mut u8,
    out_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(out, out_len)], || {
        apart(additional, additional_len, out, out_len)?;
        let (mut source, additional) = (seeding(&caller, drbg, random)?, caller.bytes(additional, additional_len)?);
        let out = caller.output(out, out_len)?;
        Ok(with_drbg!(
            context::get_mut(&caller, drbg)?,
            drbg => drbg.generate_with_prediction_resistance(additional, out, &mut source)
        )?)
    })
}

/// Fills `out_len` bytes, any number: the function of a `carnelian_random_source` whose context is a
/// `carnelian_ctr_drbg`. Returns 0, or another number if it fails.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_ctr_drbg_fill(drbg: *mut c_void, out: *mut u8, out_len: usize) -> c_int {
    let caller = caller!();
    zeroing(&caller, [(out, out_len)], || {
        let out = caller.output(out, out_len)?;
        Ok(with_drbg!(context::get_mut(&caller, drbg.cast::<carnelian_ctr_drbg>())?, drbg => drbg.fill(out))?)
    }) as c_int
}

/// Ends the use of a generator, and wipes it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_ctr_drbg_wipe(drbg: *mut carnelian_ctr_drbg) -> carnelian_status {
    let caller = caller!();
    reporting(|| context::wipe(&caller, drbg))
}
