//! The client's side of X25519MLKEM768 of TLS 1.3; the server's is `carnelian_kem_encapsulate`.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::{
    CARNELIAN_X25519MLKEM768_CIPHERTEXT_LEN, CARNELIAN_X25519MLKEM768_PUBLIC_KEY_LEN,
    CARNELIAN_X25519MLKEM768_SHARED_SECRET_LEN,
};
use crate::heap;
use crate::outputs::{whole, zeroing};
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use carnelian::composite::hybrid::{ClientKey, Hybrid, X25519MlKem768};

/// The number of the named group in TLS.
pub const CARNELIAN_X25519MLKEM768_CODEPOINT: u16 = 0x11ec;

/// The number of bytes in a client's share, and in a server's.
const CLIENT_SHARE_LEN: usize = CARNELIAN_X25519MLKEM768_PUBLIC_KEY_LEN;
const SERVER_SHARE_LEN: usize = CARNELIAN_X25519MLKEM768_CIPHERTEXT_LEN;
const SECRET_LEN: usize = CARNELIAN_X25519MLKEM768_SHARED_SECRET_LEN;

const _: () = assert!(X25519MlKem768::CODEPOINT == CARNELIAN_X25519MLKEM768_CODEPOINT);

/// The private keys of a client for one exchange, on the heap and wiped when they are freed.
pub struct carnelian_x25519mlkem768_client(ClientKey<X25519MlKem768>);

/// Starts an exchange: writes the share to send, 1216 bytes, to `share`: the public key with which the server calls
/// `carnelian_kem_encapsulate`, whose ciphertext is its share. Writes the address of the private keys to
/// `*client`; release them with `carnelian_x25519mlkem768_client_free`. `random` is the random source, NULL that of the
/// operating system. Constant time.
///
/// Errors: `CARNELIAN_ERROR_RANDOM` if the source fails, `CARNELIAN_ERROR_MEMORY`; `*client` is NULL then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_x25519mlkem768_client_new(
    random: *const carnelian_random_source,
    share: *mut u8,
    client: *mut *mut carnelian_x25519mlkem768_client,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(share, CLIENT_SHARE_LEN), whole(client)], || {
        heap::give(&caller, client, || {
            let key = ClientKey::generate(&mut Source::of(&caller, random)?)?;
            caller.write::<CLIENT_SHARE_LEN>(share, &key.share())?;
            Ok(carnelian_x25519mlkem768_client(key))
        })
    })
}

/// Wipes and releases the private keys of a client. NULL is permitted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_x25519mlkem768_client_free(client: *mut carnelian_x25519mlkem768_client) {
    let caller = caller!();
    heap::take_back(&caller, client);
}

/// Computes the secret, 64 bytes, that is shared with the sender of a server's share of 1120 bytes. Constant time.
///
/// Errors: `CARNELIAN_ERROR_POINT` if the server's key is of small order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_x25519mlkem768_client_finish(
    client: *const carnelian_x25519mlkem768_client,
    server_share: *const u8,
    secret: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(secret, SECRET_LEN)], || {
        let server_share = caller.bytes(server_share, SERVER_SHARE_LEN)?;
        let shared = caller.get(client)?.0.finish(server_share)?;
        caller.output(secret, SECRET_LEN)?.copy_from_slice(shared.expose());
        Ok(())
    })
}
