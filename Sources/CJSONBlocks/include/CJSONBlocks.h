/// JSON, 64 bytes at a time.
///
/// A block of 64 bytes is looked at as a handful of 64-bit masks, one bit a byte: where the quotes
/// are, the commas, the white space. With a vector unit a mask costs one comparison; what is then
/// computed from masks is computed for 64 bytes at once. A prefix sum modulo 2 over the quotes is
/// the mask of what is inside strings; adding a mask of first bytes to a mask of runs carries each
/// first byte to the end of its run, over an escape's backslashes, a string, or white space. That
/// is how Langdale and Lemire find the tokens in "Parsing Gigabytes of JSON per Second" (The VLDB
/// Journal, 2019). Here the grammar is checked in the same way: what follows every comma, colon
/// and bracket of a block is four additions. Only brackets and numbers are looked at one by one.
#ifndef CJSONBLOCKS_H
#define CJSONBLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What is in 64 bytes. In the masks, the lowest bit is the first byte.
typedef struct {
    /// The quotes that open and close strings, and the opening ones that are those of keys.
    uint64_t openings;
    uint64_t closings;
    uint64_t keys;
    /// The backslashes.
    uint64_t backslashes;
    /// The first bytes of numbers and literals.
    uint64_t scalars;
    /// The brackets and braces.
    uint64_t brackets;
    /// The depth of nesting before the first byte, and the least from there to the end.
    _Alignas(16) uint8_t depth;
    uint8_t leastDepth;
} JSONBlock;

/// What precedes a block, as far as it bears on what may follow.
typedef enum __attribute__((enum_extensibility(closed))) JSONPlace : uint8_t {
    JSONPlaceAfterValue,
    JSONPlaceAfterKey,
    JSONPlaceAfterColon,
    JSONPlaceAfterComma,
    JSONPlaceAfterOpening,
    JSONPlaceInKey,
    JSONPlaceInString,
} JSONPlace;

/// Where in a document a block begins.
typedef struct {
    /// The objects (1) and arrays (0) that are open, the innermost in the lowest bit.
    uint64_t levels;
    /// How many of them `levels` tells of: 1 to 64.
    uint8_t depth;
    JSONPlace place;
} JSONContext;

/// How many bytes must be there for a block to be read.
#define JSONBlockReach 72

/// Reads blocks while `count` and `capacity` allow it, and the blocks are well-formed JSON.
///
/// The result is the number of blocks read; `context` is then where the last of them ends. What is
/// not read is not necessarily wrong: a number may be too long, the nesting leave the `levels`.
typedef size_t (*JSONBlockReader)(
    const uint8_t *bytes, size_t count, JSONContext *context, JSONBlock *blocks, size_t capacity);

/// The ways to compare 64 bytes, the best first.
///
/// There is none without vectors: masks made eight bytes at a time cost more than they save.
typedef enum __attribute__((enum_extensibility(closed))) JSONInstructions : uint8_t {
    JSONInstructionsAVX512,
    JSONInstructionsAVX2,
    JSONInstructionsSSE2,
    JSONInstructionsNEON,
} JSONInstructions;

/// The reader that uses these instructions; null where the processor does not have them.
JSONBlockReader JSONBlockReaderUsing(JSONInstructions instructions);

#endif
