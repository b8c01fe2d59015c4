//! Operations on public data alone, which have no secrets to search for. They use stack too.

use crate::check::{Case, Check};
use carnelian::__internals::TestRandom;
use carnelian::curve::ed25519::{self, Rule};
use carnelian::encoding::PublicKeyFile;
use carnelian::postquantum::mldsa::{self, MlDsa44, MlDsa65, MlDsa87};
use carnelian::postquantum::mlkem::{self, MlKem512, MlKem768, MlKem1024};
use carnelian::postquantum::slhdsa::{self, SlhDsaSha2_128f, SlhDsaSha2_192f, SlhDsaSha2_256f, SlhDsaShake256f};
use std::hint::black_box;

pub(crate) const CASES: &[Case] = &[
    Case { name: "ed25519/verify", run: ed25519 },
    Case { name: "ed25519/verify-batch", run: ed25519_batch },
    Case { name: "mldsa44/verify", run: mldsa::<MlDsa44> },
    Case { name: "mldsa65/verify", run: mldsa::<MlDsa65> },
    Case { name: "mldsa87/verify", run: mldsa::<MlDsa87> },
    Case { name: "mlkem512/read-public-key", run: mlkem::<MlKem512> },
    Case { name: "mlkem768/read-public-key", run: mlkem::<MlKem768> },
    Case { name: "mlkem1024/read-public-key", run: mlkem::<MlKem1024> },
    Case { name: "slhdsa-sha2/verify-128f", run: slhdsa::<SlhDsaSha2_128f> },
    Case { name: "slhdsa-sha2/verify-192f", run: slhdsa::<SlhDsaSha2_192f> },
    Case { name: "slhdsa-sha2/verify-256f", run: slhdsa::<SlhDsaSha2_256f> },
    Case { name: "slhdsa-shake/verify-256f", run: slhdsa::<SlhDsaShake256f> },
];

/// Numbers of signatures at which a batch changes its path, and one above the size of a part.
const COUNTS: [usize; 5] = [1, 2, 8, 64, 1500];

fn ed25519(check: &mut Check) {
    let key = ed25519::SigningKey::from_seed([7; 32]);
    let signature = Box::new(key.sign(b"a message"));
    let public = Box::new(*key.verifying_key());
    let prepared = Box::new(public.prepare());
    check.run("from_bytes", &mut || _ = black_box(&ed25519::VerifyingKey::from_bytes(public.as_bytes())));
    check.run("prepare", &mut || _ = black_box(&public.prepare()));
    for rule in [Rule::Rfc8032, Rule::Strict, Rule::Cofactorless] {
        check.run("verify_with", &mut || _ = black_box(&public.verify_with(rule, b"a message", &signature)));
        check.run("verify_with, prepared", &mut || {
            _ = black_box(&prepared.verify_with(rule, b"a message", &signature));
        });
        check.run("verify_with, once", &mut || {
            _ = black_box(&ed25519::verify_with(rule, public.as_bytes(), b"a message", &signature));
        });
    }
    check.run("to and from a file", &mut || {
        let pem = black_box(public.to_spki_pem());
        _ = black_box(&ed25519::VerifyingKey::from_spki_pem(pem.as_bytes()));
    });
}

fn ed25519_batch(check: &mut Check) {
    let key = ed25519::SigningKey::from_seed([7; 32]);
    let signature = key.sign(b"a message");
    for count in COUNTS {
        let items = vec![ed25519::BatchItem::new(key.verifying_key(), b"a message", &signature); count];
        check.run("verify_batch", &mut || _ = black_box(&ed25519::verify_batch(&items)));
        let items = vec![ed25519::BatchItem::new(key.verifying_key(), b"another", &signature); count.min(64)];
        check.run("verify_batch, invalid", &mut || _ = black_box(&ed25519::verify_batch(&items)));
    }
}

fn mldsa<P: mldsa::KeyFiles>(check: &mut Check) {
    let key = Box::new(mldsa::SigningKey::<P>::from_seed(&[7; 32]));
    let signature = Box::new(key.sign_deterministic(b"a message").expect("a few attempts suffice"));
    // Without the hash that the signing key has computed.
    let public = Box::new(mldsa::VerifyingKey::<P>::from_bytes(key.verifying_key().as_bytes()));
    let prepared = Box::new(public.prepare());
    let info = Box::new(public.to_subject_public_key_info());
    check.run("from_subject_public_key_info", &mut || {
        _ = black_box(&mldsa::VerifyingKey::<P>::from_subject_public_key_info(&info));
    });
    check.run("prepare", &mut || _ = black_box(&public.prepare()));
    check.run("read a signature", &mut || _ = black_box(&mldsa::Signature::<P>::from_bytes(signature.as_bytes())));
    check.run("verify", &mut || _ = black_box(&public.verify(b"a message", &signature)));
    check.run("verify, hashed", &mut || _ = black_box(&key.verifying_key().verify(b"a message", &signature)));
    check.run("verify, prepared", &mut || _ = black_box(&prepared.verify(b"a message", &signature)));
    let items = vec![mldsa::BatchItem::new(&*public, b"a message", &signature); 20];
    check.run("verify_batch", &mut || _ = black_box(&mldsa::verify_batch(&items)));
    let items = vec![mldsa::BatchItem::new(&*prepared, b"a message", &signature); 20];
    check.run("verify_batch, prepared", &mut || _ = black_box(&mldsa::verify_batch(&items)));
}

fn mlkem<P: mlkem::KeyFiles>(check: &mut Check) {
    let key = mlkem::DecapsulationKey::<P>::from_seed(&[7; 64]).encapsulation_key();
    let info = Box::new(key.to_subject_public_key_info());
    check.run("from_bytes", &mut || _ = black_box(&mlkem::EncapsulationKey::<P>::from_slice(key.as_ref())));
    check.run("prepare", &mut || _ = black_box(&key.prepare()));
    check.run("from_subject_public_key_info", &mut || {
        _ = black_box(&mlkem::EncapsulationKey::<P>::from_subject_public_key_info(&info));
    });
}

fn slhdsa<P: slhdsa::KeyFiles>(check: &mut Check) {
    let key = slhdsa::SigningKey::<P>::generate(&mut TestRandom::new(7)).expect("the source delivers");
    let public = Box::new(*key.verifying_key());
    let signature = key.sign_deterministic(b"a message").expect("no fault");
    let info = Box::new(public.to_subject_public_key_info());
    check.run("from_subject_public_key_info", &mut || {
        _ = black_box(&slhdsa::VerifyingKey::<P>::from_subject_public_key_info(&info));
    });
    check.run("read a signature", &mut || {
        _ = black_box(&slhdsa::Signature::<P>::from_slice(signature.as_ref()));
    });
    check.run("verify", &mut || _ = black_box(&public.verify(b"a message", &signature)));
    for count in [1, 3, 20] {
        let items = vec![slhdsa::BatchItem::new(&public, b"a message", &signature); count];
        check.run("verify_batch", &mut || _ = black_box(&slhdsa::verify_batch(&items)));
    }
}
