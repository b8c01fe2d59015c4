//! Whole messages, RFC 8439 Section 2.8.
//!
//! Up to a few hundred bytes, the first blocks of the keystream are generated together with the one-time key, and the
//! tag is computed in scalar words. Above that, vectors leave the scalar multiplier idle, and it works between their
//! rounds: where Poly1305 has vectors, it computes the powers of r that they need; elsewhere it absorbs the ciphertext
//! itself.

use crate::base::in_out::InOut;
use crate::base::memory::wipe;
use crate::cipher::chacha20::kernel::{
    self as chacha20, BLOCK_LEN, HEAD_LEN, Head, MAX_START_LEN, MacBlock, Multiplied, TEXT_TILE_LEN,
};
use crate::cipher::poly1305::evaluation::lengths;
use crate::cipher::poly1305::kernel::{self as poly1305, AbsorbingBlocks, PowersOfR, State, Tag};

/// The keystream of a message, given by the key of ChaCha20 and the last row of the state of its first block.
pub(super) struct Stream<'k> {
    key: &'k [u8; 32],
    start: u128,
}

/// Bytes that are encrypted and then authenticated before the next: few enough to be still in the L1 cache, and few
/// enough that the processor starts with the next tile before it has finished this one. Measured: 1 and 2 KiB are best.
const TILE_LEN: usize = 2048;

/// Bytes whose keystream is generated together with the one-time key.
const IN_HEAD: usize = HEAD_LEN - BLOCK_LEN;

/// Until its end, ciphertext is authenticated in multiples of this many bytes, which vectors absorb without a
/// remainder.
const GRAIN: usize = 128;

/// Lengths above which it pays off to compute powers of r during the first blocks, when sealing and when opening:
/// measured. When opening, ciphertext must not be overwritten before it is authenticated, so the keystream goes through
/// memory.
const POWERS_PAY_ABOVE: [usize; 2] = [520, 12 * BLOCK_LEN];

/// The strategy for a message, by its length.
enum Way {
    /// The first blocks together with the one-time key, then tile by tile.
    ByTiles,
    /// The first blocks interleaved with the powers of r, then tile by tile.
    BesidePowers,
    /// Each tile interleaved with authentication.
    BesideBlocks,
}

impl Way {
    #[inline]
    fn of(cipher: chacha20::Backend, mac: poly1305::Backend, len: usize, powers_pay_above: usize) -> Self {
        match mac.beside() {
            poly1305::Beside::Powers if len > powers_pay_above && cipher.start_len().is_some() => Self::BesidePowers,
            poly1305::Beside::Blocks if len > IN_HEAD && cipher.works_beside() => Self::BesideBlocks,
            _ => Self::ByTiles,
        }
    }
}

/// Encrypts and returns the tag.
#[inline]
pub(super) fn seal(stream: &Stream<'_>, aad: &[u8], data: InOut<'_>) -> Tag {
    let (cipher, mac) = (chacha20::Backend::choose(), poly1305::Backend::choose());
    match Way::of(cipher, mac, data.len(), POWERS_PAY_ABOVE[0]) {
        Way::ByTiles => seal_by_tiles(cipher, mac, stream, aad, data),
        Way::BesidePowers => seal_beside_powers(cipher, mac, stream, aad, data),
        Way::BesideBlocks => seal_beside_blocks(cipher, mac, stream, aad, data),
    }
}

/// Decrypts and returns the tag that the ciphertext should have.
#[inline]
pub(super) fn decrypt(stream: &Stream<'_>, aad: &[u8], data: InOut<'_>) -> Tag {
    let (cipher, mac) = (chacha20::Backend::choose(), poly1305::Backend::choose());
    match Way::of(cipher, mac, data.len(), POWERS_PAY_ABOVE[1]) {
        Way::ByTiles => decrypt_by_tiles(cipher, mac, stream, aad, data),
        Way::BesidePowers => decrypt_beside_powers(cipher, mac, stream, aad, data),
        Way::BesideBlocks => decrypt_beside_blocks(cipher, mac, stream, aad, data),
    }
}

fn seal_by_tiles(
    cipher: chacha20::Backend,
    mac: poly1305::Backend,
    stream: &Stream<'_>,
    aad: &[u8],
    mut data: InOut<'_>,
) -> Tag {
    let len = data.len();
    let mut head = Head([0; HEAD_LEN]);
    stream.make_head(cipher, &mut head, len);
    let one_time = &head.0.as_chunks().0[0];
    stream.apply_head(cipher, &head, data.part(0..len.min(IN_HEAD)));
    let tag = if len <= mac.short() {
        stream.apply(cipher, len.min(IN_HEAD), &mut data, len);
        poly1305::tag_of_two(mac, one_time, aad, data.output())
    } else {
        let mut state = State::without_key();
        state.set_key(one_time);
        absorb_padded(mac, &mut state, aad);
        seal_tiles(cipher, mac, stream, (&mut state, aad.len()), data, IN_HEAD)
    };
    wipe(&mut head.0);
    tag
}

