//! Operations that the x86-64 vectors of 16-bit integers have in common.

/// Generates the methods of [`I16Lanes`](super::I16Lanes) that differ only in the intrinsics, for a type that
/// wraps a register and whose values only a holder of the proof can make.
macro_rules! operations {
    (
        proof: $proof:ty,
        lanes: $lanes:literal,
        pairs: $pairs:ty,
        load: $load:ident,
        store: $store:ident,
        splat: $splat:ident,
        splat_32: $splat_32:ident,
        splat_64: $splat_64:ident,
        add: $add:ident,
        sub: $sub:ident,
        and: $and:ident,
        or: $or:ident,
        mul_low: $mul_low:ident,
        mul_high: $mul_high:ident,
        mul_round: $mul_round:ident,
        shift_right_arithmetic: $sra_16:ident,
        shift_left_16: $sll_16:ident,
        shift_left_32: $sll_32:ident,
        shift_right_32: $srl_32:ident,
        shift_left_64: $sll_64:ident,
        shift_right_64: $srl_64:ident,
        mul_pairs: $mul_pairs:ident,
        add_32: $add_32:ident,
        merge_odd_16: $merge_odd_16:ident,
        merge_odd_32: $merge_odd_32:ident
    ) => {
        type Proof = $proof;
        type Pairs = $pairs;

        #[inline(always)]
        fn load(_: $proof, integers: &[i16; $lanes]) -> Self {
            // SAFETY: the token proves that the CPU has the instruction; the array is read.
            Self(unsafe { $load(integers.as_ptr().cast()) })
        }

        #[inline(always)]
        fn store(self, integers: &mut [i16; $lanes]) {
            // SAFETY: a value of this type exists, so the CPU has the instruction; the array is written.
            unsafe { $store(integers.as_mut_ptr().cast(), self.0) }
        }

        #[inline(always)]
        fn splat(_: $proof, integer: i16) -> Self {
            // SAFETY: the token proves that the CPU has the instruction.
            Self(unsafe { $splat(integer) })
        }

        #[inline(always)]
        fn add(self, other: Self) -> Self {
            // SAFETY: values of this type exist, so the CPU has the instruction.
            Self(unsafe { $add(self.0, other.0) })
        }

        #[inline(always)]
        fn sub(self, other: Self) -> Self {
            // SAFETY: values of this type exist, so the CPU has the instruction.
            Self(unsafe { $sub(self.0, other.0) })
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            // SAFETY: values of this type exist, so the CPU has the instruction.
            Self(unsafe { $and(self.0, other.0) })
        }

        #[inline(always)]
        fn mul_low(self, other: Self) -> Self {
            // SAFETY: values of this type exist, so the CPU has the instruction.
            Self(unsafe { $mul_low(self.0, other.0) })
        }

        #[inline(always)]
        fn mul_high(self, other: Self) -> Self {
            // SAFETY: values of this type exist, so the CPU has the instruction.
            Self(unsafe { $mul_high(self.0, other.0) })
        }

        #[inline(always)]
        fn mul_round(self, other: Self) -> Self {
            // SAFETY: values of this type exist, so the CPU has the instruction.
            Self(unsafe { $mul_round(self.0, other.0) })
        }

        // Shifts take a count in a register, because the immediates of the two widths have different types; LLVM turns
        // a constant count into an immediate.

        #[inline(always)]
        fn shift_left<const S: i32>(self) -> Self {
            // SAFETY: a value of this type exists, so the CPU has the instruction.
            Self(unsafe { $sll_16(self.0, _mm_cvtsi32_si128(S)) })
        }

        #[inline(always)]
        fn sign(self) -> Self {
            // SAFETY: a value of this type exists, so the CPU has the instruction.
            Self(unsafe { $sra_16(self.0, _mm_cvtsi32_si128(15)) })
        }

        #[inline(always)]
        fn merge_odd(self, other: Self) -> Self {
            // SAFETY: values of this type exist, so the CPU has the instruction.
            Self(unsafe { $merge_odd_16(self.0, other.0) })
        }

        #[inline(always)]
        fn mul_pairs(self, other: Self) -> $pairs {
            // SAFETY: values of this type exist, so the CPU has the instruction.
            unsafe { $mul_pairs(self.0, other.0) }
        }

        #[inline(always)]
        fn add_pairs(a: $pairs, b: $pairs) -> $pairs {
            // SAFETY: only methods of this type make pairs, so the CPU has the instruction.
            unsafe { $add_32(a, b) }
        }

        #[inline(always)]
        fn low_halves(even: $pairs, odd: $pairs) -> Self {
            // SAFETY: only methods of this type make pairs, so the CPU has the instructions.
            Self(unsafe { $merge_odd_16(even, $sll_32(odd, _mm_cvtsi32_si128(16))) })
        }

        #[inline(always)]
        fn high_halves(even: $pairs, odd: $pairs) -> Self {
            // SAFETY: only methods of this type make pairs, so the CPU has the instructions.
            Self(unsafe { $merge_odd_16($srl_32(even, _mm_cvtsi32_si128(16)), odd) })
        }

        #[inline(always)]
        fn join<const D: i32>(self, words: &mut [u64]) {
            let words: &mut [u64; $lanes / 4] = words.try_into().expect("a quarter of the lanes");
            // SAFETY: a value of this type exists, so the CPU has the instructions; the array is written.
            unsafe {
                let shift = _mm_cvtsi32_si128(32 - 2 * D);
                // Two integers in the lowest bits of 32, then four in those of 64.
                let twos = $mul_pairs(self.0, $splat_32(1 << (16 + D) | 1));
                let fours = $srl_64($merge_odd_32($sll_32(twos, shift), twos), shift);
                $store(words.as_mut_ptr().cast(), fours);
            }
        }

        #[inline(always)]
        fn split<const D: i32>(_: $proof, words: &[u64]) -> Self {
            let words: &[u64; $lanes / 4] = words.try_into().expect("a quarter of the lanes");
            // SAFETY: the token proves that the CPU has the instructions; the array is read.
            unsafe {
                let fours = $load(words.as_ptr().cast());
                let twos = $merge_odd_32(fours, $sll_64(fours, _mm_cvtsi32_si128(32 - 2 * D)));
                let ones = $merge_odd_16(twos, $sll_32(twos, _mm_cvtsi32_si128(16 - D)));
                Self($and(ones, $splat((1 << D) - 1)))
            }
        }
    };
}
pub(super) use operations;
