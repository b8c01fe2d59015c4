//! Intel's crypto_mb, the part of its Cryptography Primitives Library that computes with eight keys at once. Single
//! calls fill one of the eight lanes, which is all that it has for them.

#![allow(unsafe_code)]

use super::file::{File, Slots, Unusable, functions};
use super::kind::{Found, Kind, Names};
use crate::offers::Offers;
use crate::op::ed25519::{Ed25519, Signed};
use crate::op::x25519::X25519;
use crate::peer::reach::{Isa, Reach};
use std::array;
use std::ffi::{c_int, c_uint};

pub(super) const KIND: Kind = Kind {
    name: "crypto_mb",
    reach: Reach::UpTo(Isa::Avx512, "needs AVX-512 with IFMA"),
    names: Names {
        elf: &["libcrypto_mb.so.12", "libcrypto_mb.so"],
        macos: &["libcrypto_mb.dylib"],
        windows: &["crypto_mb.dll"],
    },
    open,
};

/// The number of lanes.
const LANES: usize = 8;

/// Keys or components of signatures to be read, one for each lane; a lane without one computes nothing of use.
type Inputs<'a> = [Option<&'a [u8; 32]>; LANES];
/// Places for results, one for each lane.
type Outputs<'a> = [Option<&'a mut [u8; 32]>; LANES];
/// Addresses of messages.
type Messages = [*const u8; LANES];
/// The lengths of messages.
type Lengths = [c_uint; LANES];
/// The verdicts on the lanes, four bits each; zero is success.
type Status = c_uint;

/// The beginning of `mbxVersion`.
#[repr(C)]
struct Version {
    major: c_int,
    minor: c_int,
    patch: c_int,
}

functions! {
    /// The used functions of crypto_mb.
    struct Functions of "crypto_mb of Intel's Cryptography Primitives Library 1.0 or later" {
        mbx_getversion: extern "C" fn() -> Option<&'static Version>;
        mbx_get_algo_info: extern "C" fn(c_uint) -> u64;
        mbx_x25519_public_key_mb8: extern "C" fn(&mut Outputs, &Inputs) -> Status;
        mbx_x25519_mb8: extern "C" fn(&mut Outputs, &Inputs, &Inputs) -> Status;
        mbx_ed25519_public_key_mb8: extern "C" fn(&mut Outputs, &Inputs) -> Status;
        mbx_ed25519_sign_mb8: unsafe extern "C" fn(&mut Outputs, &mut Outputs, &Messages, &Lengths, &Inputs, &Inputs) -> Status;
        mbx_ed25519_verify_mb8: unsafe extern "C" fn(&Inputs, &Inputs, &Messages, &Lengths, &Inputs) -> Status;
    }
}

/// `MBX_ALGO_X25519`.
const ALGORITHM_X25519: c_uint = 4;
/// `MBX_WIDTH_MB8`.
const EIGHT_AT_ONCE: u64 = 8;

static FILES: Slots<Functions> = Slots::new();

fn open(file: &File) -> Found {
    let (slot, mb) = FILES.of(file, Functions::load)?;
    if (mb.mbx_get_algo_info)(ALGORITHM_X25519) & EIGHT_AT_ONCE == 0 {
        return Err(Unusable::OtherCpu { file: file.name(), needs: "AVX-512 with IFMA" });
    }
    let version = (mb.mbx_getversion)().map(|it| format!("{}.{}.{}", it.major, it.minor, it.patch));
    let offers = [offers::<0>, offers::<1>, offers::<2>, offers::<3>][slot]();
    Ok((version.unwrap_or_else(|| file.version_in_name()), offers))
}

fn offers<const SLOT: usize>() -> Offers {
    Offers::none().and(x25519::<SLOT>()).and(ed25519::<SLOT>())
}

const BACKEND: &str = "AVX-512 IFMA, eight lanes";

/// Offers X25519. An error is reported as an answer of zeros, here and below.
fn x25519<const SLOT: usize>() -> X25519 {
    X25519 {
        backend: BACKEND.to_owned(),
        public_key: |secret| {
            let mut public = [[0; 32]];
            let status = (FILES.get(SLOT).mbx_x25519_public_key_mb8)(&mut outputs(&mut public), &inputs(&[*secret]));
            if has_failed(status, 0) { [0; 32] } else { public[0] }
        },
        diffie_hellman: |secret| {
            let (mb, secret) = (FILES.get(SLOT), [*secret]);
            Box::new(move |public| mb.shared(&secret, &[*public])[0])
        },
        diffie_hellman_batch: Some(|secrets| {
            let (mb, secrets) = (FILES.get(SLOT), secrets.to_vec());
            Box::new(move |publics| mb.shared(&secrets, publics))
        }),
    }
}

fn ed25519<const SLOT: usize>() -> Ed25519 {
    Ed25519 {
        backend: BACKEND.to_owned(),
        public_key: |seed| FILES.get(SLOT).public_halves(&[*seed])[0],
        signer: |seed| {
            let sign = FILES.get(SLOT).signer(vec![*seed]);
            Box::new(move |message| sign(&[message])[0])
        },
        signer_batch: Some(|seeds| Box::new(FILES.get(SLOT).signer(seeds.to_vec()))),
        verify: |public_key, message, signature| {
            FILES.get(SLOT).verify(&[Signed { public_key: *public_key, message, signature: *signature }])
        },
        verifier: None,
        verify_batch: Some(|all| FILES.get(SLOT).verify(all)),
    }
}

