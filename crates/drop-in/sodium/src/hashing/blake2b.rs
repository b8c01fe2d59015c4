//! BLAKE2b, with digests of a length that is chosen at run time, and optionally a key, a salt and a personalisation.

use super::{blake2b_of_common_len, bytes};
use crate::states::{self, State};
use carnelian::hash::blake2::{B, VariableHasher};
use carnelian::secret::{Secret, wipe};
use carnelian_ffi::{Caller, wiping_stack};
use core::ffi::{c_int, c_ulonglong};

/// The longest digest and the longest key.
const LONGEST: usize = 64;

/// A computation in parts, with a key or without.
pub(crate) struct Blake(VariableHasher<B>);

impl Blake {
    /// Begins a computation; returns nothing if a length is not allowed.
    pub(crate) fn new(len: usize, key: &[u8], salt: &[u8; 16], personal: &[u8; 16]) -> Option<Self> {
        VariableHasher::with(len, key, salt, personal).ok().map(Self)
    }

    /// Absorbs more of the message.
    pub(crate) fn update(&mut self, data: &[u8]) {
        self.0.update(data);
    }

    /// Writes the digest, or its start; returns nothing if it is shorter than `out`.
    pub(crate) fn finish(self, out: &mut [u8]) -> Option<()> {
        let mut place = [0; LONGEST];
        let digest = &mut place[..self.0.digest_len()];
        let finished = self.0.finalize_into(digest).ok();
        let written = finished.and_then(|()| digest.get(..out.len())).map(|start| out.copy_from_slice(start));
        wipe(&mut place);
        written
    }
}

/// Computes a digest, which is as long as `out`.
pub(crate) fn digest(message: &[u8], key: &[u8], salt: &[u8; 16], personal: &[u8; 16], out: &mut [u8]) -> Option<()> {
    if key.is_empty() && (salt, personal) == (&[0; 16], &[0; 16]) && blake2b_of_common_len(message, out) {
        return Some(());
    }
    let mut blake = Blake::new(out.len(), key, salt, personal)?;
    blake.update(message);
    blake.finish(out)
}

/// Computes a digest, and writes it last, since it may overlap the inputs.
fn to_c(
    caller: &Caller,
    (out, out_len): (*mut u8, usize),
    (message, len): (*const u8, c_ulonglong),
    (key, key_len): (*const u8, usize),
    (salt, personal): (*const u8, *const u8),
) -> Option<()> {
    let compute = || {
        let setting = |setting: *const u8| {
            if setting.is_null() { Some(&[0; 16]) } else { caller.array(setting).ok() }
        };
        // A key without bytes is none, wherever it points.
        let key = caller.bytes(key, key_len).ok()?;
        let message = bytes(caller, message, len)?;
        Secret::build(|buffer: &mut [u8; LONGEST]| {
            let buffer = buffer.get_mut(..out_len).ok_or(())?;
            digest(message, key, setting(salt).ok_or(())?, setting(personal).ok_or(())?, buffer).ok_or(())
        })
        .ok()
    };
    let write = || {
        // If a length is not allowed, nothing is written: the memory may be shorter.
        let computed = compute()?;
        caller.output(out, out_len).ok()?.copy_from_slice(&computed.expose()[..out_len]);
        Some(())
    };
    if key_len == 0 { write() } else { wiping_stack::<{ states::STACK }, _>(write) }
}

fn hash(
    caller: &Caller,
    out: *mut u8,
    out_len: usize,
    message: *const u8,
    len: c_ulonglong,
    key: *const u8,
    key_len: usize,
) -> Option<()> {
    let none = (core::ptr::null(), core::ptr::null());
    to_c(caller, (out, out_len), (message, len), (key, key_len), none)
}

fn hash_with(
    caller: &Caller,
    out: *mut u8,
    out_len: usize,
    message: *const u8,
    len: c_ulonglong,
    key: *const u8,
    key_len: usize,
    salt: *const u8,
    personal: *const u8,
) -> Option<()> {
    to_c(caller, (out, out_len), (message, len), (key, key_len), (salt, personal))
}

fn init(caller: &Caller, state: *mut State<Blake>, key: *const u8, key_len: usize, out_len: usize) -> Option<()> {
    init_with(caller, state, key, key_len, out_len, core::ptr::null(), core::ptr::null())
}

fn init_with(
    caller: &Caller,
    state: *mut State<Blake>,
    key: *const u8,
    key_len: usize,
    out_len: usize,
    salt: *const u8,
    personal: *const u8,
) -> Option<()> {
    let setting = |setting: *const u8| if setting.is_null() { Some(&[0; 16]) } else { caller.array(setting).ok() };
    // A null key is none, whatever its length.
    let key = if key.is_null() { &[] } else { caller.bytes(key, key_len).ok()? };
    let (salt, personal) = (setting(salt)?, setting(personal)?);
    states::begin_keyed(caller, state, || Blake::new(out_len, key, salt, personal))
}

fn update(caller: &Caller, state: *mut State<Blake>, data: *const u8, len: c_ulonglong) -> Option<()> {
    let data = bytes(caller, data, len)?;
    states::with(caller, state, |blake| blake.update(data))
}

fn finish(caller: &Caller, state: *mut State<Blake>, out: *mut u8, out_len: usize) -> Option<()> {
    wiping_stack::<{ states::STACK }, _>(|| {
        let finished = states::end(caller, state);
        if out_len > LONGEST {
            return None;
        }
        let out = caller.output(out, out_len).ok()?;
        let written = finished.and_then(|blake| blake.finish(out));
        if written.is_none() {
            out.fill(0);
        }
        written
    })
}

exports! {
    crypto_generichash crypto_generichash_blake2b(
        out: *mut u8, out_len: usize, data: *const u8, len: c_ulonglong, key: *const u8, key_len: usize
    ) -> c_int = hash;
    crypto_generichash_blake2b_salt_personal(
        out: *mut u8, out_len: usize, data: *const u8, len: c_ulonglong, key: *const u8, key_len: usize,
        salt: *const u8, personal: *const u8
    ) -> c_int = hash_with;
    crypto_generichash_init crypto_generichash_blake2b_init(
        state: *mut State<Blake>, key: *const u8, key_len: usize, out_len: usize
    ) -> c_int = init;
    crypto_generichash_blake2b_init_salt_personal(
        state: *mut State<Blake>, key: *const u8, key_len: usize, out_len: usize, salt: *const u8, personal: *const u8
    ) -> c_int = init_with;
    crypto_generichash_update crypto_generichash_blake2b_update(
        state: *mut State<Blake>, data: *const u8, len: c_ulonglong
    ) -> c_int = update;
    crypto_generichash_final crypto_generichash_blake2b_final(
        state: *mut State<Blake>, out: *mut u8, out_len: usize
    ) -> c_int = finish;
}
