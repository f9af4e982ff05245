// Loads a library by filling a table of functions once, with types from the library's header.

#pragma once

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

#define CIMAGES_DECLARE(name) __typeof__(&name) name;
#define CIMAGES_FIND(name)                                                                         \
    library.name = (__typeof__(&name))dlsym(handle, #name);                                        \
    if (library.name == NULL) return;

/// Defines `library`, the table of functions, and `LOADER`, which loads it from `FILE`.
#define CIMAGES_LIBRARY(FUNCTIONS, FILE, LOADER)                                                   \
    static struct {                                                                                \
        FUNCTIONS(CIMAGES_DECLARE)                                                                 \
    } library;                                                                                     \
    static pthread_once_t once = PTHREAD_ONCE_INIT;                                                \
    static int status = -1;                                                                        \
    static void load(void) {                                                                       \
        void *handle = dlopen(FILE, RTLD_NOW | RTLD_LOCAL);                                        \
        if (handle == NULL) return;                                                                \
        FUNCTIONS(CIMAGES_FIND)                                                                    \
        status = 0;                                                                                \
    }                                                                                              \
    int LOADER(void) {                                                                             \
        pthread_once(&once, load);                                                                 \
        return status;                                                                             \
    }
