//! FIPS 203 step by step, one coefficient at a time: the algorithms that the kernels and the lanes compute otherwise.

use super::parameters::Parameters;
use crate::hash::{Sha3_256, Sha3_512, Shake128, Shake256};
use std::vec;
use std::vec::Vec;

/// n and q, Section 2.4.
const N: usize = 256;
const Q: u64 = 3329;

/// A polynomial of R_q or an element of T_q: coefficients from 0 to q − 1.
pub(super) type Coefficients = [u64; N];

/// A parameter set, Section 8. η₂ is 2 in every set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Textbook {
    k: usize,
    eta1: usize,
    du: usize,
    dv: usize,
}

const ETA2: usize = 2;

/// Algorithm 3, BitsToBytes(b).
fn bits_to_bytes(b: &[u8]) -> Vec<u8> {
    b.chunks(8).map(|bits| bits.iter().rev().fold(0, |byte, bit| byte << 1 | bit)).collect()
}

/// Algorithm 4, BytesToBits(B).
fn bytes_to_bits(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().flat_map(|byte| (0..8).map(move |i| byte >> i & 1)).collect()
}

/// Compress_d(x), Section 4.2.1 (4.7).
fn compress(d: usize, x: u64) -> u64 {
    // ⌈2^d/q · x⌋ mod 2^d, halves rounded up.
    ((2 << d) * x + Q) / (2 * Q) % (1 << d)
}

/// Decompress_d(y), Section 4.2.1 (4.8).
fn decompress(d: usize, y: u64) -> u64 {
    // ⌈q/2^d · y⌋, halves rounded up.
    (2 * Q * y + (1 << d)) >> (d + 1)
}

/// Algorithm 5, ByteEncode_d(F).
fn byte_encode(d: usize, f: &Coefficients) -> Vec<u8> {
    let bits: Vec<_> = f.iter().flat_map(|a| (0..d).map(move |j| (a >> j & 1) as u8)).collect();
    bits_to_bytes(&bits)
}

/// Algorithm 6, ByteDecode_d(B).
fn byte_decode(d: usize, bytes: &[u8]) -> Coefficients {
    let (bits, m) = (bytes_to_bits(bytes), if d == 12 { Q } else { 1 << d });
    core::array::from_fn(|i| (0..d).map(|j| u64::from(bits[i * d + j]) << j).sum::<u64>() % m)
}

/// Algorithm 7, SampleNTT(B), with B = ρ ‖ j ‖ i.
fn sample_ntt(rho: &[u8; 32], j: usize, i: usize) -> Coefficients {
    let mut ctx = Shake128::new(); // 1.
    ctx.update(rho); // 2.
    ctx.update(&[j as u8, i as u8]);
    let mut ctx = ctx.finalize();
    let (mut a_hat, mut j) = ([0; N], 0); // 3.
    while j < N {
        let mut c = [0; 3];
        ctx.fill(&mut c); // 5.
        let [c0, c1, c2] = c.map(u64::from);
        let d1 = c0 + 256 * (c1 % 16); // 6.
        let d2 = c1 / 16 + 16 * c2; // 7.
        if d1 < Q {
            a_hat[j] = d1; // 9.
            j += 1; // 10.
        }
        if d2 < Q && j < N {
            a_hat[j] = d2; // 13.
            j += 1; // 14.
        }
    }
    a_hat
}

/// Algorithm 8, SamplePolyCBD_η(B).
fn sample_poly_cbd(eta: usize, bytes: &[u8]) -> Coefficients {
    let b = bytes_to_bits(bytes); // 1.
    let sum = |from: usize| b[from..from + eta].iter().map(|bit| u64::from(*bit)).sum::<u64>();
    core::array::from_fn(|i| {
        let (x, y) = (sum(2 * i * eta), sum(2 * i * eta + eta)); // 3. and 4.
        (x + Q - y) % Q // 5.
    })
}

/// ζ^exponent modulo q, where ζ = 17.
fn zeta(exponent: usize) -> u64 {
    (0..exponent).fold(1, |power, _| power * 17 % Q)
}

/// BitRev₇(i), Section 4.3.
fn bit_rev_7(i: usize) -> usize {
    (i as u8).reverse_bits() as usize >> 1
}

/// Algorithm 9, NTT(f).
fn ntt(f: &Coefficients) -> Coefficients {
    let mut f_hat = *f; // 1.
    let mut i = 1; // 2.
    for len in [128, 64, 32, 16, 8, 4, 2] {
        for start in (0..N).step_by(2 * len) {
            let zeta = zeta(bit_rev_7(i)); // 5.
            i += 1; // 6.
            for j in start..start + len {
                let t = zeta * f_hat[j + len] % Q; // 8.
                f_hat[j + len] = (f_hat[j] + Q - t) % Q; // 9.
                f_hat[j] = (f_hat[j] + t) % Q; // 10.
            }
        }
    }
    f_hat
}

