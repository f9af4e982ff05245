#include "readers.h"

JSONBlockReader JSONBlockReaderUsing(JSONInstructions instructions) {
    switch (instructions) {
#if defined(__x86_64__)
    case JSONInstructionsAVX512:
        // These tests ask the operating system too, which has to save the registers.
        return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("pclmul")
                && __builtin_cpu_supports("bmi2")
            ? readBlocksAVX512 : NULL;
    case JSONInstructionsAVX2:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("pclmul")
                && __builtin_cpu_supports("bmi2")
            ? readBlocksAVX2 : NULL;
    case JSONInstructionsSSE2:
        return readBlocksSSE2;
#elif defined(__aarch64__)
    case JSONInstructionsNEON:
        return readBlocksNEON;
#endif
    case JSONInstructionsPortable:
        return readBlocksPortable;
    default:
        return NULL;
    }
}
