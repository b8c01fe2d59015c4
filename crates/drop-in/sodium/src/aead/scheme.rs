//! Schemes of authenticated encryption behind one interface, and those that libsodium has beside the library's: the
//! original ChaCha20-Poly1305 with nonces of 8 bytes, and XChaCha20-Poly1305 in the form of NaCl's secret boxes.

use carnelian::cipher::Aead;
use carnelian::cipher::chacha20::{ChaCha20Djb, hchacha20};
use carnelian::cipher::poly1305::Poly1305;
use carnelian::cipher::xsalsa20poly1305::SecretBox;
use carnelian::secret::{Secret, wipe};
use carnelian_ffi::{Caller, Pair};
use core::convert::Infallible;
use core::marker::PhantomData;

/// Bytes in a tag.
pub(crate) const TAG: usize = 16;

/// Bytes in a block of ChaCha20.
const BLOCK: usize = 64;

/// Bytes in a key of Poly1305.
const ONE_TIME_KEY: usize = 32;

/// A key of authenticated encryption with nonces of `N` bytes.
pub(crate) trait Key<const N: usize> {
    /// Encrypts, and returns the tag.
    fn seal(&self, nonce: &[u8; N], ad: &[u8], data: Pair<'_>) -> Option<[u8; TAG]>;

    /// Decrypts, if the tag is right; otherwise the output is zeroed.
    fn open(&self, nonce: &[u8; N], ad: &[u8], data: Pair<'_>, tag: &[u8; TAG]) -> Option<()>;
}

/// A scheme of authenticated encryption.
pub(crate) trait Scheme<const N: usize>: Key<N> + Sized {
    /// Bytes in the longest message.
    const LONGEST: u64 = u64::MAX;

    /// Sets a key up.
    fn with_key(key: &[u8; 32]) -> Self;

    /// Sets a key up for one message, and encrypts that.
    fn seal_once(key: &[u8; 32], nonce: &[u8; N], ad: &[u8], data: Pair<'_>) -> Option<[u8; TAG]> {
        Self::with_key(key).seal(nonce, ad, data)
    }

    /// Sets a key up for one message, and decrypts that.
    fn open_once(key: &[u8; 32], nonce: &[u8; N], ad: &[u8], data: Pair<'_>, tag: &[u8; TAG]) -> Option<()> {
        Self::with_key(key).open(nonce, ad, data, tag)
    }
}

/// The bytes of a key, which is set up for one message.
pub(crate) struct Once<'k, S>(&'k [u8; 32], PhantomData<S>);

impl<'k, S> Once<'k, S> {
    pub(crate) const fn with(key: &'k [u8; 32]) -> Self {
        Self(key, PhantomData)
    }
}

impl<S: Scheme<N>, const N: usize> Key<N> for Once<'_, S> {
    fn seal(&self, nonce: &[u8; N], ad: &[u8], data: Pair<'_>) -> Option<[u8; TAG]> {
        S::seal_once(self.0, nonce, ad, data)
    }

    fn open(&self, nonce: &[u8; N], ad: &[u8], data: Pair<'_>, tag: &[u8; TAG]) -> Option<()> {
        S::open_once(self.0, nonce, ad, data, tag)
    }
}

impl<A: Aead<Key = [u8; 32], Nonce = [u8; N]>, const N: usize> Scheme<N> for A {
    const LONGEST: u64 = A::MAX_LEN;

    fn with_key(key: &[u8; 32]) -> Self {
        A::new(key)
    }

    fn seal_once(key: &[u8; 32], nonce: &[u8; N], ad: &[u8], data: Pair<'_>) -> Option<[u8; TAG]> {
        match data {
            Pair::Apart { input, output } => A::seal_once_to(key, nonce, ad, input, output).ok(),
            Pair::InPlace(data) => <A as Aead>::seal_once(key, nonce, ad, data).ok(),
        }
    }

    fn open_once(key: &[u8; 32], nonce: &[u8; N], ad: &[u8], data: Pair<'_>, tag: &[u8; TAG]) -> Option<()> {
        match data {
            Pair::Apart { input, output } => A::open_once_to(key, nonce, ad, input, output, tag).ok(),
            Pair::InPlace(data) => <A as Aead>::open_once(key, nonce, ad, data, tag).ok(),
        }
    }
}

