//! The exchange X25519MLKEM768 of TLS 1.3.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use crate::heap;
use crate::outputs::{whole, zeroing};
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use carnelian::composite::hybrid::{self, ClientKey, Hybrid, X25519MlKem768};
use carnelian_ffi::Caller;

/// The number of bytes in a client's share.
pub const CARNELIAN_X25519MLKEM768_CLIENT_SHARE_LEN: usize = 1216;
/// The number of bytes in a server's share.
pub const CARNELIAN_X25519MLKEM768_SERVER_SHARE_LEN: usize = 1120;
/// The number of bytes in the secret.
pub const CARNELIAN_X25519MLKEM768_SECRET_LEN: usize = 64;
/// The number of the named group in TLS.
pub const CARNELIAN_X25519MLKEM768_CODEPOINT: u16 = 0x11ec;

const CLIENT_SHARE_LEN: usize = CARNELIAN_X25519MLKEM768_CLIENT_SHARE_LEN;
const SERVER_SHARE_LEN: usize = CARNELIAN_X25519MLKEM768_SERVER_SHARE_LEN;
const SECRET_LEN: usize = CARNELIAN_X25519MLKEM768_SECRET_LEN;

const _: () = assert!(X25519MlKem768::CODEPOINT == CARNELIAN_X25519MLKEM768_CODEPOINT);

/// The secret keys of a client for one exchange, on the heap and wiped when they are freed.
pub struct carnelian_x25519mlkem768_client(ClientKey<X25519MlKem768>);

/// Starts an exchange: writes the share to send, 1216 bytes, to `share`, and the address of the secret keys to
/// `*client`; release them with `carnelian_x25519mlkem768_client_free`. `random` is the random source, NULL that of the
/// operating system. Constant time.
///
/// Errors: `CARNELIAN_ERROR_RANDOM` if the source fails, `CARNELIAN_ERROR_MEMORY`; `*client` is NULL then.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_x25519mlkem768_client_new(
    random: *const carnelian_random_source,
    share: *mut u8,
    client: *mut *mut carnelian_x25519mlkem768_client,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(share, CLIENT_SHARE_LEN), whole(client)], || {
        heap::give(&caller, client, || {
            let key = ClientKey::generate(&mut Source::of(&caller, random)?)?;
            caller.write::<CLIENT_SHARE_LEN>(share, &key.share())?;
            Ok(carnelian_x25519mlkem768_client(key))
        })
    })
}

/// Wipes and releases the secret keys of a client. NULL is permitted.
///
/// # Safety
/// The pointer must be what the header says, and must not be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_x25519mlkem768_client_free(client: *mut carnelian_x25519mlkem768_client) {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    heap::take_back(&caller, client);
}

/// Computes the secret, 64 bytes, that is shared with the sender of a server's share of 1120 bytes. Constant time.
///
/// Errors: `CARNELIAN_ERROR_POINT` if the server's key is of small order.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_x25519mlkem768_client_finish(
    client: *const carnelian_x25519mlkem768_client,
    server_share: *const u8,
    secret: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(secret, SECRET_LEN)], || {
        let server_share = caller.bytes(server_share, SERVER_SHARE_LEN)?;
        let shared = caller.get(client)?.0.finish(server_share)?;
        caller.output(secret, SECRET_LEN)?.copy_from_slice(shared.expose());
        Ok(())
    })
}

/// Answers a client's share of 1216 bytes: writes the share to send back, 1120 bytes, and the secret, 64 bytes. `random`
/// is the random source, NULL that of the operating system. Constant time in the secret.
///
/// Errors: `CARNELIAN_ERROR_KEY` if the client's ML-KEM key has a coefficient that is out of range,
/// `CARNELIAN_ERROR_POINT` if its other key is of small order, `CARNELIAN_ERROR_RANDOM` if the source fails.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_x25519mlkem768_respond(
    client_share: *const u8,
    random: *const carnelian_random_source,
    server_share: *mut u8,
    secret: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(server_share, SERVER_SHARE_LEN), (secret, SECRET_LEN)], || {
        let client_share = caller.bytes(client_share, CLIENT_SHARE_LEN)?;
        let (share, shared) = hybrid::respond::<X25519MlKem768>(client_share, &mut Source::of(&caller, random)?)?;
        caller.write::<SERVER_SHARE_LEN>(server_share, &share)?;
        caller.output(secret, SECRET_LEN)?.copy_from_slice(shared.expose());
        Ok(())
    })
}
