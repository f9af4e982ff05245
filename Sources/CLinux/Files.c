#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

// The maximum to copy in one call, a multiple of the page size.
#define LONGEST_COPY ((size_t)1 << 30)

/// Copies the rest of a file through a buffer; 0 or an error number.
static int copy_through_memory(int source, int target) {
    static _Thread_local char chunk[1 << 16];
    for (;;) {
        ssize_t count = read(source, chunk, sizeof chunk);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return count == 0 ? 0 : errno;
        for (ssize_t done = 0; done < count;) {
            ssize_t written = write(target, chunk + done, (size_t)(count - done));
            if (written < 0 && errno != EINTR) return errno;
            if (written > 0) done += written;
        }
    }
}

int copy_rest_of_file(int source, int target) {
    for (;;) {
        ssize_t count = copy_file_range(source, NULL, target, NULL, LONGEST_COPY, 0);
        if (count == 0) return 0;
        if (count > 0 || errno == EINTR) continue;
        // Between some file systems, and on old kernels, copying requires a buffer.
        int refusal = errno;
        switch (refusal) {
        case EXDEV: case ENOSYS: case EINVAL: case EOPNOTSUPP: case EPERM:
            return copy_through_memory(source, target);
        default: return refusal;
        }
    }
}

int sync_file_system(int file) { return syncfs(file) == 0 ? 0 : errno; }

static int rename_with(const char *old, const char *new, unsigned flags) {
    return renameat2(AT_FDCWD, old, AT_FDCWD, new, flags) == 0 ? 0 : errno;
}

int rename_exchanging(const char *old, const char *new) { return rename_with(old, new, RENAME_EXCHANGE); }

int rename_to_free_name(const char *old, const char *new) { return rename_with(old, new, RENAME_NOREPLACE); }
