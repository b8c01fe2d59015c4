//! SHA-256, SHA-512, SHA-3, SHAKE and BLAKE2b.

use crate::states::{self, State};
use carnelian::hash::{
    Blake2b256, Blake2b512, Hash, Sha3_256, Sha3_512, Sha256, Sha512, Shake128, Shake256, Xof, XofReader,
};
use carnelian::secret::wipe;
use carnelian_ffi::Caller;
use core::ffi::{c_int, c_ulonglong};

pub(crate) mod blake2b;

/// Computes a digest of `N` bytes.
fn hash<H: Hash<Digest = [u8; N]>, const N: usize>(
    caller: &Caller,
    out: *mut u8,
    message: *const u8,
    len: c_ulonglong,
) -> Option<()> {
    let digest = bytes(caller, message, len).map(H::digest);
    caller.write(out, &digest.unwrap_or([0; N])).ok()?;
    digest.map(|_| ())
}

/// Returns bytes whose length is a `long long` in C.
pub(crate) fn bytes(caller: &Caller, data: *const u8, len: c_ulonglong) -> Option<&[u8]> {
    caller.bytes(data, usize::try_from(len).ok()?).ok()
}

/// SHA-3 in parts. A state that is finished has no digest any more; data that it gets nevertheless begin a new message,
/// and are reported as an error.
pub(crate) enum Sponge<H: Hash> {
    Absorbing(H),
    Finished,
}

fn sponge_init<H: Hash>(caller: &Caller, state: *mut State<Sponge<H>>) -> Option<()> {
    states::begin(caller, state, Sponge::Absorbing(H::new()))
}

fn sponge_update<H: Hash>(
    caller: &Caller,
    state: *mut State<Sponge<H>>,
    data: *const u8,
    len: c_ulonglong,
) -> Option<()> {
    let data = bytes(caller, data, len)?;
    states::with(caller, state, |sponge| match sponge {
        Sponge::Absorbing(hasher) => {
            hasher.update(data);
            Some(())
        }
        Sponge::Finished => {
            let mut hasher = H::new();
            hasher.update(data);
            *sponge = Sponge::Absorbing(hasher);
            None
        }
    })?
}

fn sponge_final<H: Hash<Digest = [u8; N]>, const N: usize>(
    caller: &Caller,
    state: *mut State<Sponge<H>>,
    out: *mut u8,
) -> Option<()> {
    let digest = states::with(caller, state, |sponge| match sponge {
        Sponge::Absorbing(hasher) => {
            let digest = hasher.finalize_reset();
            *sponge = Sponge::Finished;
            Some(digest)
        }
        Sponge::Finished => None,
    })?;
    caller.write(out, &digest.unwrap_or([0; N])).ok()?;
    digest.map(|_| ())
}

fn hash_init<H: Hash>(caller: &Caller, state: *mut State<H>) -> Option<()> {
    states::begin(caller, state, H::new())
}

fn hash_update<H: Hash>(caller: &Caller, state: *mut State<H>, data: *const u8, len: c_ulonglong) -> Option<()> {
    let data = bytes(caller, data, len)?;
    states::with(caller, state, |hasher| hasher.update(data))
}

fn hash_final<H: Hash<Digest = [u8; N]>, const N: usize>(
    caller: &Caller,
    state: *mut State<H>,
    out: *mut u8,
) -> Option<()> {
    let mut digest = states::end(caller, state).map(|mut hasher| hasher.finalize_reset());
    let written = caller.write(out, digest.as_ref().unwrap_or(&[0; N])).ok();
    digest.as_mut().map(|digest| wipe(digest))?;
    written
}

/// A function with output of any length: it absorbs until the first output.
pub(crate) enum Squeezing<X: Xof> {
    Absorbing(X),
    Reading(X::Reader),
}

fn xof<X: Xof + Default>(
    caller: &Caller,
    out: *mut u8,
    out_len: usize,
    message: *const u8,
    len: c_ulonglong,
) -> Option<()> {
    let mut xof = X::default();
    xof.update(bytes(caller, message, len)?);
    xof.finalize().fill(caller.output(out, out_len).ok()?);
    Some(())
}

fn xof_init<X: Xof + Default>(caller: &Caller, state: *mut State<Squeezing<X>>) -> Option<()> {
    states::begin(caller, state, Squeezing::Absorbing(X::default()))
}

/// Fails after the first output.
fn xof_update<X: Xof>(
    caller: &Caller,
    state: *mut State<Squeezing<X>>,
    data: *const u8,
    len: c_ulonglong,
) -> Option<()> {
    let data = bytes(caller, data, len)?;
    states::with(caller, state, |squeezing| match squeezing {
        Squeezing::Absorbing(xof) => {
            xof.update(data);
            Some(())
        }
        Squeezing::Reading(_) => None,
    })?
}

