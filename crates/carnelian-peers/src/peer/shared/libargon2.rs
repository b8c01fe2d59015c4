//! The reference implementation of Argon2, in C or for one vector instruction set, depending on how it was compiled.

#![allow(unsafe_code)]

use super::file::{File, Slots, functions};
use super::kind::{Found, Kind, Names};
use crate::offers::Offers;
use crate::op::argon2::{Argon2i, Argon2id, Cost, Key, Salt};
use crate::peer::reach::{Isa, Reach};
use std::ffi::{c_int, c_void};

pub(super) const KIND: Kind = Kind {
    name: "libargon2",
    reach: Reach::UpTo(Isa::Avx512, "does not tell for which CPU it was compiled"),
    names: Names { elf: &["libargon2.so.1"], macos: &["libargon2.1.dylib"], windows: &["libargon2.dll"] },
    open,
};

/// Hashes: passes, KiB, lanes, password and its length, salt and its length, key and its length.
type Hash =
    unsafe extern "C" fn(u32, u32, u32, *const c_void, usize, *const c_void, usize, *mut c_void, usize) -> c_int;

functions! {
    /// The used functions of libargon2.
    struct Functions of "libargon2" {
        argon2i_hash_raw: Hash;
        argon2id_hash_raw: Hash;
    }
}

static FILES: Slots<Functions> = Slots::new();

/// Opens the file. The library does not report its version, so that is taken from the file's name.
fn open(file: &File) -> Found {
    let (slot, _) = FILES.of(file, Functions::load)?;
    Ok((file.version_in_name(), [offers::<0>, offers::<1>, offers::<2>, offers::<3>][slot]()))
}

const BACKEND: &str = "C or vectors";

/// Offers Argon2id and Argon2i. They start a thread for each lane, so only one lane is measured, on one thread.
fn offers<const SLOT: usize>() -> Offers {
    let argon2id = Argon2id {
        backend: BACKEND.to_owned(),
        most_lanes: 1,
        hash: |cost, password, salt| key(FILES.get(SLOT).argon2id_hash_raw, cost, password, salt),
        in_memory: None,
    };
    let argon2i = Argon2i {
        backend: BACKEND.to_owned(),
        most_lanes: 1,
        hash: |cost, password, salt| key(FILES.get(SLOT).argon2i_hash_raw, cost, password, salt),
    };
    Offers::none().and(argon2id).and(argon2i)
}

fn key(hash: Hash, cost: Cost, password: &[u8], salt: &Salt) -> Key {
    let mut key = [0; 32];
    let (password, password_len) = (password.as_ptr().cast(), password.len());
    let (salt, salt_len, out) = (salt.as_ptr().cast(), salt.len(), key.as_mut_ptr().cast());
    let (passes, memory, lanes) = (cost.passes, cost.memory_kib, cost.lanes);
    // SAFETY: each pointer is passed with the length of its buffer.
    let status = unsafe { hash(passes, memory, lanes, password, password_len, salt, salt_len, out, key.len()) };
    if status == 0 { key } else { [0; 32] }
}
