#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
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

/// Sends a signal to groups; whether any is left.
static int send_all(const pid_t *groups, int count, int signal) {
    int is_left = 0;
    for (int index = 0; index < count; index++) is_left |= kill(-groups[index], signal) == 0;
    return is_left;
}

/// What the guard does: only what a child of a process with many threads may do.
static _Noreturn void keep_guard(int socket, int grace) {
    static pid_t groups[MOST_GROUPS];
    int count = 0;
    pid_t message;
    for (;;) {
        ssize_t length = read(socket, &message, sizeof message);
        if (length < 0 && errno == EINTR) continue;
        if (length != sizeof message) break;
        if (message > 0) {
            if (count < MOST_GROUPS) groups[count++] = message;
            continue;
        }
        for (int index = 0; index < count; index++) {
            if (groups[index] != -message) continue;
            groups[index] = groups[--count];
            break;
        }
    }
    // The other end is closed: devtool is gone. One that is stopped could not end.
    if (send_all(groups, count, SIGTERM)) send_all(groups, count, SIGCONT);
    struct timespec pause = {.tv_nsec = PAUSE * 1000000};
    for (int time = 0; time < grace && send_all(groups, count, 0); time += PAUSE) nanosleep(&pause, NULL);
    send_all(groups, count, SIGKILL);
    _exit(0);
}

// The guard, and the socket that it listens at the other end of; not there before the first child.
static pid_t guard_process = 0;
static int guard_socket = -1;

void guard_start(int grace) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return;
    // It must not be interrupted by a signal that devtool has a handler for.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t guard = fork();
    if (guard == 0) {
        // In devtool's session it could be killed with it, and what it has open nobody could see the end of.
        setsid();
        if (dup2(ends[0], 0) != 0) _exit(1);
        if (syscall(SYS_close_range, 1, ~0U, 0) != 0)
            for (int other = (int)sysconf(_SC_OPEN_MAX); other > 0; other--) close(other);
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

void guard_tell(pid_t message) {
    if (guard_socket < 0) return;
    ssize_t length;
    do length = send(guard_socket, &message, sizeof message, MSG_NOSIGNAL);
    while (length < 0 && errno == EINTR);
}
