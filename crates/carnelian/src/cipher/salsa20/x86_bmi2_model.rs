//! One block of Salsa20 where assembly cannot run or cannot be seen into, in Miri and under MemorySanitizer: by the kernel
//! of the vectors, which `x86_bmi2` runs for more blocks.

use super::kernel::{Constants, HEAD_LEN, Kernel, Key};
use crate::base::cpu::FastBmi2;
use crate::base::in_out::InOut;
use crate::base::taint;

impl<V: Kernel> Kernel for (FastBmi2, V) {
    fn xor(self, key: &Key, start: u128, data: InOut<'_>) {
        taint::stands_in();
        self.1.xor(key, start, data);
    }

    fn head(self, key: &Key, start: u128, blocks: usize, stream: &mut [u8; HEAD_LEN]) {
        taint::stands_in();
        self.1.head(key, start, blocks, stream);
    }

    fn xor_head(self, stream: &[u8], data: InOut<'_>) {
        self.1.xor_head(stream, data);
    }

    fn hsalsa20(self, constants: &Constants, key: &Key, input: u128, subkey: &mut Key) {
        taint::stands_in();
        self.1.hsalsa20(constants, key, input, subkey);
    }
}
