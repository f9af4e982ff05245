/* The peer: starts a child a number of times with posix_spawn, and waits for it: spawn COUNT PROGRAM
 * ARGUMENT... Prints the mean time of a run in microseconds on standard error. */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

int main(int count, char **arguments) {
    if (count < 3) return 64;
    int runs = atoi(arguments[1]);
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (int run = 0; run < runs; run++) {
        pid_t child;
        int status;
        if (posix_spawn(&child, arguments[2], NULL, NULL, arguments + 2, environ) != 0) return 69;
        if (waitpid(child, &status, 0) != child || status != 0) return 1;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    double time = (end.tv_sec - start.tv_sec) * 1e6 + (end.tv_nsec - start.tv_nsec) / 1e3;
    fprintf(stderr, "%.0f\n", time / runs);
}
