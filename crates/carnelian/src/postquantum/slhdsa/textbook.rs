//! FIPS 205 Algorithms 5 to 20 step by step, one hash of one message at a time: what the lanes compute side by side.

use super::parameters::{Numbers, Parameters};
use crate::hash::{Hash, Sha256, Sha512, Shake256};
use std::vec;
use std::vec::Vec;

/// The two families of hash functions, Sections 11.1 and 11.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    Sha2,
    Shake,
}

/// A parameter set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Textbook {
    pub(super) family: Family,
    pub(super) numbers: Numbers,
}

/// ADRS, Section 4.2, with the member functions of Table 1.
#[derive(Clone)]
pub(super) struct Adrs([u8; 32]);

impl Adrs {
    pub(super) const WOTS_HASH: u32 = 0;
    const WOTS_PK: u32 = 1;
    const TREE: u32 = 2;
    const FORS_TREE: u32 = 3;
    const FORS_ROOTS: u32 = 4;
    const WOTS_PRF: u32 = 5;
    const FORS_PRF: u32 = 6;

    pub(super) const fn new() -> Self {
        Self([0; 32])
    }

    fn set(&mut self, at: usize, word: u32) {
        self.0[at..at + 4].copy_from_slice(&word.to_be_bytes());
    }

    pub(super) fn set_layer_address(&mut self, layer: u32) {
        self.set(0, layer);
    }

    pub(super) fn set_tree_address(&mut self, tree: u64) {
        self.0[8..16].copy_from_slice(&tree.to_be_bytes());
    }

    pub(super) fn set_type_and_clear(&mut self, kind: u32) {
        self.set(16, kind);
        self.0[20..].fill(0);
    }

    pub(super) fn set_key_pair_address(&mut self, key_pair: u32) {
        self.set(20, key_pair);
    }

    fn key_pair_address(&self) -> u32 {
        u32::from_be_bytes(self.0[20..24].try_into().unwrap())
    }

    /// setChainAddress and setTreeHeight.
    pub(super) fn set_chain_address(&mut self, chain: u32) {
        self.set(24, chain);
    }

    /// setHashAddress and setTreeIndex.
    pub(super) fn set_hash_address(&mut self, hash: u32) {
        self.set(28, hash);
    }

    fn tree_index(&self) -> u32 {
        u32::from_be_bytes(self.0[28..].try_into().unwrap())
    }

    /// ADRSᶜ, Section 11.2, Figure 18.
    fn compressed(&self) -> Vec<u8> {
        [&self.0[3..4], &self.0[8..16], &self.0[19..20], &self.0[20..32]].concat()
    }
}

/// Hashes a message.
pub(super) fn digest<H: Hash>(message: &[u8]) -> Vec<u8> {
    H::digest(message).as_ref().to_vec()
}

/// SHA-256, or SHA-512 where `is_long`.
fn sha2(is_long: bool, parts: &[&[u8]]) -> Vec<u8> {
    let message = parts.concat();
    if is_long { digest::<Sha512>(&message) } else { digest::<Sha256>(&message) }
}

fn shake256(parts: &[&[u8]], len: usize) -> Vec<u8> {
    let mut output = vec![0; len];
    Shake256::hash(&parts.concat(), &mut output);
    output
}

/// MGF1, RFC 8017 Section B.2.1.
fn mgf1(is_long: bool, seed: &[u8], len: usize) -> Vec<u8> {
    let blocks = (0_u32..).flat_map(|counter| sha2(is_long, &[seed, &counter.to_be_bytes()]));
    blocks.take(len).collect()
}

/// HMAC, RFC 2104.
fn hmac(is_long: bool, key: &[u8], message: &[u8]) -> Vec<u8> {
    let mut block = vec![0; if is_long { 128 } else { 64 }];
    block[..key.len()].copy_from_slice(key);
    let pad = |with: u8| block.iter().map(|byte| byte ^ with).collect::<Vec<u8>>();
    sha2(is_long, &[&pad(0x5c), &sha2(is_long, &[&pad(0x36), message])])
}

/// Algorithm 4, base_2ᵇ(X, b, out_len).
fn base_2b(x: &[u8], b: usize, out_len: usize) -> Vec<u32> {
    let bit = |at: usize| u32::from(x[at / 8] >> (7 - at % 8) & 1);
    (0..out_len).map(|digit| (digit * b..(digit + 1) * b).fold(0, |value, at| value << 1 | bit(at))).collect()
}

/// Algorithm 2, toInt(X, n), modulo 2^`bits`.
fn to_int(x: &[u8], bits: usize) -> u64 {
    let total = x.iter().fold(0_u128, |total, byte| total << 8 | u128::from(*byte));
    (total % (1 << bits)) as u64
}

