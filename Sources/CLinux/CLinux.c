#define _GNU_SOURCE
#include "CLinux.h"

#include "Guard.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// The same number on all architectures; older headers lack it.
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

/// Whether devtool ignores SIGTTOU because of its children, not because it inherited that.
static atomic_bool ignores_terminal_output;

/// Ignores SIGTTOU, which children inherit. Blocking it in the child would not work, because a shell resets the mask.
static void ignore_terminal_output(void) {
    if (signal(SIGTTOU, SIG_IGN) != SIG_IGN) atomic_store(&ignores_terminal_output, true);
}

/// Restores default actions in a child, except for signals that devtool was started to ignore.
static void reset_signals(bool ignores_terminal_output) {
    // Signals that devtool handles or ignores. After vfork, a handler would run in devtool's memory until execve.
    static const int changed[] = {SIGHUP, SIGINT, SIGQUIT, SIGALRM, SIGTERM, SIGPIPE, SIGXFSZ, SIGTTOU};
    struct sigaction action;
    for (size_t index = 0; index < sizeof changed / sizeof *changed; index++) {
        int number = changed[index];
        if (sigaction(number, NULL, &action) != 0) continue;
        // devtool ignores these on its own, and children would inherit that.
        bool is_own = number == SIGPIPE || number == SIGXFSZ || (number == SIGTTOU && ignores_terminal_output);
        if (action.sa_handler == SIG_DFL || (action.sa_handler == SIG_IGN && !is_own)) continue;
        memset(&action, 0, sizeof action);
        action.sa_handler = SIG_DFL;
        sigaction(number, &action, NULL);
    }
}

/// /dev/null, opened for the first child that needs it.
static atomic_int nothing = -1;

/// Opens /dev/null; returns 0 or an error number.
static int open_nothing(void) {
    if (atomic_load(&nothing) >= 0) return 0;
    int opened = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (opened < 0) return errno;
    // Keeps the numbers of standard streams free if devtool was started without one.
    int kept = fcntl(opened, F_DUPFD_CLOEXEC, 3), none = -1;
    int failure = kept < 0 ? errno : 0;
    close(opened);
    if (kept >= 0 && !atomic_compare_exchange_strong(&nothing, &none, kept)) close(kept);
    return failure;
}

// The original limit of core files, once devtool has changed its own.
static struct rlimit core_limit;
static atomic_bool forbids_core_dumps;

void spawn_forbid_core_dumps(void) {
    if (getrlimit(RLIMIT_CORE, &core_limit) != 0) return;
    // If core dumps are piped to a program, the kernel ignores a limit of 0, but not of 1. No core file is that short.
    struct rlimit limit = {.rlim_cur = core_limit.rlim_max < 1 ? 0 : 1, .rlim_max = core_limit.rlim_max};
    if (setrlimit(RLIMIT_CORE, &limit) == 0) atomic_store(&forbids_core_dumps, true);
}

/// Sets up a standard stream of a child; returns success.
static bool set_stream(int stream, int source) {
    if (source == SPAWN_INHERITED) return true;
    if (source == SPAWN_NOTHING) source = atomic_load(&nothing);
    if (source == stream) return fcntl(stream, F_SETFD, 0) == 0;
    return dup2(source, stream) >= 0;
}

/// Prepares a child for execve; returns success.
static bool prepare(const struct spawn_options *options) {
    // The child inherits its thread's priority, which Dispatch sets: to -2 for root.
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, (id_t)getppid()));
    if (options->has_own_group && setpgid(0, 0) != 0) return false;
    for (int stream = 0; stream < 3; stream++)
        if (!set_stream(stream, options->streams[stream])) return false;
    if (options->directory != NULL && chdir(options->directory) != 0) return false;
    if (!options->holds_secret && atomic_load(&forbids_core_dumps)) setrlimit(RLIMIT_CORE, &core_limit);
    bool keeps = options->kept > 2;
    if (keeps && fcntl(options->kept, F_SETFD, 0) != 0) return false;
    if (options->closes_others) {
        if (keeps) close_descriptors(3, options->kept - 1);
        close_descriptors(keeps ? options->kept + 1 : 3, INT_MAX);
    }
    return true;
}

// posix_spawn would query all 64 signals twice, and could tell the guard only after the child has started.
int spawn_process(
    pid_t *process, const char *path, char *const *words, char *const *variables,
    const struct spawn_options *options) {
    if (options->may_write_from_background) ignore_terminal_output();
    for (int stream = 0; stream < 3; stream++) {
        int failure = options->streams[stream] == SPAWN_NOTHING ? open_nothing() : 0;
        if (failure != 0) return failure;
    }
    bool resets_terminal_output =
        !options->may_write_from_background && atomic_load(&ignores_terminal_output);
    _Atomic pid_t *place = options->is_guarded ? guard_reserve() : NULL;
    // Dispatch's threads block all signals, which a child inherits. Signals must stay blocked until the child has reset
    // devtool's handlers.
    sigset_t all, before, none;
    sigfillset(&all);
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    // Until execve, the child uses devtool's memory, and devtool's thread is suspended.
    volatile int failure = 0;
    // Starting the guard takes as long as a small program, so the first child starts before it.
    bool is_unwatched = place != NULL && !guard_runs() && is_first_thread();
    pid_t parent = is_unwatched ? getpid() : 0;
    pid_t child = vfork();
    if (child == 0) {
        if (place != NULL) atomic_store(place, getpid());
        if (is_unwatched && (prctl(PR_SET_PDEATHSIG, SIGTERM) != 0 || getppid() != parent)) _exit(127);
        reset_signals(resets_terminal_output);
        if (prepare(options)) {
            sigprocmask(SIG_SETMASK, &none, NULL);
            execve(path, words, variables);
        }
        failure = errno == 0 ? EINVAL : errno;
        _exit(127);
    }
    int result = child < 0 ? errno : failure;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (result != 0) {
        if (child > 0)
            while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
        if (place != NULL) atomic_store(place, 0);
    }
    *process = child;
    return result;
}

int spawn_open_process(pid_t process) {
    // The kernel sets FD_CLOEXEC.
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

int loop_create_alarm(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

void loop_wake(int alarm) {
    uint64_t one = 1;
    while (write(alarm, &one, sizeof one) < 0 && errno == EINTR) continue;
}

void loop_calm(int alarm) {
    uint64_t count;
    while (read(alarm, &count, sizeof count) < 0 && errno == EINTR) continue;
}

int loop_add(int loop, int descriptor, uint64_t token) {
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = token};
    return epoll_ctl(loop, EPOLL_CTL_ADD, descriptor, &event);
}

void loop_remove(int loop, int descriptor) {
    struct epoll_event unused = {0};
    epoll_ctl(loop, EPOLL_CTL_DEL, descriptor, &unused);
}

int loop_wait(int loop, uint64_t *tokens, int count) {
    struct epoll_event found[16];
    int limit = count < 16 ? count : 16, ready;
    do ready = epoll_wait(loop, found, limit, -1);
    while (ready < 1);
    for (int index = 0; index < ready; index++) tokens[index] = found[index].data.u64;
    return ready;
}