fn seal_beside_powers(
    cipher: chacha20::Backend,
    mac: poly1305::Backend,
    stream: &Stream<'_>,
    aad: &[u8],
    mut data: InOut<'_>,
) -> Tag {
    let at_start = data.len().min(MAX_START_LEN);
    let mut state = State::without_key();
    let mut first = [0; BLOCK_LEN];
    stream.start_beside(cipher, data.part(0..at_start), &mut first, &mut state);
    poly1305::take_key(mac, &mut state, &first.as_chunks().0[0]);
    wipe(&mut first);
    absorb_padded(mac, &mut state, aad);
    seal_tiles(cipher, mac, stream, (&mut state, aad.len()), data, at_start)
}

/// Continues when `encrypted` bytes are encrypted and none are authenticated. The number next to the state is the
/// length of the associated data, which has been authenticated.
#[inline]
fn seal_tiles(
    cipher: chacha20::Backend,
    mac: poly1305::Backend,
    stream: &Stream<'_>,
    (state, aad): (&mut State, usize),
    mut data: InOut<'_>,
    mut encrypted: usize,
) -> Tag {
    let (len, mut absorbed) = (data.len(), 0);
    while encrypted < len {
        let whole = encrypted - encrypted % GRAIN;
        poly1305::absorb(mac, state, data.output()[absorbed..whole].as_chunks().0);
        absorbed = whole;
        let end = len.min(encrypted + TILE_LEN);
        stream.apply(cipher, encrypted, &mut data, end);
        encrypted = end;
    }
    poly1305::finish_two(mac, state, &data.output()[absorbed..], lengths(aad, len))
}

/// Generates the first blocks with the one-time key: as many as leave whole tiles after them, if
/// [`chacha20::start`] takes that many. Each tile is encrypted while the ciphertext before it is authenticated.
fn seal_beside_blocks(
    cipher: chacha20::Backend,
    mac: poly1305::Backend,
    stream: &Stream<'_>,
    aad: &[u8],
    data: InOut<'_>,
) -> Tag {
    let len = data.len();
    let most = cipher.start_len().unwrap_or(0);
    let at_start = match beside_tiles(len, most) {
        // A single tile would have no ciphertext to authenticate.
        Some(0) if len > TEXT_TILE_LEN => 0,
        None | Some(0) => most,
        Some(at_start) => at_start.min(len),
    };
    let (mut start, rest) = data.split_at(at_start);
    let mut first = [0; BLOCK_LEN];
    chacha20::start(cipher, stream.key, stream.start, start.part(0..at_start), &mut first, &chacha20::Nothing);
    let one_time = &first.as_chunks().0[0];
    let tag = if rest.len() == 0 {
        poly1305::tag_of_two(mac, one_time, aad, start.output())
    } else {
        let mut sealing = Sealing(poly1305::absorbing(one_time, aad, start.output()));
        chacha20::xor_beside(cipher, stream.key, stream.block_at(at_start), rest, &mut sealing);
        poly1305::finish_absorbing(mac, &mut sealing.0, one_time, lengths(aad.len(), len))
    };
    wipe(&mut first);
    tag
}

/// Returns how many bytes of `len` come before whole tiles, in whole blocks; `None` if there are more than `most`.
fn beside_tiles(len: usize, most: usize) -> Option<usize> {
    let blocks = (len % TEXT_TILE_LEN).next_multiple_of(BLOCK_LEN);
    (blocks <= most).then_some(blocks)
}

fn decrypt_by_tiles(
    cipher: chacha20::Backend,
    mac: poly1305::Backend,
    stream: &Stream<'_>,
    aad: &[u8],
    mut data: InOut<'_>,
) -> Tag {
    let len = data.len();
    let in_head = len.min(IN_HEAD);
    let mut head = Head([0; HEAD_LEN]);
    stream.make_head(cipher, &mut head, len);
    let one_time = &head.0.as_chunks().0[0];
    let tag = if len <= mac.short() {
        let tag = poly1305::tag_of_two(mac, one_time, aad, data.input());
        stream.apply_head(cipher, &head, data.part(0..in_head));
        stream.apply(cipher, in_head, &mut data, len);
        tag
    } else {
        let mut state = State::without_key();
        state.set_key(one_time);
        absorb_padded(mac, &mut state, aad);
        decrypt_tiles(cipher, mac, stream, (&mut state, aad.len()), data, &head.0[BLOCK_LEN..])
    };
    wipe(&mut head.0);
    tag
}

