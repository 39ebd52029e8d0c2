//! The only unsafe code: instructions that Rust cannot express, used where a benchmark shows that they pay.
//! Everything here has a safe twin elsewhere, and a test compares the two.
#![allow(unsafe_code)]

/// The bits of `value` under `mask`, packed together at the low end.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline(always)]
pub(crate) fn extract_bits(value: u64, mask: u64) -> u64 {
    // SAFETY: compiled only where the instruction is known to exist.
    unsafe { std::arch::x86_64::_pext_u64(value, mask) }
}
