//! Poly1305.
#![allow(unsafe_code)] // Entry points of C.

use crate::context::{Context, State};
use crate::serve;
use carnelian::cipher::poly1305::{self, Poly1305};
use carnelian::secret;
use carnelian_ffi::{Caller, wiping_stack};

/// Bytes of a message that are kept before anything is computed. The state of the Rust library is large, and needs an
/// alignment that a context does not have, so short messages and short pieces do without it.
const BUFFER_LEN: usize = 512;

/// Bytes of stack that moving a state may use: two of them, and more.
const STACK: usize = 4096;

/// Words of memory for the state.
const WORDS: usize = 223;

/// The mark of a context that has a key, but no state yet.
const KEYED: u64 = u64::from_le_bytes(*b"poly key");

// SAFETY: the state consists of numbers.
unsafe impl State for Poly1305 {
    const KIND: u64 = u64::from_le_bytes(*b"poly1305");
}

/// A message that is authenticated piece by piece: `crypto_poly1305_ctx`.
#[repr(C)]
pub struct Authenticator {
    state: Context<WORDS>,
    /// The mark of the key.
    kind: u64,
    /// The number of bytes in the buffer.
    filled: u64,
    key: [u8; 32],
    buffer: [u8; BUFFER_LEN],
}

impl Authenticator {
    /// Starts a message.
    #[inline]
    pub(crate) const fn new(key: &[u8; 32]) -> Self {
        Self { state: Context::EMPTY, kind: KEYED, filled: 0, key: *key, buffer: [0; BUFFER_LEN] }
    }

    /// Returns the number of bytes in the buffer, or nothing if the context is not in use.
    fn filled(&self) -> Option<usize> {
        let filled = usize::try_from(self.filled).ok()?;
        (self.kind == KEYED && filled <= BUFFER_LEN).then_some(filled)
    }

    /// Absorbs more of the message.
    pub(crate) fn update(&mut self, data: &[u8]) {
        let Some(filled) = self.filled() else { return };
        if let Some(room) = self.buffer[filled..].get_mut(..data.len()) {
            room.copy_from_slice(data);
            self.filled += data.len() as u64;
            return;
        }
        if self.state.kind() != Poly1305::KIND {
            wiping_stack::<STACK, _>(|| self.state.put(Poly1305::new(&self.key)));
        }
        self.state.with(|state: &mut Poly1305| {
            state.update(&self.buffer[..filled]);
            state.update(data);
        });
        self.filled = 0;
    }

    /// Returns the tag, and wipes the authenticator; nothing if it was not in use.
    pub(crate) fn finish(&mut self) -> Option<[u8; 16]> {
        let rest = &self.buffer[..self.filled()?];
        let tag = if self.state.kind() == Poly1305::KIND {
            wiping_stack::<STACK, _>(|| {
                self.state.finish(|mut state: Poly1305| {
                    state.update(rest);
                    state.finalize()
                })
            })
        } else {
            None
        };
        let tag = tag.unwrap_or_else(|| poly1305::tag(&self.key, rest));
        self.wipe();
        Some(tag)
    }

    /// Wipes what the state's own end has not wiped.
    fn wipe(&mut self) {
        (self.kind, self.filled) = (0, 0);
        secret::wipe(&mut self.key);
        secret::wipe(&mut self.buffer);
    }
}

/// Computes the tag of a message.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_poly1305(mac: *mut u8, message: *const u8, message_size: usize, key: *const u8) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| caller.write(mac, &poly1305::tag(caller.array(key)?, caller.bytes(message, message_size)?)));
}

/// Starts a message.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_poly1305_init(ctx: *mut Authenticator, key: *const u8) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        caller.place(ctx)?.write(Authenticator::new(caller.array(key)?));
        Ok(())
    });
}

/// Absorbs more of the message.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_poly1305_update(ctx: *mut Authenticator, message: *const u8, message_size: usize) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        caller.get_mut(ctx)?.update(caller.bytes(message, message_size)?);
        Ok(())
    });
}

/// Writes the tag and wipes the context.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_poly1305_final(ctx: *mut Authenticator, mac: *mut u8) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| caller.write(mac, &caller.get_mut(ctx)?.finish().unwrap_or_default()));
}