/// Returns an item for each lane, as far as there are any.
fn inputs(items: &[[u8; 32]]) -> Inputs<'_> {
    array::from_fn(|lane| items.get(lane))
}

/// Returns a place for each lane, as far as there are any.
fn outputs(places: &mut [[u8; 32]]) -> Outputs<'_> {
    let mut places = places.iter_mut();
    array::from_fn(|_| places.next())
}

fn has_failed(status: Status, lane: usize) -> bool {
    status >> (4 * lane) & 0xf != 0
}

/// Wipes the results of lanes that failed.
fn refuse<const LEN: usize>(status: Status, results: &mut [[u8; LEN]]) {
    if status != 0 {
        for (lane, result) in results.iter_mut().enumerate().filter(|(lane, _)| has_failed(status, *lane)) {
            debug_assert!(lane < LANES, "a result for each lane");
            result.fill(0);
        }
    }
}

/// Returns addresses and lengths of messages, one for each lane.
fn addresses<'a>(messages: impl Iterator<Item = &'a [u8]>) -> Option<(Messages, Lengths)> {
    let (mut addresses, mut lengths) = ([std::ptr::null(); LANES], [0; LANES]);
    for ((address, length), message) in addresses.iter_mut().zip(&mut lengths).zip(messages) {
        (*address, *length) = (message.as_ptr(), c_uint::try_from(message.len()).ok()?);
    }
    Some((addresses, lengths))
}

impl Functions {
    /// Computes the secret that each secret key shares with the public key at the same index.
    fn shared(&self, secrets: &[[u8; 32]], publics: &[[u8; 32]]) -> Vec<[u8; 32]> {
        let mut all = vec![[0; 32]; secrets.len().min(publics.len())];
        for ((shared, secrets), publics) in all.chunks_mut(LANES).zip(secrets.chunks(LANES)).zip(publics.chunks(LANES))
        {
            let status = (self.mbx_x25519_mb8)(&mut outputs(shared), &inputs(secrets), &inputs(publics));
            refuse(status, shared);
        }
        all
    }

    /// Computes public keys, RFC 8032 Section 5.1.5.
    fn public_halves(&self, seeds: &[[u8; 32]]) -> Vec<[u8; 32]> {
        let mut all = vec![[0; 32]; seeds.len()];
        for (publics, seeds) in all.chunks_mut(LANES).zip(seeds.chunks(LANES)) {
            let status = (self.mbx_ed25519_public_key_mb8)(&mut outputs(publics), &inputs(seeds));
            refuse(status, publics);
        }
        all
    }

    /// Returns signing keys, each with its public key: each signs the message with the same index.
    fn signer(&'static self, seeds: Vec<[u8; 32]>) -> impl Fn(&[&[u8]]) -> Vec<[u8; 64]> {
        let publics = self.public_halves(&seeds);
        move |messages| {
            let mut all = vec![[0; 64]; messages.len().min(seeds.len())];
            let keys = seeds.chunks(LANES).zip(publics.chunks(LANES));
            for ((signatures, messages), keys) in all.chunks_mut(LANES).zip(messages.chunks(LANES)).zip(keys) {
                self.sign(keys, messages, signatures);
            }
            all
        }
    }

    /// Signs a message with each of at most eight keys, which are seeds and public keys.
    fn sign(&self, (seeds, publics): (&[[u8; 32]], &[[u8; 32]]), messages: &[&[u8]], signatures: &mut [[u8; 64]]) {
        let Some((addresses, lengths)) = addresses(messages.iter().copied()) else { return };
        let (mut r, mut s): (Outputs<'_>, Outputs<'_>) = Default::default();
        for ((signature, r), s) in signatures.iter_mut().zip(&mut r).zip(&mut s) {
            let (first, second) = signature.split_at_mut(32);
            (*r, *s) = (first.try_into().ok(), second.try_into().ok());
        }
        let (seeds, publics) = (inputs(seeds), inputs(publics));
        // SAFETY: each address is null or that of a message of the length at the same index.
        let status = unsafe { (self.mbx_ed25519_sign_mb8)(&mut r, &mut s, &addresses, &lengths, &seeds, &publics) };
        refuse(status, signatures);
    }

    /// Returns whether all signatures are valid.
    fn verify(&self, all: &[Signed<'_>]) -> bool {
        all.chunks(LANES).all(|chunk| {
            let Some((addresses, lengths)) = addresses(chunk.iter().map(|one| one.message)) else { return false };
            let (mut r, mut s, mut publics): (Inputs<'_>, Inputs<'_>, Inputs<'_>) = Default::default();
            for (((one, r), s), public) in chunk.iter().zip(&mut r).zip(&mut s).zip(&mut publics) {
                (*r, *s, *public) = (one.signature.first_chunk(), one.signature.last_chunk(), Some(&one.public_key));
            }
            // SAFETY: each address is null or that of a message of the length at the same index.
            let status = unsafe { (self.mbx_ed25519_verify_mb8)(&r, &s, &addresses, &lengths, &publics) };
            (0..chunk.len()).all(|lane| !has_failed(status, lane))
        })
    }
}
