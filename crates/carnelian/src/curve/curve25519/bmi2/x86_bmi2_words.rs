//! Instructions on four words of 64 bits, the building blocks of the assembly in `x86_bmi2`. A number is in memory or
//! in rax, rcx, rsi and r15; the code uses these, rdx and r8 to r14.
//!
//! A product is four rows. Each row is summed within itself and then added to the others: two short chains of carries
//! in the carry flag. Two interleaved chains in two flags (`adcx`, `adox`) take two instructions more per row, since a
//! chain in the carry flag can begin with `add`, which runs on every port: 26 cycles instead of 25 per product in
//! throughput, 47 instead of 43 in latency.

/// Loads word `$i` of the number at `$a`.
macro_rules! load {
    ($register:literal, $a:literal, $i:literal) => {
        concat!("mov ", $register, ", [", $a, " + 8*", $i, "]\n")
    };
}

/// Multiplies `rdx` by word `$i` of the number at `$a`.
macro_rules! mulx {
    ($high:literal, $low:literal, $a:literal, $i:literal) => {
        concat!("mulx ", $high, ", ", $low, ", [", $a, " + 8*", $i, "]\n")
    };
}

/// Adds words with carries, starting without one.
macro_rules! sum {
    ($x:literal += $y:literal $(, $next:literal += $other:literal)*) => {
        concat!("add ", $x, ", ", $y, "\n", $("adc ", $next, ", ", $other, "\n",)*)
    };
}

/// Computes four rows: the product of the numbers at `$a` and `$b` before reduction, in r8 (pushed on the stack) to
/// r11, r12, r13, r14, r8. The pointer to `$b` may be in r15.
macro_rules! rows {
    ($a:literal, $b:literal) => {
        concat!(
            load!("rdx", $b, 0),
            mulx!("r9", "r8", $a, 0),
            mulx!("r10", "rax", $a, 1),
            "push r8\n",
            "add r9, rax\n",
            mulx!("r11", "rcx", $a, 2),
            "adc r10, rcx\n",
            mulx!("r12", "rax", $a, 3),
            "adc r11, rax\n",
            load!("rdx", $b, 1),
            "adc r12, 0\n",
            mulx!("rcx", "rax", $a, 0),
            mulx!("rsi", "r13", $a, 1),
            "add rcx, r13\n",
            mulx!("r14", "r13", $a, 2),
            "adc rsi, r13\n",
            mulx!("r13", "r8", $a, 3),
            "adc r14, r8\n",
            "adc r13, 0\n",
            load!("rdx", $b, 2),
            sum!("r9" += "rax", "r10" += "rcx", "r11" += "rsi", "r12" += "r14", "r13" += "0"),
            mulx!("rcx", "rax", $a, 0),
            mulx!("rsi", "r8", $a, 1),
            "add rcx, r8\n",
            mulx!("r14", "r8", $a, 2),
            "adc rsi, r8\n",
            mulx!("rdx", "r8", $a, 3),
            "adc r14, r8\n",
            "adc rdx, 0\n",
            sum!("r10" += "rax", "r11" += "rcx", "r12" += "rsi", "r13" += "r14"),
            "mov r14, rdx\n",
            "adc r14, 0\n",
            load!("rdx", $b, 3),
            mulx!("rcx", "rax", $a, 0),
            mulx!("rsi", "r8", $a, 1),
            "add rcx, r8\n",
            mulx!("r15", "r8", $a, 2),
            "adc rsi, r8\n",
            mulx!("rdx", "r8", $a, 3),
            "adc r15, r8\n",
            "mov r8, rdx\n",
            "adc r8, 0\n",
            "mov edx, 38\n",
            sum!("r11" += "rax", "r12" += "rcx", "r13" += "rsi", "r14" += "r15", "r8" += "0"),
        )
    };
}

/// Adds 38 times the words `$h0` to `$h3` to r8 to r11: rax, rcx, rsi, r15, and r13 ≤ 38 on top of them. `$pop` gets
/// r8.
macro_rules! fold {
    ($h0:literal, $h1:literal, $h2:literal, $h3:literal, $pop:literal) => {
        concat!(
            "mulx rcx, rax, ",
            $h0,
            "\nmulx rsi, r12, ",
            $h1,
            "\nadd rcx, r12\n",
            "mulx r15, r12, ",
            $h2,
            "\nadc rsi, r12\n",
            "mulx r13, r12, ",
            $h3,
            "\nadc r15, r12\n",
            "adc r13, 0\n",
            $pop,
            sum!("rax" += "r8", "rcx" += "r9", "rsi" += "r10", "r15" += "r11", "r13" += "0"),
        )
    };
}

