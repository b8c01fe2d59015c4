//! Argon2, RFC 9106: keys and tags from passwords, and password hashes as strings.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use crate::heap;
use crate::outputs::{apart, needs, reporting, whole, zeroing};
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use carnelian::kdf::argon2::{Argon2, Block, Limits, Params, PasswordHash, Variant, Version, WorkArea};
use carnelian_ffi::Caller;
use core::ffi::{c_char, c_int};

/// A variant of Argon2.
pub type carnelian_argon2_variant = u32;

/// Argon2d: its memory accesses depend on the password.
pub const CARNELIAN_ARGON2D: carnelian_argon2_variant = 0;
/// Argon2i: its memory accesses do not depend on the password.
pub const CARNELIAN_ARGON2I: carnelian_argon2_variant = 1;
/// Argon2id, the variant that RFC 9106 recommends: only the memory accesses of the second half of the first pass and of
/// later passes depend on the password.
pub const CARNELIAN_ARGON2ID: carnelian_argon2_variant = 2;

/// The smallest number of bytes in a salt. Use 16.
pub const CARNELIAN_ARGON2_SALT_MIN_LEN: usize = 8;
/// The smallest number of bytes in a tag. Use 16 to compare with, and the length of the key for a key.
pub const CARNELIAN_ARGON2_TAG_MIN_LEN: usize = 4;
/// The alignment of a work area in bytes.
pub const CARNELIAN_ARGON2_AREA_ALIGNMENT: usize = 64;
/// The number of bytes that a password hash of `carnelian_argon2_hash_password` takes, with the NUL that ends it, if it
/// has no associated data.
pub const CARNELIAN_ARGON2_HASH_MAX_LEN: usize = 128;

const _: () = assert!(CARNELIAN_ARGON2_SALT_MIN_LEN == Argon2::MIN_SALT_LEN);
const _: () = assert!(CARNELIAN_ARGON2_TAG_MIN_LEN == Argon2::MIN_TAG_LEN);
const _: () = assert!(CARNELIAN_ARGON2_AREA_ALIGNMENT == align_of::<Block>());

/// The cost of a computation of Argon2, or the largest cost that a password hash or a sealed file may demand.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct carnelian_argon2_cost {
    /// m, the memory in KiB: at least 8 for each lane.
    pub memory_kib: u32,
    /// t, the number of passes over the memory: at least 1.
    pub passes: u32,
    /// p, the number of lanes: 1 to 2^24 - 1.
    pub lanes: u32,
}

/// The parameters in a password hash.
#[repr(C)]
pub struct carnelian_argon2_parameters {
    /// `CARNELIAN_ARGON2D`, `CARNELIAN_ARGON2I` or `CARNELIAN_ARGON2ID`.
    pub variant: carnelian_argon2_variant,
    /// 0x13 for version 1.3, 0x10 for version 1.0.
    pub version: u32,
    /// The cost.
    pub cost: carnelian_argon2_cost,
}

/// A work area on the heap, for many computations: allocating and wiping it takes a fifth of one.
pub struct carnelian_argon2_area(WorkArea<'static>);

/// Returns the parameters at `cost`; without any, the second option that RFC 9106 recommends.
pub(crate) fn params(caller: &Caller, cost: *const carnelian_argon2_cost) -> Result<Params, carnelian_status> {
    if cost.is_null() {
        return Ok(Params::SECOND_RECOMMENDED);
    }
    let cost = caller.get(cost)?;
    Ok(Params::new(cost.memory_kib, cost.passes, cost.lanes)?)
}

/// Returns the limits at `limits`; without any, the library's.
pub(crate) fn limits(caller: &Caller, limits: *const carnelian_argon2_cost) -> Result<Limits, carnelian_status> {
    if limits.is_null() {
        return Ok(Limits::default());
    }
    let &carnelian_argon2_cost { memory_kib, passes, lanes } = caller.get(limits)?;
    Ok(Limits { memory_kib, passes, lanes })
}

fn variant(number: carnelian_argon2_variant) -> Result<Variant, carnelian_status> {
    match number {
        CARNELIAN_ARGON2D => Ok(Variant::D),
        CARNELIAN_ARGON2I => Ok(Variant::I),
        CARNELIAN_ARGON2ID => Ok(Variant::Id),
        _ => Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM),
    }
}

