//! Operations that the x86-64 vectors have in common, whatever their width and word size.

/// Generates the methods of [`Lanes`](super::Lanes) that differ only in the intrinsics, for a type that wraps a
/// register and whose values only a holder of the proof can make.
macro_rules! operations {
    (
        proof: $proof:ty,
        word: $word:ident,
        splat: $splat:ident,
        add: $add:ident,
        xor: $xor:ident,
        and: $and:ident,
        rotate_right: $rotate_right:ident,
        shift_right_each: $shift_right_each:ident,
        be_to_native: $be_to_native:ident
    ) => {
        type Proof = $proof;
        type Word = $word;
        type Row = [u8; 8 * size_of::<$word>()];

        #[inline(always)]
        fn splat(_: $proof, word: $word) -> Self {
            // SAFETY: the token proves that the CPU has the instruction.
            Self(unsafe { $splat(word.cast_signed()) })
        }

        #[inline(always)]
        fn be_to_native(self) -> Self {
            // SAFETY: a value of this type exists, so the CPU has the instruction.
            Self(unsafe { $be_to_native(self.0) })
        }

        #[inline(always)]
        fn add(self, other: Self) -> Self {
            // SAFETY: a value of this type exists, so the CPU has the instruction.
            Self(unsafe { $add(self.0, other.0) })
        }

        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            // SAFETY: a value of this type exists, so the CPU has the instruction.
            Self(unsafe { $xor(self.0, other.0) })
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            // SAFETY: a value of this type exists, so the CPU has the instruction.
            Self(unsafe { $and(self.0, other.0) })
        }

        #[inline(always)]
        fn rotate_right<const R: i32>(self) -> Self {
            const { assert!(R > 0 && (R as u32) < $word::BITS) };
            // SAFETY: a value of this type exists, so the CPU has the instruction.
            Self(unsafe { $rotate_right::<R>(self.0) })
        }

        #[inline(always)]
        fn shift_right<const R: i32>(self) -> Self {
            // The intrinsics of the two widths take immediates of different types; LLVM turns the constant count into
            // an immediate.
            // SAFETY: a value of this type exists, so the CPU has the instruction.
            Self(unsafe { $shift_right_each(self.0, $splat((R as $word).cast_signed())) })
        }
    };
}
pub(super) use operations;

/// Generates the methods of [`RowLanes`](super::RowLanes) for two rows in a ymm register, for a type whose values only a
/// holder of the proof can make.
#[cfg(feature = "cipher")]
macro_rules! two_rows {
    ($proof:ty) => {
        type Proof = $proof;
        const ROWS: usize = 2;

        #[inline(always)]
        fn splat_row(_: $proof, row: &[u8; 16]) -> Self {
            // SAFETY: the token proves that the CPU has AVX2; 16 bytes are read.
            Self(unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(row.as_ptr().cast())) })
        }

        #[inline(always)]
        fn counting_rows(_: $proof, first: u128) -> Self {
            // SAFETY: the token proves that the CPU has AVX2.
            Self(unsafe {
                let row = _mm_set_epi64x((first >> 64) as i64, first as i64);
                _mm256_add_epi64(_mm256_broadcastsi128_si256(row), _mm256_set_epi64x(0, 1, 0, 0))
            })
        }

        #[inline(always)]
        fn add_to_rows(self, number: u64) -> Self {
            let number = number.cast_signed();
            // SAFETY: a value of this type exists, so the CPU has AVX2.
            Self(unsafe { _mm256_add_epi64(self.0, _mm256_set_epi64x(0, number, 0, number)) })
        }

        #[inline(always)]
        fn rotate_rows<const K: i32>(self) -> Self {
            const { assert!(matches!(K, 1..=3)) };
            // SAFETY: a value of this type exists, so the CPU has AVX2.
            Self(unsafe {
                match K {
                    1 => _mm256_shuffle_epi32::<0b00_11_10_01>(self.0),
                    2 => _mm256_shuffle_epi32::<0b01_00_11_10>(self.0),
                    _ => _mm256_shuffle_epi32::<0b10_01_00_11>(self.0),
                }
            })
        }

        #[inline(always)]
        fn first_row(self) -> [u8; 16] {
            let mut row = [0; 16];
            // SAFETY: a value of this type exists, so the CPU has AVX2; 16 bytes are written.
            unsafe { _mm_storeu_si128(row.as_mut_ptr().cast(), _mm256_castsi256_si128(self.0)) };
            row
        }

        #[inline(always)]
        fn interleave_rows([a, b, c, d]: [Self; 4]) -> [Self; 4] {
            // SAFETY: values of this type exist, so the CPU has AVX2.
            unsafe {
                [
                    Self(_mm256_permute2x128_si256::<0x20>(a.0, b.0)),
                    Self(_mm256_permute2x128_si256::<0x20>(c.0, d.0)),
                    Self(_mm256_permute2x128_si256::<0x31>(a.0, b.0)),
                    Self(_mm256_permute2x128_si256::<0x31>(c.0, d.0)),
                ]
            }
        }
    };
}
#[cfg(feature = "cipher")]
pub(super) use two_rows;