/// Makes rax, rcx, rsi, r15 with r13 < 2¹⁷ on top of them tight: 2²⁵⁵ = 19, and r13 and the top bit of r15, which are
/// replaced, are a number below 2¹⁸.
macro_rules! tighten {
    () => {
        concat!(
            "add r15, r15\n",
            "adc r13, r13\n",
            "shr r15, 1\n",
            "imul r13, r13, 19\n",
            sum!("rax" += "r13", "rcx" += "0", "rsi" += "0", "r15" += "0"),
        )
    };
}

/// Computes `$a`·`$b` in rax, rcx, rsi, r15, with r13 ≤ 38 on top of them.
macro_rules! multiply_wide {
    ($a:literal, $b:literal) => {
        concat!(rows!($a, $b), fold!("r12", "r13", "r14", "r8", "pop r8\n"))
    };
}

/// Computes `$a`·`$b` in rax, rcx, rsi, r15.
macro_rules! multiply {
    ($a:literal, $b:literal) => {
        concat!(multiply_wide!($a, $b), tighten!())
    };
}

/// Computes `$a`² in rax, rcx, rsi, r15.
macro_rules! square {
    ($a:literal) => {
        concat!(square_wide!($a), tighten!())
    };
}

/// Computes `$a`² in rax, rcx, rsi, r15, with r13 ≤ 38 on top of them: products of two different words, doubled, then
/// squares of words.
macro_rules! square_wide {
    ($a:literal) => {
        concat!(
            load!("rdx", $a, 0),
            mulx!("r10", "r9", $a, 1),
            mulx!("r11", "rax", $a, 2),
            "add r10, rax\n",
            mulx!("r12", "rcx", $a, 3),
            "adc r11, rcx\n",
            "mulx r14, r8, rdx\n",
            load!("rdx", $a, 1),
            "adc r12, 0\n",
            mulx!("rsi", "rax", $a, 2),
            mulx!("r15", "rcx", $a, 3),
            "add rsi, rcx\n",
            load!("rdx", $a, 2),
            mulx!("r13", "rcx", $a, 3),
            "adc r15, rcx\n",
            "adc r13, 0\n",
            sum!("r11" += "rax", "r12" += "rsi", "r15" += "0", "r13" += "0"),
            load!("rdx", $a, 1),
            "mov rax, r14\n",
            "xor r14d, r14d\n",
            sum!("r9" += "r9", "r10" += "r10", "r11" += "r11", "r12" += "r12", "r15" += "r15"),
            "adc r13, r13\n",
            "adc r14, r14\n",
            "mulx rsi, rcx, rdx\n",
            "add r9, rax\n",
            load!("rdx", $a, 2),
            "adc r10, rcx\n",
            "adc r11, rsi\n",
            "mulx rsi, rcx, rdx\n",
            load!("rdx", $a, 3),
            "adc r12, rcx\n",
            "adc r15, rsi\n",
            "mulx rsi, rcx, rdx\n",
            "mov edx, 38\n",
            "adc r13, rcx\n",
            "adc r14, rsi\n",
            fold!("r12", "r15", "r13", "r14", ""),
        )
    };
}

/// Computes 121 666·`$a` + `$b` in rax, rcx, rsi, r15.
macro_rules! scale_and_add {
    ($a:literal, $b:literal) => {
        concat!(
            "mov edx, 121666\n",
            mulx!("rcx", "rax", $a, 0),
            mulx!("rsi", "r8", $a, 1),
            "add rcx, r8\n",
            mulx!("r15", "r8", $a, 2),
            "adc rsi, r8\n",
            mulx!("r13", "r8", $a, 3),
            "adc r15, r8\n",
            "adc r13, 0\nadd rax, [",
            $b,
            "]\nadc rcx, [",
            $b,
            " + 8]\nadc rsi, [",
            $b,
            " + 16]\nadc r15, [",
            $b,
            " + 24]\nadc r13, 0\n",
            tighten!(),
        )
    };
}

/// Stores rax, rcx, rsi, r15.
macro_rules! store {
    ($a:literal) => {
        concat!("mov [", $a, "], rax\nmov [", $a, " + 8], rcx\nmov [", $a, " + 16], rsi\nmov [", $a, " + 24], r15\n")
    };
}

/// Stores r8, r10, r11, r12.
macro_rules! store_sum {
    ($a:literal) => {
        concat!("mov [", $a, "], r8\nmov [", $a, " + 8], r10\nmov [", $a, " + 16], r11\nmov [", $a, " + 24], r12\n")
    };
}

/// Doubles rax, rcx, rsi, r15 with r13 on top of them.
macro_rules! double_wide {
    () => {
        sum!("rax" += "rax", "rcx" += "rcx", "rsi" += "rsi", "r15" += "r15", "r13" += "r13")
    };
}