/// The inputs of a computation. Zeros are what is not set.
#[repr(C)]
pub struct carnelian_argon2_inputs {
    /// The password; may be NULL if it is empty.
    pub password: *const u8,
    /// The number of bytes in the password.
    pub password_len: usize,
    /// The salt: at least 8 bytes. `carnelian_argon2_hash_password` draws it.
    pub salt: *const u8,
    /// The number of bytes in the salt.
    pub salt_len: usize,
    /// The secret, a pepper; may be NULL if there is none.
    pub secret: *const u8,
    /// The number of bytes in the secret.
    pub secret_len: usize,
    /// The associated data; may be NULL if there are none.
    pub associated_data: *const u8,
    /// The number of bytes in the associated data.
    pub associated_data_len: usize,
}

/// A computation: the inputs with their lengths, and the function.
struct Inputs<'c> {
    password: (*const u8, usize),
    salt: (*const u8, usize),
    secret: (*const u8, usize),
    associated_data: (*const u8, usize),
    function: Argon2<'c>,
}

impl<'c> Inputs<'c> {
    /// Returns the computation that the arguments of an entry point are.
    fn of(
        caller: &'c Caller,
        variant_number: carnelian_argon2_variant,
        cost: *const carnelian_argon2_cost,
        inputs: *const carnelian_argon2_inputs,
    ) -> Result<Self, carnelian_status> {
        let given = caller.get(inputs)?;
        let secret = caller.bytes(given.secret, given.secret_len)?;
        let associated_data = caller.bytes(given.associated_data, given.associated_data_len)?;
        let function = Argon2::new(variant(variant_number)?, params(caller, cost)?);
        Ok(Self {
            password: (given.password, given.password_len),
            salt: (given.salt, given.salt_len),
            secret: (given.secret, given.secret_len),
            associated_data: (given.associated_data, given.associated_data_len),
            function: function.with_secret(secret).with_associated_data(associated_data),
        })
    }

    /// Computes a tag, in the memory of an area if there is one.
    fn hash(
        &self,
        caller: &Caller,
        area: Option<&mut WorkArea<'_>>,
        tag: (*mut u8, usize),
    ) -> Result<(), carnelian_status> {
        for input in [self.password, self.salt, self.secret, self.associated_data] {
            apart(input.0, input.1, tag.0, tag.1)?;
        }
        let password = caller.bytes(self.password.0, self.password.1)?;
        let (salt, tag) = (caller.bytes(self.salt.0, self.salt.1)?, caller.output(tag.0, tag.1)?);
        match area {
            Some(area) => self.function.hash_in(area, password, salt, tag)?,
            None => self.function.hash_into(password, salt, tag)?,
        }
        Ok(())
    }
}

/// Computes a tag, such as a key, from a password and a salt, in memory that is allocated, wiped and freed.
///
/// `variant_number` is `CARNELIAN_ARGON2ID`, `CARNELIAN_ARGON2I` or `CARNELIAN_ARGON2D`; `cost` may be NULL for 64 MiB,
/// three passes and four lanes, the second option that RFC 9106 recommends. The tag must not overlap an input. The time
/// depends on the cost, on lengths and, except for Argon2i, on the password.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` if the salt has fewer than 8 bytes, or the tag fewer than 4, or any input 2^32 or
/// more; `CARNELIAN_ERROR_ARGUMENT` for a cost that Argon2 does not allow; `CARNELIAN_ERROR_ALGORITHM`,
/// `CARNELIAN_ERROR_OVERLAP`, `CARNELIAN_ERROR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_argon2(
    variant_number: carnelian_argon2_variant,
    cost: *const carnelian_argon2_cost,
    inputs: *const carnelian_argon2_inputs,
    tag: *mut u8,
    tag_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(tag, tag_len)], || {
        Inputs::of(&caller, variant_number, cost, inputs)?.hash(&caller, None, (tag, tag_len))
    })
}

/// Writes the number of bytes that a work area for this cost takes to `*area_len`. `cost` may be NULL as in
/// `carnelian_argon2`.
///
/// Errors: `CARNELIAN_ERROR_ARGUMENT` for a cost that Argon2 does not allow, or of more bytes than a `size_t` counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_argon2_area_len(
    cost: *const carnelian_argon2_cost,
    area_len: *mut usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(area_len)], || {
        let blocks = usize::try_from(params(&caller, cost)?.blocks()).ok();
        let len = blocks.and_then(|blocks| blocks.checked_mul(size_of::<Block>()));
        caller.place(area_len)?.write(len.ok_or(carnelian_status::CARNELIAN_ERROR_ARGUMENT)?);
        Ok(())
    })
}

