//! Key encapsulation: one interface for ML-KEM, X-Wing and DHKEM; what only DHKEM has, and the hybrid of TLS.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

mod dhkem_only;
mod hybrid;

pub use dhkem_only::*;
pub use hybrid::*;

use crate::context::wiping_stack;
use crate::outputs::{needs, reporting, zeroing};
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use carnelian::composite::{dhkem, xwing};
use carnelian::postquantum::mlkem::{self, MlKem512, MlKem768, MlKem1024, Parameters};
use carnelian_ffi::Caller;

/// A mechanism of key encapsulation.
pub type carnelian_kem_algorithm = u32;

/// ML-KEM-512, FIPS 203: security category 1.
pub const CARNELIAN_ML_KEM_512: carnelian_kem_algorithm = 1;
/// ML-KEM-768, FIPS 203: security category 3, the standard's default.
pub const CARNELIAN_ML_KEM_768: carnelian_kem_algorithm = 2;
/// ML-KEM-1024, FIPS 203: security category 5.
pub const CARNELIAN_ML_KEM_1024: carnelian_kem_algorithm = 3;
/// X-Wing, draft-connolly-cfrg-xwing-kem: ML-KEM-768 and X25519, secure as long as one of them is.
pub const CARNELIAN_X_WING: carnelian_kem_algorithm = 4;
/// DHKEM(X25519, HKDF-SHA256), RFC 9180.
pub const CARNELIAN_DHKEM_X25519: carnelian_kem_algorithm = 5;

/// The number of bytes in a secret key of ML-KEM-512.
pub const CARNELIAN_ML_KEM_512_SECRET_KEY_LEN: usize = 64;
/// The number of bytes in a public key of ML-KEM-512.
pub const CARNELIAN_ML_KEM_512_PUBLIC_KEY_LEN: usize = 800;
/// The number of bytes in a ciphertext of ML-KEM-512.
pub const CARNELIAN_ML_KEM_512_CIPHERTEXT_LEN: usize = 768;
/// The number of bytes in a secret key of ML-KEM-768.
pub const CARNELIAN_ML_KEM_768_SECRET_KEY_LEN: usize = 64;
/// The number of bytes in a public key of ML-KEM-768.
pub const CARNELIAN_ML_KEM_768_PUBLIC_KEY_LEN: usize = 1184;
/// The number of bytes in a ciphertext of ML-KEM-768.
pub const CARNELIAN_ML_KEM_768_CIPHERTEXT_LEN: usize = 1088;
/// The number of bytes in a secret key of ML-KEM-1024.
pub const CARNELIAN_ML_KEM_1024_SECRET_KEY_LEN: usize = 64;
/// The number of bytes in a public key of ML-KEM-1024.
pub const CARNELIAN_ML_KEM_1024_PUBLIC_KEY_LEN: usize = 1568;
/// The number of bytes in a ciphertext of ML-KEM-1024.
pub const CARNELIAN_ML_KEM_1024_CIPHERTEXT_LEN: usize = 1568;
/// The number of bytes in a secret key of X-Wing.
pub const CARNELIAN_X_WING_SECRET_KEY_LEN: usize = 32;
/// The number of bytes in a public key of X-Wing.
pub const CARNELIAN_X_WING_PUBLIC_KEY_LEN: usize = 1216;
/// The number of bytes in a ciphertext of X-Wing.
pub const CARNELIAN_X_WING_CIPHERTEXT_LEN: usize = 1120;
/// The number of bytes in a secret key of DHKEM(X25519, HKDF-SHA256).
pub const CARNELIAN_DHKEM_X25519_SECRET_KEY_LEN: usize = 32;
/// The number of bytes in a public key of DHKEM(X25519, HKDF-SHA256).
pub const CARNELIAN_DHKEM_X25519_PUBLIC_KEY_LEN: usize = 32;
/// The number of bytes in a ciphertext of DHKEM(X25519, HKDF-SHA256).
pub const CARNELIAN_DHKEM_X25519_CIPHERTEXT_LEN: usize = 32;

