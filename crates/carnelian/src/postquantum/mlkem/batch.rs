//! Many keys, encapsulations or decapsulations at a time, which needs a heap.
//!
//! Each operation of a group has a lane of its own in every sponge, so that no lane idles. Within one operation some do:
//! G follows on what other hashes return, and H of a new key on the whole key.

use super::decapsulation_key::DecapsulationKey;
use super::encapsulation_key::{Ciphertext, EncapsulationKey, SharedSecret};
use super::parameters::Parameters;
use super::pke::{self, ExpandedKey, KeyVectors, Noise, split};
use super::ring::{Backend, NttPoly};
use super::sampling::{self, Order};
use super::scheme::{self, Rejection};
use crate::base::random::{Random, RandomError};
use crate::base::secret::Secret;
use crate::base::{ct, memory, parallel};
use crate::hash::keccak::lanes::{Kernels, States, lanes_pay};
use crate::hash::{Sha3_256, Sha3_512, Shake256};
use crate::postquantum::arrays::{Array as _, Bytes as _};
use alloc::vec::Vec;
use core::array;

/// The number of operations that a thread takes at a time: as many as the widest vector has lanes.
const GROUP: usize = 8;

/// Generates `count` keys, several at a time where the CPU has vector lanes for it, and on all threads with the feature
/// `rayon`: those that as many calls of [`DecapsulationKey::generate`] return. Constant time.
///
/// # Errors
/// [`RandomError`] if the source cannot deliver.
///
/// ```
/// use carnelian::postquantum::mlkem::{self, MlKem768};
/// use carnelian::random::OsRandom;
/// let keys = mlkem::generate_batch::<MlKem768>(16, &mut OsRandom)?;
/// assert_eq!(keys.len(), 16);
/// # Ok::<(), carnelian::random::RandomError>(())
/// ```
pub fn generate_batch<P: Parameters>(
    count: usize,
    random: &mut impl Random,
) -> Result<Vec<DecapsulationKey<P>>, RandomError> {
    let mut keys: Vec<_> = (0..count).map(|_| DecapsulationKey::drawn(random)).collect::<Result<_, _>>()?;
    parallel::for_each_part(&mut keys, GROUP, |_, keys| {
        each_group(keys.len(), |at, lanes| match lanes {
            8 => wiping_stack::<P>(|| generate_group::<P, 8>(group_mut(keys, at))),
            4 => wiping_stack::<P>(|| generate_group::<P, 4>(group_mut(keys, at))),
            _ => keys[at].expand(),
        });
    });
    Ok(keys)
}

/// Computes [`EncapsulationKey::encapsulate`] for each key, several at a time where the CPU has vector lanes for it, and
/// on all threads with the feature `rayon`. Result `i` belongs to key `i`. Constant time in the secrets.
///
/// # Errors
/// [`RandomError`] if the source cannot deliver.
///
/// ```
/// use carnelian::postquantum::mlkem::{self, MlKem768};
/// use carnelian::random::OsRandom;
/// let keys = mlkem::generate_batch::<MlKem768>(4, &mut OsRandom)?;
/// let public: Vec<_> = keys.iter().map(|key| key.encapsulation_key()).collect();
/// let sent = mlkem::encapsulate_batch(&public.iter().collect::<Vec<_>>(), &mut OsRandom)?;
///
/// let received: Vec<_> = keys.iter().zip(&sent).map(|(key, (ciphertext, _))| (key, ciphertext)).collect();
/// for (theirs, (_, ours)) in mlkem::decapsulate_batch(&received).iter().zip(&sent) {
///     assert!(carnelian::ct::verify(theirs.expose(), ours.expose()));
/// }
/// # Ok::<(), carnelian::random::RandomError>(())
/// ```
pub fn encapsulate_batch<P: Parameters>(
    keys: &[&EncapsulationKey<P>],
    random: &mut impl Random,
) -> Result<Vec<(Ciphertext<P>, SharedSecret)>, RandomError> {
    let mut messages: Vec<_> = keys.iter().map(|_| Secret::<[u8; 32]>::ZEROED).collect();
    messages.iter_mut().try_for_each(|m| m.draw(random))?;
    let mut results: Vec<_> = keys.iter().map(|_| (Ciphertext::zeroed(), SharedSecret::zeroed())).collect();
    parallel::for_each_part(&mut results, GROUP, |number, results| {
        let (keys, messages) = (&keys[number * GROUP..], &messages[number * GROUP..]);
        each_group(results.len(), |at, lanes| match lanes {
            8 => wiping_stack::<P>(|| encapsulate_group::<P, 8>(keys, messages, at, group_mut(results, at))),
            4 => wiping_stack::<P>(|| encapsulate_group::<P, 4>(keys, messages, at, group_mut(results, at))),
            _ => keys[at].encapsulate_to(messages[at].expose(), &mut results[at]),
        });
    });
    Ok(results)
}

