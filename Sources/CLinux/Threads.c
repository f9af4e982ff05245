#define _GNU_SOURCE
#include "CLinux.h"

#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Holds the threads until all of them exist.
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void *pass(void *unused) {
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    return unused;
}

int processors_available(void) {
    cpu_set_t set;
    // It fails if there are more processors than the set can hold.
    if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int)online : 1;
}

int threads_available(int limit) {
    pthread_t *threads = calloc((size_t)limit, sizeof *threads);
    if (threads == NULL) return 0;
    int count = 0;
    pthread_mutex_lock(&gate);
    while (count < limit && pthread_create(&threads[count], NULL, pass, NULL) == 0) count++;
    pthread_mutex_unlock(&gate);
    for (int index = 0; index < count; index++) pthread_join(threads[index], NULL);
    free(threads);
    return count;
}

void threads_keep_memory(void) {
#ifdef M_TRIM_THRESHOLD
    mallopt(M_TRIM_THRESHOLD, 4 << 20);
#endif
}

void threads_share_memory(void) {
#ifdef M_ARENA_MAX
    mallopt(M_ARENA_MAX, 1);
#endif
}

/// The first version of `sched_setattr`'s argument, 48 bytes; glibc has declared it since 2.41.
struct scheduling {
    uint32_t size, policy;
    uint64_t flags;
    int32_t niceness;
    uint32_t priority;
    uint64_t runtime, deadline, period;
};

void thread_takes_short_turns(void) {
#if defined SYS_sched_getattr && defined SYS_sched_setattr
    struct scheduling own = {0};
    if (syscall(SYS_sched_getattr, 0, &own, sizeof own, 0) != 0) return;
    // SCHED_FLAG_RESET_ON_FORK would also reset a niceness below 0 in children.
    if (own.policy != SCHED_OTHER || own.niceness < 0) return;
    own.size = sizeof own;
    own.flags = 1;  // SCHED_FLAG_RESET_ON_FORK
    own.runtime = 200000;
    syscall(SYS_sched_setattr, 0, &own, 0);
#endif
}
