#define _GNU_SOURCE
#include "CTestSupport.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

int start_program(const char *path, char *const *words, char *const *variables,
                  const char *directory, const char *input, const char *output, const char *error) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0);
    const int flags = O_WRONLY | O_CREAT | O_TRUNC;
    posix_spawn_file_actions_addopen(&actions, 1, output, flags, 0600);
    posix_spawn_file_actions_addopen(&actions, 2, error, flags, 0600);
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    if (directory != NULL) posix_spawn_file_actions_addchdir_np(&actions, directory);
    // Threads of Dispatch block signals, and the tests ignore SIGPIPE; the program would inherit both.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    pid_t id = 0;
    int failure = posix_spawn(&id, path, &actions, &attributes, words, variables);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failure == 0 ? id : -failure;
}
