#define _GNU_SOURCE
#include "CLinux.h"
#include "Guard.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef SYS_close_range
#define SYS_close_range 436
#endif

// More children than can run at once.
#define MOST_GROUPS 4096
// How often it is looked whether those have ended that were asked to, in milliseconds.
#define PAUSE 20

// The groups, which devtool and the guard both see. A place that is taken before its group is there has `RESERVED`.
static _Atomic pid_t *groups;
#define RESERVED (-1)
// So many places have been taken at once.
static atomic_int used;

_Atomic pid_t *guard_reserve(void) {
    if (groups == NULL) return NULL;
    for (int index = 0; index < MOST_GROUPS; index++) {
        pid_t free = 0;
        if (!atomic_compare_exchange_strong(&groups[index], &free, RESERVED)) continue;
        int count = atomic_load(&used);
        while (count <= index && !atomic_compare_exchange_weak(&used, &count, index + 1)) continue;
        return &groups[index];
    }
    return NULL;
}

void guard_forget(pid_t group) {
    int count = groups == NULL ? 0 : atomic_load(&used);
    for (int index = 0; index < count; index++) {
        pid_t found = group;
        if (atomic_compare_exchange_strong(&groups[index], &found, 0)) return;
    }
}

void close_descriptors(int first, int last) {
    if (first > last || syscall(SYS_close_range, first, last, 0) == 0) return;
    int limit = (int)sysconf(_SC_OPEN_MAX);
    for (int other = first; other <= last && other < limit; other++) close(other);
}

/// Sends a signal to all groups; whether any is left.
static int send_all(int signal) {
    int is_left = 0;
    for (int index = 0; index < MOST_GROUPS; index++) {
        pid_t group = atomic_load(&groups[index]);
        if (group > 0) is_left |= kill(-group, signal) == 0;
    }
    return is_left;
}

/// What the guard does: only what a child of a process with many threads may do.
static _Noreturn void keep_guard(int socket, int grace) {
    char byte;
    ssize_t length;
    do length = read(socket, &byte, 1);
    while (length > 0 || (length < 0 && errno == EINTR));
    // The other end is closed: devtool is gone. One that is stopped could not end.
    if (send_all(SIGTERM)) send_all(SIGCONT);
    struct timespec pause = {.tv_nsec = PAUSE * 1000000};
    for (int time = 0; time < grace && send_all(0); time += PAUSE) nanosleep(&pause, NULL);
    send_all(SIGKILL);
    _exit(0);
}

// The guard, and the socket that it listens at the other end of; not there before the first child.
static pid_t guard_process = 0;
static int guard_socket = -1;

bool guard_runs(void) { return guard_process > 0; }

bool is_first_thread(void) { return gettid() == getpid(); }

int guard_prepare(void) {
    void *memory = mmap(
        NULL, MOST_GROUPS * sizeof *groups, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED) groups = memory;
    return is_first_thread();
}

/// What the linker puts behind all that the program itself has in memory; the heap lies further up.
extern char end;

/// Forks, but for the heap, which the child must not touch: what both processes have in memory is copied page by page
/// as devtool goes on to change it, and after the plan of 10,000 tasks that took 9 µs for each child that ran.
///
/// Not by `fork`: in the child, that looks after what the C library has on the heap.
static pid_t fork_without_heap(void) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *first = (char *)(((uintptr_t)&end + page - 1) / page * page);
    char *last = sbrk(0);
    size_t length = last > first ? (size_t)(last - first) / page * page : 0;
    // Memory that is not there, as before the heap, counts as an error, but the rest is done.
    if (length > 0) madvise(first, length, MADV_DONTFORK);
    // Children of other threads are not concerned: their own memory does without a copy, too (`vfork`).
    pid_t process = (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
    if (process != 0 && length > 0) madvise(first, length, MADV_DOFORK);
    return process;
}

void guard_start(int grace) {
    int ends[2];
    if (groups == NULL) return;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return;
    // It must not be interrupted by a signal that devtool has a handler for.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t guard = fork_without_heap();
    if (guard == 0) {
        // In devtool's session it could be killed with it, and what it has open nobody could see the end of.
        setsid();
        if (dup2(ends[0], 0) != 0) _exit(1);
        close_descriptors(1, INT_MAX);
        prctl(PR_SET_NAME, "devtool-guard");
        if (chdir("/") != 0) _exit(1);
        keep_guard(0, grace);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(ends[0]);
    if (guard < 0) {
        close(ends[1]);
        return;
    }
    guard_process = guard;
    guard_socket = ends[1];
    // Where nobody else does it, as in a container without an init, a process that is not waited for stays.
    atexit(guard_end);
}

void guard_end(void) {
    if (guard_process <= 0) return;
    shutdown(guard_socket, SHUT_RDWR);
    while (waitpid(guard_process, NULL, 0) < 0 && errno == EINTR) continue;
    guard_process = 0;
}
