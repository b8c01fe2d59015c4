//! The lengths and names that C asks for with functions, and how large the states are that C provides.
#![allow(unsafe_code)] // Functions that C calls.

use crate::hashing::blake2b::Blake;
use crate::hashing::{Sponge, Squeezing};
use crate::states::room;
use carnelian::cipher::aes_gcm::Aes256Gcm;
use carnelian::cipher::poly1305::Poly1305;
use carnelian::curve::ed25519::Prehash;
use carnelian::hash::{Hmac, Sha3_256, Sha3_512, Sha256, Sha512, Shake128, Shake256};
use core::ffi::{c_char, c_int, c_uchar, c_ulonglong};

/// Writes a function for each number. Numbers beyond what a `size_t` holds are the largest one that it holds.
macro_rules! sizes {
    ($($name:ident = $number:literal;)*) => {$(
        #[unsafe(no_mangle)]
        extern "C" fn $name() -> usize {
            const NUMBER: u64 = $number;
            usize::try_from(NUMBER).unwrap_or(usize::MAX)
        }
    )*};
}

/// Writes a function for each value of another type.
macro_rules! values {
    ($($kind:ty { $($name:ident = $value:expr;)* })*) => {$($(
        #[unsafe(no_mangle)]
        extern "C" fn $name() -> $kind {
            $value
        }
    )*)*};
}

/// Checks that the states of the header are large enough, and writes a function for each of their sizes.
macro_rules! states {
    ($($($name:ident)+ = $number:literal for $value:ty;)*) => {
        $(const _: () = assert!(room::<$value>() <= $number);)*
        sizes! { $($($name = $number;)+)* }
    };
}

states! {
    crypto_aead_aes256gcm_statebytes = 1728 for Aes256Gcm;
    crypto_auth_hmacsha256_statebytes crypto_kdf_hkdf_sha256_statebytes = 256 for Hmac<Sha256>;
    crypto_auth_hmacsha512_statebytes crypto_auth_hmacsha512256_statebytes crypto_kdf_hkdf_sha512_statebytes = 448 for Hmac<Sha512>;
    crypto_generichash_statebytes crypto_generichash_blake2b_statebytes = 384 for Blake;
    crypto_hash_sha256_statebytes = 144 for Sha256;
    crypto_hash_sha3256_statebytes = 256 for Sponge<Sha3_256>;
    crypto_hash_sha3512_statebytes = 256 for Sponge<Sha3_512>;
    crypto_hash_sha512_statebytes = 240 for Sha512;
    crypto_onetimeauth_statebytes crypto_onetimeauth_poly1305_statebytes = 1792 for Poly1305;
    crypto_sign_statebytes crypto_sign_ed25519ph_statebytes = 240 for Prehash;
    crypto_xof_shake128_statebytes = 256 for Squeezing<Shake128>;
    crypto_xof_shake256_statebytes = 256 for Squeezing<Shake256>;
}

