//! Products with the matrix Â, which is expanded from ρ on the way or kept, FIPS 204 Sections 2.5 and 7.3.

use super::parameters::{Parameters, T1_LEN};
use super::ring::kernel::Backend;
use super::ring::polynomial::NttPoly;
use super::sampling::{expand_a_beside, expand_a_from};
use crate::base::ct;
use crate::hash::keccak::beside::{Function, Passenger};
use core::marker::PhantomData;

/// The reason for which pk is hashed as it is.
pub(super) const PUBLIC: &str = "a public key is public";

/// A source of the matrix Â.
pub(super) trait Matrix {
    /// Sets ŵ to Â∘v̂, times 2⁻³². Needs `|v̂[i]| ≤ 9q`; returns `|ŵ[i]| ≤ 3q/4`.
    fn multiply(&self, backend: Backend, v_hat: &[NttPoly], w_hat: &mut [NttPoly]);
}

/// A matrix that is expanded from ρ with every product, up to eight elements at a time.
pub(super) struct Seed<'r, P>(pub(super) &'r [u8; 32], pub(super) PhantomData<P>);

/// The number of elements of the matrix that are expanded at once.
const GROUP: usize = 8;

/// The number of blocks from which the hash of a key rides: a ride costs an element of a group.
const RIDE: usize = 4 * 136;

impl<P: Parameters> Seed<'_, P> {
    /// Like [`multiply`](Matrix::multiply); a passenger has the first lane until it is done.
    pub(super) fn multiply_beside(
        &self,
        backend: Backend,
        v_hat: &[NttPoly],
        w_hat: &mut [NttPoly],
        passenger: &mut Passenger<'_>,
    ) {
        let mut elements = [const { NttPoly::ZERO }; GROUP];
        let mut first = 0;
        while first < P::K * P::L {
            let is_beside = backend.lanes() > 1 && !passenger.is_done();
            let passenger = is_beside.then_some(&mut *passenger);
            first += self.multiply_group(backend, first, &mut elements, v_hat, w_hat, passenger);
        }
    }

    /// Like [`multiply`](Matrix::multiply), and calls `row` with the number and the element of each row of ŵ as soon as
    /// it is there, and the place of the row in pk, T1_LEN bytes of which it writes. Returns H(pk, 64), which is computed
    /// beside later rows when enough of it is known. The first 32 bytes of pk have been written.
    pub(super) fn multiply_rows(
        &self,
        backend: Backend,
        v_hat: &[NttPoly],
        w_hat: &mut [NttPoly],
        pk: &mut [u8],
        mut row: impl FnMut(usize, &NttPoly, &mut [u8]),
    ) -> [u8; 64] {
        let mut elements = [const { NttPoly::ZERO }; GROUP];
        let (mut first, mut rows, mut absorbed) = (0, 0, 0);
        let mut hash = Passenger::of_unknown(Function::SHAKE256);
        while first < P::K * P::L {
            hash = {
                let known = ct::declassify_bytes(&pk[..32 + T1_LEN * rows], PUBLIC);
                let mut riding = hash.known(&known[absorbed..], false);
                let leaves_one = P::K * P::L - first == backend.lanes();
                let rides = backend.lanes() > 1 && riding.waiting() >= RIDE && !leaves_one;
                let passenger = rides.then_some(&mut riding);
                first += self.multiply_group(backend, first, &mut elements, v_hat, w_hat, passenger);
                absorbed = known.len() - riding.waiting();
                riding.known(&[], false)
            };
            while (rows + 1) * P::L <= first {
                row(rows, &w_hat[rows], &mut pk[32 + T1_LEN * rows..][..T1_LEN]);
                rows += 1;
            }
        }
        hash.known(&ct::declassify_bytes(pk, PUBLIC)[absorbed..], true).finish()
    }

    /// Adds to ŵ the products with the next elements of the matrix, from number `first` on, and returns how many they
    /// are.
    fn multiply_group(
        &self,
        backend: Backend,
        first: usize,
        elements: &mut [NttPoly; GROUP],
        v_hat: &[NttPoly],
        w_hat: &mut [NttPoly],
        passenger: Option<&mut Passenger<'_>>,
    ) -> usize {
        let len = if passenger.is_some() { backend.lanes() - 1 } else { GROUP };
        let group = &mut elements[..len.min(P::K * P::L - first)];
        match passenger {
            Some(passenger) => expand_a_beside(backend, self.0, P::L, first, group, passenger),
            None => expand_a_from(backend, self.0, P::L, first, group),
        }
        add_group::<P>(backend, first, group, v_hat, w_hat);
        group.len()
    }
}

impl<P: Parameters> Matrix for Seed<'_, P> {
    fn multiply(&self, backend: Backend, v_hat: &[NttPoly], w_hat: &mut [NttPoly]) {
        self.multiply_beside(backend, v_hat, w_hat, &mut Passenger::none());
    }
}

/// Adds to ŵ the products with the elements of Â from number `first` on, row by row.
fn add_group<P: Parameters>(
    backend: Backend,
    first: usize,
    mut group: &[NttPoly],
    v_hat: &[NttPoly],
    w_hat: &mut [NttPoly],
) {
    let mut number = first;
    while !group.is_empty() {
        let (row, column) = (number / P::L, number % P::L);
        let (now, later) = group.split_at(group.len().min(P::L - column));
        let v_hat = &v_hat[column..column + now.len()];
        if column == 0 {
            backend.inner_product(&mut w_hat[row], now, v_hat);
        } else {
            backend.add_inner_product(&mut w_hat[row], now, v_hat);
        }
        number += now.len();
        group = later;
    }
}

/// A matrix that is kept, row by row.
pub(super) struct Kept<'m, P: Parameters>(pub(super) &'m P::Matrix<NttPoly>);

impl<P: Parameters> Matrix for Kept<'_, P> {
    fn multiply(&self, backend: Backend, v_hat: &[NttPoly], w_hat: &mut [NttPoly]) {
        let mut rows = self.0.as_ref();
        for w_hat in w_hat {
            let (row, after) = rows.split_at(P::L);
            backend.inner_product(w_hat, row, v_hat);
            rows = after;
        }
    }
}

/// Algorithm 32, ExpandA(ρ).
pub(super) fn expand_a<P: Parameters>(backend: Backend, rho: &[u8; 32], a_hat: &mut P::Matrix<NttPoly>) {
    expand_a_from(backend, rho, P::L, 0, a_hat.as_mut());
}