/// The number of bytes in a shared secret of every algorithm.
pub const CARNELIAN_KEM_SECRET_LEN: usize = 32;
/// The largest number of bytes in a secret key of any algorithm.
pub const CARNELIAN_KEM_SECRET_KEY_MAX_LEN: usize = 64;
/// The largest number of bytes in a public key of any algorithm.
pub const CARNELIAN_KEM_PUBLIC_KEY_MAX_LEN: usize = 1568;
/// The largest number of bytes in a ciphertext of any algorithm.
pub const CARNELIAN_KEM_CIPHERTEXT_MAX_LEN: usize = 1568;

const SECRET_LEN: usize = CARNELIAN_KEM_SECRET_LEN;

/// A key encapsulation mechanism. Inputs have the lengths that the constants state, or any other; outputs are those of
/// the caller in C.
trait Kem {
    const SECRET_KEY_LEN: usize;
    const PUBLIC_KEY_LEN: usize;
    const CIPHERTEXT_LEN: usize;

    fn generate(random: &mut Source<'_>, secret_key: Out<'_>, public_key: Out<'_>) -> Done;
    fn public_key(secret_key: In<'_>, public_key: Out<'_>) -> Done;
    fn check(public_key: In<'_>) -> Done;
    fn check_pair(secret_key: In<'_>, public_key: In<'_>) -> Done;
    fn encapsulate(public_key: In<'_>, random: &mut Source<'_>, ciphertext: Out<'_>, secret: Out<'_>) -> Done;
    fn decapsulate(secret_key: In<'_>, ciphertext: In<'_>, secret: Out<'_>) -> Done;
}

type Done = Result<(), carnelian_status>;

/// An output, which is written when no input is needed any more.
struct Out<'c> {
    caller: &'c Caller,
    data: *mut u8,
}

impl Out<'_> {
    fn write(&self, bytes: &[u8]) -> Done {
        self.caller.output(self.data, bytes.len())?.copy_from_slice(bytes);
        Ok(())
    }
}

/// An input. It becomes a slice only where it is read, since an output may be the same memory.
struct In<'c> {
    caller: &'c Caller,
    data: *const u8,
    len: usize,
}

impl In<'_> {
    fn bytes(&self) -> Result<&[u8], carnelian_status> {
        Ok(self.caller.bytes(self.data, self.len)?)
    }
}

/// Checks that a public key is the one that belongs to a secret key.
fn belongs(expected: &[u8], public_key: &In<'_>) -> Done {
    let found = public_key.bytes()?;
    needs(found.len() == expected.len())?;
    if found == expected { Ok(()) } else { Err(carnelian_status::CARNELIAN_ERROR_KEY) }
}

/// Returns bytes as an array.
fn array<const N: usize>(bytes: &[u8]) -> Result<&[u8; N], carnelian_status> {
    bytes.try_into().map_err(|_| carnelian_status::CARNELIAN_ERROR_LENGTH)
}

impl<P: Parameters> Kem for P {
    const SECRET_KEY_LEN: usize = mlkem::DecapsulationKey::<P>::SEED_LEN;
    const PUBLIC_KEY_LEN: usize = P::ENCAPSULATION_KEY_LEN;
    const CIPHERTEXT_LEN: usize = <P as Parameters>::CIPHERTEXT_LEN;

    fn generate(random: &mut Source<'_>, secret_key: Out<'_>, public_key: Out<'_>) -> Done {
        let key = mlkem::DecapsulationKey::<P>::generate(random)?;
        public_key.write(key.encapsulation_key().as_ref())?;
        secret_key.write(key.as_seed().map_or(&[], |seed| seed.expose()))
    }

    fn public_key(secret_key: In<'_>, public_key: Out<'_>) -> Done {
        let key = mlkem::DecapsulationKey::<P>::from_seed(array(secret_key.bytes()?)?);
        public_key.write(key.encapsulation_key().as_ref())
    }

    fn check(public_key: In<'_>) -> Done {
        Ok(mlkem::EncapsulationKey::<P>::from_slice(public_key.bytes()?).map(drop)?)
    }