/// Computes [`DecapsulationKey::decapsulate`] for many pairs, several at a time where the CPU has vector lanes for it,
/// and on all threads with the feature `rayon`. Result `i` belongs to pair `i`. Constant time.
#[must_use]
pub fn decapsulate_batch<P: Parameters>(pairs: &[(&DecapsulationKey<P>, &Ciphertext<P>)]) -> Vec<SharedSecret> {
    let mut secrets: Vec<_> = pairs.iter().map(|_| SharedSecret::zeroed()).collect();
    parallel::for_each_part(&mut secrets, GROUP, |number, secrets| {
        let pairs = &pairs[number * GROUP..];
        each_group(secrets.len(), |at, lanes| match lanes {
            8 => wiping_stack::<P>(|| decapsulate_group::<P, 8>(pairs, at, group_mut(secrets, at))),
            4 => wiping_stack::<P>(|| decapsulate_group::<P, 4>(pairs, at, group_mut(secrets, at))),
            _ => pairs[at].0.decapsulate_to(pairs[at].1, &mut secrets[at]),
        });
    });
    secrets
}

/// Calls `work` with the index of the first item and the number of lanes of each group: of eight and four items where
/// that many lanes pay, and of one.
fn each_group(count: usize, mut work: impl FnMut(usize, usize)) {
    let (x8_pays, x4_pays) = lanes_pay();
    let mut at = 0;
    while at < count {
        let lanes = match count - at {
            left if left >= 8 && x8_pays => 8,
            left if left >= 4 && x4_pays => 4,
            _ => 1,
        };
        work(at, lanes);
        at += lanes;
    }
}

fn group_mut<T, const LANES: usize>(items: &mut [T], at: usize) -> &mut [T; LANES] {
    items[at..].first_chunk_mut().expect("the items of a group")
}

/// Runs `work` on a group and wipes the stack that it used.
#[inline(always)]
fn wiping_stack<P: Parameters>(work: impl FnOnce()) {
    match P::K {
        2 => memory::wiping_stack::<{ 44 << 10 }, _>(work),
        3 => memory::wiping_stack::<{ 52 << 10 }, _>(work),
        4 => memory::wiping_stack::<{ 60 << 10 }, _>(work),
        _ => unreachable!("no parameter set has another k"),
    }
}

/// Algorithm 16 of each key.
fn generate_group<P: Parameters, const LANES: usize>(keys: &mut [DecapsulationKey<P>; LANES])
where
    States<LANES>: Kernels<LANES>,
{
    let backend = Backend::choose();
    // Algorithm 13, step 1.
    let inputs = keys.each_ref().map(|key| pke::seed::<P>(key.d()));
    let seeds = g(inputs.each_ref());
    let rhos = seeds.each_ref().map(|seeds| ct::declassify(*split(seeds).0, "ρ is a part of the encapsulation key"));
    // 3. to 7.
    let mut matrices: Vec<_> = (0..LANES).map(|_| P::Matrix::<NttPoly>::ZEROED).collect();
    let places = each_mut(&mut matrices, |matrix| matrix.as_mut());
    sampling::matrices::<P, LANES>(rhos.each_ref(), Order::Rows, places);
    // 8. to 15.
    let mut noise = Noises::<P>::zeroed(LANES);
    let sigmas = seeds.each_ref().map(|seeds| split(seeds).1);
    sampling::prf_lanes(sigmas, 0..2 * P::K, P::ETA1, |lane, nonce, bytes| {
        noise.0[lane].sample(backend, P::ETA1, nonce, bytes);
    });
    for (lane, key) in keys.iter_mut().enumerate() {
        key.write(|ek, dk_pke| {
            let mut vectors = KeyVectors::<P>::zeroed();
            vectors.transform(&noise.0[lane], dk_pke);
            for i in 0..P::K {
                vectors.row(i, &matrices[lane].as_ref()[i * P::K..][..P::K], &mut ek[384 * i..][..384]);
            }
            ek[384 * P::K..].copy_from_slice(&rhos[lane]);
        });
    }
    // Algorithm 16, step 3.
    let hashes = h(keys.each_ref().map(|key| key.parts().ek));
    for (key, h) in keys.iter_mut().zip(&hashes) {
        key.finish(h);
    }
}

