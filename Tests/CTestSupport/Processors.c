#define _GNU_SOURCE
#include "CTestSupport.h"

#include <sched.h>

int on_one_processor(int (*work)(void)) {
    cpu_set_t before, one;
    if (sched_getaffinity(0, sizeof before, &before) != 0) return -1;
    CPU_ZERO(&one);
    for (int number = 0; number < CPU_SETSIZE && CPU_COUNT(&one) == 0; number++)
        if (CPU_ISSET(number, &before)) CPU_SET(number, &one);
    if (sched_setaffinity(0, sizeof one, &one) != 0) return -1;
    int result = work();
    sched_setaffinity(0, sizeof before, &before);
    return result;
}
