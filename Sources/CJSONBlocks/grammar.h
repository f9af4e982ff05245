// Included by reader.h.

/// The state between two blocks; the flags are 0 or 1.
typedef struct {
    uint64_t levels;
    uint32_t depth;
    /// The next byte is in a string, which is a key.
    uint64_t isInString, isInKey;
    /// The next byte is in a number or literal, follows a backslash, or is in a `\u` escape.
    uint64_t isInScalar, isEscaped, isCut;
    /// The next byte that is not white space follows a comma or colon, an opening bracket, a token before a key, or a
    /// key.
    uint64_t afterSeparator, afterOpening, beforeKey, afterKey;
} Carry;

static inline Carry carryOf(const JSONContext *context) {
    JSONPlace place = context->place;
    bool isKeyPlace = place == JSONPlaceAfterComma || place == JSONPlaceAfterOpening;
    return (Carry){
        .levels = context->levels,
        .depth = context->depth,
        .isInString = place == JSONPlaceInKey || place == JSONPlaceInString,
        .isInKey = place == JSONPlaceInKey,
        .afterSeparator = place == JSONPlaceAfterColon || place == JSONPlaceAfterComma,
        .afterOpening = place == JSONPlaceAfterOpening,
        .beforeKey = isKeyPlace && (context->levels & 1),
        .afterKey = place == JSONPlaceAfterKey,
    };
}

static inline JSONContext contextOf(const Carry *carry) {
    bool isInObject = carry->levels & 1;
    JSONPlace place = JSONPlaceAfterValue;
    if (carry->isInString) place = carry->isInKey ? JSONPlaceInKey : JSONPlaceInString;
    else if (carry->afterKey) place = JSONPlaceAfterKey;
    else if (carry->afterOpening) place = JSONPlaceAfterOpening;
    else if (carry->afterSeparator) {
        bool isColon = isInObject && !carry->beforeKey;
        place = isColon ? JSONPlaceAfterColon : JSONPlaceAfterComma;
    }
    return (JSONContext){
        .levels = carry->levels, .depth = (uint8_t)carry->depth, .place = place};
}

/// Whether a `JSONContext` can represent this state.
static inline bool isBetweenTokens(const Carry *carry) {
    return (carry->isInScalar | carry->isEscaped | carry->isCut) == 0;
}

/// The masks of a block.
typedef struct {
    uint64_t quotes, strings, scalars, opening, closing, braces, commas, colons, space;
} Tokens;

/// The first bytes after these tokens that are not white space.
static inline uint64_t following(uint64_t tokens, uint64_t space, uint64_t *carry) {
    uint64_t next = tokens << 1 | *carry;
    unsigned long long sum;
    bool overflows = __builtin_add_overflow(next & space, space, &sum);
    *carry = tokens >> 63 | overflows;
    return (next | sum) & ~space;
}

/// Tracks the nesting through a block's brackets; returns false for a mismatch.
static inline bool checkNesting(
    const Tokens *tokens, Carry *carry, JSONBlock *block, uint64_t *inObjects
) {
    uint64_t levels = carry->levels;
    uint32_t depth = carry->depth, least = depth;
    uint64_t mask = -(levels & 1);
    uint64_t wrong = 0;
    // Empty objects and arrays have no effect.
    uint64_t empty = tokens->opening & tokens->closing >> 1
        & ~(tokens->braces ^ tokens->braces >> 1);
    uint64_t rest = (tokens->opening | tokens->closing) & ~(empty | empty << 1);
    for (; rest != 0; rest &= rest - 1) {
        uint64_t bit = rest & -rest;
        uint64_t isObject = (tokens->braces & bit) != 0;
        if (tokens->opening & bit) {
            wrong |= depth >> 6;
            depth++;
            levels = levels << 1 | isObject;
        } else {
            wrong |= (levels ^ isObject) & 1;
            depth--;
            levels >>= 1;
            least = depth < least ? depth : least;
        }
        uint64_t before = bit - 1;
        mask = (mask & before) | (-(levels & 1) & ~before);
    }
    block->depth = (uint8_t)carry->depth;
    block->leastDepth = (uint8_t)least;
    carry->depth = depth;
    carry->levels = levels;
    *inObjects = mask;
    return wrong == 0 && least != 0;
}

/// Checks that each token of a block may follow the one before it.
static inline __attribute__((always_inline)) bool checkGrammar(
    const Tokens *tokens, uint64_t space, Carry *carry, JSONBlock *block
) {
    uint64_t inObjects;
    if (!checkNesting(tokens, carry, block, &inObjects)) return false;
    uint64_t strings = tokens->strings, opening = tokens->opening, closing = tokens->closing;
    uint64_t commas = tokens->commas, colons = tokens->colons;
    uint64_t openings = tokens->quotes & strings, closings = tokens->quotes & ~strings;
    uint64_t values = openings | tokens->scalars | opening;

    uint64_t afterSeparator = following(commas | colons, space, &carry->afterSeparator);
    uint64_t afterOpening = following(opening, space, &carry->afterOpening);
    uint64_t beforeKey = following(
        (opening & tokens->braces) | (commas & inObjects), space, &carry->beforeKey);
    uint64_t keys = beforeKey & openings;
    // Adding a key's first byte to its string carries it to the closing quote.
    uint64_t sum = strings + (keys | carry->isInKey);
    carry->isInKey = (strings & ~sum) >> 63;
    uint64_t afterKey = following(sum & closings, space, &carry->afterKey);

    block->openings = openings;
    block->closings = closings;
    block->keys = keys;
    block->scalars = tokens->scalars;
    block->brackets = opening | closing;
    uint64_t wrong = (values ^ (afterSeparator | (afterOpening & ~closing)))
        | (beforeKey & ~(openings | (closing & tokens->braces)))
        | (afterKey ^ colons);
    return wrong == 0;
}
