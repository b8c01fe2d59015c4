//! Addresses, FIPS 205 Section 4.2: where a hash is in the structure.

/// The type of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// WOTS_HASH: words are key pair, chain, hash.
    WotsHash = 0,
    /// WOTS_PK: words are key pair, 0, 0.
    WotsPk = 1,
    /// TREE: words are 0, tree height, tree index.
    Tree = 2,
    /// FORS_TREE: words are key pair, tree height, tree index.
    ForsTree = 3,
    /// FORS_ROOTS: words are key pair, 0, 0.
    ForsRoots = 4,
    /// WOTS_PRF: words are key pair, chain, 0.
    WotsPrf = 5,
    /// FORS_PRF: words are key pair, 0, tree index.
    ForsPrf = 6,
}

/// ADRS, Section 4.2, Figures 1 to 8. The tree address has 64 bits: no set has more trees in a layer.
#[derive(Clone, Copy, Debug)]
pub struct Address {
    pub(super) layer: u32,
    pub(super) tree: u64,
    pub(super) kind: Type,
    /// The words after the type.
    pub(super) words: [u32; 3],
}

impl Address {
    /// Returns the address of a key pair of WOTS⁺ or FORS, with zeros in the other words.
    pub(super) const fn of_key_pair(layer: usize, tree: u64, kind: Type, key_pair: u32) -> Self {
        Self { layer: layer as u32, tree, kind, words: [key_pair, 0, 0] }
    }
}

/// The address of a FORS key pair, idx_tree and idx_leaf: that of the XMSS leaf which signs its public key.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeyPairAddress {
    pub(super) tree: u64,
    pub(super) leaf: u32,
}

impl KeyPairAddress {
    /// Returns the address of hashes of a type there.
    pub(super) const fn address(self, kind: Type) -> Address {
        Address::of_key_pair(0, self.tree, kind, self.leaf)
    }
}
