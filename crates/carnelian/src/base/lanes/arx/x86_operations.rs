//! Operations that the x86-64 vectors have in common, whatever their width and word size.

/// Generates the methods of [`Lanes`](super::Lanes) that differ only in the intrinsics, for a type that wraps a
/// register and whose values only a holder of the proof can make.
macro_rules! operations {
    (
        proof: $proof:ty,
        word: $word:ident,
        load: $load:ident,
        store: $store:ident,
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
        fn load_words(_: $proof, words: &[$word; size_of::<Self>() / size_of::<$word>()]) -> Self {
            // SAFETY: the token proves that the CPU has the instruction; the array is read.
            Self(unsafe { $load(words.as_ptr().cast()) })
        }

        #[inline(always)]
        fn store_words(self, words: &mut [$word; size_of::<Self>() / size_of::<$word>()]) {
            // SAFETY: a value of this type exists, so the CPU has the instruction; the array is written.
            unsafe { $store(words.as_mut_ptr().cast(), self.0) }
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
pub(in crate::base::lanes) use operations;

/// Generates [`FourLanes`](super::FourLanes) for types that wrap a register. `rotate_lanes` is an instruction that selects each lane of
/// its result by two bits of an immediate.
macro_rules! four_lanes {
    ($($name:ident($register:ty), $proof:ty, $word:ty {
        set: $set:ident, load: $load:ident, store: $store:ident, add: $add:ident, xor: $xor:ident,
        rotate_lanes: $rotate_lanes:ident
    })+) => {$(
        impl $name {
            /// Wraps a register.
            #[inline(always)]
            pub(crate) fn from_register(_: $proof, register: $register) -> Self {
                Self(register)
            }

            /// Returns the register.
            #[inline(always)]
            pub(crate) fn register(self) -> $register {
                self.0
            }
        }

        impl FourLanes for $name {
            type Proof = $proof;
            type Word = $word;

            #[inline(always)]
            fn from_words(_: $proof, [a, b, c, d]: [$word; 4]) -> Self {
                // SAFETY: the token proves that the CPU has the instruction.
                Self(unsafe { $set(d.cast_signed(), c.cast_signed(), b.cast_signed(), a.cast_signed()) })
            }

            #[inline(always)]
            fn load(_: $proof, words: &[$word; 4]) -> Self {
                // SAFETY: the token proves that the CPU has the instruction; the array is read.
                Self(unsafe { $load(words.as_ptr().cast()) })
            }

            #[inline(always)]
            fn store(self, words: &mut [$word; 4]) {
                // SAFETY: a value of this type exists, so the CPU has the instruction; the array is written.
                unsafe { $store(words.as_mut_ptr().cast(), self.0) }
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
            fn rotate_lanes<const K: usize>(self) -> Self {
                const { assert!(1 <= K && K <= 3) };
                // SAFETY: a value of this type exists, so the CPU has the instruction.
                Self(unsafe {
                    match K {
                        1 => $rotate_lanes::<0b00_11_10_01>(self.0),
                        2 => $rotate_lanes::<0b01_00_11_10>(self.0),
                        _ => $rotate_lanes::<0b10_01_00_11>(self.0),
                    }
                })
            }
        }
    )+};
}
pub(in crate::base::lanes) use four_lanes;
