//! Memory outside the heap, as `Unsafe.allocateMemory` gives it: blocks with made-up addresses.

use crate::machine::Machine;
use std::rc::Rc;

/// Where made-up addresses begin.
const FIRST_ADDRESS: u64 = 1 << 40;

impl Machine {
    /// A new block of zeros.
    pub fn allocate_native(&mut self, bytes: u64) -> u64 {
        let memory = Rc::make_mut(&mut self.native_memory);
        let address = memory
            .last_key_value()
            .map_or(FIRST_ADDRESS, |(address, block)| (address + block.len() as u64 + 64) & !15);
        memory.insert(address, vec![0; bytes as usize]);
        address
    }

    /// Gives a block back.
    pub fn free_native(&mut self, address: u64) {
        Rc::make_mut(&mut self.native_memory).remove(&address);
    }

    /// Bytes at an address, as a little-endian number; zero where no block is.
    pub fn native_bytes(&self, address: u64, bytes: u32) -> u64 {
        let Some((start, block)) = self.native_memory.range(..=address).next_back() else { return 0 };
        let offset = (address - start) as usize;
        (0..bytes as usize)
            .rev()
            .fold(0, |value, index| (value << 8) | u64::from(block.get(offset + index).copied().unwrap_or(0)))
    }

    /// Writes bytes at an address.
    pub fn set_native_bytes(&mut self, address: u64, bytes: u32, value: u64) {
        let memory = Rc::make_mut(&mut self.native_memory);
        let Some((start, block)) = memory.range_mut(..=address).next_back() else { return };
        let offset = (address - start) as usize;
        for index in 0..bytes as usize {
            if let Some(byte) = block.get_mut(offset + index) {
                *byte = (value >> (8 * index)) as u8;
            }
        }
    }
}
