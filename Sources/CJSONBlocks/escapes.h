// Included by reader.h.

static inline bool isHexDigit(uint8_t byte) {
    return (uint8_t)(byte - '0') < 10 || (uint8_t)((byte | 0x20) - 'a') < 6;
}

/// The backslashes that escape the next byte.
///
/// In a run of backslashes, these are the first, the third, and so on. So runs that begin at even and odd positions are
/// processed separately.
static inline uint64_t escapingBytes(uint64_t backslashes) {
    const uint64_t even = 0x5555555555555555;
    uint64_t evenFirsts = backslashes & ~(backslashes << 1) & even;
    uint64_t evenRuns = backslashes & ~(backslashes + evenFirsts);
    return (evenRuns & even) | (backslashes & ~evenRuns & ~even);
}

/// Checks the bytes after backslashes, and the digits of `\u`.
static inline bool checkEscapes(Bytes bytes, const uint8_t *start, uint64_t escaped) {
    uint64_t unicode = equal(bytes, 'u') & escaped;
    uint64_t valid = equal(bytes, '"') | equal(bytes, '\\') | equal(bytes, '/')
        | equal(bytes, 'b') | equal(bytes, 'f') | equal(bytes, 'n') | equal(bytes, 'r')
        | equal(bytes, 't') | unicode;
    bool isValid = (escaped & ~valid) == 0;
    for (; unicode != 0; unicode &= unicode - 1) {
        const uint8_t *digits = start + __builtin_ctzll(unicode) + 1;
        isValid &= isHexDigit(digits[0]) && isHexDigit(digits[1]) && isHexDigit(digits[2])
            && isHexDigit(digits[3]);
    }
    return isValid;
}
