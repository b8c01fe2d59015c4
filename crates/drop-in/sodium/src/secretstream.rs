//! Secret streams: messages in order, each with a tag that says what it ends, from ChaCha20 and Poly1305.

use crate::aead::scheme::pair;
use crate::hashing::bytes;
use crate::random;
use carnelian::cipher::chacha20::{ChaCha20, hchacha20};
use carnelian::cipher::poly1305::Poly1305;
use carnelian::ct;
use carnelian::secret::{Secret, wipe};
use carnelian_ffi::{Caller, Pair, wiping_stack};
use core::ffi::{c_int, c_ulonglong};

/// Bytes of a header.
const HEADER: usize = 24;

/// Bytes that a message grows by: its tag, and the authenticator.
const GROWTH: usize = 17;

/// The bit of a tag that asks for a new key.
const REKEY: u8 = 2;

/// Bytes in a block of ChaCha20.
const BLOCK: usize = 64;

/// Bytes that Poly1305 pads to.
const PAD: usize = 16;

/// Bytes of the counter at the start of a nonce.
const COUNTER: usize = 4;

/// Bytes of stack that a message may use above the kernels, which wipe their own.
const STACK: usize = 12 * 1024;

/// A stream. C may copy it.
#[repr(C)]
pub(crate) struct Stream {
    key: [u8; 32],
    nonce: [u8; 12],
    unused: [u8; 8],
}

impl Stream {
    fn new(header: &[u8; HEADER], key: &[u8; 32]) -> Option<Self> {
        let (first, rest) = header.split_first_chunk()?;
        let mut stream = Self { key: [0; 32], nonce: [0; 12], unused: [0; 8] };
        stream.key.copy_from_slice(hchacha20(key, first).expose());
        stream.nonce[COUNTER..].copy_from_slice(rest);
        stream.restart();
        Some(stream)
    }

    /// Sets the counter to 1.
    fn restart(&mut self) {
        self.nonce[..COUNTER].copy_from_slice(&[1, 0, 0, 0]);
    }

    fn cipher(&self) -> ChaCha20 {
        ChaCha20::new(&self.key, &self.nonce)
    }

    /// Replaces the key and the rest of the nonce by their own encryption.
    fn rekey(&mut self) -> Option<()> {
        let mut cipher = self.cipher();
        cipher.apply(&mut self.key).ok()?;
        cipher.apply(&mut self.nonce[COUNTER..]).ok()?;
        self.restart();
        Some(())
    }

    /// Begins a message: absorbs the associated data and the encrypted block with the tag. Returns the authenticator,
    /// the keystream behind that block, and the block, in which the other form of the first byte is found.
    fn begin(&self, ad: &[u8], first: u8, is_sealing: bool) -> Option<(Poly1305, ChaCha20, u8)> {
        let mut cipher = self.cipher();
        let one_time = Secret::<[u8; BLOCK]>::build(|block| cipher.apply(block)).ok()?;
        let mut mac = Poly1305::new(one_time.expose().first_chunk()?);
        mac.update(ad);
        mac.update(&[0; PAD][..ad.len().wrapping_neg() % PAD]);
        let mut block = [0; BLOCK];
        block[0] = first;
        cipher.apply(&mut block).ok()?;
        let other = block[0];
        if !is_sealing {
            block[0] = first;
        }
        mac.update(&block);
        wipe(&mut block[1..]);
        Some((mac, cipher, other))
    }

    /// Ends a message: returns its authenticator. The padding is counted as libsodium does.
    fn authenticator(mut mac: Poly1305, ad: usize, len: usize) -> [u8; 16] {
        mac.update(&[0; PAD][..len.wrapping_sub(BLOCK) % PAD]);
        mac.update(&(ad as u64).to_le_bytes());
        mac.update(&((BLOCK as u64).wrapping_add(len as u64)).to_le_bytes());
        mac.finalize()
    }

    /// Advances to the next message. Whether the tag of this one asks for a new key shows in the time, as with libsodium.
    fn advance(&mut self, mac: &[u8; 16], tag: u8) -> Option<()> {
        let asks = ct::declassify(tag & REKEY, "whether a message asks for a new key is public") != 0;
        for (nonce, mac) in self.nonce[COUNTER..].iter_mut().zip(mac) {
            *nonce ^= mac;
        }
        let (counter, _) = self.nonce.split_first_chunk_mut::<COUNTER>()?;
        *counter = u32::from_le_bytes(*counter).wrapping_add(1).to_le_bytes();
        if asks || *counter == [0; COUNTER] { self.rekey() } else { Some(()) }
    }
}

/// Writes a length, if C wants to know it.
fn report(caller: &Caller, place: *mut c_ulonglong, len: usize) -> Option<()> {
    if !place.is_null() {
        *caller.get_mut(place).ok()? = len as c_ulonglong;
    }
    Some(())
}