/// Loads rax, rcx, rsi, r15.
macro_rules! load_all {
    ($a:literal) => {
        concat!(load!("rax", $a, 0), load!("rcx", $a, 1), load!("rsi", $a, 2), load!("r15", $a, 3))
    };
}

/// Subtracts `$a` from rax, rcx, rsi, r15.
macro_rules! subtract {
    ($a:literal) => {
        concat!(
            "sub rax, [",
            $a,
            "]\nsbb rcx, [",
            $a,
            " + 8]\nsbb rsi, [",
            $a,
            " + 16]\nsbb r15, [",
            $a,
            " + 24]\n",
            "sbb rdx, rdx\nand edx, 38\n",
            "sub rax, rdx\nsbb rcx, 0\nsbb rsi, 0\nsbb r15, 0\n",
        )
    };
}

/// Computes `$a` plus rax, rcx, rsi, r15 in r8, r10, r11, r12.
macro_rules! add_to {
    ($a:literal) => {
        concat!(
            load!("r8", $a, 0),
            load!("r10", $a, 1),
            load!("r11", $a, 2),
            load!("r12", $a, 3),
            sum!("r8" += "rax", "r10" += "rcx", "r11" += "rsi", "r12" += "r15"),
            "sbb rdx, rdx\nand edx, 38\nadd r8, rdx\n",
        )
    };
}

/// Computes `$a` minus rax, rcx, rsi, r15 in r8, r10, r11, r12.
macro_rules! subtract_from {
    ($a:literal) => {
        concat!(
            load!("r8", $a, 0),
            load!("r10", $a, 1),
            load!("r11", $a, 2),
            load!("r12", $a, 3),
            "sub r8, rax\nsbb r10, rcx\nsbb r11, rsi\nsbb r12, r15\n",
            "sbb rdx, rdx\nand edx, 38\n",
            "sub r8, rdx\nsbb r10, 0\nsbb r11, 0\nsbb r12, 0\n",
        )
    };
}

/// Squares rax, rcx, rsi, r15. In a chain each square depends on the one before it, so the number stays in registers.
macro_rules! square_in_place {
    () => {
        concat!(
            "mov rdx, rax\n",
            "mulx r10, r9, rcx\n",
            "push rcx\n",
            "mulx r11, r8, rsi\n",
            "push rsi\n",
            "add r10, r8\n",
            "mulx r12, r8, r15\n",
            "adc r11, r8\n",
            "adc r12, 0\n",
            "mulx r14, rax, rdx\n",
            "mov rdx, rcx\n",
            "mulx r13, r8, rsi\n",
            "mulx rcx, rdi, r15\n",
            "add r13, rdi\n",
            "mov rdx, rsi\n",
            "mulx rsi, rdi, r15\n",
            "adc rcx, rdi\n",
            "adc rsi, 0\n",
            "mov rdx, [rsp + 8]\n",
            sum!("r11" += "r8", "r12" += "r13", "rcx" += "0", "rsi" += "0"),
            "xor edi, edi\n",
            sum!("r9" += "r9", "r10" += "r10", "r11" += "r11", "r12" += "r12", "rcx" += "rcx", "rsi" += "rsi"),
            "adc rdi, rdi\n",
            "mulx r13, r8, rdx\n",
            "mov rdx, [rsp]\n",
            "lea rsp, [rsp + 16]\n",
            sum!("r9" += "r14", "r10" += "r8", "r11" += "r13"),
            "mulx r13, r8, rdx\n",
            "mov rdx, r15\n",
            "adc r12, r8\n",
            "adc rcx, r13\n",
            "mulx r13, r8, rdx\n",
            "mov edx, 38\n",
            "adc rsi, r8\n",
            "adc rdi, r13\n",
            "mulx r15, r14, r12\n",
            "mulx r13, r12, rcx\n",
            "add r15, r12\n",
            "mulx r8, r12, rsi\n",
            "adc r13, r12\n",
            "mulx rdi, r12, rdi\n",
            "adc r8, r12\n",
            "adc rdi, 0\n",
            sum!("rax" += "r14", "r9" += "r15", "r10" += "r13", "r11" += "r8", "rdi" += "0"),
            "mov rcx, r9\n",
            "mov rsi, r10\n",
            "mov r15, r11\n",
            "mov r13, rdi\n",
            tighten!(),
        )
    };
}

pub(crate) use {
    add_to, double_wide, fold, load, load_all, multiply, multiply_wide, mulx, rows, scale_and_add, square,
    square_in_place, square_wide, store, store_sum, subtract, subtract_from, sum, tighten,
};