/// Algorithm 17 of each key with each message, from index `at` on.
fn encapsulate_group<P: Parameters, const LANES: usize>(
    keys: &[&EncapsulationKey<P>],
    messages: &[Secret<[u8; 32]>],
    at: usize,
    results: &mut [(Ciphertext<P>, SharedSecret); LANES],
) where
    States<LANES>: Kernels<LANES>,
{
    let keys: [_; LANES] = array::from_fn(|lane| keys[at + lane].as_ref());
    let messages: [_; LANES] = array::from_fn(|lane| messages[at + lane].expose());
    let expanded = expand::<P, LANES>(keys);
    let hashes = h(keys);
    // 1. (K, r) ← G(m ‖ H(ek))
    let inputs: [_; LANES] = array::from_fn(|lane| scheme::joined(messages[lane], &hashes[lane]));
    let ks_and_rs = g(inputs.each_ref());
    // 2. c ← K-PKE.Encrypt(ek, m, r)
    let mut noise = Noises::<P>::zeroed(LANES);
    sample_noise(ks_and_rs.each_ref().map(|k_and_r| split(k_and_r).1), &mut noise);
    for (lane, (c, k)) in results.iter_mut().enumerate() {
        pke::multiply_message(&expanded[lane], messages[lane], &mut noise.0[lane], c.write());
        ct::declassify_bytes(c.as_ref(), "a ciphertext is public");
        k.write(|k| k.copy_from_slice(split(&ks_and_rs[lane]).0));
    }
}

/// Algorithm 18 of each pair, from index `at` on.
fn decapsulate_group<P: Parameters, const LANES: usize>(
    pairs: &[(&DecapsulationKey<P>, &Ciphertext<P>)],
    at: usize,
    secrets: &mut [SharedSecret; LANES],
) where
    States<LANES>: Kernels<LANES>,
{
    let keys: [_; LANES] = array::from_fn(|lane| pairs[at + lane].0.parts());
    let ciphertexts: [&[u8]; LANES] = array::from_fn(|lane| pairs[at + lane].1.as_ref());
    let expanded = expand::<P, LANES>(keys.each_ref().map(|parts| parts.ek));
    let mut s_hat = P::Vector::<NttPoly>::ZEROED;
    // 5. m′ ← K-PKE.Decrypt(dk_PKE, c)
    let mut m_primes = [[0; 32]; LANES];
    for (lane, m_prime) in m_primes.iter_mut().enumerate() {
        Backend::choose().decode(keys[lane].dk_pke, s_hat.as_mut());
        pke::decrypt::<P>(s_hat.as_ref(), ciphertexts[lane], m_prime);
    }
    // 6. (K′, r′) ← G(m′ ‖ h)
    let inputs: [_; LANES] = array::from_fn(|lane| scheme::joined(&m_primes[lane], keys[lane].h));
    let ks_and_rs = g(inputs.each_ref());
    // 7. K̄ ← J(z ‖ c)
    let k_bars = j::<P, LANES>(keys.each_ref().map(|parts| parts.z), ciphertexts);
    // 8. c′ ← K-PKE.Encrypt(ek, m′, r′)
    let mut noise = Noises::<P>::zeroed(LANES);
    sample_noise(ks_and_rs.each_ref().map(|k_and_r| split(k_and_r).1), &mut noise);
    for (lane, secret) in secrets.iter_mut().enumerate() {
        let mut c_prime = P::CiphertextBytes::ZEROED;
        pke::multiply_message(&expanded[lane], &m_primes[lane], &mut noise.0[lane], c_prime.as_mut());
        let same = ct::eq(ciphertexts[lane], c_prime.as_ref());
        let (k_prime, _) = split(&ks_and_rs[lane]);
        secret.write(|k| scheme::accept_or_reject(same, k_prime, &k_bars[lane], k));
    }
}

