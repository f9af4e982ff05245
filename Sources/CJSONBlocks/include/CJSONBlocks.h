/// Parses JSON 64 bytes at a time.
///
/// A block of 64 bytes becomes a set of 64-bit masks, with one bit per byte: the quotes, the commas, the white space. A
/// vector unit computes a mask with one comparison, and each operation on masks processes 64 bytes at once. A prefix
/// sum modulo 2 over the quotes is the mask of the insides of strings. Adding a mask of first bytes to a mask of runs
/// carries each first byte to the end of its run: an escape's backslashes, a string, or white space. Langdale and
/// Lemire find the tokens in this way in "Parsing Gigabytes of JSON per Second" (The VLDB Journal, 2019). This module
/// also checks the grammar in this way: four additions determine what follows every comma, colon and bracket of a
/// block. Only brackets and numbers are checked one by one.
#ifndef CJSONBLOCKS_H
#define CJSONBLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The content of 64 bytes; in the masks, the lowest bit is the first byte.
typedef struct {
    /// The quotes that open and close strings, and the opening quotes of keys.
    uint64_t openings;
    uint64_t closings;
    uint64_t keys;
    uint64_t backslashes;
    /// The first bytes of numbers and literals.
    uint64_t scalars;
    uint64_t brackets;
    /// The nesting depth before the first byte, and the minimum from there to the end.
    _Alignas(16) uint8_t depth;
    uint8_t leastDepth;
} JSONBlock;

/// What precedes a block and decides what may follow.
typedef enum __attribute__((enum_extensibility(closed))) JSONPlace : uint8_t {
    JSONPlaceAfterValue,
    JSONPlaceAfterKey,
    JSONPlaceAfterColon,
    JSONPlaceAfterComma,
    JSONPlaceAfterOpening,
    JSONPlaceInKey,
    JSONPlaceInString,
} JSONPlace;

/// The state of a document at the beginning of a block.
typedef struct {
    /// The open objects (1) and arrays (0), the innermost in the lowest bit.
    uint64_t levels;
    /// The number of bits in use in `levels`: 1 to 64.
    uint8_t depth;
    JSONPlace place;
} JSONContext;

/// The number of bytes that must be readable for a block.
#define JSONBlockReach 72

/// Reads blocks of well-formed JSON while `count` and `capacity` allow it.
///
/// Returns the number of blocks; `context` is then the state at their end. Unread blocks are not necessarily invalid: a
/// number may be too long, or the nesting too deep for `levels`.
typedef size_t (*JSONBlockReader)(
    const uint8_t *bytes, size_t count, JSONContext *context, JSONBlock *blocks, size_t capacity);

/// The instruction sets for comparisons, best first.
///
/// There is none without vectors: computing masks eight bytes at a time costs more than it saves.
typedef enum __attribute__((enum_extensibility(closed))) JSONInstructions : uint8_t {
    JSONInstructionsAVX512,
    JSONInstructionsAVX2,
    JSONInstructionsSSE2,
    JSONInstructionsNEON,
} JSONInstructions;

/// The reader for an instruction set; NULL if the processor lacks it.
JSONBlockReader JSONBlockReaderUsing(JSONInstructions instructions);

#endif
