//! Divsteps with masks.

use super::matrix::{self, Matrix, Packed, sign};
use crate::base::ct::Choice;
use crate::base::taint;

/// [`divsteps_60`](super::divsteps_60).
pub(crate) fn divsteps_60(zeta: i64, f: i64, g: i64) -> (i64, Matrix) {
    matrix::divsteps_60(zeta, f, g, divsteps_20)
}

/// Computes 20 divsteps.
fn divsteps_20(mut zeta: i64, Packed { mut half_f, mut g }: Packed) -> (i64, Packed) {
    taint::stands_in();
    for _ in 0..20 {
        let positive = sign(zeta);
        let odd = Choice::from_lsb(g as u64).mask::<u64>() as i64;
        let swap = positive & odd;
        // If g is odd, add f to it, or subtract f if δ > 0, and halve. Both are odd, so (g + f)/2 = ⌊g/2⌋ + ⌊f/2⌋ + 1
        // and (g − f)/2 = ⌊g/2⌋ − ⌊f/2⌋, where −x = !x + 1.
        let half_g = g >> 1;
        g = half_g.wrapping_add(((half_f ^ positive).wrapping_add(1)) & odd);
        // If g was odd and δ > 0, set f to g and δ to 1 − δ; otherwise set δ to 1 + δ.
        half_f ^= (half_f ^ half_g) & swap;
        zeta = (zeta ^ swap).wrapping_sub(1);
    }
    (zeta, Packed { half_f, g })
}
