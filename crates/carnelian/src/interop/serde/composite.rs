//! X-Wing and DHKEM.

use super::{decoded, public};
use crate::composite::{dhkem, xwing};

public! {
    [] xwing::EncapsulationKey: |key| key.to_bytes(),
        |text| decoded("an X-Wing encapsulation key", text, [0; Self::LEN]);
    [] xwing::Ciphertext: |ciphertext| ciphertext, |text| decoded("an X-Wing ciphertext", text, [0; Self::LEN]);
    [] dhkem::EncapsulationKey: |key| key, |text| decoded("a DHKEM encapsulation key", text, [0; Self::LEN]);
    [] dhkem::Ciphertext: |ciphertext| ciphertext, |text| decoded("a DHKEM ciphertext", text, [0; Self::LEN]);
}
