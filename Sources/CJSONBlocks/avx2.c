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
    // Keeps clang from using vectors of single bits, which it would then have to combine.
    __asm__("" : "+r"(mask));
    return mask;
}

static inline uint64_t equal(Bytes bytes, uint8_t byte) {
    __m256i all = _mm256_set1_epi8((char)byte);
    return bits(_mm256_cmpeq_epi8(bytes.half[0], all), _mm256_cmpeq_epi8(bytes.half[1], all));
}

// There is no unsigned comparison: an offset is less than `count` if it is the minimum of itself and `count - 1`.
static inline __m256i halfWithin(__m256i bytes, uint8_t first, uint8_t count) {
    __m256i offsets = _mm256_sub_epi8(bytes, _mm256_set1_epi8((char)first));
    __m256i greatest = _mm256_set1_epi8((char)(count - 1));
    return _mm256_cmpeq_epi8(offsets, _mm256_min_epu8(offsets, greatest));
}

static inline uint64_t within(Bytes bytes, uint8_t first, uint8_t count) {
    return bits(
        halfWithin(bytes.half[0], first, count), halfWithin(bytes.half[1], first, count));
}

#include "clmul.h"
#include "reader.h"

READER(readBlocksAVX2) { return readBlocks(bytes, count, context, blocks, capacity); }

#pragma clang attribute pop
#endif
