//! Elligator 2.
#![allow(unsafe_code)] // Entry points of C.

use crate::{chacha20, field, judge, serve};
use carnelian::curve::elligator2::{self, Representative};
use carnelian::curve::x25519::SecretKey;
use carnelian::secret::{self, Secret};
use carnelian_ffi::{Caller, Pair, wiping_stack};
use core::convert::Infallible;
use core::ffi::c_int;

/// Bytes of stack that the generation of a key may use.
const STACK: usize = 1024;

/// Maps a representative to a coordinate.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_elligator_map(curve: *mut u8, hidden: *const u8) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let representative = Representative::from_bytes(*caller.array(hidden)?);
        caller.write(curve, representative.public_key().as_bytes())
    });
}

/// Maps a coordinate to a representative, if it has one.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_elligator_rev(hidden: *mut u8, curve: *const u8, tweak: u8) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| match field::representative(caller.array(curve)?, tweak) {
        Some(representative) => caller.write(hidden, &representative).map(|()| true),
        None => Ok(false),
    })
}

/// Derives a secret key and the representative of its public key from a seed, which is wiped.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_elligator_key_pair(hidden: *mut u8, secret_key: *mut u8, seed: *mut u8) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    let generate = || {
        let place = caller.output(seed, 32)?;
        let mut next = Secret::new(*place.first_chunk().expect("32 bytes"));
        secret::wipe(place);
        loop {
            // A secret key, and a tweak or the next seed.
            let Ok(block) = Secret::build(|block: &mut [u8; 64]| {
                chacha20::apply(next.expose(), &[0; 8], 0, Pair::InPlace(block));
                Ok::<_, Infallible>(())
            });
            let (key, rest) = block.expose().split_at(32);
            let key = Secret::new(<[u8; 32]>::try_from(key).expect("half of 64 bytes"));
            if let Ok(representative) = elligator2::hide(&SecretKey::from_bytes(*key.expose()), rest[0]) {
                caller.write(hidden, representative.as_bytes())?;
                return caller.write(secret_key, key.expose());
            }
            next = Secret::new(rest.try_into().expect("half of 64 bytes"));
        }
    };
    serve(|| wiping_stack::<STACK, _>(generate));
}
