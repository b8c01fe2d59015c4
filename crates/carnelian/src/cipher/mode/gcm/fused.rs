//! The kernels with which a cipher encrypts and authenticates in one pass.

use super::kernel::{self, Backend, Block, Direction, Powers, Start};
use crate::base::in_out::InOut;
use crate::cipher::block::aes::Parameters;
use crate::cipher::block::{BlockCipher128, EncryptionKey};

/// A block cipher that GCM is defined for: one with blocks of 128 bits. Sealed.
pub trait GcmCipher: BlockCipher128 {
    /// The kernels for whole messages. If the cipher has none, a type for the cipher and GHASH one after the other.
    type Fused: Fused<Self>;
}

/// The backends of AES have such kernels.
impl<A: Parameters> GcmCipher for A {
    type Fused = Backend;
}

/// Kernels that encrypt a message and compute its GHASH in one pass. Public because [`GcmCipher`] mentions it, but not
/// nameable outside.
pub trait Fused<C: GcmCipher>: Copy + Send + Sync {
    /// Returns the best implementation for this CPU and the tier in force.
    fn choose() -> Self;

    /// Returns the name of the implementation.
    fn name(self) -> &'static str;

    /// [`kernel::Kernel::apply`].
    #[inline(always)]
    fn apply<D: Direction>(
        self,
        _cipher: &EncryptionKey<C>,
        _powers: &Powers,
        _start: Start,
        _aad: &[u8],
        _data: &mut InOut<'_>,
    ) -> Option<Block> {
        None
    }

    /// [`kernel::Kernel::once`].
    #[inline(always)]
    fn once<D: Direction>(self, _key: &C::Key, _start: Start, _aad: &[u8], _data: &mut InOut<'_>) -> Option<Block> {
        None
    }
}

/// The cipher and GHASH, one after the other.
#[derive(Clone, Copy)]
#[allow(unreachable_pub, reason = "as visible as the ciphers that have no such kernels")]
#[cfg_attr(not(test), allow(dead_code, reason = "every cipher so far has fused kernels"))]
pub struct Separate;

impl<C: GcmCipher> Fused<C> for Separate {
    fn choose() -> Self {
        Self
    }

    fn name(self) -> &'static str {
        C::name(C::choose())
    }
}

impl<A: Parameters> Fused<A> for Backend {
    #[inline(always)]
    fn choose() -> Self {
        Self::choose()
    }

    fn name(self) -> &'static str {
        self.name()
    }

    #[inline(always)]
    fn apply<D: Direction>(
        self,
        cipher: &EncryptionKey<A>,
        powers: &Powers,
        start: Start,
        aad: &[u8],
        data: &mut InOut<'_>,
    ) -> Option<Block> {
        kernel::apply::<D, A>(self, cipher.round_keys(), powers, start, aad, data)
    }

    #[inline(always)]
    fn once<D: Direction>(self, key: &A::Key, start: Start, aad: &[u8], data: &mut InOut<'_>) -> Option<Block> {
        kernel::once::<D, A>(self, key, start, aad, data)
    }
}