fn decrypt_beside_powers(
    cipher: chacha20::Backend,
    mac: poly1305::Backend,
    stream: &Stream<'_>,
    aad: &[u8],
    data: InOut<'_>,
) -> Tag {
    // No ciphertext may be overwritten before it is authenticated.
    let mut at_start = Start([0; MAX_START_LEN]);
    let in_start = data.len().min(MAX_START_LEN);
    let mut state = State::without_key();
    let mut first = [0; BLOCK_LEN];
    stream.start_beside(cipher, InOut::in_place(&mut at_start.0[..in_start]), &mut first, &mut state);
    poly1305::take_key(mac, &mut state, &first.as_chunks().0[0]);
    wipe(&mut first);
    absorb_padded(mac, &mut state, aad);
    let tag = decrypt_tiles(cipher, mac, stream, (&mut state, aad.len()), data, &at_start.0[..in_start]);
    wipe(&mut at_start.0);
    tag
}

/// Continues when nothing is decrypted or authenticated and the keystream `at_start` has been generated. The number
/// next to the state is the length of the associated data, which has been authenticated.
#[inline]
fn decrypt_tiles(
    cipher: chacha20::Backend,
    mac: poly1305::Backend,
    stream: &Stream<'_>,
    (state, aad): (&mut State, usize),
    mut data: InOut<'_>,
    at_start: &[u8],
) -> Tag {
    let len = data.len();
    let (mut decrypted, mut absorbed, mut end) = (0, 0, at_start.len());
    loop {
        let tag = if end < len {
            let (blocks, _) = data.input()[absorbed..len.min(end.next_multiple_of(GRAIN))].as_chunks();
            poly1305::absorb(mac, state, blocks);
            absorbed += blocks.as_flattened().len();
            None
        } else {
            Some(poly1305::finish_two(mac, state, &data.input()[absorbed..], lengths(aad, len)))
        };
        if decrypted == 0 {
            chacha20::xor_head(cipher, at_start, data.part(0..end));
        } else {
            stream.apply(cipher, decrypted, &mut data, end);
        }
        if let Some(tag) = tag {
            return tag;
        }
        decrypted = end;
        end = len.min(end + TILE_LEN);
    }
}

/// Generates keystream for the first blocks with the one-time key: as many as leave whole tiles after them, or none if
/// that is too many. It is kept until these blocks are authenticated. Each tile is decrypted while it is authenticated
/// itself.
fn decrypt_beside_blocks(
    cipher: chacha20::Backend,
    mac: poly1305::Backend,
    stream: &Stream<'_>,
    aad: &[u8],
    data: InOut<'_>,
) -> Tag {
    let len = data.len();
    let most = cipher.start_len().unwrap_or(0).min(KEPT_LEN);
    let at_start = if len <= most { len } else { beside_tiles(len, most).unwrap_or(0).min(len) };
    let (mut start, rest) = data.split_at(at_start);
    let mut kept = Kept([0; KEPT_LEN]);
    let kept = &mut kept.0[..at_start];
    let mut first = [0; BLOCK_LEN];
    chacha20::start(cipher, stream.key, stream.start, InOut::in_place(kept), &mut first, &chacha20::Nothing);
    let one_time = &first.as_chunks().0[0];
    let tag = if rest.len() == 0 {
        poly1305::tag_of_two(mac, one_time, aad, start.input())
    } else {
        let mut opening = Opening(poly1305::absorbing(one_time, aad, start.input()));
        chacha20::xor_beside(cipher, stream.key, stream.block_at(at_start), rest, &mut opening);
        poly1305::finish_absorbing(mac, &mut opening.0, one_time, lengths(aad.len(), len))
    };
    wipe(&mut first);
    chacha20::xor_head(cipher, kept, start.part(0..at_start));
    wipe(kept);
    tag
}

/// The keystream of the bytes that [`chacha20::start`] processes.
#[repr(C, align(64))]
struct Start([u8; MAX_START_LEN]);

/// Like [`Start`], for messages whose tiles are interleaved with authentication.
#[repr(C, align(64))]
struct Kept([u8; KEPT_LEN]);

/// Seven of eight blocks: the first one contains the one-time key.
const KEPT_LEN: usize = 7 * BLOCK_LEN;

/// Computes the powers of r during the first blocks.
#[derive(Clone, Copy)]
struct Making<'s>(PowersOfR<'s>);

