#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// The same number on all architectures; older headers lack it.
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

/// Whether devtool ignores SIGTTOU for the sake of its children, and not because it was started so.
static atomic_bool ignores_terminal_output;

/// A signal that is ignored stays so in a child, and there is no other way to have one that ignores it; a
/// shell would take its mask away that blocks it.
static void ignore_terminal_output(void) {
    if (signal(SIGTTOU, SIG_IGN) != SIG_IGN) atomic_store(&ignores_terminal_output, true);
}

static int add_actions(
    posix_spawn_file_actions_t *actions, const struct spawn_options *options) {
    int result = 0;
    for (int stream = 0; stream < 3 && result == 0; stream++) {
        int source = options->streams[stream];
        if (source == SPAWN_NOTHING)
            result = posix_spawn_file_actions_addopen(actions, stream, "/dev/null", O_RDONLY, 0);
        else if (source != SPAWN_INHERITED)
            // Of a descriptor that has the number already, this takes the mark away that closes it.
            result = posix_spawn_file_actions_adddup2(actions, source, stream);
    }
    if (result == 0 && options->directory != NULL)
        result = posix_spawn_file_actions_addchdir_np(actions, options->directory);
    bool keeps = options->kept > 2;
    if (result == 0 && keeps)
        result = posix_spawn_file_actions_adddup2(actions, options->kept, options->kept);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
    if (options->closes_others) {
        for (int other = 3; keeps && other < options->kept && result == 0; other++)
            result = posix_spawn_file_actions_addclose(actions, other);
        if (result == 0)
            result = posix_spawn_file_actions_addclosefrom_np(actions, keeps ? options->kept + 1 : 3);
    }
#endif
    return result;
}

static void set_attributes(posix_spawnattr_t *attributes, const struct spawn_options *options) {
    short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
    sigset_t defaults, none;
    sigemptyset(&defaults);
    // Devtool itself ignores these, and a signal that is ignored stays so in a child.
    sigaddset(&defaults, SIGPIPE);
    sigaddset(&defaults, SIGXFSZ);
    if (!options->may_write_from_background && atomic_load(&ignores_terminal_output))
        sigaddset(&defaults, SIGTTOU);
    posix_spawnattr_setsigdefault(attributes, &defaults);
    // Dispatch's threads have all signals blocked, and a child inherits that, too.
    sigemptyset(&none);
    posix_spawnattr_setsigmask(attributes, &none);
    if (options->has_own_group) {
        flags |= POSIX_SPAWN_SETPGROUP;
        posix_spawnattr_setpgroup(attributes, 0);
    }
    posix_spawnattr_setflags(attributes, flags);
}

int spawn_process(
    pid_t *process, const char *path, char *const *words, char *const *variables,
    const struct spawn_options *options) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (options->may_write_from_background) ignore_terminal_output();
    int result = posix_spawn_file_actions_init(&actions);
    if (result != 0) return result;
    result = posix_spawnattr_init(&attributes);
    if (result == 0) {
        set_attributes(&attributes, options);
        result = add_actions(&actions, options);
        if (result == 0)
            result = posix_spawn(process, path, &actions, &attributes, words, variables);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return result;
}

int spawn_open_process(pid_t process) {
    // The kernel marks it as one that children do not inherit.
    return (int)syscall(SYS_pidfd_open, process, 0);
}

int spawn_reap(pid_t process, int *status) {
    int raw;
    pid_t found;
    do found = waitpid(process, &raw, WNOHANG);
    while (found < 0 && errno == EINTR);
    if (found != process) return found < 0 ? -1 : 0;
    *status = WIFSIGNALED(raw) ? -WTERMSIG(raw) : WEXITSTATUS(raw);
    return 1;
}

int spawn_sealed_memory(const void *bytes, size_t count) {
    int file = memfd_create("devtool", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return -1;
    const char *next = bytes;
    while (count > 0) {
        ssize_t written = write(file, next, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) break;
        next += written;
        count -= (size_t)written;
    }
    int seals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
    if (count == 0 && fcntl(file, F_ADD_SEALS, seals) == 0 && lseek(file, 0, SEEK_SET) == 0) return file;
    int failure = errno;
    close(file);
    errno = failure;
    return -1;
}

int spawn_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC);
}

int loop_create(void) {
    return epoll_create1(EPOLL_CLOEXEC);
}

int loop_add(int loop, int descriptor, uint64_t token) {
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = token};
    return epoll_ctl(loop, EPOLL_CTL_ADD, descriptor, &event);
}

void loop_remove(int loop, int descriptor) {
    struct epoll_event unused = {0};
    epoll_ctl(loop, EPOLL_CTL_DEL, descriptor, &unused);
}

int loop_wait(int loop, struct loop_event *events, int count) {
    struct epoll_event found[16];
    int limit = count < 16 ? count : 16, ready;
    do ready = epoll_wait(loop, found, limit, -1);
    while (ready < 1);
    for (int index = 0; index < ready; index++) {
        events[index].token = found[index].data.u64;
        events[index].can_read = (found[index].events & EPOLLIN) != 0;
    }
    return ready;
}
