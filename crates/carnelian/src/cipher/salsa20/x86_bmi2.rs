//! Salsa20 of one block in general registers, where [`FastBmi2`] says that a chain of dependent operations is faster there
//! than in vectors; the instructions are those of every x86-64. More blocks are those of the vectors that the CPU has.
//!
//! A block has as many words as the CPU has registers, one of which is the stack pointer, and a quarter round needs one
//! for a sum. So two words are in memory at any time: 3 and 7, until the last quarter round of the columns adds to them,
//! then 12 and 13, until the last one of the rows does. A compiler loads and stores twenty-four words in each double
//! round, these functions eight, and a double round takes 25.1 core cycles instead of 26.3; its chain has 24. What they
//! store is zeroed, so that there is no stack to wipe.
#![allow(unsafe_code)]

use super::kernel::{BLOCK_LEN, Constants, HEAD_LEN, Kernel, Key};
use crate::base::cpu::FastBmi2;
use crate::base::in_out::InOut;
use crate::base::memory::wipe;
use crate::cipher::arithmetic::rounds::{DOUBLE_ROUNDS, SIGMA};
use core::arch::naked_asm;

impl<V: Kernel> Kernel for (FastBmi2, V) {
    #[inline]
    fn xor(self, key: &Key, start: u128, data: InOut<'_>) {
        if data.len() <= BLOCK_LEN { one_block(key, start, data) } else { self.1.xor(key, start, data) }
    }

    #[inline]
    fn head(self, key: &Key, start: u128, blocks: usize, stream: &mut [u8; HEAD_LEN]) {
        if blocks > 1 {
            return self.1.head(key, start, blocks, stream);
        }
        let first = &mut stream[..BLOCK_LEN];
        first.fill(0);
        one_block(key, start, InOut::in_place(first));
    }

    fn xor_head(self, stream: &[u8], data: InOut<'_>) {
        self.1.xor_head(stream, data);
    }

    fn hsalsa20(self, constants: &Constants, key: &Key, input: u128, subkey: &mut Key) {
        hsalsa20(key, (input >> 64) as u64, input as u64, constants, subkey);
    }
}

/// XORs `data`, at most one block, with the block `start` of the keystream.
#[inline]
fn one_block(key: &Key, start: u128, mut data: InOut<'_>) {
    let (low, high) = (start as u64, (start >> 64) as u64);
    let (len, (input, output)) = (data.len(), data.pointers());
    if len == BLOCK_LEN {
        // SAFETY: there is a block at the input and at the output.
        return unsafe { xor_block(key, low, high, &SIGMA, input, output) };
    }
    let mut block = [0; BLOCK_LEN];
    block[..len].copy_from_slice(data.input());
    let place = block.as_mut_ptr();
    // SAFETY: there is a block at the pointer.
    unsafe { xor_block(key, low, high, &SIGMA, place, place) };
    data.output_mut().copy_from_slice(&block[..len]);
    wipe(&mut block);
}

/// Generates a macro that returns text by name.
macro_rules! texts {
    ($name:ident: $($of:tt $text:literal;)+) => {
        macro_rules! $name { $(($of) => { $text };)+ }
    };
}

// The registers of the words, as 32 bits and as a part of an address. The words 7 and 12 share one: one of them is in
// memory while the other is needed.
texts! { narrow:
    0 "eax"; 1 "ebx"; 2 "ecx"; 3 "r15d"; 4 "edx"; 5 "esi"; 6 "edi"; 7 "r12d";
    8 "r8d"; 9 "r9d"; 10 "r10d"; 11 "r11d"; 12 "r12d"; 13 "r13d"; 14 "r14d"; 15 "ebp";
}
texts! { wide:
    0 "rax"; 1 "rbx"; 2 "rcx"; 3 "r15"; 4 "rdx"; 5 "rsi"; 6 "rdi"; 7 "r12";
    8 "r8"; 9 "r9"; 10 "r10"; 11 "r11"; 12 "r12"; 13 "r13"; 14 "r14"; 15 "rbp";
}
// The places in memory of the words that have one. Above them, at rsp + 16, is the number of double rounds left, and from
// rsp + 24 on are the six arguments.
texts! { slot:
    3 "[rsp]"; 7 "[rsp + 4]"; 12 "[rsp + 8]"; 13 "[rsp + 12]";
}

