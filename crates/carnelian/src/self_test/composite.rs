//! Constructions that join families: the examples of RFC 9180, of the draft of X-Wing, and of NaCl.

use super::{Row, Same, bytes, counting};
use crate::composite::hybrid::{ClientKey, X25519MlKem768, respond};
use crate::composite::nacl_box::SharedKey;
use crate::composite::{dhkem, xwing};
use crate::curve::x25519::SecretKey;

pub(super) const ROWS: &[Row] = &[
    // RFC 9180, Appendix A.1.1.
    Row {
        algorithm: "DHKEM(X25519, HKDF-SHA256)",
        run: |check| {
            let ikm = bytes::<32>("6db9df30aa07dd42ee5e8181afdb977e538f5e1fec8a06223f33f7013e525037");
            let ephemeral = bytes::<32>("7268600d403fce431561aef583ee1613527cff655c1343f29812e66706df3234");
            let known = "fe0e18c9f024ce43799ae393c7e8fe8fce9d218875e8227b0187c04e7d2ea1fc";
            let key = dhkem::DecapsulationKey::derive_key_pair(&ikm);
            let Ok((sent, secret)) = key.encapsulation_key().encapsulate(&mut Same(&ephemeral)) else {
                return check.holds(false);
            };
            check.is(sent.as_bytes(), "37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431");
            check.is(secret.expose(), known);
            let Ok(secret) = key.decapsulate(&sent) else { return check.holds(false) };
            check.is(secret.expose(), known);
        },
    },
    // draft-connolly-cfrg-xwing-kem, Appendix C.
    Row {
        algorithm: "X-Wing",
        run: |check| {
            let sk = bytes("7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26");
            let seed = bytes::<64>(
                "3cb1eea988004b93103cfb0aeefd2a686e01fa4a58e8a3639ca8a1e3f9ae57e2\
                 35b8cc873c23dc62b8d260169afa2f75ab916a58d974918835d25e6a435085b2",
            );
            let known = "d2df0522128f09dd8e2c92b1e905c793d8f57a54c3da25861f10bf4ca613e384";
            let key = xwing::DecapsulationKey::from_bytes(&sk);
            let ek = key.encapsulation_key();
            check.hash_is(&[&ek.to_bytes()], "2e816deebcd76c5c80d0cd2d174478871658e8e2ff42bc9d4a6e486372e856bb");
            let Ok((sent, secret)) = ek.encapsulate(&mut Same(&seed)) else { return check.holds(false) };
            check.hash_is(&[sent.as_bytes()], "17cd532d657e44c897ca6583e548a5424fc70bf54f99515a4d2bcf99e3469f33");
            check.is(secret.expose(), known);
            check.is(key.decapsulate(&sent).expose(), known);
        },
    },
    Row {
        algorithm: "X25519MLKEM768",
        run: |check| {
            let known = "42f558b0bc5d700a911b0fc67f62376f7aee4667f1969e03f18bdfdf3c59fbdc\
                         df6baf6f6a43b9744fc5ef9dea1122782f9f696dc4a0d15c03c1787ee6d15e64";
            let Ok(client) = ClientKey::<X25519MlKem768>::generate(&mut Same(&counting::<64>())) else {
                return check.holds(false);
            };
            let share = client.share();
            check.hash_is(&[&share[..]], "869bb0ed633adca631cbd4e3f4667ef950d54a82a7700fb76cadcd6e44e2e70a");
            let Ok((answer, secret)) = respond::<X25519MlKem768>(&share[..], &mut Same(&counting::<64>())) else {
                return check.holds(false);
            };
            check.is(secret.expose(), known);
            let Ok(secret) = client.finish(&answer[..]) else { return check.holds(false) };
            check.is(secret.expose(), known);
        },
    },
    // "Cryptography in NaCl", Sections 2 and 5: the keys of Alice and Bob.
    Row {
        algorithm: "boxes of NaCl",
        run: |check| {
            let alice = bytes("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a");
            let bob = bytes("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb");
            let bob = SecretKey::from_bytes(bob).public_key();
            let Ok(key) = SharedKey::new(&SecretKey::from_bytes(alice), &bob) else { return check.holds(false) };
            check.is(key.expose(), "1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389");
        },
    },
];
