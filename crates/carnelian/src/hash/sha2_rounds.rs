//! The rounds of SHA-256 and SHA-512, FIPS 180-4 Sections 6.2.2 and 6.4.2: macros that call the functions `round` and
//! `schedule` of the hash function that uses them.
//!
//! Indices are literals, so that the words of the schedule and the working variables stay in registers.

/// Step 3 for some t, with the words of the schedule in `$w` and the constants in `$k`.
macro_rules! rounds {
    ($proof:ident, $variables:ident, $w:ident, $k:expr, $($t:literal)+) => {$(
        $variables = round::<N, V>($variables, V::splat($proof, $k[$t]).add($w[$t]));
    )+};
}
pub(super) use rounds;

/// Step 1: replaces W_t by W_{t+16}.
macro_rules! prepare {
    ($w:ident, $($t:literal)+) => {$(
        $w[$t] = schedule::<N, V>($w[($t + 14) % 16], $w[($t + 9) % 16], $w[($t + 1) % 16], $w[$t]);
    )+};
}
pub(super) use prepare;

/// Both, where a word is replaced as soon as it is used.
macro_rules! rounds_and_prepare {
    ($proof:ident, $variables:ident, $w:ident, $k:expr, $($t:literal)+) => {$(
        $crate::hash::sha2_rounds::rounds!($proof, $variables, $w, $k, $t);
        $crate::hash::sha2_rounds::prepare!($w, $t);
    )+};
}
pub(super) use rounds_and_prepare;
