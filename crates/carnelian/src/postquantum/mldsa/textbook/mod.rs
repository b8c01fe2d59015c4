//! FIPS 204 step by step, one coefficient at a time: the algorithms that the kernels and the lanes compute otherwise.

mod arithmetic;

use super::parameters::Parameters;
use super::ring::polynomial::{Coefficients, N, Q};
use super::ring::rounding::D;
use crate::hash::{Shake128, Shake256};
use arithmetic::{Q64, inverse_ntt, mod_plus_minus};
pub(super) use arithmetic::{
    decompose, high_bits, inverse_ntt_by_2_32, make_hint, montgomery, ntt, power2round, random, use_hint,
};
use std::vec;
use std::vec::Vec;

/// A parameter set, Section 4.
#[derive(Clone, Copy, Debug)]
pub(super) struct Textbook {
    k: usize,
    l: usize,
    eta: i32,
    tau: usize,
    beta: i32,
    gamma1: i32,
    gamma2: i32,
    omega: usize,
    lambda: usize,
}

/// A private key: ρ, K, tr, s₁, s₂ and t₀.
type PrivateKey = ([u8; 32], [u8; 32], [u8; 64], Vec<Coefficients>, Vec<Coefficients>, Vec<Coefficients>);

/// A hint: a bit for each coefficient.
type Hint = Vec<[bool; N]>;

/// H(str, len), Section 3.7.
fn h(parts: &[&[u8]], len: usize) -> Vec<u8> {
    let mut output = vec![0; len];
    Shake256::hash(&parts.concat(), &mut output);
    output
}

fn array<const LEN: usize>(bytes: &[u8]) -> [u8; LEN] {
    bytes.try_into().unwrap()
}

fn bitlen(number: i32) -> usize {
    number.ilog2() as usize + 1
}

/// Algorithm 16, SimpleBitPack(w, b).
fn simple_bit_pack(w: &Coefficients, b: i32) -> Vec<u8> {
    let bits: Vec<_> = w.iter().flat_map(|w| (0..bitlen(b)).map(move |i| (w >> i & 1) as u8)).collect();
    bits.chunks(8).map(|bits| bits.iter().rev().fold(0, |byte, bit| byte << 1 | bit)).collect()
}

/// Algorithm 17, BitPack(w, a, b).
fn bit_pack(w: &Coefficients, a: i32, b: i32) -> Vec<u8> {
    simple_bit_pack(&w.map(|w| b - w), a + b)
}

/// Algorithm 18, SimpleBitUnpack(v, b).
fn simple_bit_unpack(v: &[u8], b: i32) -> Coefficients {
    let (c, bit) = (bitlen(b), |at: usize| i32::from(v[at / 8] >> (at % 8) & 1));
    core::array::from_fn(|i| (0..c).map(|j| bit(c * i + j) << j).sum())
}

/// Algorithm 19, BitUnpack(v, a, b).
fn bit_unpack(v: &[u8], a: i32, b: i32) -> Coefficients {
    simple_bit_unpack(v, a + b).map(|w| b - w)
}

fn unpack_all(bytes: &[u8], a: i32, b: i32) -> Vec<Coefficients> {
    bytes.chunks(32 * bitlen(a + b)).map(|v| bit_unpack(v, a, b)).collect()
}

fn canonical(w: &Coefficients) -> Coefficients {
    w.map(|w| w.rem_euclid(Q))
}

fn add(a: &Coefficients, b: &Coefficients) -> Coefficients {
    core::array::from_fn(|i| (a[i] + b[i]).rem_euclid(Q))
}

fn negative(a: &Coefficients) -> Coefficients {
    a.map(|a| (-a).rem_euclid(Q))
}

fn ntt_all(vector: &[Coefficients]) -> Vec<Coefficients> {
    vector.iter().map(ntt).collect()
}

