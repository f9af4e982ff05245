#if defined(__aarch64__)
#include <arm_neon.h>
#include "readers.h"

typedef uint8x16x4_t Bytes;

static inline Bytes load(const uint8_t *bytes) {
    return (Bytes){{
        vld1q_u8(bytes), vld1q_u8(bytes + 16), vld1q_u8(bytes + 32), vld1q_u8(bytes + 48),
    }};
}

// NEON has no instruction that gathers one bit per byte. Each byte keeps the bit of its position among eight, and three
// rounds of pairwise addition combine eight bytes into one.
static inline uint64_t bits(Bytes truth) {
    static const uint8_t places[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t place = vld1q_u8(places);
    uint8x16_t low = vpaddq_u8(vandq_u8(truth.val[0], place), vandq_u8(truth.val[1], place));
    uint8x16_t high = vpaddq_u8(vandq_u8(truth.val[2], place), vandq_u8(truth.val[3], place));
    uint8x16_t sums = vpaddq_u8(low, high);
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
}

static inline uint64_t equal(Bytes bytes, uint8_t byte) {
    uint8x16_t all = vdupq_n_u8(byte);
    for (int i = 0; i < 4; i++) bytes.val[i] = vceqq_u8(bytes.val[i], all);
    return bits(bytes);
}

static inline uint64_t within(Bytes bytes, uint8_t first, uint8_t count) {
    uint8x16_t all = vdupq_n_u8(first), limit = vdupq_n_u8(count);
    for (int i = 0; i < 4; i++) bytes.val[i] = vcltq_u8(vsubq_u8(bytes.val[i], all), limit);
    return bits(bytes);
}

#include "shifts.h"
#include "reader.h"

READER(readBlocksNEON) { return readBlocks(bytes, count, context, blocks, capacity); }
#endif
