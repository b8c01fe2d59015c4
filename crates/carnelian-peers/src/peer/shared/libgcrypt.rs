//! libgcrypt. It selects its implementations of hash functions and ciphers when it is initialized and does not report
//! the choice.

#![allow(unsafe_code)]

mod symmetric;

use super::file::{File, Owned, Slots, Text, Unusable, functions};
use super::kind::{Found, Kind, Names};
use crate::offers::Offers;
use crate::op::ed25519::Ed25519;
use crate::op::hashing::{Blake2b, Blake2s, Sha3_256, Sha256, Sha512};
use crate::op::x25519::X25519;
use crate::peer::reach::{Isa, Reach};
use std::ffi::{CStr, c_char, c_int, c_uint};
use std::ptr::{null, null_mut};
use std::slice;

pub(super) const KIND: Kind = Kind {
    name: "libgcrypt",
    reach: Reach::UpTo(Isa::Avx512, "takes all that it finds of the CPU"),
    names: Names { elf: &["libgcrypt.so.20"], macos: &["libgcrypt.20.dylib"], windows: &["libgcrypt-20.dll"] },
    open,
};

/// `struct gcry_sexp`, an S-expression.
#[repr(C)]
struct Sexp([u8; 0]);
/// `struct gcry_mpi`, a large integer or a string of bytes.
#[repr(C)]
struct Mpi([u8; 0]);
/// `struct gcry_context`, here that of a curve and a key.
#[repr(C)]
struct Context([u8; 0]);

functions! {
    /// The used functions of libgcrypt.
    struct Functions of "libgcrypt 1.9 or later" {
        gcry_check_version: unsafe extern "C" fn(*const c_char) -> Text;
        gcry_control: unsafe extern "C" fn(c_int, ...) -> c_uint;
        gcry_md_hash_buffer: unsafe extern "C" fn(c_int, *mut u8, *const u8, usize);
        gcry_ecc_mul_point: unsafe extern "C" fn(c_int, &mut [u8; 32], &[u8; 32], Option<&[u8; 32]>) -> c_uint;
        gcry_sexp_build: unsafe extern "C" fn(&mut *mut Sexp, *mut usize, *const c_char, ...) -> c_uint;
        gcry_sexp_find_token: unsafe extern "C" fn(*const Sexp, *const c_char, usize) -> *mut Sexp;
        gcry_sexp_nth_data: unsafe extern "C" fn(*const Sexp, c_int, &mut usize) -> *const u8;
        gcry_sexp_release: unsafe extern "C" fn(*mut Sexp);
        gcry_pk_sign: unsafe extern "C" fn(&mut *mut Sexp, *const Sexp, *const Sexp) -> c_uint;
        gcry_pk_verify: unsafe extern "C" fn(*const Sexp, *const Sexp, *const Sexp) -> c_uint;
        gcry_mpi_ec_new: unsafe extern "C" fn(&mut *mut Context, *const Sexp, *const c_char) -> c_uint;
        gcry_mpi_ec_get_mpi: unsafe extern "C" fn(*const c_char, *mut Context, c_int) -> *mut Mpi;
        gcry_mpi_get_opaque: unsafe extern "C" fn(*mut Mpi, &mut c_uint) -> *const u8;
        gcry_mpi_release: unsafe extern "C" fn(*mut Mpi);
        gcry_ctx_release: unsafe extern "C" fn(*mut Context);
    }
}

/// `GCRYCTL_DISABLE_SECMEM`.
const NO_SECURE_MEMORY: c_int = 37;
/// `GCRYCTL_INITIALIZATION_FINISHED`.
const INITIALISED: c_int = 38;
/// `GCRY_MD_SHA256`.
const SHA256: c_int = 8;
/// `GCRY_MD_SHA512`.
const SHA512: c_int = 10;
/// `GCRY_MD_SHA3_256`.
const SHA3_256: c_int = 313;
/// `GCRY_MD_BLAKE2B_512`.
const BLAKE2B_512: c_int = 318;
/// `GCRY_MD_BLAKE2S_256`.
const BLAKE2S_256: c_int = 322;
/// `GCRY_ECC_CURVE25519`.
const CURVE25519: c_int = 1;

static FILES: Slots<Functions> = Slots::new();