/// Algorithm 45, MultiplyNTT(â, b̂).
fn multiply_ntt(a: &Coefficients, b: &Coefficients) -> Coefficients {
    core::array::from_fn(|i| (i64::from(a[i]) * i64::from(b[i])).rem_euclid(Q64) as i32)
}

/// Algorithm 48, MatrixVectorNTT(M̂, v̂).
fn matrix_vector_ntt(matrix: &[Vec<Coefficients>], v: &[Coefficients]) -> Vec<Coefficients> {
    let row = |row: &Vec<Coefficients>| row.iter().zip(v).fold([0; N], |sum, (a, v)| add(&sum, &multiply_ntt(a, v)));
    matrix.iter().map(row).collect()
}

fn from_ntt(w_hat: &Coefficients) -> Coefficients {
    inverse_ntt(w_hat).map(|w| w.rem_euclid(Q64) as i32)
}

/// Returns NTT⁻¹(ĉ∘v̂) of each v̂.
fn products(c_hat: &Coefficients, vector: &[Coefficients]) -> Vec<Coefficients> {
    vector.iter().map(|v| from_ntt(&multiply_ntt(c_hat, v))).collect()
}

fn sums(a: &[Coefficients], b: &[Coefficients]) -> Vec<Coefficients> {
    a.iter().zip(b).map(|(a, b)| add(a, b)).collect()
}

fn differences(a: &[Coefficients], b: &[Coefficients]) -> Vec<Coefficients> {
    a.iter().zip(b).map(|(a, b)| add(a, &negative(b))).collect()
}

/// ‖w‖∞, Section 2.3.
fn norm(vector: &[Coefficients]) -> i32 {
    vector.iter().flatten().map(|w| mod_plus_minus(*w, Q).abs()).max().unwrap()
}

/// Algorithm 30, RejNTTPoly(ρ), with Algorithm 14, CoeffFromThreeBytes.
fn rej_ntt_poly(rho: &[u8]) -> Coefficients {
    let mut ctx = Shake128::new();
    ctx.update(rho);
    let mut ctx = ctx.finalize();
    let (mut a, mut j) = ([0; N], 0);
    while j < N {
        let mut s = [0; 3];
        ctx.fill(&mut s);
        let [b0, b1, b2] = s.map(i32::from);
        let z = (b2 & 127) << 16 | b1 << 8 | b0;
        if z < Q {
            a[j] = z;
            j += 1;
        }
    }
    a
}

/// Algorithm 15, CoeffFromHalfByte(b).
fn coeff_from_half_byte(eta: i32, b: i32) -> Option<i32> {
    match eta {
        2 => (b < 15).then_some(2 - b % 5),
        _ => (b < 9).then_some(4 - b),
    }
}

/// Algorithm 31, RejBoundedPoly(ρ).
fn rej_bounded_poly(eta: i32, rho: &[u8]) -> Coefficients {
    let mut ctx = Shake256::new();
    ctx.update(rho);
    let mut ctx = ctx.finalize();
    let (mut a, mut j) = ([0; N], 0);
    while j < N {
        let mut z = [0];
        ctx.fill(&mut z);
        for z in [z[0] % 16, z[0] / 16].into_iter().filter_map(|b| coeff_from_half_byte(eta, b.into())) {
            if j < N {
                a[j] = z;
                j += 1;
            }
        }
    }
    a
}

impl Textbook {
    /// Returns a parameter set of the standard.
    pub(super) fn of<P: Parameters>() -> Self {
        let (gamma1, gamma2, omega, lambda) = (P::GAMMA1, P::GAMMA2, P::OMEGA, P::LAMBDA);
        Self { k: P::K, l: P::L, eta: P::ETA, tau: P::TAU, beta: P::BETA, gamma1, gamma2, omega, lambda }
    }

