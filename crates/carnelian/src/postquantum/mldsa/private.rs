//! Private keys, FIPS 204 Algorithms 6, 24 and 25.

use super::encoding::{are_short, pack_all, secret_parts, secret_parts_mut, unpack_all};
use super::error::ExpandedKeyError;
use super::matrix::{PUBLIC, Seed};
use super::parameters::Parameters;
use super::ring::kernel::Backend;
use super::ring::packing::Packing;
use super::ring::polynomial::{N, NttPoly, Poly};
use super::sampling::expand_s;
use super::verifying_key::VerifyingKey;
use crate::base::ct;
use crate::base::secret::{Held, Secret};
use crate::hash::Shake256;
use crate::postquantum::arrays::{Array as _, Bytes as _};
use core::marker::PhantomData;
use core::slice;

/// The private half of a key. s₁, s₂ and t₀ are kept in the NTT domain, in which signing needs them.
pub(super) struct Private<P: Parameters> {
    /// ξ, if the key was made from it.
    pub(super) seed: Secret<[u8; 32]>,
    pub(super) has_seed: bool,
    /// K, from which the masks of signatures are derived.
    pub(super) k: Secret<[u8; 32]>,
    pub(super) s1_hat: Secret<P::VectorL<NttPoly>>,
    pub(super) s2_hat: Secret<P::VectorK<NttPoly>>,
    pub(super) t0_hat: Secret<P::VectorK<NttPoly>>,
    /// Of the fields that signing reads, and of the public key: see [`seal`](Self::seal).
    pub(super) checksum: Secret<[u8; 8]>,
}

/// The secret vectors as they are drawn or imported, and what is computed from them. Wiped when dropped.
pub(super) struct Vectors<P: Parameters> {
    s1: Secret<P::VectorL<Poly>>,
    s2: Secret<P::VectorK<Poly>>,
    /// An element of t at a time.
    t: Secret<[Poly; 1]>,
    t0: Secret<P::VectorK<Poly>>,
    t_hat: Secret<P::VectorK<NttPoly>>,
}

impl<P: Parameters> Vectors<P> {
    /// All zero, as a constant: see [`Private::zeroed`].
    const ZEROED: Self = Self {
        s1: Secret::place(P::VectorL::<Poly>::ZEROED),
        s2: Secret::place(P::VectorK::<Poly>::ZEROED),
        t: Secret::place([Poly::ZERO]),
        t0: Secret::place(P::VectorK::<Poly>::ZEROED),
        t_hat: Secret::place(P::VectorK::<NttPoly>::ZEROED),
    };

    /// Returns storage for the vectors: up to 33 KiB on the heap, where there is one.
    #[inline(never)]
    pub(super) fn zeroed() -> Held<Self> {
        Held::place(Self::ZEROED)
    }
}

impl<P: Parameters> Private<P> {
    /// All zero. A constant, since the compiler builds it directly on the heap, where it would copy a variable from the
    /// stack.
    const ZEROED: Self = Self {
        seed: Secret::ZEROED,
        has_seed: false,
        k: Secret::ZEROED,
        s1_hat: Secret::place(P::VectorL::<NttPoly>::ZEROED),
        s2_hat: Secret::place(P::VectorK::<NttPoly>::ZEROED),
        t0_hat: Secret::place(P::VectorK::<NttPoly>::ZEROED),
        checksum: Secret::ZEROED,
    };

    /// Returns storage for a private key. Never inlined, so that the caller's frame has no room for it too.
    #[inline(never)]
    pub(super) fn zeroed() -> Held<Self> {
        Held::place(Self::ZEROED)
    }

    /// Algorithm 6, ML-DSA.KeyGen_internal(ξ), for the seed that is in place. Leaves secrets on the stack.
    pub(super) fn expand(&mut self, vectors: &mut Vectors<P>) -> VerifyingKey<P> {
        let backend = Backend::choose();
        self.has_seed = true;
        // 1. (ρ, ρ′, K) ← H(ξ ‖ IntegerToBytes(k, 1) ‖ IntegerToBytes(ℓ, 1), 128).
        let mut hasher = Shake256::new();
        hasher.update(self.seed.expose());
        hasher.update(&[P::K as u8, P::L as u8]);
        let mut reader = hasher.finalize();
        let (mut rho, mut rho_prime) = ([0; 32], Secret::<[u8; 64]>::ZEROED);
        reader.fill(&mut rho);
        let rho = ct::declassify(rho, "the seed of the matrix is public");
        rho_prime.write(|rho_prime| reader.fill(rho_prime));
        self.k.write(|k| reader.fill(k));
        let Vectors { s1, s2, .. } = vectors;
        // 4. (s₁, s₂) ← ExpandS(ρ′).
        s1.write(|s1| s2.write(|s2| expand_s(backend, P::ETA, rho_prime.expose(), s1.as_mut(), s2.as_mut())));
        self.set_vectors(backend, &rho, vectors)
    }