/// Algorithm 10, NTT⁻¹(f̂).
fn inverse_ntt(f_hat: &Coefficients) -> Coefficients {
    let mut f = *f_hat; // 1.
    let mut i = 127; // 2.
    for len in [2, 4, 8, 16, 32, 64, 128] {
        for start in (0..N).step_by(2 * len) {
            let zeta = zeta(bit_rev_7(i)); // 5.
            i -= 1; // 6.
            for j in start..start + len {
                let t = f[j]; // 8.
                f[j] = (t + f[j + len]) % Q; // 9.
                f[j + len] = zeta * (f[j + len] + Q - t) % Q; // 10.
            }
        }
    }
    f.map(|f| f * 3303 % Q) // 14.
}

/// Algorithm 12, BaseCaseMultiply(a₀, a₁, b₀, b₁, γ).
fn base_case_multiply([a0, a1]: [u64; 2], [b0, b1]: [u64; 2], gamma: u64) -> [u64; 2] {
    [(a0 * b0 + a1 * b1 % Q * gamma) % Q, (a0 * b1 + a1 * b0) % Q] // 1. and 2.
}

/// Algorithm 11, MultiplyNTTs(f̂, ĝ).
fn multiply_ntts(f_hat: &Coefficients, g_hat: &Coefficients) -> Coefficients {
    let mut h_hat = [0; N];
    for i in 0..N / 2 {
        let gamma = zeta(2 * bit_rev_7(i) + 1);
        let pair = |of: &Coefficients| [of[2 * i], of[2 * i + 1]];
        [h_hat[2 * i], h_hat[2 * i + 1]] = base_case_multiply(pair(f_hat), pair(g_hat), gamma); // 2.
    }
    h_hat
}

fn add(a: &Coefficients, b: &Coefficients) -> Coefficients {
    core::array::from_fn(|i| (a[i] + b[i]) % Q)
}

/// Returns Σ âⱼ ∘ b̂ⱼ.
fn inner_product<'a>(a_hat: impl Iterator<Item = &'a Coefficients>, b_hat: &[Coefficients]) -> Coefficients {
    a_hat.zip(b_hat).fold([0; N], |sum, (a, b)| add(&sum, &multiply_ntts(a, b)))
}

/// PRF_η(s, b), Section 4.1 (4.3).
fn prf(eta: usize, s: &[u8; 32], b: usize) -> Vec<u8> {
    let mut output = vec![0; 64 * eta];
    Shake256::hash(&[&s[..], &[b as u8]].concat(), &mut output);
    output
}

/// G(c), Section 4.1 (4.5).
fn g(c: &[u8]) -> [[u8; 32]; 2] {
    let both = Sha3_512::digest(c);
    [both[..32].try_into().unwrap(), both[32..].try_into().unwrap()]
}

/// J(s), Section 4.1 (4.4).
fn j(s: &[u8]) -> [u8; 32] {
    let mut output = [0; 32];
    Shake256::hash(s, &mut output);
    output
}

fn encode_all(d: usize, vector: &[Coefficients]) -> Vec<u8> {
    vector.iter().flat_map(|f| byte_encode(d, f)).collect()
}

fn decode_all(d: usize, bytes: &[u8]) -> Vec<Coefficients> {
    bytes.chunks(32 * d).map(|bytes| byte_decode(d, bytes)).collect()
}

impl Textbook {
    /// Returns a parameter set of the standard.
    pub(super) fn of<P: Parameters>() -> Self {
        Self { k: P::K, eta1: P::ETA1, du: P::DU as usize, dv: P::DV as usize }
    }

    /// Algorithm 13, steps 3 to 7, and Algorithm 14, steps 4 to 8: Â, row by row.
    fn matrix(&self, rho: &[u8; 32]) -> Vec<Vec<Coefficients>> {
        (0..self.k).map(|i| (0..self.k).map(|j| sample_ntt(rho, j, i)).collect()).collect()
    }

    /// Returns `count` polynomials sampled with the nonces from N on.
    fn noise(eta: usize, seed: &[u8; 32], n: &mut usize, count: usize) -> Vec<Coefficients> {
        let sample = |_| {
            *n += 1;
            sample_poly_cbd(eta, &prf(eta, seed, *n - 1))
        };
        (0..count).map(sample).collect()
    }