/// Puts the sum of two words, rotated left, into a register. The first one is never 13 or 15: an address with such a
/// base has an offset, which takes a cycle.
macro_rules! rotated_sum {
    ($to:tt = $a:tt + $b:tt <<< $by:literal) => {
        concat!("lea ", narrow!($to), ", [", wide!($a), " + ", wide!($b), "]\n", "rol ", narrow!($to), ", ", $by, "\n")
    };
}

/// A step of a quarter round of words in registers, with the register of the word `$free` for the sum.
macro_rules! step {
    ($to:tt ^= $a:tt + $b:tt <<< $by:literal, $free:tt) => {
        concat!(rotated_sum!($free = $a + $b <<< $by), "xor ", narrow!($to), ", ", narrow!($free), "\n")
    };
}

/// A step whose result was in memory, and is in its register from now on.
macro_rules! step_from_memory {
    ($to:tt ^= $a:tt + $b:tt <<< $by:literal) => {
        concat!(rotated_sum!($to = $a + $b <<< $by), "xor ", narrow!($to), ", ", slot!($to), "\n")
    };
}

/// Moves a word to memory.
macro_rules! store {
    ($word:tt) => {
        concat!("mov ", slot!($word), ", ", narrow!($word), "\n")
    };
}

/// Section 3 of the specification, on words in registers.
macro_rules! quarter_round {
    ($y0:tt $y1:tt $y2:tt $y3:tt, $free:tt) => {
        concat!(
            step!($y1 ^= $y3 + $y0 <<< 7, $free),
            step!($y2 ^= $y1 + $y0 <<< 9, $free),
            step!($y3 ^= $y1 + $y2 <<< 13, $free),
            step!($y0 ^= $y3 + $y2 <<< 18, $free),
        )
    };
}

/// Stores the arguments, and loads the state of the Salsa20 expansion function, Section 9 of the specification: the key
/// at rdi, the number of the block in rsi, the nonce in rdx, the constants at rcx.
macro_rules! enter {
    () => {
        "push rbx
        push rbp
        push r12
        push r13
        push r14
        push r15
        sub rsp, 72
        mov qword ptr [rsp + 16], {double_rounds}
        mov [rsp + 24], rdi
        mov [rsp + 32], rsi
        mov [rsp + 40], rdx
        mov [rsp + 48], rcx
        mov [rsp + 56], r8
        mov [rsp + 64], r9
        mov r15d, [rdi + 8]
        mov [rsp], r15d
        mov r12, rdx
        shr r12, 32
        mov [rsp + 4], r12d
        mov r8d, esi
        mov r9, rsi
        shr r9, 32
        mov eax, [rcx]
        mov esi, [rcx + 4]
        mov r10d, [rcx + 8]
        mov ebp, [rcx + 12]
        mov ebx, [rdi]
        mov ecx, [rdi + 4]
        mov r15d, [rdi + 12]
        mov r11d, [rdi + 16]
        mov r12d, [rdi + 20]
        mov r13d, [rdi + 24]
        mov r14d, [rdi + 28]
        mov edi, edx
        mov edx, r15d
        "
    };
}

/// Section 8: twenty rounds, in pairs. After them, the words 3 and 7 are in memory.
macro_rules! rounds {
    () => {
        concat!(
            ".p2align 6\n 2:\n",
            // Section 5, the columns.
            quarter_round!(0 4 8 12, 3),
            quarter_round!(5 9 13 1, 3),
            quarter_round!(10 14 2 6, 3),
            store!(12),
            step_from_memory!(3 ^= 11 + 15 <<< 7),
            step_from_memory!(7 ^= 3 + 15 <<< 9),
            store!(13),
            step!(11 ^= 3 + 7 <<< 13, 13),
            step!(15 ^= 11 + 7 <<< 18, 13),
            // Section 4, the rows.
            quarter_round!(0 1 2 3, 13),
            quarter_round!(5 6 7 4, 13),
            quarter_round!(10 11 8 9, 13),
            store!(7),
            step_from_memory!(12 ^= 14 + 15 <<< 7),
            step_from_memory!(13 ^= 12 + 15 <<< 9),
            store!(3),
            step!(14 ^= 12 + 13 <<< 13, 3),
            step!(15 ^= 14 + 13 <<< 18, 3),
            "dec qword ptr [rsp + 16]\n jne 2b\n",
        )
    };
}