impl<A: Aead<Key = [u8; 32], Nonce = [u8; N]>, const N: usize> Key<N> for A {
    fn seal(&self, nonce: &[u8; N], ad: &[u8], data: Pair<'_>) -> Option<[u8; TAG]> {
        match data {
            Pair::Apart { input, output } => self.seal_to(nonce, ad, input, output).ok(),
            Pair::InPlace(data) => Aead::seal(self, nonce, ad, data).ok(),
        }
    }

    fn open(&self, nonce: &[u8; N], ad: &[u8], data: Pair<'_>, tag: &[u8; TAG]) -> Option<()> {
        match data {
            Pair::Apart { input, output } => self.open_to(nonce, ad, input, output, tag).ok(),
            Pair::InPlace(data) => Aead::open(self, nonce, ad, data, tag).ok(),
        }
    }
}

/// ChaCha20-Poly1305 as it was before RFC 8439: nonces of 8 bytes, and lengths where the RFC pads.
pub(crate) struct Original(Secret<[u8; 32]>);

/// XChaCha20-Poly1305 in the form of NaCl's secret boxes: without associated data, and the message begins in the first
/// block of the keystream, behind the key of Poly1305.
pub(crate) struct XChaChaBox(Secret<[u8; 32]>);

/// NaCl's secret boxes.
pub(crate) struct XSalsaBox(SecretBox);

impl Scheme<8> for Original {
    fn with_key(key: &[u8; 32]) -> Self {
        Self(copied(key))
    }
}

impl Key<8> for Original {
    fn seal(&self, nonce: &[u8; 8], ad: &[u8], data: Pair<'_>) -> Option<[u8; TAG]> {
        let mut stream = ChaCha20Djb::new(self.0.expose(), nonce);
        let mac = one_time::<BLOCK>(&mut stream)?;
        let ciphertext = apply(&mut stream, data)?;
        Some(original_mac(mac, ad, ciphertext).finalize())
    }

    fn open(&self, nonce: &[u8; 8], ad: &[u8], data: Pair<'_>, tag: &[u8; TAG]) -> Option<()> {
        let mut stream = ChaCha20Djb::new(self.0.expose(), nonce);
        let mac = one_time::<BLOCK>(&mut stream)?;
        verified(data, |ciphertext| original_mac(mac, ad, ciphertext).verify(tag).is_ok(), stream)
    }
}

impl Scheme<24> for XChaChaBox {
    fn with_key(key: &[u8; 32]) -> Self {
        Self(copied(key))
    }
}

impl Key<24> for XChaChaBox {
    fn seal(&self, nonce: &[u8; 24], _ad: &[u8], data: Pair<'_>) -> Option<[u8; TAG]> {
        let mut stream = self.stream(nonce)?;
        let mut mac = one_time::<ONE_TIME_KEY>(&mut stream)?;
        mac.update(apply(&mut stream, data)?);
        Some(mac.finalize())
    }

    fn open(&self, nonce: &[u8; 24], _ad: &[u8], data: Pair<'_>, tag: &[u8; TAG]) -> Option<()> {
        let mut stream = self.stream(nonce)?;
        let mut mac = one_time::<ONE_TIME_KEY>(&mut stream)?;
        let verify = |ciphertext: &[u8]| {
            mac.update(ciphertext);
            mac.verify(tag).is_ok()
        };
        verified(data, verify, stream)
    }
}

impl Scheme<24> for XSalsaBox {
    fn with_key(key: &[u8; 32]) -> Self {
        Self(SecretBox::new(key))
    }
}

impl Key<24> for XSalsaBox {
    fn seal(&self, nonce: &[u8; 24], _ad: &[u8], data: Pair<'_>) -> Option<[u8; TAG]> {
        match data {
            Pair::Apart { input, output } => self.0.seal_to(nonce, input, output).ok(),
            Pair::InPlace(data) => Some(self.0.seal(nonce, data)),
        }
    }

