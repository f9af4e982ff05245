// Has the n-th call of devtool about a file below a folder fail, as a disk does that is full or broken.
//
// FAULT_ROOT    the folder
// FAULT_NUMBER  n, from 1; 0 for none
// FAULT_KIND    EIO, ENOSPC, or "short": it reads or writes half of the bytes, which is no error
// FAULT_COUNT   a file that the number of calls is written to at the end
// FAULT_PROGRAM the only program that is meant, by its path
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *root;
static size_t root_length;
static long number, count_descriptor = -1;
static int error, is_short;
static atomic_long calls;

__attribute__((constructor)) static void begin(void) {
    char program[PATH_MAX] = "";
    const char *meant = getenv("FAULT_PROGRAM"), *kind = getenv("FAULT_KIND"), *count = getenv("FAULT_COUNT");
    if (readlink("/proc/self/exe", program, sizeof program - 1) < 0 || !meant || strcmp(program, meant)) return;
    number = atol(getenv("FAULT_NUMBER") ?: "0");
    is_short = kind && !strcmp(kind, "short");
    error = kind && !strcmp(kind, "ENOSPC") ? ENOSPC : EIO;
    if (count) count_descriptor = open(count, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    root = getenv("FAULT_ROOT");
    root_length = root ? strlen(root) : 0;
}

static int is_meant(void) {
    long call = atomic_fetch_add(&calls, 1) + 1;
    // A byte for each call: the guard and a process that is killed write nothing at their end.
    if (count_descriptor >= 0) (void)!syscall(SYS_write, (int)count_descriptor, ".", 1);
    return call == number;
}

static int fails_path(int folder, const char *path) {
    char place[PATH_MAX] = "", link[40];
    if (!root || !path) return 0;
    if (path[0] != '/') {
        if (folder == AT_FDCWD) {
            if (!getcwd(place, sizeof place)) return 0;
        } else {
            snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
            if (readlink(link, place, sizeof place - 1) < 0) return 0;
        }
        path = place;
    }
    return !strncmp(path, root, root_length) && is_meant();
}

static int fails(int file) { return file > 2 && fails_path(file, ""); }

#define REAL(name) static __typeof__(name) *real; if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)
#define FAIL(condition) if ((condition) && !is_short) { errno = error; return -1; }

#define OPEN(name)                                                                       \
    int name(const char *path, int flags, ...) {                                         \
        REAL(name); va_list list; va_start(list, flags); mode_t mode = va_arg(list, mode_t); va_end(list); \
        FAIL(fails_path(AT_FDCWD, path)) return real(path, flags, mode);                 \
    }
#define OPENAT(name)                                                                     \
    int name(int folder, const char *path, int flags, ...) {                             \
        REAL(name); va_list list; va_start(list, flags); mode_t mode = va_arg(list, mode_t); va_end(list); \
        FAIL(fails_path(folder, path)) return real(folder, path, flags, mode);           \
    }
OPEN(open) OPEN(open64) OPENAT(openat) OPENAT(openat64)

#define TRANSFER(name, type)                                                             \
    ssize_t name(int file, type bytes, size_t count) {                                   \
        REAL(name); int fail = fails(file); FAIL(fail)                                   \
        return real(file, bytes, fail && count > 1 ? count / 2 : count);                 \
    }
#define TRANSFER_AT(name, type)                                                          \
    ssize_t name(int file, type bytes, size_t count, off_t offset) {                     \
        REAL(name); int fail = fails(file); FAIL(fail)                                   \
        return real(file, bytes, fail && count > 1 ? count / 2 : count, offset);         \
    }
TRANSFER(read, void *) TRANSFER(write, const void *)
TRANSFER_AT(pread, void *) TRANSFER_AT(pread64, void *) TRANSFER_AT(pwrite, const void *) TRANSFER_AT(pwrite64, const void *)

ssize_t copy_file_range(int from, off64_t *start, int to, off64_t *place, size_t count, unsigned flags) {
    REAL(copy_file_range); int fail = fails(to); FAIL(fail)
    return real(from, start, to, place, fail && count > 1 ? count / 2 : count, flags);
}

#define OF_FILE(name) int name(int file) { REAL(name); FAIL(fails(file)) return real(file); }
OF_FILE(fsync) OF_FILE(fdatasync) OF_FILE(syncfs)
int close(int file) {
    REAL(close);
    int fail = fails(file);
    int result = real(file);
    FAIL(fail)
    return result;
}
int ftruncate(int file, off_t size) { REAL(ftruncate); FAIL(fails(file)) return real(file, size); }
int ftruncate64(int file, off64_t size) { REAL(ftruncate64); FAIL(fails(file)) return real(file, size); }
int fchmod(int file, mode_t mode) { REAL(fchmod); FAIL(fails(file)) return real(file, mode); }
int mkdir(const char *path, mode_t mode) { REAL(mkdir); FAIL(fails_path(AT_FDCWD, path)) return real(path, mode); }
int mkdirat(int folder, const char *path, mode_t mode) { REAL(mkdirat); FAIL(fails_path(folder, path)) return real(folder, path, mode); }
int rename(const char *old, const char *new) { REAL(rename); FAIL(fails_path(AT_FDCWD, new)) return real(old, new); }
int renameat(int from, const char *old, int to, const char *new) { REAL(renameat); FAIL(fails_path(to, new)) return real(from, old, to, new); }
int renameat2(int from, const char *old, int to, const char *new, unsigned flags) {
    REAL(renameat2); FAIL(fails_path(to, new)) return real(from, old, to, new, flags);
}
int link(const char *old, const char *new) { REAL(link); FAIL(fails_path(AT_FDCWD, new)) return real(old, new); }
int linkat(int from, const char *old, int to, const char *new, int flags) {
    REAL(linkat); FAIL(fails_path(to, new)) return real(from, old, to, new, flags);
}
int symlink(const char *target, const char *path) { REAL(symlink); FAIL(fails_path(AT_FDCWD, path)) return real(target, path); }
int symlinkat(const char *target, int folder, const char *path) { REAL(symlinkat); FAIL(fails_path(folder, path)) return real(target, folder, path); }
