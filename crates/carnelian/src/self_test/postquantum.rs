//! ML-KEM, ML-DSA and SLH-DSA: SHA-256 of keys, ciphertexts and signatures. The seeds, keys and signatures of the lattices
//! are those of Wycheproof, those of SLH-DSA are of Botan's tests.

use super::{Check, Row, Same, bytes};
use crate::postquantum::mldsa::{self, MlDsa44, MlDsa65, MlDsa87};
use crate::postquantum::mlkem::{self, DecapsulationKey, MlKem512, MlKem768, MlKem1024};
use crate::postquantum::slhdsa::{self, SlhDsaSha2_128f, SlhDsaSha2_192f, SlhDsaShake128f};

pub(super) const ROWS: &[Row] = &[
    Row {
        algorithm: "ML-KEM-512",
        run: |check| {
            mlkem::<MlKem512>(
                check,
                "852523749efd2b78d1074e5de629060312cd9397933a19ddb7482cfda5e92614",
                "cf3470309a9533a3c09512db6a6d5ff111827e64ead493a143f145b817789dcb",
                "d9f35c135d39ec08fbe850f75670da567c9313f36548de5a204d05de8083c808",
            );
        },
    },
    Row {
        algorithm: "ML-KEM-768",
        run: |check| {
            mlkem::<MlKem768>(
                check,
                "86adbca81f4fee893e2fb58fb98aa2fe188f501fed268d7f4056f8c05c4e53c4",
                "dd59785eefa884f6a9e677c0018df5eb69819b0dbc7a73ce27284a962bc5042c",
                "f41365d1f383cd6ec5df0dd6200ebc63b36998384e07722a5814676364fd2ca6",
            );
        },
    },
    Row {
        algorithm: "ML-KEM-1024",
        run: |check| {
            mlkem::<MlKem1024>(
                check,
                "61b95ec8c32ae85ad7a17ae5b9c2dfb083e05f767da3ba9a0a8092ea6b4cbf7a",
                "f1f9d38c762aae200a8f1c38c779b85e0009de37c09e8086a012f6e8c662f306",
                "3dfe144d032de305e6db80e63303da19db277aabe62cff364eb082eaaaaa99a8",
            );
        },
    },
    Row {
        algorithm: "ML-DSA-44",
        run: |check| {
            mldsa::<MlDsa44>(
                check,
                "d87f8ca136ac1aa55e2d6c4521680efb3a378cbb9bc0bfb446e9c60893931ea3",
                "8cd6fc03daa72e87210a4e721523e84c14f27733789075e65736744d4787fdd5",
            );
        },
    },
    Row {
        algorithm: "ML-DSA-65",
        run: |check| {
            mldsa::<MlDsa65>(
                check,
                "b7acce2ddb11f8cc1aa46e2bafac6eacfa2b732ef192bd636ad8d3a56d649c66",
                "39fbbb0d97a52c79844213b325af823a7f16a174e00a5b3daeb3e6e6d1c89681",
            );
        },
    },
    Row {
        algorithm: "ML-DSA-87",
        run: |check| {
            mldsa::<MlDsa87>(
                check,
                "d43128fa8a8c785c1d44c9e7db538dbf9dd88fe6c8ad911a344bcec1017c6d54",
                "1ad45bd0419e694375bd38ec11d8e0c228ab9ffac2fce4adbe6218d9c949e293",
            );
        },
    },
    Row {
        algorithm: "SLH-DSA-SHA2-128f",
        run: |check| {
            const KEY: [u8; 64] = bytes(
                "1eaae6bb91b27cd748c402c4111140d5a942cf3c95ff7977f88d2ef515bb26d0\
                 67b4319d2f67bae52055dcd010a25a16220b1ddabbed69f503b5f07cbba7f134",
            );
            slhdsa::<SlhDsaSha2_128f>(check, &KEY, "a19e2a5ae585ec140dc8c6910847c1e67ea2a96e6707e96f3f5646c23393ed1e");
        },
    },
    // By SHA-512 too, as the sets of category 5.
    Row {
        algorithm: "SLH-DSA-SHA2-192f",
        run: |check| {
            const KEY: [u8; 96] = bytes(
                "f7ecfc9143ee45e44f5e98fd9ca1455340ec5db4fb098534365ebbfbcc57d34d\
                 de0999aa0c3992d155b9d6be993cb9d7f04ca9d2e28afca52ea1c8178445cad8\
                 c8f4efc9d99f4753b1170ff7df5359a4277f8ef072a833ee58c420a436928774",
            );
            slhdsa::<SlhDsaSha2_192f>(check, &KEY, "1b8cb853e473ae803e5cb46b4a1002da48bd35ea7ceb40a3e81f5887f5934941");
        },
    },
    Row {
        algorithm: "SLH-DSA-SHAKE-128f",
        run: |check| {
            const KEY: [u8; 64] = bytes(
                "b585d4eb01085111a172a87688d0032e3381a9e9a35fdd6ef2f8aeb3b40eb5ce\
                 a27e9866875fd15dfb375e035774304b8c608a901a6194334b70b7c8d4e2bf82",
            );
            slhdsa::<SlhDsaShake128f>(check, &KEY, "b571b1a7c212190c34eb42ffcbea3af5c5ddda1a68d132a8e49f00a258b98c02");
        },
    },
];