impl Textbook {
    /// Returns a parameter set of the standard.
    pub(super) fn of<P: Parameters>() -> Self {
        let family = if P::NAME.contains("SHAKE") { Family::Shake } else { Family::Sha2 };
        Self { family, numbers: P::NUMBERS }
    }
}

/// The functions of Section 11.
impl Textbook {
    fn is_long(&self) -> bool {
        self.numbers.n > 16
    }

    /// T_l and H.
    pub(super) fn t_l(&self, pk_seed: &[u8], adrs: &Adrs, m: &[u8]) -> Vec<u8> {
        self.tweakable(self.is_long(), pk_seed, adrs, m)
    }

    pub(super) fn f(&self, pk_seed: &[u8], adrs: &Adrs, m: &[u8]) -> Vec<u8> {
        self.tweakable(false, pk_seed, adrs, m)
    }

    fn prf(&self, pk_seed: &[u8], sk_seed: &[u8], adrs: &Adrs) -> Vec<u8> {
        self.tweakable(false, pk_seed, adrs, sk_seed)
    }

    fn tweakable(&self, is_long: bool, pk_seed: &[u8], adrs: &Adrs, m: &[u8]) -> Vec<u8> {
        let n = self.numbers.n;
        if self.family == Family::Shake {
            return shake256(&[pk_seed, &adrs.0, m], n);
        }
        let zeros = vec![0; if is_long { 128 } else { 64 } - n];
        sha2(is_long, &[pk_seed, &zeros, &adrs.compressed(), m])[..n].to_vec()
    }

    pub(super) fn prf_msg(&self, sk_prf: &[u8], opt_rand: &[u8], m: &[u8]) -> Vec<u8> {
        let n = self.numbers.n;
        match self.family {
            Family::Shake => shake256(&[sk_prf, opt_rand, m], n),
            Family::Sha2 => hmac(self.is_long(), sk_prf, &[opt_rand, m].concat())[..n].to_vec(),
        }
    }

    pub(super) fn h_msg(&self, r: &[u8], pk_seed: &[u8], pk_root: &[u8], m: &[u8]) -> Vec<u8> {
        let Numbers { h, h_prime, a, k, .. } = self.numbers;
        let len = (k * a).div_ceil(8) + (h - h_prime).div_ceil(8) + h_prime.div_ceil(8);
        if self.family == Family::Shake {
            return shake256(&[r, pk_seed, pk_root, m], len);
        }
        let inner = sha2(self.is_long(), &[r, pk_seed, pk_root, m]);
        mgf1(self.is_long(), &[r, pk_seed, &inner].concat(), len)
    }
}

/// Section 5: WOTS⁺.
impl Textbook {
    fn len(&self) -> usize {
        2 * self.numbers.n + 3
    }

    /// Algorithm 5, chain(X, i, s, PK.seed, ADRS).
    pub(super) fn chain(&self, x: &[u8], i: u32, s: u32, pk_seed: &[u8], adrs: &mut Adrs) -> Vec<u8> {
        (i..i + s).fold(x.to_vec(), |value, j| {
            adrs.set_hash_address(j);
            self.f(pk_seed, adrs, &value)
        })
    }

    /// The secret value of a chain, Algorithms 6 and 7.
    pub(super) fn chain_start(&self, i: usize, sk_seed: &[u8], pk_seed: &[u8], adrs: &Adrs) -> Vec<u8> {
        let mut sk_adrs = adrs.clone();
        sk_adrs.set_type_and_clear(Adrs::WOTS_PRF);
        sk_adrs.set_key_pair_address(adrs.key_pair_address());
        sk_adrs.set_chain_address(i as u32);
        self.prf(pk_seed, sk_seed, &sk_adrs)
    }

    fn compress(&self, values: &[Vec<u8>], pk_seed: &[u8], adrs: &Adrs) -> Vec<u8> {
        let mut pk_adrs = adrs.clone();
        pk_adrs.set_type_and_clear(Adrs::WOTS_PK);
        pk_adrs.set_key_pair_address(adrs.key_pair_address());
        self.t_l(pk_seed, &pk_adrs, &values.concat())
    }

    /// Algorithm 6, wots_pkGen(SK.seed, PK.seed, ADRS).
    fn wots_pk_gen(&self, sk_seed: &[u8], pk_seed: &[u8], adrs: &mut Adrs) -> Vec<u8> {
        let ends = (0..self.len()).map(|i| {
            let sk = self.chain_start(i, sk_seed, pk_seed, adrs);
            adrs.set_chain_address(i as u32);
            self.chain(&sk, 0, 15, pk_seed, adrs)
        });
        let ends: Vec<_> = ends.collect();
        self.compress(&ends, pk_seed, adrs)
    }

