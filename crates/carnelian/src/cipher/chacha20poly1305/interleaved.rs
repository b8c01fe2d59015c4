//! Poly1305 interleaved with ChaCha20. The rounds in vectors leave the scalar multiplier idle, and it works between
//! them: where Poly1305 has vectors, it computes the powers of r that they need; elsewhere it absorbs the ciphertext.
//!
//! The results are those of [`construction`](super::construction).

use super::session::{IN_HEAD, Session};
use crate::base::in_out::InOut;
use crate::base::memory::wipe;
use crate::cipher::chacha20::kernel::{
    self as chacha20, BLOCK_LEN, MAX_START_LEN, MacBlock, Multiplied, NoWork, StartWork, TEXT_TILE_LEN, TileWork,
};
use crate::cipher::poly1305::kernel::{self as poly1305, AbsorbingBlocks, Interleaves, PowersOfR, State, Tag};
use core::marker::PhantomData;

/// Bytes that are encrypted and then authenticated before the next: few enough to be still in the L1 cache, and few
/// enough that the processor starts with the next tile before it has finished this one. Measured: 1 and 2 KiB are best.
const TILE_LEN: usize = 2048;

/// Until its end, ciphertext is authenticated in multiples of this many bytes, which vectors absorb without a
/// remainder.
const GRAIN: usize = 128;

/// The direction: [`Seal`] or [`Open`].
pub(super) trait Direction: Copy {
    /// Whether the ciphertext is the input, which must be authenticated before it is overwritten.
    const OPENS: bool;
    /// The length above which it pays off to compute powers of r during the first blocks: measured.
    const POWERS_PAY_ABOVE: usize;
}

/// Encryption: the output is the ciphertext.
#[derive(Clone, Copy)]
pub(super) struct Seal;

impl Direction for Seal {
    const OPENS: bool = false;
    const POWERS_PAY_ABOVE: usize = 520;
}

/// Decryption: the input is the ciphertext.
#[derive(Clone, Copy)]
pub(super) struct Open;

impl Direction for Open {
    const OPENS: bool = true;
    const POWERS_PAY_ABOVE: usize = 12 * BLOCK_LEN;
}

/// Encrypts or decrypts and returns the tag, if the backends can interleave and the message is long enough for it to
/// pay off; otherwise does nothing.
#[inline]
pub(super) fn process<D: Direction>(session: &Session<'_>, data: &mut InOut<'_>) -> Option<Tag> {
    let (cipher, len) = (session.cipher, data.len());
    match session.mac.interleaves() {
        Interleaves::Powers if len > D::POWERS_PAY_ABOVE && cipher.start_len().is_some() => {
            Some(with_powers::<D>(session, data.part(0..len)))
        }
        Interleaves::Blocks if len > IN_HEAD && cipher.interleaves_tiles() => {
            Some(with_blocks::<D>(session, data.part(0..len)))
        }
        _ => None,
    }
}

/// Computes the powers of r during the first blocks, then alternates between the cipher and the authenticator.
fn with_powers<D: Direction>(session: &Session<'_>, mut data: InOut<'_>) -> Tag {
    /// The ciphertext of the first blocks, up to a whole [`GRAIN`].
    const KEPT_LEN: usize = MAX_START_LEN.next_multiple_of(GRAIN);
    let len = data.len();
    let mut kept: [u8; KEPT_LEN];
    let kept = if D::OPENS {
        kept = [0; KEPT_LEN];
        keep(&mut kept, data.input())
    } else {
        &[]
    };
    let in_start = len.min(MAX_START_LEN);
    let mut state = State::without_key();
    let mut first = [0; BLOCK_LEN];
    let work = ComputingPowers(state.powers());
    chacha20::start(session.cipher, session.key, session.start, data.part(0..in_start), &mut first, &work);
    poly1305::take_key(session.mac, &mut state, &first.as_chunks().0[0]);
    wipe(&mut first);
    session.absorb_aad(&mut state);
    if D::OPENS && kept.len() == len {
        // All of the ciphertext has been kept, but not all of it has been decrypted.
        session.chacha20_encrypt_from(in_start, data.part(in_start..len));
        return poly1305::finish_two(session.mac, &mut state, kept, session.lengths(len));
    }
    poly1305::absorb(session.mac, &mut state, kept.as_chunks().0);
    by_tiles::<D>(session, &mut state, data, in_start, kept.len())
}

/// Copies the first bytes of a ciphertext that is authenticated after it has been overwritten.
#[inline]
fn keep<'k>(kept: &'k mut [u8], ciphertext: &[u8]) -> &'k [u8] {
    let len = kept.len().min(ciphertext.len());
    kept[..len].copy_from_slice(&ciphertext[..len]);
    &kept[..len]
}

