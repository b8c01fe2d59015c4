//! Intel's isa-l_crypto: hash functions over as many messages as the CPU has lanes, and AES-GCM. It selects its
//! implementations at the first call of each function and does not report the choice.

#![allow(unsafe_code)]

mod gcm;

use super::file::{File, SLOTS, Slots, Text, functions};
use super::kind::{Found, Kind, Names};
use crate::offers::Offers;
use crate::op::hashing::{Sha256, Sha512};
use crate::peer::reach::{Isa, Reach};
use std::cell::RefCell;
use std::ffi::{c_int, c_uint, c_void};
use std::mem::offset_of;
use std::ptr::null_mut;
use std::thread::LocalKey;

pub(super) const KIND: Kind = Kind {
    name: "isa-l_crypto",
    reach: Reach::UpTo(Isa::Avx512, "takes all that it finds of the CPU"),
    names: Names { elf: &["libisal_crypto.so.2"], macos: &["libisal_crypto.2.dylib"], windows: &["isa-l_crypto.dll"] },
    open,
};

/// `ISAL_SHA256_HASH_CTX_MGR` or `ISAL_SHA512_HASH_CTX_MGR`, the messages being hashed: opaque, and larger than both.
#[repr(C, align(64))]
struct Manager([u8; 2048]);

/// `ISAL_SHA256_JOB` or `ISAL_SHA512_JOB`. The digest consists of words in the CPU's byte order and is aligned itself.
#[repr(C, align(64))]
struct Job<Words> {
    buffer: *const u8,
    blocks: u64,
    padding: [u64; 6],
    digest: Words,
    status: c_int,
    user_data: *mut c_void,
}

/// `ISAL_SHA256_HASH_CTX` or `ISAL_SHA512_HASH_CTX`: one message, with two blocks of `Blocks` bytes together.
#[repr(C)]
struct Context<Words, Blocks> {
    job: Job<Words>,
    status: c_int,
    error: c_int,
    total_length: u64,
    incoming_buffer: *const c_void,
    incoming_buffer_length: c_uint,
    partial_block_buffer: Blocks,
    partial_block_buffer_length: c_uint,
    user_data: *mut c_void,
}

type Context256 = Context<[u32; 8], [u8; 128]>;
type Context512 = Context<[u64; 8], [u8; 256]>;

#[cfg(target_pointer_width = "64")]
const _: () = {
    assert!(size_of::<Context256>() == 320 && offset_of!(Context256, status) == 128);
    assert!(size_of::<Context512>() == 512 && offset_of!(Context512, status) == 192);
};

/// Prepares a manager.
type Init = extern "C" fn(&mut Manager) -> c_int;
/// Submits a message: its context, a place for the context of a message that is complete, address, length and flags.
type Submit<C> = unsafe extern "C" fn(&mut Manager, *mut C, &mut *mut C, *const u8, c_uint, c_int) -> c_int;
/// Completes a message that has been submitted; its context is null if there is none.
type Flush<C> = unsafe extern "C" fn(&mut Manager, &mut *mut C) -> c_int;

functions! {
    /// The used functions of isa-l_crypto.
    struct Functions of "isa-l_crypto 2.25 or later" {
        isal_crypto_get_version_str: extern "C" fn() -> Text;
        isal_sha256_ctx_mgr_init: Init;
        isal_sha256_ctx_mgr_submit: Submit<Context256>;
        isal_sha256_ctx_mgr_flush: Flush<Context256>;
        isal_sha512_ctx_mgr_init: Init;
        isal_sha512_ctx_mgr_submit: Submit<Context512>;
        isal_sha512_ctx_mgr_flush: Flush<Context512>;
    }
}

/// `ISAL_HASH_ENTIRE`.
const ENTIRE: c_int = 3;
/// `ISAL_HASH_CTX_STS_COMPLETE`.
const COMPLETE: c_int = 4;

static FILES: Slots<Functions> = Slots::new();

fn open(file: &File) -> Found {
    let (slot, isal) = FILES.of(file, Functions::load)?;
    let version = (isal.isal_crypto_get_version_str)().version().unwrap_or_else(|| file.version_in_name());
    let offers = [offers::<0>, offers::<1>, offers::<2>, offers::<3>][slot]();
    Ok((version, gcm::and(file, offers)?))
}

fn offers<const SLOT: usize>() -> Offers {
    let sha256 = Sha256 {
        backend: BACKEND.to_owned(),
        digest: |message| {
            let mut digest = [[0; 32]];
            sha256::<SLOT>(&[message], &mut digest);
            digest[0]
        },
        digest_batch: Some(sha256::<SLOT>),
    };
    let sha512 = Sha512 {
        backend: BACKEND.to_owned(),
        digest: |message| {
            let mut digest = [[0; 64]];
            sha512::<SLOT>(&[message], &mut digest);
            digest[0]
        },
        digest_batch: Some(sha512::<SLOT>),
    };
    Offers::none().and(sha256).and(sha512)
}

