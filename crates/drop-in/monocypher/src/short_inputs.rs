//! Argon2, RFC 9106 Section 3, for salts of fewer than 8 bytes and tags of fewer than 4: Monocypher computes with them,
//! programs use them, and the Rust library refuses them. This is the standard as it reads, without kernels.

use carnelian::hash::blake2::{B, VariableHasher};
use carnelian::secret;

/// 1024 bytes as words, in the order of the standard.
type Block = [u64; 128];

/// The parameters and inputs of a call.
pub(crate) struct Call<'a> {
    /// 0 for Argon2d, 1 for Argon2i, 2 for Argon2id.
    pub(crate) variant: u32,
    /// m, in KiB: at least 8 for each lane.
    pub(crate) memory: u32,
    /// t, at least 1.
    pub(crate) passes: u32,
    /// p, at least 1.
    pub(crate) lanes: u32,
    pub(crate) password: &'a [u8],
    pub(crate) salt: &'a [u8],
    pub(crate) secret: &'a [u8],
    pub(crate) associated_data: &'a [u8],
}

/// Where a block is computed.
#[derive(Clone, Copy)]
struct Place {
    pass: u32,
    lane: u32,
    slice: u32,
    /// The index in the segment.
    index: u32,
}

/// Writes the tag. Returns nothing if there is not enough memory.
pub(crate) fn hash(call: &Call<'_>, tag: &mut [u8]) -> Option<()> {
    let segment_len = call.memory / call.lanes / 4;
    let lane_len = 4 * segment_len;
    let count = lane_len as usize * call.lanes as usize;
    let mut memory: Vec<Block> = Vec::new();
    memory.try_reserve_exact(count).ok()?;
    memory.resize(count, [0; 128]);
    first_blocks(call, tag.len() as u32, lane_len, &mut memory);
    for pass in 0..call.passes {
        for slice in 0..4 {
            for lane in 0..call.lanes {
                fill_segment(call, Place { pass, lane, slice, index: 0 }, segment_len, &mut memory);
            }
        }
    }
    // Step 7: C is the XOR of the last blocks of all lanes.
    let mut c = [0; 128];
    memory.chunks(lane_len as usize).for_each(|lane| xor(&mut c, &lane[lane.len() - 1]));
    let mut bytes = [0; 1024];
    bytes.as_chunks_mut().0.iter_mut().zip(c).for_each(|(bytes, word)| *bytes = word.to_le_bytes());
    h_prime(&[&bytes], tag);
    secret::wipe(&mut bytes);
    memory.iter_mut().chain([&mut c]).for_each(wipe);
    Some(())
}

/// Steps 1, 3 and 4: the first two blocks of each lane, from H₀.
fn first_blocks(call: &Call<'_>, tag_len: u32, lane_len: u32, memory: &mut [Block]) {
    let numbers = [call.lanes, tag_len, call.memory, call.passes, 0x13, call.variant].map(u32::to_le_bytes);
    let inputs = [call.password, call.salt, call.secret, call.associated_data];
    let lens = inputs.map(|input| (input.len() as u32).to_le_bytes());
    let mut parts = vec![numbers.as_flattened()];
    lens.iter().zip(inputs).for_each(|(len, input)| parts.extend([&len[..], input]));
    let (mut h_0, mut bytes) = ([0; 64], [0; 1024]);
    blake2b(&parts, &mut h_0);
    for lane in 0..call.lanes {
        for column in 0..2_u32 {
            h_prime(&[&h_0, &column.to_le_bytes(), &lane.to_le_bytes()], &mut bytes);
            let block = &mut memory[(lane * lane_len + column) as usize];
            block.iter_mut().zip(bytes.as_chunks().0).for_each(|(word, bytes)| *word = u64::from_le_bytes(*bytes));
        }
    }
    secret::wipe(&mut h_0);
    secret::wipe(&mut bytes);
}

/// Steps 5 and 6, for a segment.
fn fill_segment(call: &Call<'_>, segment: Place, segment_len: u32, memory: &mut [Block]) {
    let Place { pass, lane, slice, .. } = segment;
    let lane_len = 4 * segment_len;
    let is_independent = call.variant == 1 || (call.variant == 2 && pass == 0 && slice < 2);
    let blocks = u64::from(lane_len) * u64::from(call.lanes);
    let numbers = [pass.into(), lane.into(), slice.into(), blocks, call.passes.into(), call.variant.into()];
    let mut addresses = [0; 128];
    for index in 0..segment_len {
        if is_independent && index % 128 == 0 {
            // Section 3.4.1.2.
            let mut input = [0; 128];
            input[..6].copy_from_slice(&numbers);
            input[6] = u64::from(index / 128) + 1;
            addresses = compress(&[0; 128], &compress(&[0; 128], &input));
        }
        if pass == 0 && slice == 0 && index < 2 {
            continue;
        }
        let column = slice * segment_len + index;
        let previous = memory[(lane * lane_len + (column + lane_len - 1) % lane_len) as usize];
        let word = if is_independent { addresses[index as usize % 128] } else { previous[0] };
        let reference = memory[refer(call, Place { index, ..segment }, segment_len, word)];
        let mut block = compress(&previous, &reference);
        let place = &mut memory[(lane * lane_len + column) as usize];
        if pass > 0 {
            xor(&mut block, place);
        }
        *place = block;
    }
}

