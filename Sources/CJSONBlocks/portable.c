#include <string.h>
#include "readers.h"

typedef struct { uint64_t word[8]; } Bytes;

static const uint64_t ones = 0x0101010101010101;
static const uint64_t tops = 0x8080808080808080;

static inline Bytes load(const uint8_t *bytes) {
    Bytes result;
    memcpy(&result, bytes, sizeof result);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    for (int i = 0; i < 8; i++) result.word[i] = __builtin_bswap64(result.word[i]);
#endif
    return result;
}

/// The top bits of eight bytes as the lowest byte: the product has a copy of each at the top.
static inline uint64_t gather(uint64_t word) {
    return ((word & tops) >> 7) * 0x0102040810204080 >> 56;
}

static inline uint64_t equal(Bytes bytes, uint8_t byte) {
    uint64_t mask = 0;
    for (int i = 0; i < 8; i++) {
        uint64_t difference = bytes.word[i] ^ ones * byte;
        mask |= gather(~(((difference & ~tops) + ~tops) | difference)) << 8 * i;
    }
    return mask;
}

// The limit must not be above 128.
static inline uint64_t less(Bytes bytes, uint8_t limit) {
    uint64_t mask = 0;
    for (int i = 0; i < 8; i++) {
        uint64_t word = bytes.word[i];
        mask |= gather(~(((word & ~tops) + ones * (128 - limit)) | word)) << 8 * i;
    }
    return mask;
}

#include "shifts.h"
#include "reader.h"

READER(readBlocksPortable) { return readBlocks(bytes, count, context, blocks, capacity); }
