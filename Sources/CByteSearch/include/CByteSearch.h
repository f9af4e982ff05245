#ifndef CBYTE_SEARCH_H
#define CBYTE_SEARCH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Searches sixteen bytes at a time with the compiler's vector types. A header of intrinsics would add declarations of
// the C library to the module.

/// Sixteen bytes, or comparison results, in which all bits are set if true.
typedef uint8_t byte_search_block __attribute__((vector_size(16)));

static inline byte_search_block byte_search_load(const uint8_t *bytes) {
    byte_search_block block;
    memcpy(&block, bytes, sizeof block);
    return block;
}

/// The index of the first true result, or 16.
static inline ptrdiff_t byte_search_first(byte_search_block results) {
#if defined(__SSE2__)
    typedef char signed_block __attribute__((vector_size(16)));
    int mask = __builtin_ia32_pmovmskb128((signed_block)results);
    return mask ? __builtin_ctz((unsigned)mask) : 16;
#else
    for (ptrdiff_t index = 0; index < 16; index++)
        if (results[index]) return index;
    return 16;
#endif
}

/// The index of the first occurrence of a byte, or `count`.
///
/// The first 64 bytes are searched inline, the rest by memchr, which has wider vectors.
__attribute__((always_inline)) static inline ptrdiff_t byte_search_find(
    const uint8_t *bytes, ptrdiff_t count, uint8_t byte) {
    ptrdiff_t index = 0;
    for (; index + 16 <= count && index < 64; index += 16) {
        ptrdiff_t first = byte_search_first(byte_search_load(bytes + index) == byte);
        if (first < 16) return index + first;
    }
    if (index >= count) return count;
    const uint8_t *place = (const uint8_t *)memchr(bytes + index, byte, (size_t)(count - index));
    return place ? place - bytes : count;
}

/// The index of the first byte that may need an escape in JSON, or 16: a control character, a quotation mark, a
/// backslash, or the first byte of a character that may need one.
static inline ptrdiff_t byte_search_json_escape(byte_search_block block) {
    return byte_search_first(
        (block < ' ') | (block == '"') | (block == '\\') | (block == 0x7F) | (block == 0xC2) | (block == 0xE2));
}

/// The index of the first such byte, or `count`.
static inline ptrdiff_t byte_search_json_plain(const uint8_t *bytes, ptrdiff_t count) {
    ptrdiff_t index = 0;
    for (; index + 16 <= count; index += 16) {
        ptrdiff_t first = byte_search_json_escape(byte_search_load(bytes + index));
        if (first < 16) return index + first;
    }
    if (index == count) return count;
    // Processes the last sixteen bytes, or pads a shorter input with bytes that need no escape.
    if (count >= 16) {
        index = count - 16;
        return index + byte_search_json_escape(byte_search_load(bytes + index));
    }
    uint8_t rest[16];
    memset(rest, ' ', sizeof rest);
    memcpy(rest, bytes, (size_t)count);
    ptrdiff_t first = byte_search_json_escape(byte_search_load(rest));
    return first < count ? first : count;
}

/// The index of the first byte that may need an escape in markup, or `count`: a special character, a control character,
/// or 0xC2.
static inline ptrdiff_t byte_search_markup_plain(const uint8_t *bytes, ptrdiff_t count) {
    for (ptrdiff_t index = 0; index < count; index += 16) {
        uint8_t rest[16];
        ptrdiff_t length = count - index < 16 ? count - index : 16;
        byte_search_block block;
        if (length == 16) {
            block = byte_search_load(bytes + index);
        } else {
            memset(rest, 'a', sizeof rest);
            memcpy(rest, bytes + index, (size_t)length);
            block = byte_search_load(rest);
        }
        ptrdiff_t first = byte_search_first(
            ((block < ' ') & (block != '\n') & (block != '\t')) | (block == '"') | (block == '&')
            | (block == '\'') | (block == '<') | (block == '>') | (block == 0x7F) | (block == 0xC2));
        if (first < length) return index + first;
    }
    return count;
}

/// The index of the first byte that may end a name in a tag, or 16: a space, a control character, `/` or `>`.
static inline ptrdiff_t byte_search_name_end(const uint8_t *bytes) {
    byte_search_block block = byte_search_load(bytes);
    return byte_search_first((block <= ' ') | (block == '/') | (block == '>'));
}

/// The index of the first byte that may matter between attributes, or 16: `=`, `>` or a quotation mark.
static inline ptrdiff_t byte_search_attribute_mark(const uint8_t *bytes) {
    byte_search_block block = byte_search_load(bytes);
    return byte_search_first(
        (block == '=') | (block == '>') | (block == '"') | (block == '\''));
}

#endif
