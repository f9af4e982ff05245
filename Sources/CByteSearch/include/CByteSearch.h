#ifndef CBYTE_SEARCH_H
#define CBYTE_SEARCH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
// The compiler's own vectors: <emmintrin.h> would bring declarations of the C library into the module.
typedef char byte_search_block __attribute__((vector_size(16), aligned(1)));
#endif

/// The index of the first occurrence of a byte, or the count if there is none.
///
/// What is near is found without a call; what is far is left to memchr, which has wider vectors.
static inline ptrdiff_t byte_search_find(const uint8_t *bytes, ptrdiff_t count, uint8_t byte) {
    ptrdiff_t index = 0;
#if defined(__SSE2__)
    const byte_search_block wanted = (byte_search_block){0} + (char)byte;
    for (; index + 16 <= count && index < 64; index += 16) {
        byte_search_block block = *(const byte_search_block *)(bytes + index);
        int found = __builtin_ia32_pmovmskb128(block == wanted);
        if (found != 0) return index + __builtin_ctz(found);
    }
#endif
    const uint8_t *place =
        count > index ? (const uint8_t *)memchr(bytes + index, byte, (size_t)(count - index)) : 0;
    return place ? place - bytes : count;
}

#endif