    /// Algorithm 7, steps 1 to 7, and Algorithm 8.
    fn digits(&self, m: &[u8]) -> Vec<u32> {
        let mut msg = base_2b(m, 4, 2 * self.numbers.n);
        let csum: u32 = msg.iter().map(|digit| 15 - digit).sum();
        // 6. csum ← csum ≪ ((8 − ((len₂·lg_w) mod 8)) mod 8).
        let csum = (csum << 4) as u16;
        msg.extend(base_2b(&csum.to_be_bytes(), 4, 3));
        msg
    }

    /// Algorithm 7, wots_sign(M, SK.seed, PK.seed, ADRS).
    fn wots_sign(&self, m: &[u8], sk_seed: &[u8], pk_seed: &[u8], adrs: &mut Adrs) -> Vec<u8> {
        let values = self.digits(m).into_iter().enumerate().flat_map(|(i, digit)| {
            let sk = self.chain_start(i, sk_seed, pk_seed, adrs);
            adrs.set_chain_address(i as u32);
            self.chain(&sk, 0, digit, pk_seed, adrs)
        });
        values.collect()
    }

    /// Algorithm 8, wots_pkFromSig(sig, M, PK.seed, ADRS).
    fn wots_pk_from_sig(&self, sig: &[u8], m: &[u8], pk_seed: &[u8], adrs: &mut Adrs) -> Vec<u8> {
        let chains = sig.chunks(self.numbers.n).zip(self.digits(m)).enumerate();
        let ends = chains.map(|(i, (value, digit))| {
            adrs.set_chain_address(i as u32);
            self.chain(value, digit, 15 - digit, pk_seed, adrs)
        });
        let ends: Vec<_> = ends.collect();
        self.compress(&ends, pk_seed, adrs)
    }
}

/// Sections 6 and 7: XMSS and the hypertree.
impl Textbook {
    fn xmss_len(&self) -> usize {
        (self.len() + self.numbers.h_prime) * self.numbers.n
    }

    /// Algorithm 9, xmss_node(SK.seed, i, z, PK.seed, ADRS).
    pub(super) fn xmss_node(&self, sk_seed: &[u8], i: u32, z: u32, pk_seed: &[u8], adrs: &mut Adrs) -> Vec<u8> {
        if z == 0 {
            adrs.set_type_and_clear(Adrs::WOTS_HASH);
            adrs.set_key_pair_address(i);
            return self.wots_pk_gen(sk_seed, pk_seed, adrs);
        }
        let children = [2 * i, 2 * i + 1].map(|child| self.xmss_node(sk_seed, child, z - 1, pk_seed, adrs));
        adrs.set_type_and_clear(Adrs::TREE);
        adrs.set_chain_address(z);
        adrs.set_hash_address(i);
        self.t_l(pk_seed, adrs, &children.concat())
    }

    /// Algorithm 10, xmss_sign(M, SK.seed, idx, PK.seed, ADRS).
    fn xmss_sign(&self, m: &[u8], sk_seed: &[u8], idx: u32, pk_seed: &[u8], adrs: &mut Adrs) -> Vec<u8> {
        let path = (0..self.numbers.h_prime as u32).flat_map(|j| {
            let k = idx >> j ^ 1;
            self.xmss_node(sk_seed, k, j, pk_seed, adrs)
        });
        let auth: Vec<u8> = path.collect();
        adrs.set_type_and_clear(Adrs::WOTS_HASH);
        adrs.set_key_pair_address(idx);
        [self.wots_sign(m, sk_seed, pk_seed, adrs), auth].concat()
    }

    /// Algorithm 11, xmss_pkFromSig(idx, SIG_XMSS, M, PK.seed, ADRS).
    fn xmss_pk_from_sig(&self, idx: u32, sig: &[u8], m: &[u8], pk_seed: &[u8], adrs: &mut Adrs) -> Vec<u8> {
        adrs.set_type_and_clear(Adrs::WOTS_HASH);
        adrs.set_key_pair_address(idx);
        let (sig, auth) = sig.split_at(self.len() * self.numbers.n);
        let leaf = self.wots_pk_from_sig(sig, m, pk_seed, adrs);
        adrs.set_type_and_clear(Adrs::TREE);
        adrs.set_hash_address(idx);
        self.climb(leaf, idx, auth, pk_seed, adrs)
    }

