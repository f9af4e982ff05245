#if defined(__x86_64__)
#include <immintrin.h>
#include "readers.h"

#pragma clang attribute push( \
    __attribute__((target("avx512bw,pclmul,bmi,bmi2"))), apply_to = function)

typedef __m512i Bytes;

static inline Bytes load(const uint8_t *bytes) { return _mm512_loadu_si512(bytes); }

static inline uint64_t equal(Bytes bytes, uint8_t byte) {
    return _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8((char)byte));
}

static inline uint64_t less(Bytes bytes, uint8_t limit) {
    return _mm512_cmplt_epu8_mask(bytes, _mm512_set1_epi8((char)limit));
}

#include "clmul.h"
#include "reader.h"

READER(readBlocksAVX512) { return readBlocks(bytes, count, context, blocks, capacity); }

#pragma clang attribute pop
#endif
