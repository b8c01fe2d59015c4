//! Division without the CPU's instruction.

/// Returns the quotient, rounded down. The time of the CPU's instruction depends on the operands, and code that handles
/// secrets makes no exception for public operands, which a scan of the machine code cannot tell from others.
pub(crate) const fn divide(dividend: u64, divisor: u32) -> u64 {
    let (mut quotient, mut remainder) = (0, 0);
    let mut bit = u64::BITS;
    while bit > 0 {
        bit -= 1;
        remainder = remainder << 1 | dividend >> bit & 1;
        let fits = remainder >= divisor as u64;
        remainder -= if fits { divisor as u64 } else { 0 };
        quotient = quotient << 1 | fits as u64;
    }
    quotient
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::TestRandom;

    #[test]
    fn quotients_are_right() {
        let random = &mut TestRandom::new(4);
        for number in 0..1000 {
            let divisor = (random.next_u64() >> (32 + number % 32)) as u32 | 1;
            let dividend = random.next_u64() >> (number % 64);
            assert_eq!(divide(dividend, divisor), dividend / u64::from(divisor));
            assert_eq!(divide(u64::MAX, divisor), u64::MAX / u64::from(divisor));
        }
    }
}