    fn check_pair(secret_key: In<'_>, public_key: In<'_>) -> Done {
        let key = mlkem::DecapsulationKey::<P>::from_seed(array(secret_key.bytes()?)?);
        belongs(key.encapsulation_key().as_ref(), &public_key)?;
        Ok(key.check_pair()?)
    }

    fn encapsulate(public_key: In<'_>, random: &mut Source<'_>, ciphertext: Out<'_>, secret: Out<'_>) -> Done {
        let (sent, shared) = mlkem::EncapsulationKey::<P>::from_slice(public_key.bytes()?)?.encapsulate(random)?;
        ciphertext.write(sent.as_ref())?;
        secret.write(shared.expose())
    }

    fn decapsulate(secret_key: In<'_>, ciphertext: In<'_>, secret: Out<'_>) -> Done {
        let received = mlkem::Ciphertext::<P>::from_slice(ciphertext.bytes()?)?;
        secret.write(mlkem::DecapsulationKey::from_seed(array(secret_key.bytes()?)?).decapsulate(&received).expose())
    }
}

/// X-Wing.
enum XWing {}

impl Kem for XWing {
    const SECRET_KEY_LEN: usize = xwing::DecapsulationKey::LEN;
    const PUBLIC_KEY_LEN: usize = xwing::EncapsulationKey::LEN;
    const CIPHERTEXT_LEN: usize = xwing::Ciphertext::LEN;

    fn generate(random: &mut Source<'_>, secret_key: Out<'_>, public_key: Out<'_>) -> Done {
        let key = xwing::DecapsulationKey::generate(random)?;
        public_key.write(&key.encapsulation_key().to_bytes())?;
        secret_key.write(key.to_bytes())
    }

    fn public_key(secret_key: In<'_>, public_key: Out<'_>) -> Done {
        let key = xwing::DecapsulationKey::from_bytes(array(secret_key.bytes()?)?);
        public_key.write(&key.encapsulation_key().to_bytes())
    }

    fn check(public_key: In<'_>) -> Done {
        Ok(xwing::EncapsulationKey::from_bytes(public_key.bytes()?).map(drop)?)
    }

    fn check_pair(secret_key: In<'_>, public_key: In<'_>) -> Done {
        let key = xwing::DecapsulationKey::from_bytes(array(secret_key.bytes()?)?);
        belongs(&key.encapsulation_key().to_bytes(), &public_key)?;
        Ok(key.check_pair()?)
    }

    fn encapsulate(public_key: In<'_>, random: &mut Source<'_>, ciphertext: Out<'_>, secret: Out<'_>) -> Done {
        let (sent, shared) = xwing::EncapsulationKey::from_bytes(public_key.bytes()?)?.encapsulate(random)?;
        ciphertext.write(sent.as_bytes())?;
        secret.write(shared.expose())
    }

    fn decapsulate(secret_key: In<'_>, ciphertext: In<'_>, secret: Out<'_>) -> Done {
        let received = xwing::Ciphertext::from_bytes(ciphertext.bytes()?)?;
        secret.write(xwing::DecapsulationKey::from_bytes(array(secret_key.bytes()?)?).decapsulate(&received).expose())
    }
}

/// DHKEM.
enum Dhkem {}

impl Kem for Dhkem {
    const SECRET_KEY_LEN: usize = dhkem::DecapsulationKey::LEN;
    const PUBLIC_KEY_LEN: usize = dhkem::EncapsulationKey::LEN;
    const CIPHERTEXT_LEN: usize = dhkem::Ciphertext::LEN;

    fn generate(random: &mut Source<'_>, secret_key: Out<'_>, public_key: Out<'_>) -> Done {
        write_dhkem(&dhkem::DecapsulationKey::generate(random)?, secret_key, public_key)
    }

    fn public_key(secret_key: In<'_>, public_key: Out<'_>) -> Done {
        public_key.write(dhkem_key(&secret_key)?.encapsulation_key().as_bytes())
    }

    fn check(public_key: In<'_>) -> Done {
        Ok(dhkem::EncapsulationKey::try_from(public_key.bytes()?).map(drop)?)
    }

    fn check_pair(secret_key: In<'_>, public_key: In<'_>) -> Done {
        let key = dhkem_key(&secret_key)?;
        belongs(key.encapsulation_key().as_bytes(), &public_key)?;
        Ok(key.check_pair()?)
    }