    fn open(&self, nonce: &[u8; 24], _ad: &[u8], data: Pair<'_>, tag: &[u8; TAG]) -> Option<()> {
        match data {
            Pair::Apart { input, output } => self.0.open_to(nonce, input, output, tag).ok(),
            Pair::InPlace(data) => self.0.open(nonce, data, tag).ok(),
        }
    }
}

impl XChaChaBox {
    fn stream(&self, nonce: &[u8; 24]) -> Option<ChaCha20Djb> {
        let (first, rest) = nonce.split_first_chunk()?;
        Some(ChaCha20Djb::new(hchacha20(self.0.expose(), first).expose(), rest.first_chunk()?))
    }
}

fn copied(key: &[u8; 32]) -> Secret<[u8; 32]> {
    let Ok(copy) = Secret::build(|copy| {
        *copy = *key;
        Ok::<_, Infallible>(())
    });
    copy
}

/// Takes the key of Poly1305 from the next `N` bytes of the keystream.
fn one_time<const N: usize>(stream: &mut ChaCha20Djb) -> Option<Poly1305> {
    let start = Secret::<[u8; N]>::build(|start| stream.apply(start)).ok()?;
    start.expose().first_chunk().map(Poly1305::new)
}

/// Absorbs associated data and ciphertext, each with its length.
fn original_mac(mut mac: Poly1305, ad: &[u8], ciphertext: &[u8]) -> Poly1305 {
    for part in [ad, ciphertext] {
        mac.update(part);
        mac.update(&(part.len() as u64).to_le_bytes());
    }
    mac
}

/// XORs the data with the keystream, and returns the output.
fn apply<'d>(stream: &mut ChaCha20Djb, data: Pair<'d>) -> Option<&'d [u8]> {
    match data {
        Pair::Apart { input, output } => {
            stream.apply_to(input, output).ok()?;
            Some(output)
        }
        Pair::InPlace(data) => {
            stream.apply(data).ok()?;
            Some(data)
        }
    }
}

/// Decrypts, if the ciphertext is verified; otherwise zeroes the output.
fn verified(data: Pair<'_>, verify: impl FnOnce(&[u8]) -> bool, mut stream: ChaCha20Djb) -> Option<()> {
    let is_right = match &data {
        Pair::Apart { input, .. } => verify(input),
        Pair::InPlace(data) => verify(data),
    };
    if is_right {
        return apply(&mut stream, data).map(|_| ());
    }
    match data {
        Pair::Apart { output, .. } => wipe(output),
        Pair::InPlace(data) => wipe(data),
    }
    None
}

/// Returns `len` bytes of input and of output; where they overlap, the input is moved to the output.
pub(crate) fn pair(caller: &Caller, input: *const u8, output: *mut u8, len: usize) -> Option<Pair<'_>> {
    caller.pair_or_moved(input, output, len).ok()
}

/// Encrypts `len` bytes at `m` to `c`, which may overlap, and returns the tag.
pub(crate) fn seal<K: Key<N>, const N: usize>(
    caller: &Caller,
    scheme: &K,
    nonce: *const u8,
    ad: &[u8],
    m: *const u8,
    c: *mut u8,
    len: usize,
) -> Option<[u8; TAG]> {
    let nonce = caller.array(nonce).ok()?;
    scheme.seal(nonce, ad, pair(caller, m, c, len)?)
}

/// Decrypts `len` bytes at `c` to `m`, which may overlap, if the tag is right. If `m` is null, only the tag is checked.
pub(crate) fn open<K: Key<N>, const N: usize>(
    caller: &Caller,
    scheme: &K,
    nonce: *const u8,
    ad: &[u8],
    c: *const u8,
    m: *mut u8,
    len: usize,
    mac: *const u8,
) -> Option<()> {
    let nonce = caller.array(nonce).ok()?;
    // Read before the output is written, which may overlap it.
    let tag = *caller.array(mac).ok()?;
    if m.is_null() {
        let ciphertext = caller.bytes(c, len).ok()?;
        let mut copy = Vec::new();
        copy.try_reserve_exact(len).ok()?;
        copy.extend_from_slice(ciphertext);
        let opened = scheme.open(nonce, ad, Pair::InPlace(&mut copy), &tag);
        wipe(&mut copy);
        return opened;
    }
    scheme.open(nonce, ad, pair(caller, c, m, len)?, &tag)
}
