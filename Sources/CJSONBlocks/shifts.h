// Included by the readers whose instructions have no carry-less multiplication.

/// Bit n of the result is the sum, modulo 2, of the bits 0 to n.
static inline uint64_t prefixXor(uint64_t mask) {
    for (int shift = 1; shift < 64; shift *= 2) mask ^= mask << shift;
    return mask;
}
