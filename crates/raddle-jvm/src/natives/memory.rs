//! Memory outside the heap, as `Unsafe.allocateMemory` gives it: blocks with made-up addresses.
//!
//! An address names the thread that asked for the block and how much it had asked for before, and is never given twice:
//! it is the same in every run, however the threads took turns. What natives touch here can be asked for as what they
//! touch of the heap (`Heap::take_observed`).

use crate::machine::Machine;
use crate::machine::thread::Thread;
use raddle_explore::operation::Access;
use std::rc::Rc;

impl Machine {
    /// A new block of zeros; zero if the thread has used up its addresses.
    pub fn allocate_native(&mut self, thread: &mut Thread, bytes: u64) -> u64 {
        let Some(left) = u32::MAX.checked_sub(thread.outside) else { return 0 };
        if bytes + 64 > u64::from(left) {
            return 0;
        }
        let address = thread.next_address(bytes as u32);
        Rc::make_mut(&mut self.native_memory).insert(address, vec![0; bytes as usize]);
        self.new_memory = address..address + bytes;
        address
    }

    /// Whether the running thread asked for this memory in its present step, so that nobody else can know the address:
    /// whoever makes a buffer fills it with zeros first.
    pub fn is_new_memory(&self, address: u64, bytes: u64) -> bool {
        self.new_memory.start <= address && address.saturating_add(bytes) <= self.new_memory.end
    }

    /// Gives a block back.
    pub fn free_native(&mut self, address: u64) {
        if let Some(block) = Rc::make_mut(&mut self.native_memory).remove(&address) {
            self.heap.observe_outside(address, block.len() as u64, Access::Write);
        }
    }

    /// How many bytes the block at an address has.
    pub fn native_length(&self, address: u64) -> u64 {
        self.native_memory.get(&address).map_or(0, |block| block.len() as u64)
    }

    /// Whether all these bytes belong to one block.
    pub fn has_native(&self, address: u64, bytes: u64) -> bool {
        self.native_memory.range(..=address).next_back().is_some_and(|(start, block)| {
            (address - start).checked_add(bytes).is_some_and(|end| end <= block.len() as u64)
        })
    }

    /// Bytes at an address, as a little-endian number; zero where no block is.
    pub fn native_bytes(&self, address: u64, bytes: u32) -> u64 {
        self.heap.observe_outside(address, u64::from(bytes), Access::Read);
        let Some((start, block)) = self.native_memory.range(..=address).next_back() else { return 0 };
        let offset = (address - start) as usize;
        (0..bytes as usize)
            .rev()
            .fold(0, |value, index| (value << 8) | u64::from(block.get(offset + index).copied().unwrap_or(0)))
    }

    /// So many bytes from an address on.
    pub fn native_range(&self, address: u64, count: usize) -> Vec<u8> {
        let bytes = (0..count as u64).map(|index| self.native_bytes(address + index, 1) as u8);
        bytes.collect()
    }

    /// Writes all these bytes from an address on.
    pub fn set_native_range(&mut self, address: u64, bytes: &[u8]) {
        for (index, byte) in bytes.iter().enumerate() {
            self.set_native_bytes(address + index as u64, 1, u64::from(*byte));
        }
    }

    /// Writes bytes at an address.
    pub fn set_native_bytes(&mut self, address: u64, bytes: u32, value: u64) {
        self.heap.observe_outside(address, u64::from(bytes), Access::Write);
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