    /// Algorithm 11, steps 8 to 18, and Algorithm 17, steps 9 to 19.
    fn climb(&self, leaf: Vec<u8>, idx: u32, auth: &[u8], pk_seed: &[u8], adrs: &mut Adrs) -> Vec<u8> {
        auth.chunks(self.numbers.n).enumerate().fold(leaf, |node, (k, sibling)| {
            adrs.set_chain_address(k as u32 + 1);
            let is_right = idx >> k & 1 == 1;
            let index = adrs.tree_index();
            adrs.set_hash_address(if is_right { (index - 1) / 2 } else { index / 2 });
            let pair = if is_right { [sibling, &node] } else { [&node, sibling] };
            self.t_l(pk_seed, adrs, &pair.concat())
        })
    }

    /// Algorithm 12, ht_sign(M, SK.seed, PK.seed, idx_tree, idx_leaf).
    pub(super) fn ht_sign(&self, m: &[u8], sk_seed: &[u8], pk_seed: &[u8], mut tree: u64, mut leaf: u32) -> Vec<u8> {
        let Numbers { d, h_prime, .. } = self.numbers;
        let (mut root, mut signature) = (m.to_vec(), Vec::new());
        for j in 0..d {
            let mut adrs = Adrs::new();
            adrs.set_layer_address(j as u32);
            adrs.set_tree_address(tree);
            let part = self.xmss_sign(&root, sk_seed, leaf, pk_seed, &mut adrs);
            root = self.xmss_pk_from_sig(leaf, &part, &root, pk_seed, &mut adrs);
            signature.extend(part);
            (tree, leaf) = (tree >> h_prime, (tree % (1 << h_prime)) as u32);
        }
        signature
    }

    /// Algorithm 13, ht_verify(M, SIG_HT, PK.seed, idx_tree, idx_leaf, PK.root), up to the comparison.
    fn ht_root(&self, m: &[u8], signature: &[u8], pk_seed: &[u8], mut tree: u64, mut leaf: u32) -> Vec<u8> {
        let h_prime = self.numbers.h_prime;
        let mut node = m.to_vec();
        for (j, part) in signature.chunks(self.xmss_len()).enumerate() {
            let mut adrs = Adrs::new();
            adrs.set_layer_address(j as u32);
            adrs.set_tree_address(tree);
            node = self.xmss_pk_from_sig(leaf, part, &node, pk_seed, &mut adrs);
            (tree, leaf) = (tree >> h_prime, (tree % (1 << h_prime)) as u32);
        }
        node
    }
}

/// Section 8: FORS.
impl Textbook {
    pub(super) fn fors_adrs(tree: u64, leaf: u32) -> Adrs {
        let mut adrs = Adrs::new();
        adrs.set_tree_address(tree);
        adrs.set_type_and_clear(Adrs::FORS_TREE);
        adrs.set_key_pair_address(leaf);
        adrs
    }

    /// Algorithm 14, fors_skGen(SK.seed, PK.seed, ADRS, idx).
    pub(super) fn fors_sk_gen(&self, sk_seed: &[u8], pk_seed: &[u8], adrs: &Adrs, idx: u32) -> Vec<u8> {
        let mut sk_adrs = adrs.clone();
        sk_adrs.set_type_and_clear(Adrs::FORS_PRF);
        sk_adrs.set_key_pair_address(adrs.key_pair_address());
        sk_adrs.set_hash_address(idx);
        self.prf(pk_seed, sk_seed, &sk_adrs)
    }

    /// Algorithm 15, fors_node(SK.seed, i, z, PK.seed, ADRS).
    fn fors_node(&self, sk_seed: &[u8], i: u32, z: u32, pk_seed: &[u8], adrs: &mut Adrs) -> Vec<u8> {
        if z == 0 {
            let sk = self.fors_sk_gen(sk_seed, pk_seed, adrs, i);
            adrs.set_chain_address(0);
            adrs.set_hash_address(i);
            return self.f(pk_seed, adrs, &sk);
        }
        let children = [2 * i, 2 * i + 1].map(|child| self.fors_node(sk_seed, child, z - 1, pk_seed, adrs));
        adrs.set_chain_address(z);
        adrs.set_hash_address(i);
        self.t_l(pk_seed, adrs, &children.concat())
    }

