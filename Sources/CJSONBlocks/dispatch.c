#include "readers.h"

#if defined(__x86_64__)
// These tests ask the operating system too, which has to save the registers.
static bool hasBitInstructions(void) {
    return __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("bmi")
        && __builtin_cpu_supports("bmi2");
}
#endif

JSONBlockReader JSONBlockReaderUsing(JSONInstructions instructions) {
    switch (instructions) {
#if defined(__x86_64__)
    case JSONInstructionsAVX512:
        return hasBitInstructions() && __builtin_cpu_supports("avx512bw") ? readBlocksAVX512 : NULL;
    case JSONInstructionsAVX2:
        return hasBitInstructions() && __builtin_cpu_supports("avx2") ? readBlocksAVX2 : NULL;
    case JSONInstructionsSSE2:
        return readBlocksSSE2;
#elif defined(__aarch64__)
    case JSONInstructionsNEON:
        return readBlocksNEON;
#endif
    default:
        return NULL;
    }
}