    fn encapsulate(public_key: In<'_>, random: &mut Source<'_>, ciphertext: Out<'_>, secret: Out<'_>) -> Done {
        let (sent, shared) = dhkem::EncapsulationKey::try_from(public_key.bytes()?)?.encapsulate(random)?;
        ciphertext.write(sent.as_bytes())?;
        secret.write(shared.expose())
    }

    fn decapsulate(secret_key: In<'_>, ciphertext: In<'_>, secret: Out<'_>) -> Done {
        let received = dhkem::Ciphertext::try_from(ciphertext.bytes()?)?;
        secret.write(dhkem_key(&secret_key)?.decapsulate(&received)?.expose())
    }
}

fn dhkem_key(bytes: &In<'_>) -> Result<dhkem::DecapsulationKey, carnelian_status> {
    wiping_stack::<[u8; SECRET_LEN], _>(|| Ok(dhkem::DecapsulationKey::from_bytes(*array(bytes.bytes()?)?)))
}

fn write_dhkem(key: &dhkem::DecapsulationKey, secret_key: Out<'_>, public_key: Out<'_>) -> Done {
    public_key.write(key.encapsulation_key().as_bytes())?;
    secret_key.write(key.to_bytes().expose())
}

/// Checks the lengths of an algorithm.
const fn has_lengths<K: Kem>(secret_key_len: usize, public_key_len: usize, ciphertext_len: usize) -> bool {
    K::SECRET_KEY_LEN == secret_key_len && K::PUBLIC_KEY_LEN == public_key_len && K::CIPHERTEXT_LEN == ciphertext_len
}

const _: () = assert!(has_lengths::<MlKem512>(
    CARNELIAN_ML_KEM_512_SECRET_KEY_LEN,
    CARNELIAN_ML_KEM_512_PUBLIC_KEY_LEN,
    CARNELIAN_ML_KEM_512_CIPHERTEXT_LEN
));
const _: () = assert!(has_lengths::<MlKem768>(
    CARNELIAN_ML_KEM_768_SECRET_KEY_LEN,
    CARNELIAN_ML_KEM_768_PUBLIC_KEY_LEN,
    CARNELIAN_ML_KEM_768_CIPHERTEXT_LEN
));
const _: () = assert!(has_lengths::<MlKem1024>(
    CARNELIAN_ML_KEM_1024_SECRET_KEY_LEN,
    CARNELIAN_ML_KEM_1024_PUBLIC_KEY_LEN,
    CARNELIAN_ML_KEM_1024_CIPHERTEXT_LEN
));
const _: () = assert!(has_lengths::<XWing>(
    CARNELIAN_X_WING_SECRET_KEY_LEN,
    CARNELIAN_X_WING_PUBLIC_KEY_LEN,
    CARNELIAN_X_WING_CIPHERTEXT_LEN
));
const _: () = assert!(has_lengths::<Dhkem>(
    CARNELIAN_DHKEM_X25519_SECRET_KEY_LEN,
    CARNELIAN_DHKEM_X25519_PUBLIC_KEY_LEN,
    CARNELIAN_DHKEM_X25519_CIPHERTEXT_LEN
));

/// Evaluates an expression with the type `$K` as the algorithm with a number from C, or `$unknown`.
macro_rules! with_kem {
    ($number:expr, $K:ident => $body:expr, _ => $unknown:expr) => {
        match $number {
            CARNELIAN_ML_KEM_512 => {
                type $K = MlKem512;
                $body
            }
            CARNELIAN_ML_KEM_768 => {
                type $K = MlKem768;
                $body
            }
            CARNELIAN_ML_KEM_1024 => {
                type $K = MlKem1024;
                $body
            }
            CARNELIAN_X_WING => {
                type $K = XWing;
                $body
            }
            CARNELIAN_DHKEM_X25519 => {
                type $K = Dhkem;
                $body
            }
            _ => $unknown,
        }
    };
}

