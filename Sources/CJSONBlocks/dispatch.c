#include "readers.h"

#if defined(__x86_64__)
#include <sys/platform/x86.h>

// "Active" includes support by the operating system, which must save the registers. The dynamic loader already knows
// this. __builtin_cpu_supports would query the processor at each start, which takes 40 µs in a virtual machine.
static bool hasBitInstructions(void) {
    return CPU_FEATURE_ACTIVE(PCLMULQDQ) && CPU_FEATURE_ACTIVE(BMI1) && CPU_FEATURE_ACTIVE(BMI2);
}
#endif

JSONBlockReader JSONBlockReaderUsing(JSONInstructions instructions) {
    switch (instructions) {
#if defined(__x86_64__)
    case JSONInstructionsAVX512:
        return hasBitInstructions() && CPU_FEATURE_ACTIVE(AVX512BW) ? readBlocksAVX512 : NULL;
    case JSONInstructionsAVX2:
        return hasBitInstructions() && CPU_FEATURE_ACTIVE(AVX2) ? readBlocksAVX2 : NULL;
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