sizes! {
    crypto_aead_aes256gcm_keybytes = 32;
    crypto_aead_aes256gcm_nsecbytes = 0;
    crypto_aead_aes256gcm_npubbytes = 12;
    crypto_aead_aes256gcm_abytes = 16;
    crypto_aead_aes256gcm_messagebytes_max = 68_719_476_704;
    crypto_aead_chacha20poly1305_ietf_keybytes = 32;
    crypto_aead_chacha20poly1305_ietf_nsecbytes = 0;
    crypto_aead_chacha20poly1305_ietf_npubbytes = 12;
    crypto_aead_chacha20poly1305_ietf_abytes = 16;
    crypto_aead_chacha20poly1305_ietf_messagebytes_max = 274_877_906_880;
    crypto_aead_chacha20poly1305_keybytes = 32;
    crypto_aead_chacha20poly1305_nsecbytes = 0;
    crypto_aead_chacha20poly1305_npubbytes = 8;
    crypto_aead_chacha20poly1305_abytes = 16;
    crypto_aead_chacha20poly1305_messagebytes_max = 18_446_744_073_709_551_599;
    crypto_aead_xchacha20poly1305_ietf_keybytes = 32;
    crypto_aead_xchacha20poly1305_ietf_nsecbytes = 0;
    crypto_aead_xchacha20poly1305_ietf_npubbytes = 24;
    crypto_aead_xchacha20poly1305_ietf_abytes = 16;
    crypto_aead_xchacha20poly1305_ietf_messagebytes_max = 18_446_744_073_709_551_599;
    crypto_auth_bytes = 32;
    crypto_auth_keybytes = 32;
    crypto_auth_hmacsha256_bytes = 32;
    crypto_auth_hmacsha256_keybytes = 32;
    crypto_auth_hmacsha512_bytes = 64;
    crypto_auth_hmacsha512_keybytes = 32;
    crypto_auth_hmacsha512256_bytes = 32;
    crypto_auth_hmacsha512256_keybytes = 32;
    crypto_box_seedbytes = 32;
    crypto_box_publickeybytes = 32;
    crypto_box_secretkeybytes = 32;
    crypto_box_noncebytes = 24;
    crypto_box_macbytes = 16;
    crypto_box_messagebytes_max = 18_446_744_073_709_551_599;
    crypto_box_beforenmbytes = 32;
    crypto_box_sealbytes = 48;
    crypto_box_zerobytes = 32;
    crypto_box_boxzerobytes = 16;
    crypto_box_curve25519xchacha20poly1305_seedbytes = 32;
    crypto_box_curve25519xchacha20poly1305_publickeybytes = 32;
    crypto_box_curve25519xchacha20poly1305_secretkeybytes = 32;
    crypto_box_curve25519xchacha20poly1305_beforenmbytes = 32;
    crypto_box_curve25519xchacha20poly1305_noncebytes = 24;
    crypto_box_curve25519xchacha20poly1305_macbytes = 16;
    crypto_box_curve25519xchacha20poly1305_messagebytes_max = 18_446_744_073_709_551_599;
    crypto_box_curve25519xchacha20poly1305_sealbytes = 48;
    crypto_box_curve25519xsalsa20poly1305_seedbytes = 32;
    crypto_box_curve25519xsalsa20poly1305_publickeybytes = 32;
    crypto_box_curve25519xsalsa20poly1305_secretkeybytes = 32;
    crypto_box_curve25519xsalsa20poly1305_beforenmbytes = 32;
    crypto_box_curve25519xsalsa20poly1305_noncebytes = 24;
    crypto_box_curve25519xsalsa20poly1305_macbytes = 16;
    crypto_box_curve25519xsalsa20poly1305_messagebytes_max = 18_446_744_073_709_551_599;
    crypto_box_curve25519xsalsa20poly1305_boxzerobytes = 16;
    crypto_box_curve25519xsalsa20poly1305_zerobytes = 32;
    crypto_core_ed25519_bytes = 32;
    crypto_core_ed25519_uniformbytes = 32;
    crypto_core_ed25519_hashbytes = 64;
    crypto_core_ed25519_scalarbytes = 32;
    crypto_core_ed25519_nonreducedscalarbytes = 64;
    crypto_core_hchacha20_outputbytes = 32;
    crypto_core_hchacha20_inputbytes = 16;
    crypto_core_hchacha20_keybytes = 32;
    crypto_core_hchacha20_constbytes = 16;
    crypto_core_hsalsa20_outputbytes = 32;
    crypto_core_hsalsa20_inputbytes = 16;
    crypto_core_hsalsa20_keybytes = 32;
    crypto_core_hsalsa20_constbytes = 16;
    crypto_core_ristretto255_bytes = 32;
    crypto_core_ristretto255_hashbytes = 64;
    crypto_core_ristretto255_scalarbytes = 32;
    crypto_core_ristretto255_nonreducedscalarbytes = 64;
    crypto_core_salsa20_outputbytes = 64;
    crypto_core_salsa20_inputbytes = 16;
    crypto_core_salsa20_keybytes = 32;
    crypto_core_salsa20_constbytes = 16;
    crypto_generichash_bytes_min = 16;
    crypto_generichash_bytes_max = 64;
    crypto_generichash_bytes = 32;
    crypto_generichash_keybytes_min = 16;
    crypto_generichash_keybytes_max = 64;
    crypto_generichash_keybytes = 32;
    crypto_generichash_blake2b_bytes_min = 16;
    crypto_generichash_blake2b_bytes_max = 64;
    crypto_generichash_blake2b_bytes = 32;
    crypto_generichash_blake2b_keybytes_min = 16;
    crypto_generichash_blake2b_keybytes_max = 64;
    crypto_generichash_blake2b_keybytes = 32;
    crypto_generichash_blake2b_saltbytes = 16;
    crypto_generichash_blake2b_personalbytes = 16;
    crypto_hash_bytes = 64;
    crypto_hash_sha256_bytes = 32;
    crypto_hash_sha3256_bytes = 32;
    crypto_hash_sha3512_bytes = 64;
    crypto_hash_sha512_bytes = 64;
    crypto_kdf_bytes_min = 16;
    crypto_kdf_bytes_max = 64;
    crypto_kdf_contextbytes = 8;
    crypto_kdf_keybytes = 32;
    crypto_kdf_blake2b_bytes_min = 16;
    crypto_kdf_blake2b_bytes_max = 64;
    crypto_kdf_blake2b_contextbytes = 8;
    crypto_kdf_blake2b_keybytes = 32;
    crypto_kdf_hkdf_sha256_keybytes = 32;
    crypto_kdf_hkdf_sha256_bytes_min = 0;
    crypto_kdf_hkdf_sha256_bytes_max = 8160;
    crypto_kdf_hkdf_sha512_keybytes = 64;
    crypto_kdf_hkdf_sha512_bytes_min = 0;
    crypto_kdf_hkdf_sha512_bytes_max = 16320;
    crypto_kem_publickeybytes = 1216;
    crypto_kem_secretkeybytes = 32;
    crypto_kem_ciphertextbytes = 1120;
    crypto_kem_sharedsecretbytes = 32;
    crypto_kem_seedbytes = 32;
    crypto_kem_mlkem768_publickeybytes = 1184;
    crypto_kem_mlkem768_secretkeybytes = 2400;
    crypto_kem_mlkem768_ciphertextbytes = 1088;
    crypto_kem_mlkem768_sharedsecretbytes = 32;
    crypto_kem_mlkem768_seedbytes = 64;
    crypto_kem_xwing_publickeybytes = 1216;
    crypto_kem_xwing_secretkeybytes = 32;
    crypto_kem_xwing_ciphertextbytes = 1120;
    crypto_kem_xwing_sharedsecretbytes = 32;
    crypto_kem_xwing_seedbytes = 32;
    crypto_kx_publickeybytes = 32;
    crypto_kx_secretkeybytes = 32;
    crypto_kx_seedbytes = 32;
    crypto_kx_sessionkeybytes = 32;
    crypto_onetimeauth_bytes = 16;
    crypto_onetimeauth_keybytes = 32;
    crypto_onetimeauth_poly1305_bytes = 16;
    crypto_onetimeauth_poly1305_keybytes = 32;
    crypto_pwhash_bytes_min = 16;
    crypto_pwhash_bytes_max = 4_294_967_295;
    crypto_pwhash_passwd_min = 0;
    crypto_pwhash_passwd_max = 4_294_967_295;
    crypto_pwhash_saltbytes = 16;
    crypto_pwhash_strbytes = 128;
    crypto_pwhash_memlimit_min = 8192;
    crypto_pwhash_memlimit_max = 4_398_046_510_080;
    crypto_pwhash_memlimit_interactive = 67_108_864;
    crypto_pwhash_memlimit_moderate = 268_435_456;
    crypto_pwhash_memlimit_sensitive = 1_073_741_824;
    crypto_pwhash_argon2i_bytes_min = 16;
    crypto_pwhash_argon2i_bytes_max = 4_294_967_295;
    crypto_pwhash_argon2i_passwd_min = 0;
    crypto_pwhash_argon2i_passwd_max = 4_294_967_295;
    crypto_pwhash_argon2i_saltbytes = 16;
    crypto_pwhash_argon2i_strbytes = 128;
    crypto_pwhash_argon2i_memlimit_min = 8192;
    crypto_pwhash_argon2i_memlimit_max = 4_398_046_510_080;
    crypto_pwhash_argon2i_memlimit_interactive = 33_554_432;
    crypto_pwhash_argon2i_memlimit_moderate = 134_217_728;
    crypto_pwhash_argon2i_memlimit_sensitive = 536_870_912;
    crypto_pwhash_argon2id_bytes_min = 16;
    crypto_pwhash_argon2id_bytes_max = 4_294_967_295;
    crypto_pwhash_argon2id_passwd_min = 0;
    crypto_pwhash_argon2id_passwd_max = 4_294_967_295;
    crypto_pwhash_argon2id_saltbytes = 16;
    crypto_pwhash_argon2id_strbytes = 128;
    crypto_pwhash_argon2id_memlimit_min = 8192;
    crypto_pwhash_argon2id_memlimit_max = 4_398_046_510_080;
    crypto_pwhash_argon2id_memlimit_interactive = 67_108_864;
    crypto_pwhash_argon2id_memlimit_moderate = 268_435_456;
    crypto_pwhash_argon2id_memlimit_sensitive = 1_073_741_824;
    crypto_pwhash_scryptsalsa208sha256_bytes_min = 16;
    crypto_pwhash_scryptsalsa208sha256_bytes_max = 137_438_953_440;
    crypto_pwhash_scryptsalsa208sha256_passwd_min = 0;
    crypto_pwhash_scryptsalsa208sha256_passwd_max = 18_446_744_073_709_551_615;
    crypto_pwhash_scryptsalsa208sha256_saltbytes = 32;
    crypto_pwhash_scryptsalsa208sha256_strbytes = 102;
    crypto_pwhash_scryptsalsa208sha256_memlimit_min = 16_777_216;
    crypto_pwhash_scryptsalsa208sha256_memlimit_max = 68_719_476_736;
    crypto_pwhash_scryptsalsa208sha256_memlimit_interactive = 16_777_216;
    crypto_pwhash_scryptsalsa208sha256_memlimit_sensitive = 1_073_741_824;
    crypto_scalarmult_bytes = 32;
    crypto_scalarmult_scalarbytes = 32;
    crypto_scalarmult_curve25519_bytes = 32;
    crypto_scalarmult_curve25519_scalarbytes = 32;
    crypto_scalarmult_ed25519_bytes = 32;
    crypto_scalarmult_ed25519_scalarbytes = 32;
    crypto_scalarmult_ristretto255_bytes = 32;
    crypto_scalarmult_ristretto255_scalarbytes = 32;
    crypto_secretbox_keybytes = 32;
    crypto_secretbox_noncebytes = 24;
    crypto_secretbox_macbytes = 16;
    crypto_secretbox_messagebytes_max = 18_446_744_073_709_551_599;
    crypto_secretbox_zerobytes = 32;
    crypto_secretbox_boxzerobytes = 16;
    crypto_secretbox_xchacha20poly1305_keybytes = 32;
    crypto_secretbox_xchacha20poly1305_noncebytes = 24;
    crypto_secretbox_xchacha20poly1305_macbytes = 16;
    crypto_secretbox_xchacha20poly1305_messagebytes_max = 18_446_744_073_709_551_599;
    crypto_secretbox_xsalsa20poly1305_keybytes = 32;
    crypto_secretbox_xsalsa20poly1305_noncebytes = 24;
    crypto_secretbox_xsalsa20poly1305_macbytes = 16;
    crypto_secretbox_xsalsa20poly1305_messagebytes_max = 18_446_744_073_709_551_599;
    crypto_secretbox_xsalsa20poly1305_boxzerobytes = 16;
    crypto_secretbox_xsalsa20poly1305_zerobytes = 32;
    crypto_secretstream_xchacha20poly1305_abytes = 17;
    crypto_secretstream_xchacha20poly1305_headerbytes = 24;
    crypto_secretstream_xchacha20poly1305_keybytes = 32;
    crypto_secretstream_xchacha20poly1305_messagebytes_max = 274_877_906_816;
    crypto_secretstream_xchacha20poly1305_statebytes = 52;
    crypto_sign_bytes = 64;
    crypto_sign_seedbytes = 32;
    crypto_sign_publickeybytes = 32;
    crypto_sign_secretkeybytes = 64;
    crypto_sign_messagebytes_max = 18_446_744_073_709_551_551;
    crypto_sign_ed25519_bytes = 64;
    crypto_sign_ed25519_seedbytes = 32;
    crypto_sign_ed25519_publickeybytes = 32;
    crypto_sign_ed25519_secretkeybytes = 64;
    crypto_sign_ed25519_messagebytes_max = 18_446_744_073_709_551_551;
    crypto_stream_keybytes = 32;
    crypto_stream_noncebytes = 24;
    crypto_stream_messagebytes_max = 18_446_744_073_709_551_615;
    crypto_stream_chacha20_keybytes = 32;
    crypto_stream_chacha20_noncebytes = 8;
    crypto_stream_chacha20_messagebytes_max = 18_446_744_073_709_551_615;
    crypto_stream_chacha20_ietf_keybytes = 32;
    crypto_stream_chacha20_ietf_noncebytes = 12;
    crypto_stream_chacha20_ietf_messagebytes_max = 274_877_906_944;
    crypto_stream_salsa20_keybytes = 32;
    crypto_stream_salsa20_noncebytes = 8;
    crypto_stream_salsa20_messagebytes_max = 18_446_744_073_709_551_615;
    crypto_stream_xchacha20_keybytes = 32;
    crypto_stream_xchacha20_noncebytes = 24;
    crypto_stream_xchacha20_messagebytes_max = 18_446_744_073_709_551_615;
    crypto_stream_xsalsa20_keybytes = 32;
    crypto_stream_xsalsa20_noncebytes = 24;
    crypto_stream_xsalsa20_messagebytes_max = 18_446_744_073_709_551_615;
    crypto_verify_16_bytes = 16;
    crypto_verify_32_bytes = 32;
    crypto_verify_64_bytes = 64;
    crypto_xof_shake128_blockbytes = 168;
    crypto_xof_shake256_blockbytes = 136;
    randombytes_seedbytes = 32;
}