    /// Algorithm 20, HintBitPack(h).
    fn hint_bit_pack(&self, h: &Hint) -> Vec<u8> {
        let (mut y, mut index) = (vec![0; self.omega + self.k], 0); // 1. and 2.
        for (i, h) in h.iter().enumerate() {
            for j in (0..N).filter(|j| h[*j]) {
                y[index] = j as u8; // 6.
                index += 1; // 7.
            }
            y[self.omega + i] = index as u8; // 10.
        }
        y
    }

    /// Algorithm 21, HintBitUnpack(y).
    fn hint_bit_unpack(&self, y: &[u8]) -> Option<Hint> {
        let (mut h, mut index) = (vec![[false; N]; self.k], 0); // 1. and 2.
        for (i, h) in h.iter_mut().enumerate() {
            let end = usize::from(y[self.omega + i]);
            if end < index || end > self.omega {
                return None; // 4.
            }
            let first = index; // 6.
            while index < end {
                if index > first && y[index - 1] >= y[index] {
                    return None; // 9.
                }
                h[usize::from(y[index])] = true; // 12.
                index += 1; // 13.
            }
        }
        y[index..self.omega].iter().all(|byte| *byte == 0).then_some(h) // 16. to 18.
    }

    /// Algorithm 22, pkEncode(ρ, t₁).
    fn pk_encode(rho: &[u8; 32], t1: &[Coefficients]) -> Vec<u8> {
        let packed = t1.iter().flat_map(|t1| simple_bit_pack(t1, (1 << (23 - D)) - 1));
        rho.iter().copied().chain(packed).collect()
    }

    /// Algorithm 23, pkDecode(pk).
    fn pk_decode(pk: &[u8]) -> ([u8; 32], Vec<Coefficients>) {
        let t1 = pk[32..].chunks(32 * (23 - D)).map(|z| simple_bit_unpack(z, (1 << (23 - D)) - 1));
        (array(&pk[..32]), t1.collect())
    }

    /// Algorithm 24, skEncode(ρ, K, tr, s₁, s₂, t₀).
    fn sk_encode(&self, (rho, k, tr, s1, s2, t0): &PrivateKey) -> Vec<u8> {
        let s = s1.iter().chain(s2).flat_map(|s| bit_pack(s, self.eta, self.eta));
        let t0 = t0.iter().flat_map(|t0| bit_pack(t0, (1 << (D - 1)) - 1, 1 << (D - 1)));
        rho.iter().chain(k).chain(tr).copied().chain(s).chain(t0).collect()
    }

    /// Algorithm 25, skDecode(sk).
    fn sk_decode(&self, sk: &[u8]) -> PrivateKey {
        let len = 32 * bitlen(2 * self.eta);
        let (s1, rest) = sk[128..].split_at(self.l * len);
        let (s2, t0) = rest.split_at(self.k * len);
        let [s1, s2] = [s1, s2].map(|s| unpack_all(s, self.eta, self.eta));
        let t0 = unpack_all(t0, (1 << (D - 1)) - 1, 1 << (D - 1));
        (array(&sk[..32]), array(&sk[32..64]), array(&sk[64..128]), s1, s2, t0)
    }

    /// Algorithm 26, sigEncode(c̃, z, h).
    fn sig_encode(&self, c_tilde: &[u8], z: &[Coefficients], h: &Hint) -> Vec<u8> {
        let z = z.iter().flat_map(|z| bit_pack(&z.map(|z| mod_plus_minus(z, Q)), self.gamma1 - 1, self.gamma1));
        c_tilde.iter().copied().chain(z).chain(self.hint_bit_pack(h)).collect()
    }