/// Returns the number of bytes in a secret key of the algorithm, for ML-KEM that of its seed d ‖ z; 0 if there is no such
/// algorithm.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_kem_secret_key_len(algorithm: carnelian_kem_algorithm) -> usize {
    with_kem!(algorithm, K => <K as Kem>::SECRET_KEY_LEN, _ => 0)
}

/// Returns the number of bytes in a public key of the algorithm; 0 if there is no such algorithm.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_kem_public_key_len(algorithm: carnelian_kem_algorithm) -> usize {
    with_kem!(algorithm, K => <K as Kem>::PUBLIC_KEY_LEN, _ => 0)
}

/// Returns the number of bytes in a ciphertext of the algorithm; 0 if there is no such algorithm.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_kem_ciphertext_len(algorithm: carnelian_kem_algorithm) -> usize {
    with_kem!(algorithm, K => <K as Kem>::CIPHERTEXT_LEN, _ => 0)
}

/// Generates a key pair. `algorithm` is one of the constants from `CARNELIAN_ML_KEM_512` to `CARNELIAN_DHKEM_X25519`; the
/// lengths are the algorithm's. The secret key of ML-KEM is its seed d ‖ z of 64 bytes. `random` is the random source,
/// NULL that of the operating system. Constant time.
///
/// Errors: `CARNELIAN_ERROR_ALGORITHM`; `CARNELIAN_ERROR_LENGTH` for other lengths; `CARNELIAN_ERROR_RANDOM` if the
/// source fails.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_kem_generate(
    algorithm: carnelian_kem_algorithm,
    random: *const carnelian_random_source,
    secret_key: *mut u8,
    secret_key_len: usize,
    public_key: *mut u8,
    public_key_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = &unsafe { Caller::promises() };
    zeroing(caller, [(secret_key, secret_key_len), (public_key, public_key_len)], || {
        with_kem!(algorithm, K => {
            needs(secret_key_len == <K as Kem>::SECRET_KEY_LEN && public_key_len == <K as Kem>::PUBLIC_KEY_LEN)?;
            let (secret_key, public_key) = (Out { caller, data: secret_key }, Out { caller, data: public_key });
            <K as Kem>::generate(&mut Source::of(caller, random)?, secret_key, public_key)
        }, _ => Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM))
    })
}

/// Computes the public key of a secret key. `algorithm` is one of the constants from `CARNELIAN_ML_KEM_512` to
/// `CARNELIAN_DHKEM_X25519`; the lengths are the algorithm's. Any bytes are a secret key. Constant time.
///
/// Errors: `CARNELIAN_ERROR_ALGORITHM`; `CARNELIAN_ERROR_LENGTH` for other lengths.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_kem_public_key(
    algorithm: carnelian_kem_algorithm,
    secret_key: *const u8,
    secret_key_len: usize,
    public_key: *mut u8,
    public_key_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = &unsafe { Caller::promises() };
    zeroing(caller, [(public_key, public_key_len)], || {
        with_kem!(algorithm, K => {
            needs(public_key_len == <K as Kem>::PUBLIC_KEY_LEN)?;
            <K as Kem>::public_key(In { caller, data: secret_key, len: secret_key_len }, Out { caller, data: public_key })
        }, _ => Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM))
    })
}

/// Checks a public key: the modulus check of FIPS 203 Section 7.2 for ML-KEM and X-Wing, the order of the point for
/// DHKEM. Encapsulation checks it too. Takes time that depends on the key, which is public.
///
/// Errors: `CARNELIAN_ERROR_KEY` or `CARNELIAN_ERROR_POINT` if it is no public key; `CARNELIAN_ERROR_ALGORITHM`,
/// `CARNELIAN_ERROR_LENGTH`.
///
/// # Safety
/// The pointer must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_kem_check_public_key(
    algorithm: carnelian_kem_algorithm,
    public_key: *const u8,
    public_key_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = &unsafe { Caller::promises() };
    reporting(|| {
        let public_key = In { caller, data: public_key, len: public_key_len };
        with_kem!(algorithm, K => <K as Kem>::check(public_key), _ => Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM))
    })
}

