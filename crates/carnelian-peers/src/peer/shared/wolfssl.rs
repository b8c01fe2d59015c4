//! wolfSSL, with its assembly for AVX-512. It selects its implementations by the CPU and does not report the choice.
//!
//! Objects are allocated by the library, because their size depends on how it was built.

#![allow(unsafe_code)]

mod postquantum;
mod symmetric;

use super::file::{File, Slots, Text, Unusable, functions};
use super::kind::{Found, Kind, Names};
use crate::offers::Offers;
use crate::op::ed25519::Ed25519;
use crate::op::x25519::X25519;
use crate::peer::reach::{Isa, Reach};
use std::ffi::{c_int, c_uint, c_void};
use std::ptr::{NonNull, null_mut};

pub(super) const KIND: Kind = Kind {
    name: "wolfssl",
    reach: Reach::UpTo(Isa::Avx512, "takes all that it finds of the CPU"),
    names: Names { elf: &["libwolfssl.so.46"], macos: &["libwolfssl.46.dylib"], windows: &["wolfssl.dll"] },
    open,
};

/// `ed25519_key`.
#[repr(C)]
struct EdKey([u8; 0]);

/// Frees an object; the second argument is the address of the caller's pointer, or null.
type Delete<T> = unsafe extern "C" fn(*mut T, *mut *mut T) -> c_int;

functions! {
    /// The used functions of wolfSSL.
    struct Functions of "wolfSSL 5.9.4 or later, with Curve25519 and Ed25519," {
        wolfSSL_lib_version: extern "C" fn() -> Text;
        wolfCrypt_Init: extern "C" fn() -> c_int;
        wc_curve25519_make_pub: extern "C" fn(c_int, &mut [u8; 32], c_int, &[u8; 32]) -> c_int;
        wc_curve25519_generic: extern "C" fn(c_int, &mut [u8; 32], c_int, &[u8; 32], c_int, &[u8; 32]) -> c_int;
        wc_ed25519_new: unsafe extern "C" fn(*mut c_void, c_int, *mut c_int) -> *mut EdKey;
        wc_ed25519_delete: Delete<EdKey>;
        wc_ed25519_import_private_only: unsafe extern "C" fn(&[u8; 32], c_uint, *mut EdKey) -> c_int;
        wc_ed25519_import_public_ex: unsafe extern "C" fn(&[u8; 32], c_uint, *mut EdKey, c_int) -> c_int;
        wc_ed25519_make_public: unsafe extern "C" fn(*mut EdKey, &mut [u8; 32], c_uint) -> c_int;
        wc_ed25519_sign_msg: unsafe extern "C" fn(*const u8, c_uint, &mut [u8; 64], &mut c_uint, *mut EdKey) -> c_int;
        wc_ed25519_verify_msg: unsafe extern "C" fn(&[u8; 64], c_uint, *const u8, c_uint, &mut c_int, *mut EdKey) -> c_int;
    }
}

/// `INVALID_DEVID`: computation by the library itself.
const NO_DEVICE: c_int = -2;

static FILES: Slots<Functions> = Slots::new();

fn open(file: &File) -> Found {
    let (slot, wolfssl) = FILES.of(file, Functions::load)?;
    if (wolfssl.wolfCrypt_Init)() != 0 {
        return Err(Unusable::NotReady { file: file.name(), symbol: "wolfCrypt_Init" });
    }
    let version = (wolfssl.wolfSSL_lib_version)().version().unwrap_or_else(|| file.version_in_name());
    let offers = [offers::<0>, offers::<1>, offers::<2>, offers::<3>][slot]();
    Ok((version, symmetric::and(file, postquantum::and(file, offers)?)?))
}

fn offers<const SLOT: usize>() -> Offers {
    Offers::none().and(x25519::<SLOT>()).and(ed25519::<SLOT>())
}

const BACKEND: &str = "chosen by the library";

/// An object of the library.
struct Object<T> {
    pointer: NonNull<T>,
    delete: Delete<T>,
}

impl<T> Object<T> {
    /// Wraps the pointer that the library's function returned; `None` if it is null.
    ///
    /// # Safety
    /// If `pointer` is not null, it must be valid, must not be freed by other code, and `delete` may be called on it
    /// once.
    unsafe fn new(pointer: *mut T, delete: Delete<T>) -> Option<Self> {
        NonNull::new(pointer).map(|pointer| Self { pointer, delete })
    }

    /// Returns the pointer, which may be passed to the library while `self` is alive.
    const fn as_ptr(&self) -> *mut T {
        self.pointer.as_ptr()
    }
}

impl<T> Drop for Object<T> {
    fn drop(&mut self) {
        // SAFETY: the caller of `new` guarantees that `delete` may be called once, and this is the only call.
        unsafe { (self.delete)(self.pointer.as_ptr(), null_mut()) };
    }
}