    /// Algorithm 13, K-PKE.KeyGen(d).
    fn pke_key_gen(&self, d: &[u8; 32]) -> (Vec<u8>, Vec<u8>) {
        let [rho, sigma] = g(&[&d[..], &[self.k as u8]].concat()); // 1.
        let mut n = 0; // 2.
        let a_hat = self.matrix(&rho); // 3. to 7.
        let s = Self::noise(self.eta1, &sigma, &mut n, self.k); // 8. to 11.
        let e = Self::noise(self.eta1, &sigma, &mut n, self.k); // 12. to 15.
        let s_hat: Vec<_> = s.iter().map(ntt).collect(); // 16.
        let e_hat: Vec<_> = e.iter().map(ntt).collect(); // 17.
        let rows = a_hat.iter().zip(&e_hat);
        let t_hat: Vec<_> = rows.map(|(row, e_hat)| add(&inner_product(row.iter(), &s_hat), e_hat)).collect(); // 18.
        let ek = [encode_all(12, &t_hat), rho.to_vec()].concat(); // 19.
        let dk = encode_all(12, &s_hat); // 20.
        (ek, dk)
    }

    /// Algorithm 14, K-PKE.Encrypt(ek, m, r).
    fn pke_encrypt(&self, ek: &[u8], m: &[u8; 32], r: &[u8; 32]) -> Vec<u8> {
        let mut n = 0; // 1.
        let t_hat = decode_all(12, &ek[..384 * self.k]); // 2.
        let rho = ek[384 * self.k..].try_into().unwrap(); // 3.
        let a_hat = self.matrix(&rho); // 4. to 8.
        let y = Self::noise(self.eta1, r, &mut n, self.k); // 9. to 12.
        let e1 = Self::noise(ETA2, r, &mut n, self.k); // 13. to 16.
        let e2 = Self::noise(ETA2, r, &mut n, 1); // 17.
        let y_hat: Vec<_> = y.iter().map(ntt).collect(); // 18.
        let column = |i: usize| inner_product(a_hat.iter().map(move |row| &row[i]), &y_hat);
        let u: Vec<_> = (0..self.k).map(|i| add(&inverse_ntt(&column(i)), &e1[i])).collect(); // 19.
        let mu = byte_decode(1, m).map(|bit| decompress(1, bit)); // 20.
        let v = add(&add(&inverse_ntt(&inner_product(t_hat.iter(), &y_hat)), &e2[0]), &mu); // 21.
        let u: Vec<_> = u.iter().map(|u| u.map(|x| compress(self.du, x))).collect();
        let c1 = encode_all(self.du, &u); // 22.
        let c2 = byte_encode(self.dv, &v.map(|x| compress(self.dv, x))); // 23.
        [c1, c2].concat()
    }

    /// Algorithm 15, K-PKE.Decrypt(dk, c).
    fn pke_decrypt(&self, dk: &[u8], c: &[u8]) -> [u8; 32] {
        let (c1, c2) = c.split_at(32 * self.du * self.k); // 1. and 2.
        let u: Vec<_> = decode_all(self.du, c1).iter().map(|u| u.map(|y| decompress(self.du, y))).collect(); // 3.
        let v = byte_decode(self.dv, c2).map(|y| decompress(self.dv, y)); // 4.
        let s_hat = decode_all(12, dk); // 5.
        let u_hat: Vec<_> = u.iter().map(ntt).collect();
        let product = inverse_ntt(&inner_product(s_hat.iter(), &u_hat));
        let w = add(&v, &product.map(|x| Q - x)); // 6.
        byte_encode(1, &w.map(|x| compress(1, x))).try_into().unwrap() // 7.
    }

    /// Algorithm 16, ML-KEM.KeyGen_internal(d, z).
    pub(super) fn key_gen_internal(&self, d: &[u8; 32], z: &[u8; 32]) -> (Vec<u8>, Vec<u8>) {
        let (ek, dk_pke) = self.pke_key_gen(d); // 1. and 2.
        let dk = [&dk_pke, &ek, &Sha3_256::digest(&ek)[..], z].concat(); // 3.
        (ek, dk)
    }

    /// Algorithm 17, ML-KEM.Encaps_internal(ek, m).
    pub(super) fn encaps_internal(&self, ek: &[u8], m: &[u8; 32]) -> ([u8; 32], Vec<u8>) {
        let [k, r] = g(&[&m[..], &Sha3_256::digest(ek)].concat()); // 1.
        let c = self.pke_encrypt(ek, m, &r); // 2.
        (k, c)
    }

    /// Algorithm 18, ML-KEM.Decaps_internal(dk, c).
    pub(super) fn decaps_internal(&self, dk: &[u8], c: &[u8]) -> [u8; 32] {
        let (dk_pke, rest) = dk.split_at(384 * self.k); // 1.
        let (ek_pke, rest) = rest.split_at(384 * self.k + 32); // 2.
        let (h, z) = rest.split_at(32); // 3. and 4.
        let m_prime = self.pke_decrypt(dk_pke, c); // 5.
        let [mut k_prime, r_prime] = g(&[&m_prime[..], h].concat()); // 6.
        let k_bar = j(&[z, c].concat()); // 7.
        let c_prime = self.pke_encrypt(ek_pke, &m_prime, &r_prime); // 8.
        if c != c_prime {
            k_prime = k_bar; // 10.
        }
        k_prime
    }
}
