/// The readers of this target, each defined where it can be compiled.
#ifndef READERS_H
#define READERS_H

#include "CJSONBlocks.h"

#define READER(name) \
    size_t name( \
        const uint8_t *bytes, size_t count, JSONContext *context, JSONBlock *blocks, \
        size_t capacity)

READER(readBlocksAVX512);
READER(readBlocksAVX2);
READER(readBlocksSSE2);
READER(readBlocksNEON);

#endif