values! {
    c_int {
    crypto_pwhash_alg_argon2i13 = 1;
    crypto_pwhash_alg_argon2id13 = 2;
    crypto_pwhash_alg_default = 2;
    crypto_pwhash_argon2i_alg_argon2i13 = 1;
    crypto_pwhash_argon2id_alg_argon2id13 = 2;
    }
    c_uchar {
    crypto_secretstream_xchacha20poly1305_tag_message = 0;
    crypto_secretstream_xchacha20poly1305_tag_push = 1;
    crypto_secretstream_xchacha20poly1305_tag_rekey = 2;
    crypto_secretstream_xchacha20poly1305_tag_final = 3;
    }
    c_ulonglong {
    crypto_pwhash_opslimit_min = 1;
    crypto_pwhash_opslimit_max = 4_294_967_295;
    crypto_pwhash_opslimit_interactive = 2;
    crypto_pwhash_opslimit_moderate = 3;
    crypto_pwhash_opslimit_sensitive = 4;
    crypto_pwhash_argon2i_opslimit_min = 3;
    crypto_pwhash_argon2i_opslimit_max = 4_294_967_295;
    crypto_pwhash_argon2i_opslimit_interactive = 4;
    crypto_pwhash_argon2i_opslimit_moderate = 6;
    crypto_pwhash_argon2i_opslimit_sensitive = 8;
    crypto_pwhash_argon2id_opslimit_min = 1;
    crypto_pwhash_argon2id_opslimit_max = 4_294_967_295;
    crypto_pwhash_argon2id_opslimit_interactive = 2;
    crypto_pwhash_argon2id_opslimit_moderate = 3;
    crypto_pwhash_argon2id_opslimit_sensitive = 4;
    crypto_pwhash_scryptsalsa208sha256_opslimit_min = 32768;
    crypto_pwhash_scryptsalsa208sha256_opslimit_max = 4_294_967_295;
    crypto_pwhash_scryptsalsa208sha256_opslimit_interactive = 524_288;
    crypto_pwhash_scryptsalsa208sha256_opslimit_sensitive = 33_554_432;
    }
    *const c_char {
    crypto_auth_primitive = c"hmacsha512256".as_ptr();
    crypto_box_primitive = c"curve25519xsalsa20poly1305".as_ptr();
    crypto_generichash_primitive = c"blake2b".as_ptr();
    crypto_hash_primitive = c"sha512".as_ptr();
    crypto_kdf_primitive = c"blake2b".as_ptr();
    crypto_kem_primitive = c"xwing".as_ptr();
    crypto_kx_primitive = c"x25519blake2b".as_ptr();
    crypto_onetimeauth_primitive = c"poly1305".as_ptr();
    crypto_pwhash_strprefix = c"$argon2id$".as_ptr();
    crypto_pwhash_primitive = c"argon2id,argon2i".as_ptr();
    crypto_pwhash_argon2i_strprefix = c"$argon2i$".as_ptr();
    crypto_pwhash_argon2id_strprefix = c"$argon2id$".as_ptr();
    crypto_pwhash_scryptsalsa208sha256_strprefix = c"$7$".as_ptr();
    crypto_scalarmult_primitive = c"curve25519".as_ptr();
    crypto_secretbox_primitive = c"xsalsa20poly1305".as_ptr();
    crypto_sign_primitive = c"ed25519".as_ptr();
    crypto_stream_primitive = c"xsalsa20".as_ptr();
    }
}
