//! The words of blocks, as the hash functions of FIPS 180-4 read them.

use crate::base::lanes::arx::Lanes;

/// Returns M₀⁽ⁱ⁾ to M₁₅⁽ⁱ⁾, the big-endian words of a block in each lane. A block is two rows of `ROW` bytes.
#[inline(always)]
pub(in crate::hash) fn load_block<
    const N: usize,
    V: Lanes<N, Row = [u8; ROW]>,
    const ROW: usize,
    const BLOCK: usize,
>(
    proof: V::Proof,
    block: [&[u8; BLOCK]; N],
) -> [V; 16] {
    let halves = block.map(|block| {
        let [low, high] = block.as_chunks().0 else { unreachable!("a block is two rows") };
        [low, high]
    });
    let [w0, w1, w2, w3, w4, w5, w6, w7] = V::load_transposed(proof, halves.map(|[low, _]| low));
    let [w8, w9, wa, wb, wc, wd, we, wf] = V::load_transposed(proof, halves.map(|[_, high]| high));
    let mut w = [w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, wa, wb, wc, wd, we, wf];
    for word in &mut w {
        *word = word.be_to_native();
    }
    w
}