/// Generates the key of a seed, encapsulates for it and decapsulates, one by one and eight at a time.
fn mlkem<P: mlkem::Parameters>(check: &mut Check, ek_is: &str, c_is: &str, k_is: &str) {
    const SEED: [u8; 64] = bytes(
        "7c9935a0b07694aa0c6d10e4db6b1add2fd81a25ccb148032dcd739936737f2d\
         8626ed79d451140800e03b59b956f8210e556067407d13dc90fa9e8b872bfb8f",
    );
    let key = DecapsulationKey::<P>::from_seed(&SEED);
    let ek = key.encapsulation_key();
    check.hash_is(&[ek.as_ref()], ek_is);
    let Ok((c, k)) = ek.encapsulate(&mut Same(&[0x42; 32])) else { return check.holds(false) };
    check.hash_is(&[c.as_ref()], c_is);
    check.is(k.expose(), k_is);
    check.is(key.decapsulate(&c).expose(), k_is);
    check.is(key.prepare().decapsulate(&c).expose(), k_is);
    #[cfg(feature = "alloc")]
    {
        let Ok(keys) = mlkem::generate_batch::<P>(8, &mut Same(&SEED)) else { return check.holds(false) };
        keys.iter().for_each(|key| check.hash_is(&[key.encapsulation_key().as_ref()], ek_is));
        let Ok(sent) = mlkem::encapsulate_batch(&[&ek; 8], &mut Same(&[0x42; 32])) else { return check.holds(false) };
        for (c, k) in &sent {
            check.hash_is(&[c.as_ref()], c_is);
            check.is(k.expose(), k_is);
        }
        mlkem::decapsulate_batch(&[(&key, &c); 8]).iter().for_each(|k| check.is(k.expose(), k_is));
    }
}

/// Generates the key of a seed, signs with it and verifies the signature, one by one and eight at a time.
fn mldsa<P: mldsa::Parameters>(check: &mut Check, pk_is: &str, signature_is: &str) {
    const MESSAGE: &[u8] = b"Hello world";
    let key = mldsa::SigningKey::<P>::from_seed(&[0x2a; 32]);
    let public = key.verifying_key();
    check.hash_is(&[public.as_ref()], pk_is);
    let Ok(signature) = key.sign_deterministic(MESSAGE) else { return check.holds(false) };
    check.hash_is(&[signature.as_ref()], signature_is);
    check.holds(public.verify(MESSAGE, &signature).is_ok() && public.verify(b"another", &signature).is_err());
    #[cfg(feature = "alloc")]
    check.holds(mldsa::verify_batch(&[mldsa::BatchItem::new(public, MESSAGE, &signature); 8]).is_ok());
}

/// Signs a message and verifies the signature.
fn slhdsa<P: slhdsa::Parameters>(check: &mut Check, key: &P::PrivateKeyBytes, signature_is: &str) {
    const MESSAGE: [u8; 33] = bytes("d81c4d8d734fcbfbeade3d3f8a039faa2a2c9957e835ad55b22e75bf57bb556ac8");
    let key = slhdsa::SigningKey::<P>::from_bytes(key);
    let Ok(signature) = key.sign_deterministic(&MESSAGE) else { return check.holds(false) };
    check.hash_is(&[signature.as_ref()], signature_is);
    let public = key.verifying_key();
    check.holds(public.verify(&MESSAGE, &signature).is_ok() && public.verify(b"another", &signature).is_err());
}
