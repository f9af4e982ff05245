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

// More than the number of concurrent children.
#define MOST_GROUPS 4096
// How often the guard checks whether groups have ended, in milliseconds.
#define PAUSE 20

// The process groups, in memory that devtool and the guard share. A reserved entry without a group is `RESERVED`.
static _Atomic pid_t *groups;
#define RESERVED (-1)
// The number of entries that have been in use at once.
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

/// Sends a signal to all groups; returns whether any is left.
static int send_all(int signal) {
    int is_left = 0;
    for (int index = 0; index < MOST_GROUPS; index++) {
        pid_t group = atomic_load(&groups[index]);
        if (group > 0) is_left |= kill(-group, signal) == 0;
    }
    return is_left;
}

/// Runs the guard, with only those functions that are safe after a fork of a multithreaded process.
static _Noreturn void keep_guard(int socket, int grace) {
    char byte;
    ssize_t length;
    do length = read(socket, &byte, 1);
    while (length > 0 || (length < 0 && errno == EINTR));
    // The other end is closed: devtool is gone. A stopped process would not react to SIGTERM without SIGCONT.
    if (send_all(SIGTERM)) send_all(SIGCONT);
    struct timespec pause = {.tv_nsec = PAUSE * 1000000};
    for (int time = 0; time < grace && send_all(0); time += PAUSE) nanosleep(&pause, NULL);
    send_all(SIGKILL);
    _exit(0);
}

// The guard, and devtool's end of its socket; unset before the first child.
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

/// The linker defines this after the program's own data; the heap is at higher addresses.
extern char end;

/// Forks without the heap, which the child must not touch.
///
/// Otherwise, devtool's later writes would copy shared pages one by one: after planning 10,000 tasks, that cost 9 µs
/// per child. It does not call `fork`, which accesses glibc's heap data in the child.
static pid_t fork_without_heap(void) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *first = (char *)(((uintptr_t)&end + page - 1) / page * page);
    char *last = sbrk(0);
    size_t length = last > first ? (size_t)(last - first) / page * page : 0;
    // A gap before the heap is an error, but the rest is processed.
    if (length > 0) madvise(first, length, MADV_DONTFORK);
    // Children of other threads are not affected, because `vfork` does not copy memory either.
    pid_t process = (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
    if (process != 0 && length > 0) madvise(first, length, MADV_DOFORK);
    return process;
}

void guard_start(int grace) {
    int ends[2];
    if (groups == NULL) return;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return;
    // The guard must not run devtool's signal handlers.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t guard = fork_without_heap();
    if (guard == 0) {
        // In devtool's session, the guard could be killed with it. Inherited descriptors would stay open and hide their
        // end from readers.
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
    // Without a reaping init, as in some containers, the guard would otherwise remain a zombie.
    atexit(guard_end);
}

void guard_end(void) {
    if (guard_process <= 0) return;
    shutdown(guard_socket, SHUT_RDWR);
    while (waitpid(guard_process, NULL, 0) < 0 && errno == EINTR) continue;
    guard_process = 0;
}