    /// Algorithm 16, fors_sign(md, SK.seed, PK.seed, ADRS).
    pub(super) fn fors_sign(&self, md: &[u8], sk_seed: &[u8], pk_seed: &[u8], tree: u64, leaf: u32) -> Vec<u8> {
        let Numbers { a, k, .. } = self.numbers;
        let adrs = &mut Self::fors_adrs(tree, leaf);
        let mut signature = Vec::new();
        for (i, index) in base_2b(md, a, k).into_iter().enumerate() {
            let i = i as u32;
            signature.extend(self.fors_sk_gen(sk_seed, pk_seed, adrs, (i << a) + index));
            for j in 0..a {
                let s = index >> j ^ 1;
                signature.extend(self.fors_node(sk_seed, (i << (a - j)) + s, j as u32, pk_seed, adrs));
            }
        }
        signature
    }

    /// Algorithm 17, fors_pkFromSig(SIG_FORS, md, PK.seed, ADRS).
    pub(super) fn fors_pk_from_sig(&self, sig: &[u8], md: &[u8], pk_seed: &[u8], tree: u64, leaf: u32) -> Vec<u8> {
        let Numbers { n, a, k, .. } = self.numbers;
        let mut roots = Vec::new();
        for (i, (part, index)) in sig.chunks((1 + a) * n).zip(base_2b(md, a, k)).enumerate() {
            let (sk, auth) = part.split_at(n);
            let mut adrs = Self::fors_adrs(tree, leaf);
            adrs.set_hash_address(((i as u32) << a) + index);
            let node = self.f(pk_seed, &adrs, sk);
            roots.extend(self.climb(node, index, auth, pk_seed, &mut adrs));
        }
        let mut pk_adrs = Self::fors_adrs(tree, leaf);
        pk_adrs.set_type_and_clear(Adrs::FORS_ROOTS);
        pk_adrs.set_key_pair_address(leaf);
        self.t_l(pk_seed, &pk_adrs, &roots)
    }
}

/// Section 9.
impl Textbook {
    /// Algorithm 18, slh_keygen_internal(SK.seed, SK.prf, PK.seed): PK.root.
    pub(super) fn root(&self, sk_seed: &[u8], pk_seed: &[u8]) -> Vec<u8> {
        let mut adrs = Adrs::new();
        adrs.set_layer_address(self.numbers.d as u32 - 1);
        self.xmss_node(sk_seed, 0, self.numbers.h_prime as u32, pk_seed, &mut adrs)
    }

    /// Algorithms 19 and 20, steps 6 to 10: md, idx_tree, idx_leaf.
    pub(super) fn split(&self, digest: &[u8]) -> (Vec<u8>, u64, u32) {
        let Numbers { h, h_prime, a, k, .. } = self.numbers;
        let (md, rest) = digest.split_at((k * a).div_ceil(8));
        let (tree, leaf) = rest.split_at((h - h_prime).div_ceil(8));
        (md.to_vec(), to_int(tree, h - h_prime), to_int(leaf, h_prime) as u32)
    }

    /// Algorithm 19, slh_sign_internal(M, SK, addrnd). `sk` is SK.seed, SK.prf, PK.seed and PK.root.
    pub(super) fn sign(&self, m: &[u8], sk: [&[u8]; 4], addrnd: Option<&[u8]>) -> Vec<u8> {
        let [sk_seed, sk_prf, pk_seed, pk_root] = sk;
        let opt_rand = addrnd.unwrap_or(pk_seed); // 2.
        let r = self.prf_msg(sk_prf, opt_rand, m); // 3.
        let digest = self.h_msg(&r, pk_seed, pk_root, m); // 5.
        let (md, tree, leaf) = self.split(&digest); // 6. to 10.
        let fors = self.fors_sign(&md, sk_seed, pk_seed, tree, leaf); // 11. to 14.
        let pk_fors = self.fors_pk_from_sig(&fors, &md, pk_seed, tree, leaf); // 16.
        let ht = self.ht_sign(&pk_fors, sk_seed, pk_seed, tree, leaf); // 17.
        [r, fors, ht].concat() // 18.
    }

    /// Algorithm 20, slh_verify_internal(M, SIG, PK).
    pub(super) fn verify(&self, m: &[u8], sig: &[u8], pk_seed: &[u8], pk_root: &[u8]) -> bool {
        let Numbers { n, a, k, d, .. } = self.numbers;
        let fors_len = k * (1 + a) * n;
        if sig.len() != n + fors_len + d * self.xmss_len() {
            return false;
        }
        let (r, rest) = sig.split_at(n);
        let (fors, ht) = rest.split_at(fors_len);
        let (md, tree, leaf) = self.split(&self.h_msg(r, pk_seed, pk_root, m));
        let pk_fors = self.fors_pk_from_sig(fors, &md, pk_seed, tree, leaf);
        self.ht_root(&pk_fors, ht, pk_seed, tree, leaf) == pk_root
    }
}