fn open(file: &File) -> Found {
    let (slot, gcrypt) = FILES.of(file, Functions::load)?;
    // SAFETY: a call without a version to compare with returns libgcrypt's own version, and precedes all others. Secure
    // memory, which cannot be swapped, is scarce and unnecessary for keys that are public anyway.
    let (version, status) = unsafe {
        let version = (gcrypt.gcry_check_version)(null());
        let off = (gcrypt.gcry_control)(NO_SECURE_MEMORY, 0 as c_int);
        (version, off | (gcrypt.gcry_control)(INITIALISED, 0 as c_int))
    };
    if status != 0 {
        return Err(Unusable::NotReady { file: file.name(), symbol: "gcry_control" });
    }
    let version = version.version().unwrap_or_else(|| file.version_in_name());
    let offers = [offers::<0>, offers::<1>, offers::<2>, offers::<3>][slot]();
    Ok((version, symmetric::offers(file, offers)?))
}

fn offers<const SLOT: usize>() -> Offers {
    let sha256 = Sha256::one_by_one(BACKEND, |message| digest::<SLOT, 32>(SHA256, message));
    let sha512 = Sha512::one_by_one(BACKEND, |message| digest::<SLOT, 64>(SHA512, message));
    let blake2b = Blake2b::one_by_one(BACKEND, |message| digest::<SLOT, 64>(BLAKE2B_512, message));
    let blake2s = Blake2s::one_by_one(BACKEND, |message| digest::<SLOT, 32>(BLAKE2S_256, message));
    let sha3_256 = Sha3_256::one_by_one(BACKEND, |message| digest::<SLOT, 32>(SHA3_256, message));
    let offers = Offers::none().and(sha3_256).and(sha256).and(sha512).and(blake2b).and(blake2s);
    offers.and(x25519::<SLOT>()).and(ed25519::<SLOT>())
}

const BACKEND: &str = "assembly or C";

/// Computes a digest. `LEN` is the length of the algorithm's output.
fn digest<const SLOT: usize, const LEN: usize>(algorithm: c_int, message: &[u8]) -> [u8; LEN] {
    let mut digest = [0; LEN];
    // SAFETY: pointer and length are those of the message, and the algorithm's digest has `LEN` bytes.
    unsafe {
        let (out, len) = (digest.as_mut_ptr(), message.len());
        (FILES.get(SLOT).gcry_md_hash_buffer)(algorithm, out, message.as_ptr(), len);
    }
    digest
}

fn x25519<const SLOT: usize>() -> X25519 {
    X25519 {
        backend: "C".to_owned(),
        public_key: |secret| FILES.get(SLOT).multiple(secret, None),
        diffie_hellman: |secret| {
            let (gcrypt, secret) = (FILES.get(SLOT), *secret);
            Box::new(move |public| gcrypt.multiple(&secret, Some(public)))
        },
        diffie_hellman_batch: None,
    }
}

/// Offers Ed25519. Keys, messages and signatures are S-expressions; that of a key is created in advance, those of a
/// message and a signature in each call.
///
/// An error is reported as an answer of zeros.
fn ed25519<const SLOT: usize>() -> Ed25519 {
    Ed25519 {
        backend: "C".to_owned(),
        public_key: |seed| FILES.get(SLOT).public_half(seed).unwrap_or_default(),
        signer: |seed| {
            let gcrypt = FILES.get(SLOT);
            let key = gcrypt.private_key(seed);
            Box::new(move |message| key.as_ref().and_then(|key| gcrypt.sign(key, message)).unwrap_or([0; 64]))
        },
        signer_batch: None,
        verify: |public_key, message, signature| {
            let gcrypt = FILES.get(SLOT);
            gcrypt.public_key(public_key).is_some_and(|key| gcrypt.verify(&key, message, signature))
        },
        verifier: Some(|public_key| {
            let gcrypt = FILES.get(SLOT);
            let key = gcrypt.public_key(public_key)?;
            Some(Box::new(move |message, signature| gcrypt.verify(&key, message, signature)))
        }),
        verify_batch: None,
    }
}

impl Functions {
    /// Computes X25519 of a scalar and a point, or the base point.
    fn multiple(&self, scalar: &[u8; 32], point: Option<&[u8; 32]>) -> [u8; 32] {
        let mut multiple = [0; 32];
        // SAFETY: this curve's scalars and points have 32 bytes.
        let status = unsafe { (self.gcry_ecc_mul_point)(CURVE25519, &mut multiple, scalar, point) };
        if status == 0 { multiple } else { [0; 32] }
    }

    /// Builds an S-expression from a format with at most two placeholders `%b` for byte strings.
    fn sexp(&self, format: &CStr, holes: [&[u8]; 2]) -> Option<Owned<Sexp>> {
        let mut built = null_mut();
        let [first, second] = holes.map(|hole| c_int::try_from(hole.len()).ok().map(|len| (len, hole.as_ptr())));
        let (first, second) = first.zip(second)?;
        // SAFETY: the format asks for at most two pairs of length and address, and each pair is that of one slice;
        // additional arguments are ignored. The caller owns the result and must release it.
        unsafe {
            let (format, nowhere) = (format.as_ptr(), null_mut());
            let status = (self.gcry_sexp_build)(&mut built, nowhere, format, first.0, first.1, second.0, second.1);
            if status == 0 { Owned::new(built, self.gcry_sexp_release) } else { None }
        }
    }

