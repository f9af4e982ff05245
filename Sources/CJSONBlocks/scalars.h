// Included by reader.h.

static inline bool isDigit(uint8_t byte) { return (uint8_t)(byte - '0') < 10; }

static inline const uint8_t *skipDigits(const uint8_t *bytes, const uint8_t *end) {
    while (bytes < end && isDigit(*bytes)) bytes++;
    return bytes;
}

/// Whether these bytes are a number (RFC 8259, section 6).
static bool isNumber(const uint8_t *bytes, const uint8_t *end) {
    if (bytes < end && *bytes == '-') bytes++;
    const uint8_t *integer = bytes;
    bytes = skipDigits(bytes, end);
    if (bytes == integer || (*integer == '0' && bytes - integer > 1)) return false;
    if (bytes < end && *bytes == '.') {
        const uint8_t *fraction = ++bytes;
        bytes = skipDigits(bytes, end);
        if (bytes == fraction) return false;
    }
    if (bytes < end && (*bytes | 0x20) == 'e') {
        bytes++;
        if (bytes < end && (*bytes == '+' || *bytes == '-')) bytes++;
        const uint8_t *exponent = bytes;
        bytes = skipDigits(bytes, end);
        if (bytes == exponent) return false;
    }
    return bytes == end;
}

/// Whether these bytes are `true`, `false` or `null`; eight bytes must be readable.
static inline bool isLiteral(const uint8_t *bytes, size_t length) {
    uint32_t first, last;
    memcpy(&first, bytes, 4);
    memcpy(&last, bytes + 1, 4);
    bool isFour = (memcmp(&first, "true", 4) == 0) | (memcmp(&first, "null", 4) == 0);
    bool isFive = (bytes[0] == 'f') & (memcmp(&last, "alse", 4) == 0);
    return ((length == 4) & isFour) | ((length == 5) & isFive);
}

/// Whether a number or literal ends before this byte, consistent with the masks.
static inline bool endsScalar(uint8_t byte) {
    switch (byte) {
    case ' ': case '\t': case '\n': case '\r': case '"':
    case '[': case ']': case '{': case '}': case ',': case ':':
        return true;
    default:
        return false;
    }
}

/// The length of a possible number or literal; 0 if it does not end.
static inline size_t scalarLength(const uint8_t *bytes, const uint8_t *end) {
    const uint8_t *byte = bytes;
    while (byte < end && !endsScalar(*byte)) byte++;
    return byte < end ? (size_t)(byte - bytes) : 0;
}

/// Checks one by one the numbers and literals that contain more than digits.
static inline bool checkOddScalars(
    const uint8_t *start, const uint8_t *end, uint64_t firsts, uint64_t digits,
    uint64_t scalarBytes, uint64_t others
) {
    uint64_t odd = firsts & ~digits;
    for (int round = 0; round < 2 && others != 0; round++) {
        // The first round checks those that begin with a letter or a sign. A second round is necessary only if a number
        // contains more than digits.
        for (; odd != 0; odd &= odd - 1) {
            uint32_t place = (uint32_t)__builtin_ctzll(odd);
            const uint8_t *scalar = start + place;
            uint64_t beyond = ~scalarBytes >> place;
            size_t length;
            if (beyond == 0) {
                length = scalarLength(scalar, end);
                others &= ~(~UINT64_C(0) << place);
            } else {
                length = (size_t)__builtin_ctzll(beyond);
                others &= ~(~(~UINT64_C(0) << length) << place);
            }
            if (!isLiteral(scalar, length) && !isNumber(scalar, scalar + length)) return false;
        }
        odd = firsts & digits;
    }
    return true;
}

/// Checks the numbers and literals that begin in a block, up to their ends before `end`.
static inline bool checkScalars(
    Bytes bytes, const uint8_t *start, const uint8_t *end, uint64_t firsts, uint64_t scalarBytes
) {
    uint64_t digits = within(bytes, '0', 10) & scalarBytes;
    // Adding its first byte to a run of digits clears it.
    uint64_t integers = digits & ~(digits + (firsts & digits));
    uint64_t afterZeros = (firsts & equal(bytes, '0')) << 1 & digits;
    uint64_t others = scalarBytes & ~(integers & ~afterZeros);
    // A scalar that may continue in the next block is checked byte by byte.
    others |= scalarBytes & UINT64_C(1) << 63;
    return others == 0 || checkOddScalars(start, end, firsts, digits, scalarBytes, others);
}