/// Zeroes the words in memory, and returns.
macro_rules! leave {
    () => {
        "xor eax, eax
        mov [rsp], rax
        mov [rsp + 8], rax
        add rsp, 72
        pop r15
        pop r14
        pop r13
        pop r12
        pop rbp
        pop rbx
        ret"
    };
}

/// An instruction on words in registers, each with a part of the memory at r15.
macro_rules! with_memory {
    ($instruction:literal $($word:tt $offset:literal),+) => {
        concat!($($instruction, " ", narrow!($word), ", [r15 + ", $offset, "]\n"),+)
    };
}

/// Stores words at r15.
macro_rules! store_words {
    ($($word:tt $offset:literal),+) => {
        concat!($("mov [r15 + ", $offset, "], ", narrow!($word), "\n"),+)
    };
}

/// Section 10: XORs the block at `input` with the block of the keystream whose number is `low` under the nonce `high`.
///
/// # Safety
/// A block can be read at `input` and written at `output`; they may be the same.
#[unsafe(naked)]
unsafe extern "sysv64" fn xor_block(
    key: &Key,
    low: u64,
    high: u64,
    constants: &Constants,
    input: *const u8,
    output: *mut u8,
) {
    naked_asm!(
        enter!(),
        rounds!(),
        // The sum with the state before the rounds.
        "mov r15, [rsp + 48]",
        with_memory!("add" 0 0, 5 4, 10 8, 15 12),
        "mov r15, [rsp + 24]",
        with_memory!("add" 1 0, 2 4, 4 12, 11 16, 12 20, 13 24, 14 28),
        "mov r15d, [r15 + 8]",
        "add [rsp], r15d",
        "add edi, [rsp + 40]",
        "mov r15d, [rsp + 44]",
        "add [rsp + 4], r15d",
        "add r8d, [rsp + 32]",
        "add r9d, [rsp + 36]",
        // The input is read before the output is written.
        "mov r15, [rsp + 56]",
        with_memory!("xor" 0 0, 1 4, 2 8, 4 16, 5 20, 6 24, 8 32, 9 36, 10 40, 11 44, 12 48, 13 52, 14 56, 15 60),
        "mov r15d, [r15 + 12]",
        "xor [rsp], r15d",
        "mov r15, [rsp + 56]",
        "mov r15d, [r15 + 28]",
        "xor [rsp + 4], r15d",
        "mov r15, [rsp + 64]",
        store_words!(0 0, 1 4, 2 8, 4 16, 5 20, 6 24, 8 32, 9 36, 10 40, 11 44, 12 48, 13 52, 14 56, 15 60),
        "mov eax, [rsp]",
        "mov ebx, [rsp + 4]",
        store_words!(0 12, 1 28),
        leave!(),
        double_rounds = const DOUBLE_ROUNDS,
    )
}

/// "Extending the Salsa20 nonce", Section 2: writes the words 0, 5, 10, 15 and 6 to 9 after the rounds. The input is
/// `high`, then `low`.
#[unsafe(naked)]
extern "sysv64" fn hsalsa20(key: &Key, low: u64, high: u64, constants: &Constants, subkey: &mut Key) {
    naked_asm!(
        // There is no sixth argument; what the register holds is not to be stored.
        "xor r9d, r9d",
        enter!(),
        rounds!(),
        "mov r15, [rsp + 56]",
        store_words!(0 0, 5 4, 10 8, 15 12, 6 16, 8 24, 9 28),
        "mov eax, [rsp + 4]",
        store_words!(0 20),
        leave!(),
        double_rounds = const DOUBLE_ROUNDS,
    )
}
