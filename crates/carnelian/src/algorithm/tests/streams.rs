//! Stream ciphers: each row against its type.

use super::are_distinct;
use crate::algorithm::{Status, StreamCipherAlgorithm, stream_cipher, stream_ciphers};
use crate::cipher;
use crate::cipher::chacha20::{ApplyError, EndOfKeystream, KEY_LEN};
use crate::error::LengthError;
use std::vec;
use std::vec::Vec;

#[test]
fn ciphers_are_distinct() {
    are_distinct(stream_ciphers().iter().map(StreamCipherAlgorithm::identity));
    assert!(stream_ciphers().iter().map(|cipher| cipher.identity().number).eq(1..=stream_ciphers().len() as u32));
    assert_eq!(stream_cipher("A256CTR").unwrap().identity().cose, Some(-65_532));
    assert_eq!(stream_cipher("Salsa20").unwrap().identity().status, Status::Legacy);
    assert!(stream_cipher("rc4").is_none());
}

/// Returns a key and a nonce.
fn parts(cipher: &StreamCipherAlgorithm) -> (Vec<u8>, Vec<u8>) {
    ((0..cipher.key_len() as u8).collect(), (0x80..0x80 | cipher.nonce_len() as u8).collect())
}

/// Returns 300 bytes of keystream of each type, in the order of the rows.
macro_rules! keystreams {
    ([] $($module:ident $Type:ident $STEM:ident $identity:tt $more:tt;)+) => {
        [$({
            let (key, nonce) = parts(stream_cipher(stringify!($Type)).unwrap());
            let mut stream = vec![0; 300];
            let (key, nonce) = (key.as_slice().try_into().unwrap(), nonce.as_slice().try_into().unwrap());
            cipher::$module::$Type::new(&key, &nonce).apply(&mut stream).unwrap();
            (stream, cipher::$module::$Type::KEY_STREAM_LEN, cipher::$module::backend())
        }),+]
    };
}

#[test]
fn rows_are_those_of_their_types() {
    let of_types = __stream_ciphers! { keystreams [] };
    assert_eq!(of_types.len(), stream_ciphers().len());
    for (cipher, (stream, len, backend)) in stream_ciphers().iter().zip(of_types) {
        assert_eq!((cipher.keystream_len(), cipher.backend()), (len, backend), "{cipher:?}");
        let (key, nonce) = parts(cipher);
        let mut started = cipher.start(&key, &nonce).unwrap();
        let mut data = vec![0; 300];
        started.apply(&mut data[..100]).unwrap();
        started.apply_to(&[0; 200], &mut data[100..]).unwrap();
        assert_eq!((&data, started.position()), (&stream, 300), "{cipher:?}");
        for position in [0, 1, cipher.block_len() - 1, cipher.block_len(), 250] {
            started.seek(position as u128).unwrap();
            let mut data = [0; 50];
            started.apply(&mut data).unwrap();
            assert_eq!(data, stream[position..position + 50], "{cipher:?} at {position}");
        }
    }
    let names = ["ChaCha20", "ChaCha20Djb", "XChaCha20"].map(|name| stream_cipher(name).unwrap().nonce_len());
    assert_eq!(names, [12, 8, 24]);
    assert_eq!(stream_cipher("xsalsa20").unwrap().key_len(), KEY_LEN);
}

#[test]
fn keystreams_end() {
    for cipher in stream_ciphers() {
        let (key, nonce) = parts(cipher);
        let mut started = cipher.start(&key, &nonce).unwrap();
        let end = cipher.keystream_len();
        started.seek(end - 1).unwrap();
        let (mut data, left) = ([7; 2], EndOfKeystream { left: 1 });
        assert_eq!(started.apply(&mut data), Err(left), "{cipher:?}");
        assert_eq!(started.apply_to(&[0; 2], &mut data), Err(ApplyError::EndOfKeystream(left)), "{cipher:?}");
        assert!(matches!(started.apply_to(&[0; 3], &mut data), Err(ApplyError::Length(_))));
        assert_eq!((data, started.position()), ([7; 2], end - 1));
        started.apply(&mut data[..1]).unwrap();
        assert_eq!(started.seek(end + 1), Err(EndOfKeystream { left: 0 }), "{cipher:?}");
    }
}

#[test]
fn other_lengths_are_refused() {
    for cipher in stream_ciphers() {
        let (key, nonce) = parts(cipher);
        let expect = |key: &[u8], nonce: &[u8], what, expected, found| {
            assert_eq!(cipher.start(key, nonce).err(), Some(LengthError { what, expected, found }), "{cipher:?}");
        };
        for len in [0, key.len() - 1, key.len() + 1] {
            expect(&vec![0; len], &nonce, "key", key.len(), len);
        }
        for len in [0, nonce.len() - 1, nonce.len() + 1] {
            expect(&key, &vec![0; len], "nonce", nonce.len(), len);
        }
    }
}
