//! The Montgomery ladder over lanes: eight ladders in eight lanes, or one in four.
//!
//! Both use one observation. The pairs at the start of a step, A = x₂ + z₂, B = x₂ − z₂ and C = x₃ + z₃, D = x₃ − z₃,
//! are exchanged if the key's bit differs from the one before. That exchanges the products DA and CB. Only (DA + CB)²
//! and (DA − CB)² are used of them, so only A and B need to be selected, for AA and BB.

use super::elements_u52::Constants;
use super::field::{Fe, FieldLanes, FieldLanes52, FieldLanesX8, Proof};
use crate::base::lanes::u52::U52Lanes;
use crate::base::lanes::u64::WordLanes;
use crate::curve::curve25519::field::Packed;

/// (A − 2)/4 for the coefficient A = 486662 of the curve.
const A24: u64 = 121_665;
const ONE: Packed = [1, 0, 0, 0, 0];

/// Returns the projective u-coordinates (x₂ : z₂) of `ks[i]` times the points with coordinates `us[i]`. The scalars are
/// multiples of 8 below 2²⁵⁵, the limbs of the coordinates below 2⁵¹ + 2¹⁷. Constant time.
#[inline(always)]
pub(crate) fn ladder_x8<K: FieldLanesX8>(
    proof: Proof<K>,
    ks: [&[u8; 32]; 8],
    us: &[Packed; 8],
) -> ([Packed; 8], [Packed; 8]) {
    let k = K::new(proof);
    let a24 = <K::Word>::splat(proof, A24);
    let (u, one) = (Fe::load(proof, us), Fe::splat(proof, &ONE));
    let x_1 = k.fold(&u);
    // x₂ = 1, z₂ = 0, x₃ = u, z₃ = 1.
    let (mut a, mut b) = (one, one);
    let (mut c, mut d) = (k.carry(u.wide().add(&one.wide())), k.carry(k.biased(&u.wide()).sub(&one.wide())));
    let mut before = 0;
    for t in (0..255).rev() {
        let bits = bits_at(ks, t);
        let swap = <K::Word>::mask_of(proof, bits ^ before);
        before = bits;
        let (a_chosen, b_chosen) = (Fe::select(swap, &a, &c), Fe::select(swap, &b, &d));
        let (da, cb) = (k.mul_biased(&d, &k.fold(&a)), k.mul(&c, &k.fold(&b)));
        let (aa, bb) = (k.square(&a_chosen), k.square(&b_chosen));
        let (sum, difference) = (k.carry(da.add(&cb)), k.carry(da.sub(&cb)));
        let e = k.carry(k.biased(&aa).sub(&bb));
        let (aa, bb) = (k.carry(aa), k.carry(bb));
        let x_3 = k.biased(&k.square(&sum));
        let z_3 = k.mul(&k.carry(k.square(&difference)), &x_1);
        let x_2 = k.mul_biased(&aa, &k.fold(&bb));
        let z_2 = k.mul(&k.carry(k.mul_small(&e, a24).add(&aa.wide())), &k.fold(&e));
        (c, d) = (k.carry(x_3.add(&z_3)), k.carry(x_3.sub(&z_3)));
        (a, b) = (k.carry(x_2.add(&z_2)), k.carry(x_2.sub(&z_2)));
    }
    // The last bit is 0: nothing to exchange. Both coordinates are doubled.
    let (mut xs, mut zs) = ([[0; 5]; 8], [[0; 5]; 8]);
    k.carry(a.wide().add(&b.wide())).store(&mut xs);
    k.carry(k.biased(&a.wide()).sub(&b.wide())).store(&mut zs);
    (xs, zs)
}

/// Returns bit `t` of every scalar.
#[inline(always)]
fn bits_at(ks: [&[u8; 32]; 8], t: usize) -> u8 {
    let mut bits = 0;
    for (lane, k) in ks.iter().enumerate() {
        bits |= (k[t / 8] >> (t % 8) & 1) << lane;
    }
    bits
}

/// Computes [`ladder_x8`] for one scalar and one coordinate: the products of a step are computed four at a time, in
/// three levels.
#[inline(always)]
pub(crate) fn ladder_x4<V: U52Lanes<Words = [u64; 4]>>(proof: V::Proof, k: &[u8; 32], u: &Packed) -> (Packed, Packed) {
    // Products are biased in lanes 0 and 3: after an exchange in pairs, lanes 1 and 2 are subtracted from them.
    let field = Constants::<V>::biased_in::<0b1001>(proof);
    let every = Constants::<V>::new(proof);
    let (a24, zero) = (Fe::load(proof, &[[0; 5], [0; 5], [A24, 0, 0, 0, 0], [0; 5]]), [0; 5]);
    let one_x_1 = Fe::load(proof, &[ONE, *u, zero, zero]);
    // Masks are opaque: for a mask that it knows the compiler emits an operation in every lane and a selection.
    let set_in = |bits: u8| V::mask_of(proof, core::hint::black_box(bits));
    let (taken_away, but_the_last, last_two) = (set_in(0b0110), set_in(0b0111), set_in(0b1100));
    let order = |lanes: [u64; 4]| V::load(proof, &lanes);
    let (straight, exchanged) = (order([2, 3, 2, 3]), order([2, 3, 1, 0]));
    let mut before = 0;
    // [C, D, B, A] of x₂ = 1, z₂ = 0, x₃ = u, z₃ = 1.
    let (x_3, z_3) = (Fe::load(proof, &[*u, *u, ONE, ONE]).wide(), Fe::load(proof, &[ONE, ONE, zero, zero]).wide());
    let mut w = every.carry(every.biased(&x_3).add_sub::<0b0010>(&z_3));
    for t in (0..255).rev() {
        let bit = k[t / 8] >> (t % 8) & 1;
        let swap = V::mask_of(proof, (bit ^ before).wrapping_neg());
        before = bit;
        // [B, A, B, A], or [B, A, D, C] if A and B are to be C and D.
        let second = w.lookup(V::select(swap, straight, exchanged));
        // [CB, DA, BB, AA]
        let v = field.mul_biased_short(&w.merge::<0b1100>(&second), &field.fold(&second));
        // [DA + CB, CB − DA, AA − BB, AA] = [s, d, E, AA]
        let r = field.carry(v.swap_pairs_by(but_the_last).add_sub_by(taken_away, &v));
        // [s, d, a24, 0] and [0, 0, AA, BB] yield [s², d², AA + a24·E, BB], the latter two doubled.
        let q = field.carry(field.square_or_scale::<0b0100>(&r, &r.merge::<0b1100>(&a24), &v.swap_pairs_by(last_two)));
        // [1, x₁, E, AA] yields [x₃, z₃, z₂, x₂], the latter two doubled: that is the same coordinate.
        let v = field.mul_biased_short(&q, &field.fold(&r.merge::<0b0011>(&one_x_1)));
        // [x₃ + z₃, x₃ − z₃, x₂ − z₂, x₂ + z₂]
        w = field.carry(v.swap_pairs().add_sub_by(taken_away, &v));
    }
    let mut lanes = [[0; 5]; 4];
    // [., ., A − B, A + B]: the coordinates, doubled.
    every.carry(every.biased(&w.swap_pairs().wide()).add_sub::<0b0100>(&w.wide())).store(&mut lanes);
    (lanes[3], lanes[2])
}
