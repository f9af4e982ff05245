// Reads blocks. Each file that includes this defines `Bytes` (64 bytes) with `load`, `equal` and `within`, and
// `prefixXor`.
#include <string.h>

#include "escapes.h"
#include "scalars.h"
#include "grammar.h"

/// Reads the block at `start`; returns false if it is malformed or cannot be checked here.
static inline bool readBlock(
    const uint8_t *start, const uint8_t *end, Carry *carry, JSONBlock *block
) {
    Bytes bytes = load(start);
    uint64_t quotes = equal(bytes, '"');
    block->backslashes = equal(bytes, '\\');
    uint64_t backslashes = block->backslashes & ~carry->isEscaped;
    carry->isCut = 0;
    if ((backslashes | carry->isEscaped) != 0) {
        uint64_t escaping = escapingBytes(backslashes);
        uint64_t escaped = escaping << 1 | carry->isEscaped;
        if (!checkEscapes(bytes, start, escaped)) return false;
        quotes &= ~escaped;
        carry->isEscaped = escaping >> 63;
        carry->isCut = escaping >> 58 != 0;
    }
    // A string includes its opening quote, but not the closing one.
    uint64_t strings = prefixXor(quotes) ^ -carry->isInString;
    uint64_t outside = ~(strings | quotes);
    uint64_t controls = within(bytes, 0, ' ');
    if ((controls & strings) != 0) return false;

    Tokens tokens = {.strings = strings, .quotes = quotes};
    tokens.space = equal(bytes, ' ') & outside;
    if (controls != 0) {
        uint64_t breaks = equal(bytes, '\n') | equal(bytes, '\r') | equal(bytes, '\t');
        tokens.space |= breaks & outside;
    }
    tokens.braces = equal(bytes, '{') | equal(bytes, '}');
    tokens.opening = (equal(bytes, '{') | equal(bytes, '[')) & outside;
    tokens.closing = (equal(bytes, '}') | equal(bytes, ']')) & outside;
    tokens.commas = equal(bytes, ',') & outside;
    tokens.colons = equal(bytes, ':') & outside;
    uint64_t scalarBytes = outside & ~(
        tokens.space | tokens.opening | tokens.closing | tokens.commas | tokens.colons);
    tokens.scalars = scalarBytes & ~(scalarBytes << 1 | carry->isInScalar);
    if (scalarBytes != 0) {
        // A scalar that began in the previous block was checked there.
        uint64_t fresh = scalarBytes & (scalarBytes + carry->isInScalar);
        if (!checkScalars(bytes, start, end, tokens.scalars, fresh)) return false;
    }
    carry->isInScalar = scalarBytes >> 63;
    carry->isInString = strings >> 63;

    if (tokens.space == 0) return checkGrammar(&tokens, 0, carry, block);
    return checkGrammar(&tokens, tokens.space, carry, block);
}

/// The maximum number of successive blocks that end inside a number or an escape.
enum { LongestCutRun = 8 };

static inline size_t readBlocks(
    const uint8_t *bytes, size_t count, JSONContext *context, JSONBlock *blocks, size_t capacity
) {
    const uint8_t *end = bytes + count;
    for (;;) {
        Carry carry = carryOf(context);
        // The blocks read, and those up to the last one that ends between tokens.
        size_t read = 0, whole = 0;
        bool isWrong = false;
        while (read < capacity && count - 64 * read >= JSONBlockReach
            && read - whole < LongestCutRun) {
            isWrong = !readBlock(bytes + 64 * read, end, &carry, blocks + read);
            if (isWrong) break;
            read++;
            if (!isBetweenTokens(&carry)) continue;
            whole = read;
            if (read + LongestCutRun >= capacity) break;
        }
        if (whole == read && !isWrong) {
            *context = contextOf(&carry);
            return read;
        }
        // Starts again, up to the last representable state. This happens once or twice per chunk.
        capacity = whole;
    }
}