const BACKEND: &str = "chosen by the library";

fn sha256<const SLOT: usize>(messages: &[&[u8]], digests: &mut [[u8; 32]]) {
    let isal = FILES.get(SLOT);
    let functions = (isal.isal_sha256_ctx_mgr_init, isal.isal_sha256_ctx_mgr_submit, isal.isal_sha256_ctx_mgr_flush);
    hash(&HASHERS_256, SLOT, functions, messages, |number, words: &[u32; 8]| {
        if let Some(digest) = digests.get_mut(number) {
            for (bytes, word) in digest.as_chunks_mut().0.iter_mut().zip(words) {
                *bytes = word.to_be_bytes();
            }
        }
    });
}

fn sha512<const SLOT: usize>(messages: &[&[u8]], digests: &mut [[u8; 64]]) {
    let isal = FILES.get(SLOT);
    let functions = (isal.isal_sha512_ctx_mgr_init, isal.isal_sha512_ctx_mgr_submit, isal.isal_sha512_ctx_mgr_flush);
    hash(&HASHERS_512, SLOT, functions, messages, |number, words: &[u64; 8]| {
        if let Some(digest) = digests.get_mut(number) {
            for (bytes, word) in digest.as_chunks_mut().0.iter_mut().zip(words) {
                *bytes = word.to_be_bytes();
            }
        }
    });
}

/// A manager and the contexts of its messages, which a program keeps from one batch to the next.
struct Hasher<C> {
    manager: Box<Manager>,
    contexts: Vec<C>,
}

/// The hashers of a thread, one for each file.
type Hashers<C> = RefCell<[Option<Hasher<C>>; SLOTS]>;

thread_local! {
    static HASHERS_256: Hashers<Context256> = const { RefCell::new([const { None }; SLOTS]) };
    static HASHERS_512: Hashers<Context512> = const { RefCell::new([const { None }; SLOTS]) };
}

/// The functions of a manager: to start it, to submit a message, and to complete those that were submitted.
type OfManager<C> = (Init, Submit<C>, Flush<C>);

/// Hashes messages and passes the words of each digest to `write`; none, if the library returns an error.
fn hash<Words, Blocks>(
    hashers: &'static LocalKey<Hashers<Context<Words, Blocks>>>,
    slot: usize,
    (init, submit, flush): OfManager<Context<Words, Blocks>>,
    messages: &[&[u8]],
    mut write: impl FnMut(usize, &Words),
) where
    Context<Words, Blocks>: Zeroed,
{
    hashers.with_borrow_mut(|hashers| {
        let hasher = hashers[slot].get_or_insert_with(|| {
            let mut manager = Box::new(Manager([0; 2048]));
            init(&mut manager);
            Hasher { manager, contexts: Vec::new() }
        });
        if hasher.contexts.len() < messages.len() {
            hasher.contexts.resize_with(messages.len(), Zeroed::zeroed);
        }
        let contexts = hasher.contexts.as_mut_ptr();
        let mut done = true;
        for (number, message) in messages.iter().enumerate() {
            let length = c_uint::try_from(message.len()).unwrap_or(0);
            // SAFETY: there are as many contexts as messages. Each is marked as unused before it is submitted, and it
            // and the message are in place until the last flush, or until the manager ends.
            let status = unsafe {
                let context = contexts.add(number);
                ((*context).status, (*context).error) = (COMPLETE, 0);
                submit(&mut hasher.manager, context, &mut null_mut(), message.as_ptr(), length, ENTIRE)
            };
            done &= status == 0 && length as usize == message.len();
        }
        loop {
            let mut complete = null_mut();
            // SAFETY: the contexts and messages are those that were submitted.
            done &= unsafe { flush(&mut hasher.manager, &mut complete) } == 0;
            if complete.is_null() || !done {
                break;
            }
        }
        if done {
            let digests = hasher.contexts[..messages.len()].iter().map(|context| &context.job.digest);
            digests.enumerate().for_each(|(number, words)| write(number, words));
        } else {
            // It may still have messages.
            hashers[slot] = None;
        }
    });
}

/// A context before its first use.
trait Zeroed {
    fn zeroed() -> Self;
}

macro_rules! zeroed {
    ($($Context:ident, $words:expr, $blocks:expr;)+) => {$(
        impl Zeroed for $Context {
            fn zeroed() -> Self {
                let job = Job {
                    buffer: null_mut(),
                    blocks: 0,
                    padding: [0; 6], digest: $words,
                    status: 0,
                    user_data: null_mut(),
                };
                Context {
                    job,
                    status: 0,
                    error: 0,
                    total_length: 0,
                    incoming_buffer: null_mut(),
                    incoming_buffer_length: 0,
                    partial_block_buffer: $blocks,
                    partial_block_buffer_length: 0,
                    user_data: null_mut(),
                }
            }
        }
    )+};
}

zeroed! {
    Context256, [0; 8], [0; 128];
    Context512, [0; 8], [0; 256];
}