    /// Algorithm 27, sigDecode(σ).
    fn sig_decode<'s>(&self, sigma: &'s [u8]) -> (&'s [u8], Vec<Coefficients>, Option<Hint>) {
        let (c_tilde, rest) = sigma.split_at(self.lambda / 4);
        let (z, y) = rest.split_at(self.l * 32 * (1 + bitlen(self.gamma1 - 1)));
        (c_tilde, unpack_all(z, self.gamma1 - 1, self.gamma1), self.hint_bit_unpack(y))
    }

    /// Algorithm 28, w1Encode(w₁).
    fn w1_encode(&self, w1: &[Coefficients]) -> Vec<u8> {
        w1.iter().flat_map(|w1| simple_bit_pack(w1, (Q - 1) / (2 * self.gamma2) - 1)).collect()
    }

    /// Algorithm 29, SampleInBall(ρ).
    fn sample_in_ball(&self, rho: &[u8]) -> Coefficients {
        let mut c = [0; N]; // 1.
        let mut ctx = Shake256::new(); // 2.
        ctx.update(rho); // 3.
        let mut ctx = ctx.finalize();
        let mut s = [0; 8];
        ctx.fill(&mut s); // 4.
        let h = u64::from_le_bytes(s); // 5.
        for i in N - self.tau..N {
            let mut j = [0];
            ctx.fill(&mut j); // 7.
            while usize::from(j[0]) > i {
                ctx.fill(&mut j); // 9.
            }
            let j = usize::from(j[0]);
            c[i] = c[j]; // 11.
            c[j] = if h >> (i + self.tau - N) & 1 == 1 { -1 } else { 1 }; // 12.
        }
        c
    }

    /// Algorithm 32, ExpandA(ρ).
    fn expand_a(&self, rho: &[u8; 32]) -> Vec<Vec<Coefficients>> {
        let element = |r: usize, s: usize| rej_ntt_poly(&[&rho[..], &[s as u8, r as u8]].concat());
        (0..self.k).map(|r| (0..self.l).map(|s| element(r, s)).collect()).collect()
    }

    /// Algorithm 33, ExpandS(ρ).
    fn expand_s(&self, rho: &[u8]) -> (Vec<Coefficients>, Vec<Coefficients>) {
        let poly = |r: usize| rej_bounded_poly(self.eta, &[rho, &(r as u16).to_le_bytes()].concat());
        ((0..self.l).map(poly).collect(), (self.l..self.l + self.k).map(poly).collect())
    }

    /// Algorithm 34, ExpandMask(ρ, μ).
    fn expand_mask(&self, rho: &[u8], mu: usize) -> Vec<Coefficients> {
        let c = 1 + bitlen(self.gamma1 - 1); // 1.
        let poly = |r: usize| {
            let v = h(&[rho, &((mu + r) as u16).to_le_bytes()], 32 * c); // 3. and 4.
            bit_unpack(&v, self.gamma1 - 1, self.gamma1) // 5.
        };
        (0..self.l).map(poly).collect()
    }

    /// Algorithm 6, ML-DSA.KeyGen_internal(ξ).
    pub(super) fn key_gen_internal(&self, xi: &[u8; 32]) -> (Vec<u8>, Vec<u8>) {
        let seeds = h(&[xi, &[self.k as u8], &[self.l as u8]], 128); // 1.
        let (rho, rho_prime, k) = (array(&seeds[..32]), &seeds[32..96], array(&seeds[96..]));
        let a_hat = self.expand_a(&rho); // 3.
        let (s1, s2) = self.expand_s(rho_prime); // 4.
        let product: Vec<_> = matrix_vector_ntt(&a_hat, &ntt_all(&s1)).iter().map(from_ntt).collect();
        let t = sums(&product, &s2); // 5.
        let t1: Vec<_> = t.iter().map(|t| t.map(|t| power2round(t).0)).collect(); // 6.
        let t0 = t.iter().map(|t| t.map(|t| power2round(t).1)).collect();
        let pk = Self::pk_encode(&rho, &t1); // 8.
        let tr = array(&h(&[&pk], 64)); // 9.
        let sk = self.sk_encode(&(rho, k, tr, s1, s2, t0)); // 10.
        (pk, sk)
    }

    /// Algorithm 7, ML-DSA.Sign_internal(sk, M′, rnd).
    pub(super) fn sign_internal(&self, sk: &[u8], m_prime: &[u8], rnd: &[u8; 32]) -> Vec<u8> {
        let (rho, k, tr, s1, s2, t0) = self.sk_decode(sk); // 1.
        let [s1_hat, s2_hat, t0_hat] = [s1, s2, t0].map(|vector| ntt_all(&vector)); // 2. to 4.
        let a_hat = self.expand_a(&rho); // 5.
        let mu = h(&[&tr, m_prime], 64); // 6.
        let rho_prime_prime = h(&[&k, rnd, &mu], 64); // 7.
        let mut kappa = 0; // 8.
        loop {
            let y = self.expand_mask(&rho_prime_prime, kappa); // 11.
            let w: Vec<_> = matrix_vector_ntt(&a_hat, &ntt_all(&y)).iter().map(from_ntt).collect(); // 12.
            let w1: Vec<_> = w.iter().map(|w| w.map(|w| high_bits(self.gamma2, w))).collect(); // 13.
            let c_tilde = h(&[&mu, &self.w1_encode(&w1)], self.lambda / 4); // 15.
            let c_hat = ntt(&self.sample_in_ball(&c_tilde)); // 16. and 17.
            let cs1 = products(&c_hat, &s1_hat); // 18.
            let cs2 = products(&c_hat, &s2_hat); // 19.
            let z = sums(&y, &cs1); // 20.
            let w_cs2 = differences(&w, &cs2);
            let r0: Vec<_> = w_cs2.iter().map(|r| r.map(|r| decompose(self.gamma2, r).1)).collect(); // 21.
            kappa += self.l; // 31.
            if norm(&z) >= self.gamma1 - self.beta || norm(&r0) >= self.gamma2 - self.beta {
                continue; // 23.
            }
            let ct0 = products(&c_hat, &t0_hat); // 25.
            let hint = |(ct0, r): (&Coefficients, &Coefficients)| {
                core::array::from_fn(|i| make_hint(self.gamma2, -mod_plus_minus(ct0[i], Q), r[i]))
            };
            let h: Hint = ct0.iter().zip(&sums(&w_cs2, &ct0)).map(hint).collect(); // 26.
            if norm(&ct0) >= self.gamma2 || h.iter().flatten().filter(|bit| **bit).count() > self.omega {
                continue; // 28.
            }
            return self.sig_encode(&c_tilde, &z, &h); // 33.
        }
    }

    /// Algorithm 8, ML-DSA.Verify_internal(pk, M′, σ).
    pub(super) fn verify_internal(&self, pk: &[u8], m_prime: &[u8], sigma: &[u8]) -> bool {
        let (rho, t1) = Self::pk_decode(pk); // 1.
        let (c_tilde, z, hint) = self.sig_decode(sigma); // 2.
        let Some(hint) = hint else { return false }; // 3.
        let a_hat = self.expand_a(&rho); // 5.
        let tr = h(&[pk], 64); // 6.
        let mu = h(&[&tr, m_prime], 64); // 7.
        let c_hat = ntt(&self.sample_in_ball(c_tilde)); // 8.
        let t1_hat: Vec<_> = t1.iter().map(|t1| ntt(&canonical(&t1.map(|t1| t1 << D)))).collect();
        let ct1: Vec<_> = t1_hat.iter().map(|t1| multiply_ntt(&c_hat, t1)).collect();
        let az = matrix_vector_ntt(&a_hat, &ntt_all(&z));
        let w_approx: Vec<_> = differences(&az, &ct1).iter().map(from_ntt).collect(); // 9.
        let used = |(h, w): (&[bool; N], &Coefficients)| core::array::from_fn(|i| use_hint(self.gamma2, h[i], w[i]));
        let w1: Vec<_> = hint.iter().zip(&w_approx).map(used).collect(); // 10.
        let c_tilde_prime = h(&[&mu, &self.w1_encode(&w1)], self.lambda / 4); // 12.
        norm(&z) < self.gamma1 - self.beta && c_tilde == c_tilde_prime // 13.
    }
}