/// The noise of each lane, on the heap: 4.5 KiB for each lane of ML-KEM-1024. Wiped when dropped.
struct Noises<P: Parameters>(Vec<Noise<P>>);

impl<P: Parameters> Noises<P> {
    fn zeroed(lanes: usize) -> Self {
        Self((0..lanes).map(|_| Noise::zeroed()).collect())
    }
}

impl<P: Parameters> Drop for Noises<P> {
    fn drop(&mut self) {
        self.0.iter_mut().for_each(Noise::wipe);
    }
}

/// Expands encapsulation keys.
fn expand<P: Parameters, const LANES: usize>(keys: [&[u8]; LANES]) -> Vec<ExpandedKey<P>>
where
    States<LANES>: Kernels<LANES>,
{
    let mut expanded: Vec<_> = (0..LANES).map(|_| ExpandedKey::<P>::zeroed()).collect();
    let mut rhos = [&[0; 32]; LANES];
    let mut places = expanded.iter_mut();
    let matrices = array::from_fn(|lane| {
        let (rho, matrix) = places.next().expect("a place for each lane").decode(keys[lane]);
        rhos[lane] = rho;
        matrix
    });
    sampling::matrices::<P, LANES>(rhos, Order::Columns, matrices);
    expanded
}

/// Steps 9 to 17 of Algorithm 14 for each r.
fn sample_noise<P: Parameters, const LANES: usize>(rs: [&[u8; 32]; LANES], noise: &mut Noises<P>)
where
    States<LANES>: Kernels<LANES>,
{
    let backend = Backend::choose();
    for (nonces, eta) in pke::encryption_nonces::<P>() {
        sampling::prf_lanes(rs, nonces, eta, |lane, nonce, bytes| noise.0[lane].sample(backend, eta, nonce, bytes));
    }
}

/// G, Section 4.1 (4.5), of each input.
fn g<const LEN: usize, const LANES: usize>(inputs: [&[u8; LEN]; LANES]) -> [[u8; 64]; LANES] {
    let mut outputs = [[0; 64]; LANES];
    Sha3_512::digest_batch(&inputs.map(|input| &input[..]), &mut outputs).expect("an output for each input");
    outputs
}

/// H, Section 4.1 (4.4), of each input.
fn h<const LANES: usize>(inputs: [&[u8]; LANES]) -> [[u8; 32]; LANES] {
    let mut outputs = [[0; 32]; LANES];
    Sha3_256::digest_batch(&inputs, &mut outputs).expect("an output for each input");
    outputs
}

/// J(z ‖ c), Section 4.1 (4.4), of each z and c.
fn j<P: Parameters, const LANES: usize>(zs: [&[u8; 32]; LANES], ciphertexts: [&[u8]; LANES]) -> [[u8; 32]; LANES] {
    let inputs: [_; LANES] = array::from_fn(|lane| Rejection::of(zs[lane], ciphertexts[lane]));
    let mut outputs = [[0; 32]; LANES];
    let inputs = inputs.each_ref().map(Rejection::input::<P>);
    Shake256::hash_batch(&inputs, &mut outputs).expect("an output for each input");
    outputs
}

/// Returns what `of` returns for each of as many items as there are lanes.
fn each_mut<T, U: ?Sized, const LANES: usize>(items: &mut [T], of: impl Fn(&mut T) -> &mut U) -> [&mut U; LANES] {
    let mut items = items.iter_mut();
    array::from_fn(|_| of(items.next().expect("an item for each lane")))
}
