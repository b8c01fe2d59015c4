//! Helpers of the fuzz targets of decoders.

use carnelian::__internals::at_most;
use carnelian::cpu::Tier;
use std::fmt::Debug;

/// The number of a case, a place in valid bytes, and edits from there on.
pub type Input<'a> = (u8, u16, &'a [u8]);

/// Returns valid bytes, to which the edits of a case are added.
pub fn edited(valid: &[u8], (_, place, edits): &Input<'_>) -> Vec<u8> {
    let mut bytes = valid.to_vec();
    let place = usize::from(*place) % bytes.len();
    bytes[place..].iter_mut().zip(*edits).for_each(|(byte, edit)| *byte ^= edit);
    bytes
}

/// Returns what `work` returns at the tier in force and at the one that a number names. More would be slow.
pub fn at_two_tiers<R: PartialEq + Debug>(number: u8, work: impl Fn() -> R) -> R {
    let tier = Tier::ALL[usize::from(number % 4)];
    let result = work();
    assert_eq!(at_most(tier, work), result, "{tier}");
    result
}
