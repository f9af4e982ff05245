#include "CLinux.h"

#include <sys/auxv.h>

static int count;
static char *const *words;

/// Glibc passes the arguments to constructors, which run before `main`.
__attribute__((constructor)) static void remember(int argc, char **argv) {
    count = argc;
    words = argv;
}

int command_line_count(void) {
    return count;
}

char *const *command_line_words(void) {
    return words;
}

const char *command_line_program(void) {
    return (const char *)getauxval(AT_EXECFN);
}