/// Offers X25519. The library takes scalars that are clamped and points without the unused bit, RFC 7748 Section 5. An
/// error is reported as an answer of zeros, here and below.
fn x25519<const SLOT: usize>() -> X25519 {
    X25519 {
        backend: BACKEND.to_owned(),
        public_key: |secret| {
            let mut public = [0; 32];
            let status = (FILES.get(SLOT).wc_curve25519_make_pub)(32, &mut public, 32, &clamped(secret));
            if status == 0 { public } else { [0; 32] }
        },
        diffie_hellman: |secret| {
            let (wolfssl, secret) = (FILES.get(SLOT), clamped(secret));
            Box::new(move |public| {
                let (mut shared, mut public) = ([0; 32], *public);
                public[31] &= 0x7f;
                let status = (wolfssl.wc_curve25519_generic)(32, &mut shared, 32, &secret, 32, &public);
                if status == 0 { shared } else { [0; 32] }
            })
        },
        diffie_hellman_batch: None,
    }
}

fn clamped(secret: &[u8; 32]) -> [u8; 32] {
    let mut scalar = *secret;
    scalar[0] &= 0xf8;
    scalar[31] = scalar[31] & 0x7f | 0x40;
    scalar
}

fn ed25519<const SLOT: usize>() -> Ed25519 {
    Ed25519 {
        backend: BACKEND.to_owned(),
        public_key: |seed| FILES.get(SLOT).key_pair(seed).map_or([0; 32], |(_, public)| public),
        signer: |seed| {
            let (wolfssl, key) = (FILES.get(SLOT), FILES.get(SLOT).key_pair(seed));
            Box::new(move |message| key.as_ref().and_then(|(key, _)| wolfssl.sign(key, message)).unwrap_or([0; 64]))
        },
        signer_batch: None,
        verify: |public_key, message, signature| {
            let wolfssl = FILES.get(SLOT);
            wolfssl.public_key(public_key).is_some_and(|key| wolfssl.verify(&key, message, signature))
        },
        verifier: Some(|public_key| {
            let wolfssl = FILES.get(SLOT);
            let key = wolfssl.public_key(public_key)?;
            Some(Box::new(move |message, signature| wolfssl.verify(&key, message, signature)))
        }),
        verify_batch: None,
    }
}

impl Functions {
    fn ed_key(&self) -> Option<Object<EdKey>> {
        let mut status = 0;
        // SAFETY: the caller owns the returned object and must delete it; no heap and no device are permitted.
        unsafe {
            let key = (self.wc_ed25519_new)(null_mut(), NO_DEVICE, &mut status);
            Object::new(key, self.wc_ed25519_delete)
        }
    }

    /// Returns a signing key, and its public key, which the library keeps in it.
    fn key_pair(&self, seed: &[u8; 32]) -> Option<(Object<EdKey>, [u8; 32])> {
        let (key, mut public) = (self.ed_key()?, [0; 32]);
        // SAFETY: the key is alive.
        let done = unsafe {
            (self.wc_ed25519_import_private_only)(seed, 32, key.as_ptr()) == 0
                && (self.wc_ed25519_make_public)(key.as_ptr(), &mut public, 32) == 0
        };
        done.then_some((key, public))
    }

    /// Returns a public key. Verification checks the point, so the import does not.
    fn public_key(&self, bytes: &[u8; 32]) -> Option<Object<EdKey>> {
        const TRUSTED: c_int = 1;
        let key = self.ed_key()?;
        // SAFETY: the key is alive.
        let status = unsafe { (self.wc_ed25519_import_public_ex)(bytes, 32, key.as_ptr(), TRUSTED) };
        (status == 0).then_some(key)
    }

    fn sign(&self, key: &Object<EdKey>, message: &[u8]) -> Option<[u8; 64]> {
        let (mut signature, mut len) = ([0; 64], 64);
        let message = (message.as_ptr(), c_uint::try_from(message.len()).ok()?);
        // SAFETY: the key is alive, and the message is passed with its length.
        let status =
            unsafe { (self.wc_ed25519_sign_msg)(message.0, message.1, &mut signature, &mut len, key.as_ptr()) };
        (status == 0 && len == 64).then_some(signature)
    }

    fn verify(&self, key: &Object<EdKey>, message: &[u8], signature: &[u8; 64]) -> bool {
        let Ok(len) = c_uint::try_from(message.len()) else { return false };
        let mut valid = 0;
        // SAFETY: the key is alive, and the message is passed with its length.
        let status =
            unsafe { (self.wc_ed25519_verify_msg)(signature, 64, message.as_ptr(), len, &mut valid, key.as_ptr()) };
        status == 0 && valid == 1
    }
}
