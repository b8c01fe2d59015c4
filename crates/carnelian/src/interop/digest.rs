//! `digest`: hash functions for code that is generic over them.

use crate::hash::blake2;
use crate::hash::keccak::{CShake, Reader, Sha3, Shake};
use crate::hash::merkle_damgard::{Compression, Function, Hasher};
use ::digest::array::{AssocArraySize, typenum::consts};
use ::digest::block_api::BlockSizeUser;
use ::digest::{
    ExtendableOutput, ExtendableOutputReset, FixedOutput, FixedOutputReset, HashMarker, Output, OutputSizeUser, Reset,
    Update, XofReader,
};

/// Generates the traits of a hash function from its parameters, its type and that of its digests.
macro_rules! fixed {
    ([$($parameters:tt)*], $hasher:ty, $digest:ty) => {
        impl<$($parameters)*> HashMarker for $hasher {}

        impl<$($parameters)*> Update for $hasher {
            fn update(&mut self, data: &[u8]) {
                self.update(data);
            }
        }

        impl<$($parameters)*> OutputSizeUser for $hasher
        where
            $digest: AssocArraySize,
        {
            type OutputSize = <$digest as AssocArraySize>::Size;
        }

        impl<$($parameters)*> FixedOutput for $hasher
        where
            $digest: AssocArraySize,
        {
            fn finalize_into(self, out: &mut Output<Self>) {
                out.copy_from_slice(self.finalize().as_ref());
            }
        }

        impl<$($parameters)*> Reset for $hasher {
            fn reset(&mut self) {
                *self = Self::new();
            }
        }

        impl<$($parameters)*> FixedOutputReset for $hasher
        where
            $digest: AssocArraySize,
        {
            fn finalize_into_reset(&mut self, out: &mut Output<Self>) {
                out.copy_from_slice(self.finalize_reset().as_ref());
            }
        }
    };
}

fixed!([F: Function], Hasher<F>, F::Digest);
fixed!([const LEN: usize], Sha3<LEN>, [u8; LEN]);
fixed!([V: blake2::Variant, const LEN: usize], blake2::Hasher<V, LEN>, [u8; LEN]);

impl<F: Function> BlockSizeUser for Hasher<F>
where
    <F::Compression as Compression>::Block: AssocArraySize,
{
    type BlockSize = <<F::Compression as Compression>::Block as AssocArraySize>::Size;
}

/// Generates the lengths of blocks, which `hmac`'s `SimpleHmac` requires.
macro_rules! blocks {
    ($([$($parameters:tt)*] $hasher:ty, $size:ident;)+) => {
        $(impl<$($parameters)*> BlockSizeUser for $hasher {
            type BlockSize = consts::$size;
        })+
    };
}

blocks! {
    [] Sha3<28>, U144;
    [] Sha3<32>, U136;
    [] Sha3<48>, U104;
    [] Sha3<64>, U72;
    [const LEN: usize] blake2::Hasher<blake2::B, LEN>, U128;
    [const LEN: usize] blake2::Hasher<blake2::S, LEN>, U64;
}

/// Generates the traits of functions with output of any length.
macro_rules! extendable {
    ($($hasher:ident),+) => {
        $(
            impl<const SECURITY: usize> Update for $hasher<SECURITY> {
                fn update(&mut self, data: &[u8]) {
                    self.update(data);
                }
            }

            impl<const SECURITY: usize> ExtendableOutput for $hasher<SECURITY> {
                type Reader = Reader<SECURITY>;

                fn finalize_xof(self) -> Reader<SECURITY> {
                    self.finalize()
                }
            }
        )+
    };
}

extendable!(Shake, CShake);

impl<const SECURITY: usize> Reset for Shake<SECURITY> {
    fn reset(&mut self) {
        *self = Self::new();
    }
}

impl<const SECURITY: usize> ExtendableOutputReset for Shake<SECURITY> {
    fn finalize_xof_reset(&mut self) -> Reader<SECURITY> {
        self.finalize_reset()
    }
}

impl<const SECURITY: usize> XofReader for Reader<SECURITY> {
    fn read(&mut self, buffer: &mut [u8]) {
        self.fill(buffer);
    }
}
