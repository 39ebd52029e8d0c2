//! The only unsafe code: instructions that Rust cannot express, used where a benchmark shows that they pay. PEXT, and a
//! type of four lanes around AVX2 instructions that touch no memory.
//! Everything here has a safe twin elsewhere, and a test compares the two.
//!
//! Which code runs is settled when compiling (`-C target-cpu`, native by default in this repository): choosing at run time
//! would have to happen around whole searches.
#![allow(unsafe_code)]

/// The bits of `value` under `mask`, packed together at the low end.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline(always)]
pub(crate) fn extract_bits(value: u64, mask: u64) -> u64 {
    // SAFETY: compiled only where the instruction is known to exist.
    unsafe { std::arch::x86_64::_pext_u64(value, mask) }
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(crate) use vector::U64x4;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod vector {
    use std::arch::x86_64::*;
    use std::ops::{BitAnd, BitOr};

    /// Four sets of squares in one register, each shifted its own way.
    #[derive(Clone, Copy)]
    pub(crate) struct U64x4(__m256i);

    /// Runs AVX2 instructions.
    macro_rules! avx2 {
        ($instructions:expr) => {
            // SAFETY: the module is compiled only where AVX2 is known to exist, and none of the instructions used
            // touches memory.
            unsafe { $instructions }
        };
    }

    impl U64x4 {
        #[inline(always)]
        pub(crate) fn new(lanes: [u64; 4]) -> U64x4 {
            let [a, b, c, d] = lanes.map(u64::cast_signed);
            U64x4(avx2!(_mm256_setr_epi64x(a, b, c, d)))
        }

        /// The same set in every lane.
        #[inline(always)]
        pub(crate) fn splat(set: u64) -> U64x4 {
            U64x4(avx2!(_mm256_set1_epi64x(set.cast_signed())))
        }

        /// One lane in every lane.
        #[inline(always)]
        pub(crate) fn lane<const LANE: i32>(self) -> U64x4 {
            U64x4(avx2!(match LANE {
                0 => _mm256_permute4x64_epi64::<0b00_00_00_00>(self.0),
                1 => _mm256_permute4x64_epi64::<0b01_01_01_01>(self.0),
                2 => _mm256_permute4x64_epi64::<0b10_10_10_10>(self.0),
                _ => _mm256_permute4x64_epi64::<0b11_11_11_11>(self.0),
            }))
        }

        /// The lower two lanes of `self`, the upper two of `other`.
        #[inline(always)]
        pub(crate) fn halves(self, other: U64x4) -> U64x4 {
            U64x4(avx2!(_mm256_blend_epi32::<0b1111_0000>(self.0, other.0)))
        }

        /// Each lane shifted up by the number in the same lane of `by`.
        #[inline(always)]
        pub(crate) fn up(self, by: U64x4) -> U64x4 {
            U64x4(avx2!(_mm256_sllv_epi64(self.0, by.0)))
        }

        /// Each lane shifted down by the number in the same lane of `by`.
        #[inline(always)]
        pub(crate) fn down(self, by: U64x4) -> U64x4 {
            U64x4(avx2!(_mm256_srlv_epi64(self.0, by.0)))
        }

        /// Bit `index` of each lane, the lowest lane's in the lowest bit.
        #[inline(always)]
        pub(crate) fn bits_at(self, index: usize) -> u8 {
            let top = self.up(U64x4::splat(63 - index as u64));
            avx2!(_mm256_movemask_pd(_mm256_castsi256_pd(top.0)) as u8)
        }

        #[inline(always)]
        pub(crate) fn without(self, other: U64x4) -> U64x4 {
            U64x4(avx2!(_mm256_andnot_si256(other.0, self.0)))
        }

        /// The lowest lane of `self`, the others of `other`.
        #[inline(always)]
        pub(crate) fn first_then(self, other: U64x4) -> U64x4 {
            U64x4(avx2!(_mm256_blend_epi32::<0b1111_1100>(self.0, other.0)))
        }

        #[inline(always)]
        pub(crate) fn is_any(self) -> bool {
            avx2!(_mm256_testz_si256(self.0, self.0) == 0)
        }

        #[inline(always)]
        pub(crate) fn first(self) -> u64 {
            avx2!(_mm_cvtsi128_si64(_mm256_castsi256_si128(self.0))).cast_unsigned()
        }

        /// All four lanes together.
        #[inline(always)]
        pub(crate) fn union(self) -> u64 {
            avx2!({
                let half =
                    _mm_or_si128(_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0));
                let whole = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
                _mm_cvtsi128_si64(whole).cast_unsigned()
            })
        }

        /// How many bits are set in all lanes of all `sets`, at most 31 of them: counted by nibbles through a
        /// table in a register.
        ///
        /// CITE: Muła, Kurz, Lemire, "Faster population counts using AVX2 instructions", 2016
        #[inline(always)]
        pub(crate) fn count<const N: usize>(sets: [U64x4; N]) -> u64 {
            avx2!({
                let low = _mm256_set1_epi8(0x0f);
                let table = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                    0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                ));
                let mut bytes = _mm256_setzero_si256();
                for set in sets {
                    let lower = _mm256_and_si256(set.0, low);
                    let upper = _mm256_and_si256(_mm256_srli_epi16::<4>(set.0), low);
                    bytes = _mm256_add_epi8(bytes, _mm256_shuffle_epi8(table, lower));
                    bytes = _mm256_add_epi8(bytes, _mm256_shuffle_epi8(table, upper));
                }
                let sums = _mm256_sad_epu8(bytes, _mm256_setzero_si256());
                let half = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
                let whole = _mm_add_epi64(half, _mm_unpackhi_epi64(half, half));
                _mm_cvtsi128_si64(whole).cast_unsigned()
            })
        }
    }

    impl BitAnd for U64x4 {
        type Output = U64x4;
        #[inline(always)]
        fn bitand(self, other: U64x4) -> U64x4 {
            U64x4(avx2!(_mm256_and_si256(self.0, other.0)))
        }
    }

    impl BitOr for U64x4 {
        type Output = U64x4;
        #[inline(always)]
        fn bitor(self, other: U64x4) -> U64x4 {
            U64x4(avx2!(_mm256_or_si256(self.0, other.0)))
        }
    }
}