fn init_push(caller: &Caller, state: *mut Stream, header: *mut u8, key: *const u8) -> Option<()> {
    let drawn = random::secret::<HEADER>();
    begin(caller, state, drawn.expose(), key)?;
    caller.write(header, drawn.expose()).ok()
}

fn init_pull(caller: &Caller, state: *mut Stream, header: *const u8, key: *const u8) -> Option<()> {
    begin(caller, state, caller.array(header).ok()?, key)
}

fn begin(caller: &Caller, state: *mut Stream, header: &[u8; HEADER], key: *const u8) -> Option<()> {
    let (place, key) = (caller.place(state).ok()?, caller.array(key).ok()?);
    wiping_stack::<STACK, _>(|| {
        place.write(Stream::new(header, key)?);
        Some(())
    })
}

fn push(
    caller: &Caller,
    state: *mut Stream,
    c: *mut u8,
    c_len: *mut c_ulonglong,
    m: *const u8,
    m_len: c_ulonglong,
    ad: *const u8,
    ad_len: c_ulonglong,
    tag: u8,
) -> Option<()> {
    report(caller, c_len, 0)?;
    let (stream, ad) = (caller.get_mut(state).ok()?, bytes(caller, ad, ad_len)?);
    let len = usize::try_from(m_len).ok()?;
    if c.is_null() {
        return None;
    }
    wiping_stack::<STACK, _>(|| {
        let (mut mac, mut cipher, first) = stream.begin(ad, tag, true)?;
        match pair(caller, m, c.wrapping_add(1), len)? {
            Pair::Apart { input, output } => {
                cipher.apply_to(input, output).ok()?;
                mac.update(output);
            }
            Pair::InPlace(data) => {
                cipher.apply(data).ok()?;
                mac.update(data);
            }
        }
        let mac = Stream::authenticator(mac, ad.len(), len);
        caller.write(c, &[first]).ok()?;
        caller.write(c.wrapping_add(1 + len), &mac).ok()?;
        stream.advance(&mac, tag)
    })?;
    report(caller, c_len, len + GROWTH)
}

fn pull(
    caller: &Caller,
    state: *mut Stream,
    m: *mut u8,
    m_len: *mut c_ulonglong,
    tag: *mut u8,
    c: *const u8,
    c_len: c_ulonglong,
    ad: *const u8,
    ad_len: c_ulonglong,
) -> Option<()> {
    report(caller, m_len, 0)?;
    if !tag.is_null() {
        caller.write(tag, &[0xff]).ok()?;
    }
    let (stream, ad) = (caller.get_mut(state).ok()?, bytes(caller, ad, ad_len)?);
    let len = usize::try_from(c_len).ok()?.checked_sub(GROWTH)?;
    let sealed = bytes(caller, c, c_len)?;
    let (first, ciphertext) = (sealed[0], &sealed[1..=len]);
    let decrypted = wiping_stack::<STACK, _>(|| {
        let (mut mac, mut cipher, decrypted) = stream.begin(ad, first, false)?;
        mac.update(ciphertext);
        let mac = Stream::authenticator(mac, ad.len(), len);
        if !ct::verify(&mac, &sealed[1 + len..]) {
            // Nothing was decrypted yet, and the message is left as it was.
            return None;
        }
        match pair(caller, c.wrapping_add(1), m, len)? {
            Pair::Apart { input, output } => cipher.apply_to(input, output).ok()?,
            Pair::InPlace(data) => cipher.apply(data).ok()?,
        }
        stream.advance(&mac, decrypted)?;
        Some(decrypted)
    })?;
    if !tag.is_null() {
        caller.write(tag, &[decrypted]).ok()?;
    }
    report(caller, m_len, len)
}

fn rekey(caller: &Caller, state: *mut Stream) -> Option<()> {
    caller.get_mut(state).ok()?.rekey()
}

exports! {
    crypto_secretstream_xchacha20poly1305_init_push(state: *mut Stream, header: *mut u8, key: *const u8)
        -> c_int = init_push;
    crypto_secretstream_xchacha20poly1305_push(
        state: *mut Stream, c: *mut u8, c_len: *mut c_ulonglong, m: *const u8, m_len: c_ulonglong, ad: *const u8,
        ad_len: c_ulonglong, tag: u8
    ) -> c_int = push;
    crypto_secretstream_xchacha20poly1305_init_pull(state: *mut Stream, header: *const u8, key: *const u8)
        -> c_int = init_pull;
    crypto_secretstream_xchacha20poly1305_pull(
        state: *mut Stream, m: *mut u8, m_len: *mut c_ulonglong, tag: *mut u8, c: *const u8, c_len: c_ulonglong,
        ad: *const u8, ad_len: c_ulonglong
    ) -> c_int = pull;
    crypto_secretstream_xchacha20poly1305_rekey(state: *mut Stream) = rekey;
}