/// Checks that a secret key and a public key belong together: derives the public key, and encapsulates and decapsulates a
/// secret, which is not used for anything. `algorithm` is one of the constants from `CARNELIAN_ML_KEM_512` to
/// `CARNELIAN_DHKEM_X25519`; the lengths are the algorithm's. Constant time in the secret key.
///
/// Errors: `CARNELIAN_ERROR_KEY` if the public key is another one; `CARNELIAN_ERROR_FAULT` if another secret is the
/// result; `CARNELIAN_ERROR_ALGORITHM`, `CARNELIAN_ERROR_LENGTH`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_kem_check_pair(
    algorithm: carnelian_kem_algorithm,
    secret_key: *const u8,
    secret_key_len: usize,
    public_key: *const u8,
    public_key_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = &unsafe { Caller::promises() };
    reporting(|| {
        let secret_key = In { caller, data: secret_key, len: secret_key_len };
        let public_key = In { caller, data: public_key, len: public_key_len };
        with_kem!(algorithm, K => {
            <K as Kem>::check_pair(secret_key, public_key)
        }, _ => Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM))
    })
}

/// Makes a shared secret, 32 bytes, and the ciphertext from which the holder of the secret key computes it. `algorithm`
/// is one of the constants from `CARNELIAN_ML_KEM_512` to `CARNELIAN_DHKEM_X25519`; the lengths are the algorithm's.
/// `random` is the random source, NULL that of the operating system. Constant time in the secret.
///
/// Errors: `CARNELIAN_ERROR_KEY` or `CARNELIAN_ERROR_POINT` if the public key is none; `CARNELIAN_ERROR_RANDOM` if the
/// source fails; `CARNELIAN_ERROR_ALGORITHM`, `CARNELIAN_ERROR_LENGTH`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_kem_encapsulate(
    algorithm: carnelian_kem_algorithm,
    public_key: *const u8,
    public_key_len: usize,
    random: *const carnelian_random_source,
    ciphertext: *mut u8,
    ciphertext_len: usize,
    secret: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = &unsafe { Caller::promises() };
    zeroing(caller, [(ciphertext, ciphertext_len), (secret, SECRET_LEN)], || {
        with_kem!(algorithm, K => {
            needs(ciphertext_len == <K as Kem>::CIPHERTEXT_LEN)?;
            let (ciphertext, secret) = (Out { caller, data: ciphertext }, Out { caller, data: secret });
            let public_key = In { caller, data: public_key, len: public_key_len };
            let random = &mut Source::of(caller, random)?;
            // ML-KEM returns the secret on the stack.
            wiping_stack::<[u8; CARNELIAN_KEM_CIPHERTEXT_MAX_LEN], _>(|| {
                <K as Kem>::encapsulate(public_key, random, ciphertext, secret)
            })
        }, _ => Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM))
    })
}

/// Computes the shared secret, 32 bytes, that a ciphertext holds. `algorithm` is one of the constants from
/// `CARNELIAN_ML_KEM_512` to `CARNELIAN_DHKEM_X25519`; the lengths are the algorithm's. A ciphertext of ML-KEM or X-Wing
/// that was not made for this key results in a secret that no one knows, not in an error. Constant time.
///
/// Errors: `CARNELIAN_ERROR_POINT` for a ciphertext of DHKEM that is of small order; `CARNELIAN_ERROR_ALGORITHM`,
/// `CARNELIAN_ERROR_LENGTH`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_kem_decapsulate(
    algorithm: carnelian_kem_algorithm,
    secret_key: *const u8,
    secret_key_len: usize,
    ciphertext: *const u8,
    ciphertext_len: usize,
    secret: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = &unsafe { Caller::promises() };
    zeroing(caller, [(secret, SECRET_LEN)], || {
        let secret_key = In { caller, data: secret_key, len: secret_key_len };
        let (ciphertext, secret) = (In { caller, data: ciphertext, len: ciphertext_len }, Out { caller, data: secret });
        with_kem!(
            algorithm,
            K => wiping_stack::<[u8; CARNELIAN_KEM_CIPHERTEXT_MAX_LEN], _>(|| {
                <K as Kem>::decapsulate(secret_key, ciphertext, secret)
            }),
            _ => Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM)
        )
    })
}
