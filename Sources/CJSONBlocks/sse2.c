#if defined(__x86_64__)
#include <emmintrin.h>
#include "readers.h"

typedef struct { __m128i quarter[4]; } Bytes;

static inline Bytes load(const uint8_t *bytes) {
    const __m128i *quarters = (const __m128i *)bytes;
    return (Bytes){{
        _mm_loadu_si128(quarters), _mm_loadu_si128(quarters + 1),
        _mm_loadu_si128(quarters + 2), _mm_loadu_si128(quarters + 3),
    }};
}

static inline uint64_t equal(Bytes bytes, uint8_t byte) {
    __m128i all = _mm_set1_epi8((char)byte);
    uint64_t mask = 0;
    for (int i = 0; i < 4; i++) {
        mask |= (uint64_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes.quarter[i], all)) << 16 * i;
    }
    __asm__("" : "+r"(mask));
    return mask;
}

// There is no unsigned comparison: an offset is less than `count` if it is the minimum of itself and `count - 1`.
static inline uint64_t within(Bytes bytes, uint8_t first, uint8_t count) {
    __m128i all = _mm_set1_epi8((char)first);
    __m128i greatest = _mm_set1_epi8((char)(count - 1));
    uint64_t mask = 0;
    for (int i = 0; i < 4; i++) {
        __m128i offsets = _mm_sub_epi8(bytes.quarter[i], all);
        __m128i lesser = _mm_min_epu8(offsets, greatest);
        mask |= (uint64_t)_mm_movemask_epi8(_mm_cmpeq_epi8(offsets, lesser)) << 16 * i;
    }
    __asm__("" : "+r"(mask));
    return mask;
}

#include "shifts.h"
#include "reader.h"

READER(readBlocksSSE2) { return readBlocks(bytes, count, context, blocks, capacity); }
#endif
