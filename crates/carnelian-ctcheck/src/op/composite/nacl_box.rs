//! NaCl's public-key boxes and libsodium's sealed boxes with secret keys and messages.

use crate::check::Check;
use crate::op::{Operation, TIERS_OF_25519 as TIERS};
use carnelian::composite::nacl_box::{SharedKey, anonymous};
use carnelian::curve::curve25519::backend;
use carnelian::curve::x25519::{NonContributory, PublicKey, SecretKey};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "nacl-box/shared-key", tiers: TIERS, backend, run: shared_key },
    Operation { name: "nacl-box/seal-anonymous", tiers: TIERS, backend, run: seal },
    Operation { name: "nacl-box/open-anonymous", tiers: TIERS, backend, run: open },
];

/// A public key of small order: only the fact that the result is zero becomes public.
const SMALL_ORDER: PublicKey = PublicKey::from_bytes([0; 32]);

fn secret_key(check: &mut Check) -> SecretKey {
    SecretKey::from_bytes(*check.array().expose())
}

fn shared_key(check: &mut Check) {
    let (secret, public) = (secret_key(check), secret_key(check).public_key());
    let key = SharedKey::new(&secret, &public).expect("not of small order");
    check.secret_result(key.expose());
    check.secret_result(key.as_secret().expose());
    let same = SharedKey::from_bytes(key.expose());
    let (message, shared) = (check.bytes(100), check.array());
    check.secret_result(&same.as_secret_box().seal_combined(&[7; 24], message.expose()));
    check.secret_result(SharedKey::from_x25519(shared.expose()).expose());
    assert_eq!(SharedKey::new(&secret, &SMALL_ORDER).err(), Some(NonContributory));
}

/// The ephemeral key is secret as soon as it is drawn.
fn seal(check: &mut Check) {
    let public = secret_key(check).public_key();
    for len in [0, 300] {
        let message = check.bytes(len);
        let sealed = anonymous::seal_combined(&public, message.expose(), &mut check.salts());
        let sealed = sealed.expect("a deterministic source delivers");
        check.public_result(&sealed[..PublicKey::LEN]);
        check.secret_result(&sealed[PublicKey::LEN..]);
        let mut data = message.expose().clone();
        let header = anonymous::seal(&public, &mut data, &mut check.salts());
        let header = header.expect("a deterministic source delivers");
        check.public_result(&header[..PublicKey::LEN]);
        check.secret_result(&header[PublicKey::LEN..]);
        check.secret_result(&data);
    }
}

/// Opens what is right and what is not. Only the verdict becomes public.
fn open(check: &mut Check) {
    let secret = secret_key(check);
    let public = secret.public_key();
    for len in [0, 300] {
        let mut data = check.bytes(len).expose().clone();
        let sealed = anonymous::seal_combined(&public, &data, &mut check.salts());
        let sealed = sealed.expect("a deterministic source delivers");
        let opened = anonymous::open_combined(&secret, &public, &sealed).expect("the message is right");
        check.secret_result(&opened);
        let header = anonymous::seal(&public, &mut data, &mut check.salts());
        let mut header = header.expect("a deterministic source delivers");
        anonymous::open(&secret, &public, &mut data, &header).expect("the message is right");
        check.secret_result(&data);
        header[40] ^= 1;
        assert!(anonymous::open(&secret, &public, &mut data, &header).is_err());
        check.public_result(&data);
        header[..32].fill(0);
        assert!(anonymous::open(&secret, &public, &mut data, &header).is_err());
        check.public_result(&data);
    }
}
