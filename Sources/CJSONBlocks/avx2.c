#if defined(__x86_64__)
#include <immintrin.h>
#include "readers.h"

#pragma clang attribute push( \
    __attribute__((target("avx2,pclmul,bmi,bmi2"))), apply_to = function)

typedef struct { __m256i half[2]; } Bytes;

static inline Bytes load(const uint8_t *bytes) {
    return (Bytes){{
        _mm256_loadu_si256((const __m256i *)bytes),
        _mm256_loadu_si256((const __m256i *)(bytes + 32)),
    }};
}

static inline uint64_t bits(__m256i low, __m256i high) {
    uint64_t mask = (uint32_t)_mm256_movemask_epi8(low)
        | (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
    // Keeps clang from computing with vectors of single bits, which it then has to put together.
    __asm__("" : "+r"(mask));
    return mask;
}

static inline uint64_t equal(Bytes bytes, uint8_t byte) {
    __m256i all = _mm256_set1_epi8((char)byte);
    return bits(_mm256_cmpeq_epi8(bytes.half[0], all), _mm256_cmpeq_epi8(bytes.half[1], all));
}

// There is no unsigned comparison: a byte is less than a limit if it is the lesser of itself and
// the limit's predecessor.
static inline __m256i lesser(__m256i bytes, uint8_t limit) {
    return _mm256_cmpeq_epi8(bytes, _mm256_min_epu8(bytes, _mm256_set1_epi8((char)(limit - 1))));
}

static inline uint64_t less(Bytes bytes, uint8_t limit) {
    return bits(lesser(bytes.half[0], limit), lesser(bytes.half[1], limit));
}

#include "clmul.h"
#include "reader.h"

READER(readBlocksAVX2) { return readBlocks(bytes, count, context, blocks, capacity); }

#pragma clang attribute pop
#endif