    /// Algorithm 6, steps 3 and 5 to 9: sets ŝ₁, ŝ₂ and t̂₀, and returns the public key. tr ← H(pk, 64), step 9, is
    /// computed beside later rows of the matrix.
    fn set_vectors(&mut self, backend: Backend, rho: &[u8; 32], vectors: &mut Vectors<P>) -> VerifyingKey<P> {
        let Vectors { s1, s2, t, t0, t_hat } = vectors;
        let mut t1 = [Poly::ZERO];
        self.s1_hat.write(|s1_hat| backend.ntt(s1.expose().as_ref(), s1_hat.as_mut()));
        self.s2_hat.write(|s2_hat| backend.ntt(s2.expose().as_ref(), s2_hat.as_mut()));
        let mut pk = P::PublicKeyBytes::ZEROED;
        pk.as_mut()[..32].copy_from_slice(rho);
        let (matrix, s1_hat, s2) = (Seed(rho, PhantomData::<P>), self.s1_hat.expose().as_ref(), s2.expose().as_ref());
        // 5. to 9., row by row.
        let mut tr = [0; 64];
        t_hat.write(|t_hat| {
            tr = matrix.multiply_rows(backend, s1_hat, t_hat.as_mut(), pk.as_mut(), |i, t_hat, bytes| {
                // 5. t ← NTT⁻¹(Â∘NTT(s₁)) + s₂.
                t.write(|t| {
                    backend.inverse_ntt(slice::from_ref(t_hat), t);
                    _ = backend.add(&mut t[0], &s2[i], 1);
                });
                // 6. (t₁, t₀) ← Power2Round(t).
                t0.write(|t0| backend.power2round(&t.expose()[0], &mut t1[0], &mut t0.as_mut()[i]));
                // 8. pk ← pkEncode(ρ, t₁).
                backend.pack(Packing::T1, &t1[0], bytes);
            });
        });
        self.t0_hat.write(|t0_hat| backend.ntt(t0.expose().as_ref(), t0_hat.as_mut()));
        VerifyingKey::with_tr(&ct::declassify(pk, PUBLIC), tr)
    }

    /// Algorithm 25, skDecode(sk), and the public key. Leaves secrets on the stack.
    pub(super) fn decode(
        &mut self,
        sk: &P::ExpandedKeyBytes,
        vectors: &mut Vectors<P>,
    ) -> Result<VerifyingKey<P>, ExpandedKeyError> {
        let (backend, bytes) = (Backend::choose(), sk.as_ref());
        let (packed_s1, packed_s2, packed_t0) = secret_parts::<P>(bytes);
        let rho: [u8; 32] = *bytes.first_chunk().expect("an expanded key begins with 32 bytes");
        let rho = ct::declassify(rho, "the seed of the matrix is public");
        self.k.write(|k| k.copy_from_slice(&bytes[32..64]));
        let eta = Packing::eta(P::ETA);
        vectors.s1.write(|s1| unpack_all(backend, eta, packed_s1, s1.as_mut()));
        vectors.s2.write(|s2| unpack_all(backend, eta, packed_s2, s2.as_mut()));
        let are_short = are_short(backend, P::ETA, vectors.s1.expose().as_ref())
            & are_short(backend, P::ETA, vectors.s2.expose().as_ref());
        if !are_short.declassify("whether a key is valid is public") {
            return Err(ExpandedKeyError::OutOfRange);
        }
        let public = self.set_vectors(backend, &rho, vectors);
        let mut t0 = Secret::new(P::ExpandedKeyBytes::ZEROED);
        t0.write(|sk| {
            let (.., t0) = secret_parts_mut::<P>(sk.as_mut());
            pack_all(backend, Packing::T0, vectors.t0.expose().as_ref(), t0);
        });
        let is_consistent =
            ct::eq(secret_parts::<P>(t0.expose().as_ref()).2, packed_t0) & ct::eq(&bytes[64..128], &public.tr());
        if is_consistent.declassify("whether a key is valid is public") {
            Ok(public)
        } else {
            Err(ExpandedKeyError::Inconsistent)
        }
    }

    /// Algorithm 24, skEncode(ρ, K, tr, s₁, s₂, t₀). Leaves secrets on the stack.
    pub(super) fn encode(&self, public: &VerifyingKey<P>, sk: &mut [u8]) {
        let backend = Backend::choose();
        sk[..32].copy_from_slice(public.rho());
        sk[32..64].copy_from_slice(self.k.expose());
        sk[64..128].copy_from_slice(&public.tr());
        let (s1, s2, t0) = secret_parts_mut::<P>(sk);
        let eta = Packing::eta(P::ETA);
        pack_from_ntt(backend, eta, self.s1_hat.expose().as_ref(), s1);
        pack_from_ntt(backend, eta, self.s2_hat.expose().as_ref(), s2);
        pack_from_ntt(backend, Packing::T0, self.t0_hat.expose().as_ref(), t0);
    }
}

/// Packs the polynomials with small coefficients whose images under the NTT are given.
fn pack_from_ntt(backend: Backend, packing: Packing, polys: &[NttPoly], bytes: &mut [u8]) {
    // NTT⁻¹ returns 2³² times the polynomial, and a product with 1 takes this factor away.
    let one = NttPoly([1; N]);
    let (mut product, mut poly) = (Secret::new([NttPoly::ZERO]), Secret::new([Poly::ZERO]));
    let mut rest = bytes;
    for poly_hat in polys {
        product.write(|product| {
            backend.inner_product(&mut product[0], slice::from_ref(poly_hat), slice::from_ref(&one));
        });
        poly.write(|poly| {
            backend.inverse_ntt(product.expose(), poly);
            _ = backend.add(&mut poly[0], &Poly::ZERO, 1);
        });
        let (bytes, after) = rest.split_at_mut(packing.len());
        backend.pack(packing, &poly.expose()[0], bytes);
        rest = after;
    }
}
