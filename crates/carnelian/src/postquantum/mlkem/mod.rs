//! ML-KEM, FIPS 203: a key encapsulation mechanism whose security rests on module lattices.