    fn message(&self, message: &[u8]) -> Option<Owned<Sexp>> {
        self.sexp(c"(data (flags eddsa) (hash-algo sha512) (value %b))", [message, &[]])
    }

    fn public_key(&self, bytes: &[u8; 32]) -> Option<Owned<Sexp>> {
        self.sexp(c"(public-key (ecc (curve Ed25519) (flags eddsa) (q %b)))", [bytes, &[]])
    }

    fn private_key(&self, seed: &[u8; 32]) -> Option<Owned<Sexp>> {
        let public = self.public_half(seed)?;
        self.sexp(c"(private-key (ecc (curve Ed25519) (flags eddsa) (q %b) (d %b)))", [&public, seed])
    }

    /// Computes the public key of a seed, through a curve's context, which computes it on request.
    fn public_half(&self, seed: &[u8; 32]) -> Option<[u8; 32]> {
        let key = self.sexp(c"(private-key (ecc (curve Ed25519) (flags eddsa) (d %b)))", [seed, &[]])?;
        let (mut context, mut bits) = (null_mut(), 0);
        // SAFETY: the key is alive; the caller owns the returned context and the copy, and must release them; the
        // string in the copy has the reported length and lives as long as the copy.
        unsafe {
            let status = (self.gcry_mpi_ec_new)(&mut context, key.as_ptr(), null());
            let context = Owned::new(context, self.gcry_ctx_release).filter(|_| status == 0)?;
            let point = (self.gcry_mpi_ec_get_mpi)(c"q@eddsa".as_ptr(), context.as_ptr(), 1);
            let point = Owned::new(point, self.gcry_mpi_release)?;
            let bytes = (self.gcry_mpi_get_opaque)(point.as_ptr(), &mut bits);
            copied(bytes, bits as usize / 8)
        }
    }

    fn sign(&self, key: &Owned<Sexp>, message: &[u8]) -> Option<[u8; 64]> {
        let message = self.message(message)?;
        let mut signature = null_mut();
        // SAFETY: both S-expressions are alive, and the caller owns the returned one and must release it.
        let signature = unsafe {
            let status = (self.gcry_pk_sign)(&mut signature, message.as_ptr(), key.as_ptr());
            Owned::new(signature, self.gcry_sexp_release).filter(|_| status == 0)?
        };
        let halves: [[u8; 32]; 2] = [self.part(&signature, c"r")?, self.part(&signature, c"s")?];
        halves.as_flattened().try_into().ok()
    }

    /// Returns the string after a name in an S-expression.
    fn part(&self, whole: &Owned<Sexp>, name: &CStr) -> Option<[u8; 32]> {
        let mut len = 0;
        // SAFETY: the S-expression is alive, and the caller owns the returned part and must release it; the string in
        // the part has the reported length and lives as long as the part.
        unsafe {
            let part = (self.gcry_sexp_find_token)(whole.as_ptr(), name.as_ptr(), name.count_bytes());
            let part = Owned::new(part, self.gcry_sexp_release)?;
            let bytes = (self.gcry_sexp_nth_data)(part.as_ptr(), 1, &mut len);
            copied(bytes, len)
        }
    }

    fn verify(&self, key: &Owned<Sexp>, message: &[u8], signature: &[u8; 64]) -> bool {
        let (r, s) = signature.split_at(32);
        let signature = self.sexp(c"(sig-val (eddsa (r %b) (s %b)))", [r, s]);
        signature.zip(self.message(message)).is_some_and(|(signature, message)| {
            // SAFETY: all three S-expressions are alive.
            unsafe { (self.gcry_pk_verify)(signature.as_ptr(), message.as_ptr(), key.as_ptr()) == 0 }
        })
    }
}

/// Copies a string of 32 bytes; `None` if it has another length.
///
/// # Safety
/// `bytes` must be null or valid for reads of `len` bytes.
unsafe fn copied(bytes: *const u8, len: usize) -> Option<[u8; 32]> {
    if bytes.is_null() || len != 32 {
        return None;
    }
    // SAFETY: `bytes` is not null, so the caller guarantees that `len` bytes are readable.
    unsafe { slice::from_raw_parts(bytes, len) }.try_into().ok()
}
