//! ML-KEM, and X-Wing, which contains it.

use super::pair::{KeyPair, Private, sealed::Sealed};
use crate::base::secret::Secret;
use crate::composite::xwing;
use crate::interop::rand_core::FromRng;
use crate::postquantum::mlkem::{self, MlKem512, MlKem768, MlKem1024, Parameters};
use ::kem::common::array::sizes::{U32, U64, U768, U800, U1088, U1120, U1184, U1216, U1568};
use ::kem::common::rand_core::{CryptoRng, TryCryptoRng};
use ::kem::{
    Ciphertext, Decapsulate, Decapsulator, Encapsulate, InvalidKey, Kem, Key, KeyExport, KeyInit, KeySizeUser,
    SharedKey, TryKeyInit,
};

/// X-Wing, the mechanism of [`xwing`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct XWing;

impl<P: Parameters> Sealed for mlkem::DecapsulationKey<P> {}

impl<P: Parameters> Private for mlkem::DecapsulationKey<P> {
    type Public = mlkem::EncapsulationKey<P>;

    fn drawn<R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        Secret::build(|seed| rng.try_fill_bytes(seed)).map(|seed| Self::from_seed(seed.expose()))
    }

    fn public(&self) -> Self::Public {
        self.encapsulation_key()
    }
}

impl Sealed for xwing::DecapsulationKey {}

impl Private for xwing::DecapsulationKey {
    type Public = xwing::EncapsulationKey;

    fn drawn<R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        Secret::build(|sk| rng.try_fill_bytes(sk)).map(|sk| Self::from_bytes(sk.expose()))
    }

    fn public(&self) -> Self::Public {
        self.encapsulation_key()
    }
}

/// Writes the traits of mechanisms: their keys and ciphertexts, each with its length in bytes, and how a decapsulation
/// key is made from its seed and returns it.
macro_rules! mechanisms {
    ($(
        $Kem:ty: $Decapsulation:ty, $seed_len:ty, $from_seed:ident, $as_seed:expr;
        $Encapsulation:ty, $key_len:ty; $Ciphertext:ty, $ciphertext_len:ty;
    )+) => {$(
        impl Kem for $Kem {
            type DecapsulationKey = KeyPair<$Decapsulation>;
            type EncapsulationKey = $Encapsulation;
            type SharedKeySize = U32;
            type CiphertextSize = $ciphertext_len;
        }

        impl KeySizeUser for $Encapsulation {
            type KeySize = $key_len;
        }

        impl TryKeyInit for $Encapsulation {
            fn new(key: &Key<Self>) -> Result<Self, InvalidKey> {
                Self::try_from(&key[..]).map_err(|_| InvalidKey)
            }
        }

        impl KeyExport for $Encapsulation {
            fn to_bytes(&self) -> Key<Self> {
                self.to_bytes().into()
            }
        }

        impl Encapsulate for $Encapsulation {
            type Kem = $Kem;

            fn encapsulate_with_rng<R: CryptoRng + ?Sized>(
                &self,
                rng: &mut R,
            ) -> (Ciphertext<Self::Kem>, SharedKey<Self::Kem>) {
                let encapsulated = self.encapsulate(&mut FromRng(rng));
                let (ciphertext, shared) = encapsulated.expect("a source whose error is `Infallible` delivers");
                (ciphertext.to_bytes().into(), (*shared.expose()).into())
            }
        }

        impl KeySizeUser for KeyPair<$Decapsulation> {
            type KeySize = $seed_len;
        }

        impl KeyInit for KeyPair<$Decapsulation> {
            fn new(seed: &Key<Self>) -> Self {
                <$Decapsulation>::$from_seed(seed.as_ref()).into()
            }
        }

        impl KeyExport for KeyPair<$Decapsulation> {
            /// Returns the seed.
            ///
            /// # Panics
            /// If the key was made from an expanded form, which the traits cannot do, so that its seed is unknown.
            fn to_bytes(&self) -> Key<Self> {
                let as_seed: fn(&$Decapsulation) -> Option<&_> = $as_seed;
                (*as_seed(self).expect("the key was made from a seed")).into()
            }
        }

        impl Decapsulator for KeyPair<$Decapsulation> {
            type Kem = $Kem;

            fn encapsulation_key(&self) -> &$Encapsulation {
                self.public()
            }
        }

        impl Decapsulate for KeyPair<$Decapsulation> {
            fn decapsulate(&self, ciphertext: &Ciphertext<Self::Kem>) -> SharedKey<Self::Kem> {
                let ciphertext = <$Ciphertext>::try_from(&ciphertext[..]).expect("the length of a ciphertext");
                let key: &$Decapsulation = self;
                (*key.decapsulate(&ciphertext).expose()).into()
            }
        }
    )+};
}

mechanisms! {
    MlKem512: mlkem::DecapsulationKey<MlKem512>, U64, from_seed, |key| key.as_seed().map(Secret::expose);
        mlkem::EncapsulationKey<MlKem512>, U800; mlkem::Ciphertext<MlKem512>, U768;
    MlKem768: mlkem::DecapsulationKey<MlKem768>, U64, from_seed, |key| key.as_seed().map(Secret::expose);
        mlkem::EncapsulationKey<MlKem768>, U1184; mlkem::Ciphertext<MlKem768>, U1088;
    MlKem1024: mlkem::DecapsulationKey<MlKem1024>, U64, from_seed, |key| key.as_seed().map(Secret::expose);
        mlkem::EncapsulationKey<MlKem1024>, U1568; mlkem::Ciphertext<MlKem1024>, U1568;
    XWing: xwing::DecapsulationKey, U32, from_bytes, |key| Some(key.to_bytes());
        xwing::EncapsulationKey, U1216; xwing::Ciphertext, U1120;
}
