//! The field and the group over four words of 64 bits, with the instructions of BMI2.

pub(crate) mod fe_4x64_bmi2;
#[cfg(any(test, carnelian_msan, miri))]
pub(crate) mod portable_4x64;
#[cfg(not(any(carnelian_msan, miri)))]
pub(crate) mod x86_bmi2;
pub(crate) mod x86_bmi2_point;
#[cfg(not(any(carnelian_msan, miri)))]
mod x86_bmi2_words;
