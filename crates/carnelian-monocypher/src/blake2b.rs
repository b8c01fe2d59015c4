//! BLAKE2b, with digests and keys of any length.
#![allow(unsafe_code)] // Entry points of C.

use crate::context::{Context, State};
use crate::serve;
use crate::stack::wiping_stack;
use carnelian::hash::blake2::{B, VariableHasher};
use carnelian::hash::{Blake2b256, Blake2b512, Blake2bMac};
use carnelian::secret;
use carnelian_ffi::{Caller, Fault};

/// Bytes of stack that the preparation of a key may use.
const STACK: usize = 1024;

/// A message that is hashed piece by piece: `crypto_blake2b_ctx`.
pub type Hasher = Context<31>;

/// A hasher and the length of its digests.
struct Plain {
    hasher: VariableHasher<B>,
    len: usize,
}

// SAFETY: the state consists of numbers.
unsafe impl State for Plain {
    const KIND: u64 = u64::from_le_bytes(*b"blake2b ");
}

// SAFETY: the state consists of numbers.
unsafe impl<const LEN: usize> State for Blake2bMac<LEN> {
    const KIND: u64 = KEYED + LEN as u64;
}

/// The mark of a hasher with a key, less the length of its digests.
const KEYED: u64 = u64::from_le_bytes(*b"\0keyed b");

/// A step of a hasher with a key, for a length of digests that is known when it is compiled.
trait Step {
    type Output: Default;

    fn with_length<const LEN: usize>(self) -> Self::Output;
}

/// Takes a step for the length `len`; for one that no digest has, there is none to take.
fn dispatch<S: Step>(step: S, len: u64) -> S::Output {
    macro_rules! lengths {
        ($($len:literal)+) => {
            match len {
                $($len => step.with_length::<$len>(),)+
                _ => S::Output::default(),
            }
        };
    }
    lengths! {
        1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
        33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64
    }
}

/// Starts a message under a key, if the key is not too long.
struct Init<'a> {
    hasher: &'a mut Hasher,
    key: &'a [u8],
}

impl Step for Init<'_> {
    type Output = ();

    fn with_length<const LEN: usize>(self) {
        if let Ok(mac) = Blake2bMac::<LEN>::new(self.key) {
            self.hasher.put(mac);
        }
    }
}

/// Absorbs more of the message.
struct Update<'a> {
    hasher: &'a mut Hasher,
    data: &'a [u8],
}

impl Step for Update<'_> {
    type Output = ();

    fn with_length<const LEN: usize>(self) {
        self.hasher.with(|mac: &mut Blake2bMac<LEN>| mac.update(self.data));
    }
}

/// Finishes the message.
struct Final<'a> {
    hasher: &'a mut Hasher,
}

impl Step for Final<'_> {
    type Output = Digest;

    fn with_length<const LEN: usize>(self) -> Digest {
        self.hasher.finish(|mac: Blake2bMac<LEN>| Digest::of(&mac.finalize())).unwrap_or_default()
    }
}

/// A digest of up to 64 bytes; of none, if there was no hasher.
struct Digest {
    bytes: [u8; 64],
    len: usize,
}

impl Default for Digest {
    fn default() -> Self {
        Self { bytes: [0; 64], len: 0 }
    }
}

impl Digest {
    fn of(digest: &[u8]) -> Self {
        let mut bytes = [0; 64];
        bytes[..digest.len()].copy_from_slice(digest);
        Self { bytes, len: digest.len() }
    }
}

impl Drop for Digest {
    fn drop(&mut self) {
        secret::wipe(&mut self.bytes);
    }
}

/// Returns a hasher for digests of `len` bytes: one without a state if no digest has this length, or the key is too
/// long.
fn new(len: usize, key: &[u8]) -> Hasher {
    let mut hasher = Hasher::EMPTY;
    if !key.is_empty() {
        dispatch(Init { hasher: &mut hasher, key }, len as u64);
    } else if let Ok(plain) = VariableHasher::new(len) {
        hasher.put(Plain { hasher: plain, len });
    }
    hasher
}

fn update(hasher: &mut Hasher, data: &[u8]) {
    if hasher.with(|plain: &mut Plain| plain.hasher.update(data)).is_none() {
        let len = hasher.kind().wrapping_sub(KEYED);
        dispatch(Update { hasher, data }, len);
    }
}

fn finish(hasher: &mut Hasher) -> Digest {
    let plain = hasher.finish(|plain: Plain| {
        let mut digest = Digest { bytes: [0; 64], len: plain.len };
        let finished = plain.hasher.finalize_into(&mut digest.bytes[..plain.len]);
        debug_assert!(finished.is_ok(), "the digest has the length that the hasher was made for");
        digest
    });
    plain.unwrap_or_else(|| {
        let len = hasher.kind().wrapping_sub(KEYED);
        dispatch(Final { hasher }, len)
    })
}

/// Writes the digest of a message that is not longer than any in memory. Where there is none, writes zeros.
fn digest(caller: &Caller, (hash, len): (*mut u8, usize), key: &[u8], message: &[u8]) -> Result<(), Fault> {
    let digest = match len {
        64 if key.is_empty() => Digest::of(&Blake2b512::digest(message)),
        32 if key.is_empty() => Digest::of(&Blake2b256::digest(message)),
        _ => {
            let mut hasher = new(len, key);
            update(&mut hasher, message);
            finish(&mut hasher)
        }
    };
    let out = caller.output(hash, len)?;
    out.fill(0);
    if digest.len == len {
        out.copy_from_slice(&digest.bytes[..len]);
    }
    Ok(())
}

/// Hashes a message.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_blake2b(hash: *mut u8, hash_size: usize, message: *const u8, message_size: usize) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| digest(&caller, (hash, hash_size), &[], caller.bytes(message, message_size)?));
}

/// Hashes a message under a key.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_blake2b_keyed(
    hash: *mut u8,
    hash_size: usize,
    key: *const u8,
    key_size: usize,
    message: *const u8,
    message_size: usize,
) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let (key, message) = (caller.bytes(key, key_size)?, caller.bytes(message, message_size)?);
        wiping_stack::<STACK, _>(|| digest(&caller, (hash, hash_size), key, message))
    });
}

/// Starts a message.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_blake2b_init(ctx: *mut Hasher, hash_size: usize) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        caller.place(ctx)?.write(new(hash_size, &[]));
        Ok(())
    });
}

/// Starts a message under a key.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_blake2b_keyed_init(
    ctx: *mut Hasher,
    hash_size: usize,
    key: *const u8,
    key_size: usize,
) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let (place, key) = (caller.place(ctx)?, caller.bytes(key, key_size)?);
        wiping_stack::<STACK, _>(|| place.write(new(hash_size, key)));
        Ok(())
    });
}

/// Absorbs more of the message.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_blake2b_update(ctx: *mut Hasher, message: *const u8, message_size: usize) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        update(caller.get_mut(ctx)?, caller.bytes(message, message_size)?);
        Ok(())
    });
}

/// Writes the digest and wipes the context.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_blake2b_final(ctx: *mut Hasher, hash: *mut u8) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let digest = finish(caller.get_mut(ctx)?);
        caller.output(hash, digest.len)?.copy_from_slice(&digest.bytes[..digest.len]);
        Ok(())
    });
}