fn xof_squeeze<X: Xof>(caller: &Caller, state: *mut State<Squeezing<X>>, out: *mut u8, out_len: usize) -> Option<()> {
    states::with(caller, state, |squeezing| {
        if let Squeezing::Absorbing(xof) = squeezing {
            *squeezing = Squeezing::Reading(xof.clone().finalize());
        }
        match squeezing {
            Squeezing::Reading(reader) => {
                reader.fill(caller.output(out, out_len).ok()?);
                Some(())
            }
            Squeezing::Absorbing(_) => None,
        }
    })?
}

/// BLAKE2b of 32 or 64 bytes, which most programs ask for.
pub(crate) fn blake2b_of_common_len(message: &[u8], out: &mut [u8]) -> bool {
    match out.len() {
        32 => out.copy_from_slice(&Blake2b256::digest(message)),
        64 => out.copy_from_slice(&Blake2b512::digest(message)),
        _ => return false,
    }
    true
}

exports! {
    crypto_hash_sha256(out: *mut u8, data: *const u8, len: c_ulonglong) -> c_int = hash::<Sha256, 32>;
    crypto_hash_sha256_init(state: *mut State<Sha256>) -> c_int = hash_init;
    crypto_hash_sha256_update(state: *mut State<Sha256>, data: *const u8, len: c_ulonglong) -> c_int = hash_update;
    crypto_hash_sha256_final(state: *mut State<Sha256>, out: *mut u8) -> c_int = hash_final;
    crypto_hash crypto_hash_sha512(out: *mut u8, data: *const u8, len: c_ulonglong) -> c_int = hash::<Sha512, 64>;
    crypto_hash_sha512_init(state: *mut State<Sha512>) -> c_int = hash_init;
    crypto_hash_sha512_update(state: *mut State<Sha512>, data: *const u8, len: c_ulonglong) -> c_int = hash_update;
    crypto_hash_sha512_final(state: *mut State<Sha512>, out: *mut u8) -> c_int = hash_final;
    crypto_hash_sha3256(out: *mut u8, data: *const u8, len: c_ulonglong) -> c_int = hash::<Sha3_256, 32>;
    crypto_hash_sha3256_init(state: *mut State<Sponge<Sha3_256>>) -> c_int = sponge_init;
    crypto_hash_sha3256_update(state: *mut State<Sponge<Sha3_256>>, data: *const u8, len: c_ulonglong) -> c_int = sponge_update;
    crypto_hash_sha3256_final(state: *mut State<Sponge<Sha3_256>>, out: *mut u8) -> c_int = sponge_final;
    crypto_hash_sha3512(out: *mut u8, data: *const u8, len: c_ulonglong) -> c_int = hash::<Sha3_512, 64>;
    crypto_hash_sha3512_init(state: *mut State<Sponge<Sha3_512>>) -> c_int = sponge_init;
    crypto_hash_sha3512_update(state: *mut State<Sponge<Sha3_512>>, data: *const u8, len: c_ulonglong) -> c_int = sponge_update;
    crypto_hash_sha3512_final(state: *mut State<Sponge<Sha3_512>>, out: *mut u8) -> c_int = sponge_final;
    crypto_xof_shake128(out: *mut u8, out_len: usize, data: *const u8, len: c_ulonglong) -> c_int = xof::<Shake128>;
    crypto_xof_shake128_init(state: *mut State<Squeezing<Shake128>>) -> c_int = xof_init;
    crypto_xof_shake128_update(state: *mut State<Squeezing<Shake128>>, data: *const u8, len: c_ulonglong)
        -> c_int = xof_update;
    crypto_xof_shake128_squeeze(state: *mut State<Squeezing<Shake128>>, out: *mut u8, len: usize)
        -> c_int = xof_squeeze;
    crypto_xof_shake256(out: *mut u8, out_len: usize, data: *const u8, len: c_ulonglong) -> c_int = xof::<Shake256>;
    crypto_xof_shake256_init(state: *mut State<Squeezing<Shake256>>) -> c_int = xof_init;
    crypto_xof_shake256_update(state: *mut State<Squeezing<Shake256>>, data: *const u8, len: c_ulonglong)
        -> c_int = xof_update;
    crypto_xof_shake256_squeeze(state: *mut State<Squeezing<Shake256>>, out: *mut u8, len: usize)
        -> c_int = xof_squeeze;
}