/// Computes a tag like `carnelian_argon2`, in the memory of the caller: at least `carnelian_argon2_area_len` bytes, which
/// are initialized, with any content, and aligned to `CARNELIAN_ARGON2_AREA_ALIGNMENT`. What was used of it is zeros
/// afterwards. It must not overlap an input or the tag.
///
/// Errors: those of `carnelian_argon2`; `CARNELIAN_ERROR_LENGTH` also if the area is too small;
/// `CARNELIAN_ERROR_MISALIGNED`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_argon2_in_memory(
    memory: *mut u8,
    memory_len: usize,
    variant_number: carnelian_argon2_variant,
    cost: *const carnelian_argon2_cost,
    inputs: *const carnelian_argon2_inputs,
    tag: *mut u8,
    tag_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(tag, tag_len)], || {
        let inputs = Inputs::of(&caller, variant_number, cost, inputs)?;
        for input in [inputs.password, inputs.salt, inputs.secret, inputs.associated_data, (tag.cast_const(), tag_len)]
        {
            apart(input.0, input.1, memory, memory_len)?;
        }
        let blocks = caller.items_mut(memory.cast::<Block>(), memory_len / size_of::<Block>())?;
        inputs.hash(&caller, Some(&mut WorkArea::borrowed(blocks)), (tag, tag_len))
    })
}

/// Allocates a work area for computations of this cost or of less, in huge pages where the system has them, and writes
/// its address to `*area`; release it with `carnelian_argon2_area_free`. `cost` may be NULL as in `carnelian_argon2`.
/// Between computations it holds data derived from the last password.
///
/// Errors: `CARNELIAN_ERROR_ARGUMENT` for a cost that Argon2 does not allow, `CARNELIAN_ERROR_MEMORY`; `*area` is NULL
/// then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_argon2_area_new(
    cost: *const carnelian_argon2_cost,
    area: *mut *mut carnelian_argon2_area,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(area)], || {
        heap::give(&caller, area, || Ok(carnelian_argon2_area(WorkArea::new(&params(&caller, cost)?)?)))
    })
}

/// Wipes and releases a work area. NULL is permitted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_argon2_area_free(area: *mut carnelian_argon2_area) {
    let caller = caller!();
    heap::take_back(&caller, area);
}

/// Computes a tag like `carnelian_argon2`, in a work area, which serves one thread at a time.
///
/// Errors: those of `carnelian_argon2`; `CARNELIAN_ERROR_LENGTH` also if the area is too small.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_argon2_in_area(
    area: *mut carnelian_argon2_area,
    variant_number: carnelian_argon2_variant,
    cost: *const carnelian_argon2_cost,
    inputs: *const carnelian_argon2_inputs,
    tag: *mut u8,
    tag_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(tag, tag_len)], || {
        let inputs = Inputs::of(&caller, variant_number, cost, inputs)?;
        inputs.hash(&caller, Some(&mut caller.get_mut(area)?.0), (tag, tag_len))
    })
}

/// Hashes a password with a random salt of 16 bytes, and writes a string in the PHC format, `$argon2id$v=19$m=...`, which
/// ends in NUL, to `hash`: a tag of 32 bytes, the salt, the parameters and the associated data, but not the secret.
///
/// `hash_size` is the size of the buffer; `CARNELIAN_ARGON2_HASH_MAX_LEN` is enough without associated data, which takes
/// four bytes for each three more. `cost` may be NULL as in `carnelian_argon2`; `random` is the random source, NULL that
/// of the operating system.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` if the buffer is too small or there is a salt; `CARNELIAN_ERROR_RANDOM` if the source
/// fails;
/// `CARNELIAN_ERROR_ARGUMENT`, `CARNELIAN_ERROR_ALGORITHM`, `CARNELIAN_ERROR_MEMORY`. The buffer holds the empty string
/// then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_argon2_hash_password(
    variant_number: carnelian_argon2_variant,
    cost: *const carnelian_argon2_cost,
    inputs: *const carnelian_argon2_inputs,
    random: *const carnelian_random_source,
    hash: *mut c_char,
    hash_size: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(hash.cast(), hash_size)], || {
        let inputs = Inputs::of(&caller, variant_number, cost, inputs)?;
        needs(inputs.salt.1 == 0)?;
        let associated_data_len = inputs.associated_data.1;
        // A small buffer is refused before the password is hashed.
        let encoded_len = associated_data_len.div_ceil(3).saturating_mul(4);
        needs(associated_data_len > 0 || hash_size >= CARNELIAN_ARGON2_HASH_MAX_LEN)?;
        needs(hash_size > encoded_len)?;
        let password = caller.bytes(inputs.password.0, inputs.password.1)?;
        let text = inputs.function.hash_password(password, &mut Source::of(&caller, random)?)?;
        needs(text.len() < hash_size)?;
        let out = caller.output(hash.cast(), hash_size)?;
        out.fill(0);
        out[..text.len()].copy_from_slice(text.as_bytes());
        Ok(())
    })
}

