//! X-Wing and the hybrid key exchange of TLS. The known secrets are the seeds and the results.

use crate::check::{Case, Check, Source};
use carnelian::composite::hybrid::{ClientKey, X25519MlKem768, respond};
use carnelian::composite::xwing::DecapsulationKey;
use carnelian::postquantum::mlkem::{EncapsulationKey, MlKem768, Parameters as _};
use std::hint::black_box;

pub(crate) const CASES: &[Case] = &[
    Case { name: "xwing/generate", run: generate },
    Case { name: "xwing/encapsulate", run: encapsulate },
    Case { name: "xwing/decapsulate", run: decapsulate },
    Case { name: "x25519mlkem768/exchange", run: exchange },
];

/// Says that a public key, and the matrix that is expanded from its part of ML-KEM, which comes first, may be known.
fn public(check: &mut Check, key: &[u8]) {
    check.public(key);
    let of_ml_kem = EncapsulationKey::<MlKem768>::from_slice(&key[..MlKem768::ENCAPSULATION_KEY_LEN]);
    check.public_value(&of_ml_kem.expect("a valid key").prepare());
}

fn key(check: &mut Check) -> (Box<DecapsulationKey>, Box<[u8; 32]>) {
    let bytes = check.array::<32>("the key");
    let key = Box::new(DecapsulationKey::from_bytes(&bytes));
    public(check, &key.encapsulation_key().to_bytes());
    (key, bytes)
}

fn generate(check: &mut Check) {
    let (key, bytes) = key(check);
    check.run("generate", &mut || _ = black_box(&DecapsulationKey::generate(&mut Source(&bytes[..]))));
    check.run("from_bytes", &mut || _ = black_box(&DecapsulationKey::from_bytes(&bytes)));
    check.run("encapsulation_key", &mut || _ = black_box(&key.encapsulation_key()));
}

fn encapsulate(check: &mut Check) {
    let (key, _) = key(check);
    let ek = Box::new(key.encapsulation_key());
    let seed = check.array::<64>("the seed");
    let (ciphertext, secret) = ek.encapsulate(&mut Source(&seed[..])).expect("the source delivers");
    check.public(ciphertext.as_bytes());
    check.secret("the shared secret", secret.expose());
    check.run("encapsulate", &mut || _ = black_box(&ek.encapsulate(&mut Source(&seed[..]))));
}

fn decapsulate(check: &mut Check) {
    let (key, _) = key(check);
    let seed = check.array::<64>("the seed");
    let (ciphertext, secret) =
        key.encapsulation_key().encapsulate(&mut Source(&seed[..])).expect("the source delivers");
    check.public(ciphertext.as_bytes());
    check.secret("the shared secret", secret.expose());
    let ciphertext = Box::new(ciphertext);
    check.run("decapsulate", &mut || _ = black_box(&key.decapsulate(&ciphertext)));
}

fn exchange(check: &mut Check) {
    let of_client = check.array::<96>("the client's keys");
    let client = Box::new(ClientKey::<X25519MlKem768>::generate(&mut Source(&of_client[..])).expect("it delivers"));
    let share = Box::new(client.share());
    public(check, &share[..]);
    let of_server = check.array::<64>("the server's keys");
    let (answer, secret) =
        respond::<X25519MlKem768>(&share[..], &mut Source(&of_server[..])).expect("the share of a client");
    check.public(&answer);
    check.secret("the secret", secret.expose());
    let answer = Box::new(answer);
    check.run("generate", &mut || {
        _ = black_box(&ClientKey::<X25519MlKem768>::generate(&mut Source(&of_client[..])));
    });
    check.run("respond", &mut || _ = black_box(&respond::<X25519MlKem768>(&share[..], &mut Source(&of_server[..]))));
    check.run("finish", &mut || _ = black_box(&client.finish(&answer[..])));
}
