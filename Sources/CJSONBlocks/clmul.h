// Included by the readers whose instructions have a carry-less multiplication.

/// Bit n of the result is the sum, modulo 2, of the bits 0 to n.
static inline uint64_t prefixXor(uint64_t mask) {
    __m128i product = _mm_clmulepi64_si128(
        _mm_cvtsi64_si128((long long)mask), _mm_set1_epi8(-1), 0);
    return (uint64_t)_mm_cvtsi128_si64(product);
}