/// Returns the password hash in the string at `hash`.
fn parsed(
    caller: &Caller,
    hash: *const c_char,
    hash_len: usize,
    limits: &Limits,
) -> Result<PasswordHash, carnelian_status> {
    let text = core::str::from_utf8(caller.bytes(hash.cast(), hash_len)?);
    Ok(PasswordHash::parse(text.map_err(|_| carnelian_status::CARNELIAN_ERROR_ENCODING)?, limits)?)
}

/// Checks whether a password is the one of a password hash, `hash_len` bytes without the NUL. `largest_cost` limits what
/// the string may demand; with NULL it is 1 GiB, 10 passes and 255 lanes. The tags are compared in constant time.
///
/// Errors: `CARNELIAN_ERROR_PASSPHRASE` if it is another password; `CARNELIAN_ERROR_ENCODING` if the string is no
/// password hash; `CARNELIAN_ERROR_COST` if it demands more than the limits, `CARNELIAN_ERROR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_argon2_verify_password(
    hash: *const c_char,
    hash_len: usize,
    largest_cost: *const carnelian_argon2_cost,
    password: *const u8,
    password_len: usize,
    secret: *const u8,
    secret_len: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let stored = parsed(&caller, hash, hash_len, &limits(&caller, largest_cost)?)?;
        let (password, secret) = (caller.bytes(password, password_len)?, caller.bytes(secret, secret_len)?);
        Ok(stored.verify_with_secret(password, secret)?)
    })
}

/// Checks whether a password is the one of a password hash like `carnelian_argon2_verify_password`, in a work area, which
/// serves one thread at a time and whose size limits the memory that the string may demand.
///
/// Errors: those of `carnelian_argon2_verify_password`; `CARNELIAN_ERROR_LENGTH` if the area is too small.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_argon2_verify_password_in_area(
    area: *mut carnelian_argon2_area,
    hash: *const c_char,
    hash_len: usize,
    largest_cost: *const carnelian_argon2_cost,
    password: *const u8,
    password_len: usize,
    secret: *const u8,
    secret_len: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let stored = parsed(&caller, hash, hash_len, &limits(&caller, largest_cost)?)?;
        let (password, secret) = (caller.bytes(password, password_len)?, caller.bytes(secret, secret_len)?);
        Ok(stored.verify_in(&mut caller.get_mut(area)?.0, password, secret)?)
    })
}

/// Reads the parameters of a password hash, `hash_len` bytes without the NUL. `largest_cost` limits what the string may
/// demand, as in `carnelian_argon2_verify_password`.
///
/// Errors: `CARNELIAN_ERROR_ENCODING` if the string is no password hash; `CARNELIAN_ERROR_COST`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_argon2_read_parameters(
    hash: *const c_char,
    hash_len: usize,
    largest_cost: *const carnelian_argon2_cost,
    parameters: *mut carnelian_argon2_parameters,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(parameters)], || {
        let stored = parsed(&caller, hash, hash_len, &limits(&caller, largest_cost)?)?;
        let cost = stored.params();
        caller.place(parameters)?.write(carnelian_argon2_parameters {
            variant: stored.variant() as carnelian_argon2_variant,
            version: stored.version() as u32,
            cost: carnelian_argon2_cost { memory_kib: cost.memory_kib(), passes: cost.passes(), lanes: cost.lanes() },
        });
        Ok(())
    })
}

/// Writes 1 to `*needed` if a password hash, `hash_len` bytes without the NUL, was made with another variant, version or
/// cost than these, so that the password should be hashed again when it is next known; 0 otherwise. `cost` may be NULL as
/// in `carnelian_argon2`.
///
/// Errors: `CARNELIAN_ERROR_ENCODING` if the string is no password hash; `CARNELIAN_ERROR_ARGUMENT`,
/// `CARNELIAN_ERROR_ALGORITHM`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_argon2_needs_rehash(
    hash: *const c_char,
    hash_len: usize,
    variant_number: carnelian_argon2_variant,
    cost: *const carnelian_argon2_cost,
    needed: *mut c_int,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(needed)], || {
        // Reading costs nothing, whatever the string demands.
        let unlimited = Limits { memory_kib: u32::MAX, passes: u32::MAX, lanes: u32::MAX };
        let stored = parsed(&caller, hash, hash_len, &unlimited)?;
        let wanted = (variant(variant_number)?, Version::V0x13, params(&caller, cost)?);
        let differs = (stored.variant(), stored.version(), stored.params()) != wanted;
        caller.place(needed)?.write(differs.into());
        Ok(())
    })
}