/// Continues when `done` bytes are encrypted or decrypted, and `absorbed` bytes of the ciphertext are authenticated.
#[inline]
fn by_tiles<D: Direction>(
    session: &Session<'_>,
    state: &mut State,
    mut data: InOut<'_>,
    mut done: usize,
    mut absorbed: usize,
) -> Tag {
    let len = data.len();
    // Authenticates the ciphertext up to `end`, or nearly; returns the tag at the end of the message.
    let mut absorb = |ciphertext: &[u8], end: usize| {
        if end == len {
            return Some(poly1305::finish_two(session.mac, state, &ciphertext[absorbed..], session.lengths(len)));
        }
        let grains = if D::OPENS { end.next_multiple_of(GRAIN).min(len) } else { end - end % GRAIN };
        let (blocks, _) = ciphertext[absorbed..grains].as_chunks();
        poly1305::absorb(session.mac, state, blocks);
        absorbed += blocks.as_flattened().len();
        None
    };
    loop {
        let end = len.min(done + TILE_LEN);
        let tag = if D::OPENS {
            let tag = absorb(data.input(), end);
            session.chacha20_encrypt_from(done, data.part(done..end));
            tag
        } else {
            session.chacha20_encrypt_from(done, data.part(done..end));
            absorb(data.output(), end)
        };
        if let Some(tag) = tag {
            return tag;
        }
        done = end;
    }
}

/// Encrypts or decrypts the first blocks together with the one-time key, and then each tile while the ciphertext of the
/// previous one is authenticated, or, in decryption, its own.
fn with_blocks<D: Direction>(session: &Session<'_>, data: InOut<'_>) -> Tag {
    let len = data.len();
    let in_start = in_start::<D>(len, session.cipher.start_len().unwrap_or(0).min(MAX_KEPT_LEN));
    let mut kept: [u8; MAX_KEPT_LEN];
    let kept = if D::OPENS {
        kept = [0; MAX_KEPT_LEN];
        keep(&mut kept[..in_start], data.input())
    } else {
        &[]
    };
    let (mut start, rest) = data.split_at(in_start);
    let mut first = [0; BLOCK_LEN];
    chacha20::start(session.cipher, session.key, session.start, start.part(0..in_start), &mut first, &NoWork);
    let otk = &first.as_chunks().0[0];
    let ciphertext = if D::OPENS { kept } else { start.output() };
    let tag = if rest.len() == 0 {
        poly1305::tag_of_two(session.mac, otk, session.aad, ciphertext)
    } else {
        // Made in place: a value that is bound to a name and then moved leaves a copy behind.
        let mut work =
            AbsorbingText::<D> { absorbing: poly1305::absorbing(otk, session.aad, ciphertext), direction: PhantomData };
        chacha20::xor_interleaved(session.cipher, session.key, session.block_at(in_start), rest, &mut work);
        poly1305::finish_absorbing(session.mac, &mut work.absorbing, otk, session.lengths(len))
    };
    wipe(&mut first);
    tag
}

/// The ciphertext of seven of eight blocks: the first one contains the one-time key.
const MAX_KEPT_LEN: usize = 7 * BLOCK_LEN;

/// Returns how many of `len` bytes are processed together with the one-time key, at most `most`: those that leave whole
/// tiles after them, if possible.
#[inline]
fn in_start<D: Direction>(len: usize, most: usize) -> usize {
    let before_tiles = (len % TEXT_TILE_LEN).next_multiple_of(BLOCK_LEN);
    let is_possible = before_tiles <= most;
    if D::OPENS {
        // A tile is authenticated while it is decrypted itself, so no start is better than one that leaves a remainder.
        if len <= most {
            len
        } else if is_possible {
            before_tiles.min(len)
        } else {
            0
        }
    } else {
        match before_tiles {
            // A single tile would have no ciphertext to authenticate.
            0 if len > TEXT_TILE_LEN => 0,
            1.. if is_possible => before_tiles.min(len),
            _ => most,
        }
    }
}

/// Computes the powers of r during the first blocks.
#[derive(Clone, Copy)]
struct ComputingPowers<'s>(PowersOfR<'s>);

impl StartWork for ComputingPowers<'_> {
    #[inline(always)]
    fn first_block(&mut self, block: &[u8; BLOCK_LEN]) {
        self.0.begin(&block.as_chunks().0[0]);
    }

    #[inline(always)]
    fn step(&mut self, number: usize) {
        self.0.step(number);
    }
}

/// Authenticates the ciphertext of the tile that was encrypted last, or of the one that is being decrypted.
#[derive(Clone, Copy)]
struct AbsorbingText<'d, D> {
    absorbing: AbsorbingBlocks<'d>,
    direction: PhantomData<D>,
}

impl<'d, D: Direction> TileWork<'d> for AbsorbingText<'d, D> {
    #[inline(always)]
    fn reads(&mut self, input: &'d [u8]) {
        if D::OPENS {
            self.absorbing.follow(input);
        }
    }

    #[inline(always)]
    fn step(&mut self) {
        self.absorbing.step();
    }

    /// The accumulator is the number that the cipher's rounds multiply.
    #[inline(always)]
    fn tile(&mut self, tile: impl FnOnce(&mut Multiplied, *const [MacBlock])) {
        self.absorbing.interleave(TEXT_TILE_LEN / poly1305::BLOCK_LEN, |sum, blocks| {
            let mut number = Multiplied { h: sum.h, r: sum.r, s1: sum.s1 };
            tile(&mut number, blocks);
            sum.h = number.h;
        });
    }

    #[inline(always)]
    fn settle(&mut self) {
        self.absorbing.follow(&[]);
    }

    #[inline(always)]
    fn wrote(&mut self, output: &'d [u8]) {
        if !D::OPENS {
            self.absorbing.follow(output);
        }
    }
}