impl chacha20::Beside for Making<'_> {
    #[inline(always)]
    fn first_block(&mut self, block: &[u8; BLOCK_LEN]) {
        self.0.begin(&block.as_chunks().0[0]);
    }

    #[inline(always)]
    fn step(&mut self, number: usize) {
        self.0.step(number);
    }
}

/// Authenticates encrypted tiles while the next one is being encrypted.
#[derive(Clone, Copy)]
struct Sealing<'d>(AbsorbingBlocks<'d>);

/// Lets `tile` authenticate, with the accumulator as the number that the cipher's rounds multiply.
#[inline(always)]
fn beside(text: &mut AbsorbingBlocks<'_>, tile: impl FnOnce(&mut Multiplied, *const [MacBlock])) {
    text.beside(TEXT_TILE_LEN / poly1305::BLOCK_LEN, |sum, blocks| {
        let mut number = Multiplied { h: sum.h, r: sum.r, s1: sum.s1 };
        tile(&mut number, blocks);
        sum.h = number.h;
    });
}

impl<'d> chacha20::BesideText<'d> for Sealing<'d> {
    #[inline(always)]
    fn step(&mut self) {
        self.0.step();
    }

    #[inline(always)]
    fn beside(&mut self, tile: impl FnOnce(&mut Multiplied, *const [MacBlock])) {
        beside(&mut self.0, tile);
    }

    #[inline(always)]
    fn settle(&mut self) {
        self.0.follow(&[]);
    }

    #[inline(always)]
    fn wrote(&mut self, output: &'d [u8]) {
        self.0.follow(output);
    }
}

/// Authenticates the ciphertext while it is being decrypted.
#[derive(Clone, Copy)]
struct Opening<'d>(AbsorbingBlocks<'d>);

impl<'d> chacha20::BesideText<'d> for Opening<'d> {
    #[inline(always)]
    fn reads(&mut self, input: &'d [u8]) {
        self.0.follow(input);
    }

    #[inline(always)]
    fn step(&mut self) {
        self.0.step();
    }

    #[inline(always)]
    fn beside(&mut self, tile: impl FnOnce(&mut Multiplied, *const [MacBlock])) {
        beside(&mut self.0, tile);
    }

    #[inline(always)]
    fn settle(&mut self) {
        self.0.follow(&[]);
    }
}

impl<'k> Stream<'k> {
    #[inline]
    pub(super) fn new(key: &'k [u8; 32], start: u128) -> Self {
        Self { key, start }
    }

    /// Returns the last row of the state of the block for byte `at` of the message, a multiple of the block length. The
    /// message starts at the second block; the first one contains the one-time key, Section 2.6.
    #[inline]
    fn block_at(&self, at: usize) -> u128 {
        self.start.wrapping_add((1 + at / BLOCK_LEN) as u128)
    }

    /// Section 2.6: the one-time key is the start of the first block. The blocks for the start of a message of `len`
    /// bytes are generated in the same pass.
    #[inline]
    fn make_head(&self, cipher: chacha20::Backend, head: &mut Head, len: usize) {
        let blocks = 1 + len.min(IN_HEAD).div_ceil(BLOCK_LEN);
        chacha20::head(cipher, self.key, self.start, blocks, head);
    }

    /// XORs `data` with the keystream of the head.
    #[inline]
    fn apply_head(&self, cipher: chacha20::Backend, head: &Head, data: InOut<'_>) {
        if data.len() > 0 {
            chacha20::xor_head(cipher, &head.0[BLOCK_LEN..], data);
        }
    }

    /// XORs the bytes from `at`, which is past the head and a multiple of the block length, to `end` with the
    /// keystream.
    #[inline]
    fn apply(&self, cipher: chacha20::Backend, at: usize, data: &mut InOut<'_>, end: usize) {
        chacha20::xor(cipher, self.key, self.block_at(at), data.part(at..end));
    }

    /// Computes the first block and the powers of r, and XORs `data` with the keystream after that block.
    #[inline]
    fn start_beside(&self, cipher: chacha20::Backend, data: InOut<'_>, first: &mut [u8; BLOCK_LEN], state: &mut State) {
        chacha20::start(cipher, self.key, self.start, data, first, &Making(state.powers()));
    }
}

/// Absorbs associated data, padded with zeros to whole blocks.
#[inline]
fn absorb_padded(backend: poly1305::Backend, state: &mut State, data: &[u8]) {
    let (blocks, end) = data.as_chunks();
    poly1305::absorb(backend, state, blocks);
    if !end.is_empty() {
        let mut block = [0; poly1305::BLOCK_LEN];
        block[..end.len()].copy_from_slice(end);
        poly1305::absorb(backend, state, &[block]);
    }
}
