//! Authenticated encryption and stream ciphers, with secret keys, messages and associated data.

use super::algorithm;
use crate::check::Check;
use carnelian::algorithm::{self as catalogue, DynAead, PiecesError};
use carnelian::cipher::OpenError;

const LENGTHS: [usize; 4] = [0, 16, 100, 1500];
const NONCE: [u8; 24] = [7; 24];

/// Opens with the right and a wrong tag. Only the verdict becomes public.
pub(super) fn aead(check: &mut Check) {
    let scheme = algorithm(check, "as-aead", catalogue::aeads());
    let key = scheme.generate_key(&mut check.salts()).expect("a deterministic source delivers");
    check.secret_result(key.expose());
    for len in LENGTHS {
        let key = scheme.key(check.bytes(scheme.key_len()).expose()).expect("the length of a key");
        let aad = check.bytes(if key.max_aad_len() == 0 { 0 } else { 13 });
        let (nonce, mut data, mut tag) = (&NONCE[..key.nonce_len()], check.bytes(len).expose().clone(), [0; 16]);
        assert!(key.max_len() > 1500 && key.tag_len() == tag.len());
        key.seal(nonce, aad.expose(), &mut data, &mut tag).expect("below the limit");
        check.secret_result(&data);
        check.secret_result(&tag);
        let mut other = vec![0; len];
        key.open_to(nonce, aad.expose(), &data, &mut other, &tag).expect("the tag is right");
        check.secret_result(&other);
        key.seal_to(nonce, aad.expose(), &other, &mut data, &mut tag).expect("equal lengths");
        check.secret_result(&data);
        let mut wrong = tag;
        wrong[3] ^= 0x80;
        assert_eq!(key.open(nonce, aad.expose(), &mut data, &wrong), Err(OpenError::Forged));
        check.public_result(&data);
        let sealed = key.seal_combined(nonce, aad.expose(), &other).expect("below the limit");
        check.secret_result(&sealed);
        check.secret_result(&key.open_combined(nonce, aad.expose(), &sealed).expect("the tag is right"));
        pieces(check, &*key, nonce, aad.expose());
    }
}

/// Seals and opens in pieces, if the scheme can.
fn pieces(check: &mut Check, key: &dyn DynAead, nonce: &[u8], aad: &[u8]) {
    let mut sealer = match key.sealer(nonce, aad) {
        Err(error) => return assert_eq!(error, PiecesError::WholeMessage),
        Ok(sealer) => sealer,
    };
    let (mut first, second, mut tag) = (check.bytes(300).expose().clone(), check.bytes(77), [0; 16]);
    let mut last = vec![0; 77];
    sealer.update(&mut first).expect("below the limit");
    sealer.update_to(second.expose(), &mut last).expect("equal lengths");
    sealer.finish_into(&mut tag).expect("the length of a tag");
    check.secret_result(&first);
    check.secret_result(&last);
    check.secret_result(&tag);

    let verifier = |tag: &[u8]| {
        let mut verifier = key.verifier(nonce, aad).expect("what can be sealed so can be opened so");
        verifier.update(&first).expect("below the limit");
        verifier.update(&last).expect("below the limit");
        verifier.verify(tag)
    };
    let mut wrong = tag;
    wrong[3] ^= 0x80;
    assert_eq!(verifier(&wrong).err(), Some(OpenError::Forged));
    let mut opener = verifier(&tag).expect("the tag is right");
    let mut plaintext = vec![0; 300];
    opener.update_to(&first, &mut plaintext).expect("equal lengths");
    check.secret_result(&plaintext);
    assert_eq!(opener.left(), 77);
    let mut rest = last.clone();
    opener.update(&mut rest).expect("no more than was verified");
    check.secret_result(&rest);
}

pub(super) fn stream_cipher(check: &mut Check) {
    let function = algorithm(check, "as-stream-cipher", catalogue::stream_ciphers());
    let key = check.bytes(function.key_len());
    let mut cipher = function.start(key.expose(), &NONCE[..function.nonce_len()]).expect("of these lengths");
    for len in [5, 64, 300] {
        let (mut data, mut output) = (check.bytes(len).expose().clone(), vec![0; len]);
        cipher.apply_to(&data, &mut output).expect("equal lengths");
        check.secret_result(&output);
        cipher.seek(cipher.position() + 3).expect("before the end");
        cipher.apply(&mut data).expect("before the end");
        check.secret_result(&data);
    }
}