/// Section 3.4.2: returns the number of the block that J₁ and J₂, the halves of `word`, refer to.
fn refer(call: &Call<'_>, place: Place, segment_len: u32, word: u64) -> usize {
    let Place { pass, lane, slice, index } = place;
    let (j_1, j_2) = (word & 0xffff_ffff, word >> 32);
    let is_first = pass == 0 && slice == 0;
    let l = if is_first { lane } else { (j_2 % u64::from(call.lanes)) as u32 };
    // The blocks of complete segments and, in the same lane, of this one, without the one before.
    let (start, complete) = if pass == 0 { (0, slice) } else { ((slice + 1) % 4, 3) };
    let complete = u64::from(complete * segment_len);
    let area = if l == lane { complete + u64::from(index) - 1 } else { complete - u64::from(index == 0) };
    let x = (j_1 * j_1) >> 32;
    let z = area - 1 - ((area * x) >> 32);
    let lane_len = u64::from(4 * segment_len);
    (u64::from(l) * lane_len + (u64::from(start * segment_len) + z) % lane_len) as usize
}

/// Section 3.5: the compression function G.
fn compress(x: &Block, y: &Block) -> Block {
    let mut r = *x;
    xor(&mut r, y);
    let mut z = r;
    for row in 0..8 {
        permute(&mut z, |i| 16 * row + i);
    }
    for column in 0..8 {
        permute(&mut z, |i| 16 * (i / 2) + 2 * column + i % 2);
    }
    xor(&mut z, &r);
    z
}

/// Section 3.6: the permutation P of the sixteen words whose places `at` returns.
fn permute(block: &mut Block, at: impl Fn(usize) -> usize) {
    const COLUMNS: [[usize; 4]; 4] = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]];
    const DIAGONALS: [[usize; 4]; 4] = [[0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]];
    let sum = |a: u64, b: u64| {
        let product = u64::from(a as u32).wrapping_mul(u64::from(b as u32));
        a.wrapping_add(b).wrapping_add(product.wrapping_mul(2))
    };
    for quarter in COLUMNS.into_iter().chain(DIAGONALS) {
        let [a, b, c, d] = quarter.map(&at);
        for (first, second) in [(32, 24), (16, 63)] {
            block[a] = sum(block[a], block[b]);
            block[d] = (block[d] ^ block[a]).rotate_right(first);
            block[c] = sum(block[c], block[d]);
            block[b] = (block[b] ^ block[c]).rotate_right(second);
        }
    }
}

/// Section 3.3: H′, a hash of any length.
fn h_prime(parts: &[&[u8]], out: &mut [u8]) {
    let len = (out.len() as u32).to_le_bytes();
    let parts: Vec<&[u8]> = [&len[..]].into_iter().chain(parts.iter().copied()).collect();
    if out.len() <= 64 {
        return blake2b(&parts, out);
    }
    let mut v = [0; 64];
    blake2b(&parts, &mut v);
    let mut written = 0;
    while out.len() - written > 64 {
        out[written..written + 32].copy_from_slice(&v[..32]);
        written += 32;
        let last = v;
        let len = (out.len() - written).min(64);
        blake2b(&[&last], &mut v[..len]);
    }
    let len = out.len() - written;
    out[written..].copy_from_slice(&v[..len]);
    secret::wipe(&mut v);
}

/// Writes the digest of `parts`, of 1 to 64 bytes.
fn blake2b(parts: &[&[u8]], out: &mut [u8]) {
    let Ok(mut hasher) = VariableHasher::<B>::new(out.len()) else { return };
    parts.iter().for_each(|part| hasher.update(part));
    let finished = hasher.finalize_into(out);
    debug_assert!(finished.is_ok(), "the digest has the length that the hasher was made for");
}

fn xor(block: &mut Block, other: &Block) {
    block.iter_mut().zip(other).for_each(|(word, other)| *word ^= other);
}

/// Wipes a block. The barrier keeps the stores, since what follows could read the block.
fn wipe(block: &mut Block) {
    block.fill(0);
    core::hint::black_box(block);
}
