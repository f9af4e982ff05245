#define _GNU_SOURCE
#include "Decoders.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct {
    int (*load)(void);
    int (*size)(const uint8_t *, size_t, uint32_t *, uint32_t *);
    int (*decode)(const uint8_t *, size_t, uint8_t *, uint32_t, uint32_t);
} libraries[] = {
#define LIBRARY(name) {cimages_##name##_load, cimages_##name##_size, cimages_##name##_decode}
    [CIMAGES_PNG] = LIBRARY(png),
    [CIMAGES_JPEG] = LIBRARY(jpeg),
    [CIMAGES_WEBP] = LIBRARY(webp),
    [CIMAGES_SVG] = LIBRARY(svg),
};

/// A request and its response, in memory that both processes share.
struct exchange {
    enum cimages_library library;
    int isDecoding, result;
    size_t count, memory;
    uint32_t width, height, seconds;
    uint8_t bytes[CIMAGES_BYTE_LIMIT];
    uint8_t pixels[CIMAGES_PIXEL_LIMIT];
};

// The limit on wall-clock time for an image, in seconds, in case the child waits for something.
#define TIME_LIMIT 60
// The number of attempts to start a process, and the pause between them in microseconds.
#define START_ATTEMPTS 100
#define START_PAUSE 100000

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static struct exchange *shared;
static pid_t child;
/// The socket on which the child receives a byte per request and responds with one; -1 without a child.
static int channel = -1;
/// Bit masks of the libraries loaded now, and those loaded when the child started, which loads none itself.
static unsigned opened, known;

int cimages_load(enum cimages_library library) {
    int status = libraries[library].load();
    if (status == 0) __atomic_fetch_or(&opened, 1u << library, __ATOMIC_RELAXED);
    return status;
}

/// The size of the process's data in bytes. RLIMIT_DATA also counts the stacks of all threads.
static size_t data_size(void) {
    char text[256] = "";
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    ssize_t count = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0) close(file);
    size_t pages = 0;
    if (count > 0 && sscanf(text, "%*u %*u %*u %*u %*u %zu", &pages) != 1) pages = 0;
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/// Sets the limits for the next image, independent of earlier ones.
static void set_limits(uint32_t seconds, size_t memory) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    rlim_t spent = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec + 1);
    struct rlimit time = {spent + seconds, RLIM_INFINITY}, core = {0, 0};
    struct rlimit data = {data_size() + memory, RLIM_INFINITY};
    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_CORE, &core);
    setrlimit(RLIMIT_DATA, &data);
    alarm(TIME_LIMIT);
}

/// Serves requests until the parent closes its end of the socket.
///
/// The child uses memory copied from a multithreaded parent. That is safe because the parent never calls the decoders,
/// so none of their locks is held.
_Noreturn static void serve(int socket) {
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    // Closes inherited descriptors such as connections, and discards all output.
    if (dup2(socket, 3) != 3) _exit(1);
    close_range(4, ~0U, 0);
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int descriptor = 0; nothing >= 0 && descriptor < 3; descriptor++) dup2(nothing, descriptor);
    char byte;
    while (read(3, &byte, 1) == 1) {
        set_limits(shared->seconds, shared->memory);
        shared->result =
            shared->isDecoding
                ? libraries[shared->library].decode(shared->bytes, shared->count, shared->pixels,
                                                    shared->width, shared->height)
                : libraries[shared->library].size(shared->bytes, shared->count, &shared->width,
                                                  &shared->height);
        alarm(0);
        if (send(3, &byte, 1, MSG_NOSIGNAL) != 1) break;
    }
    _exit(0);
}

/// Ends the child, if there is one, and returns its status.
static int end(void) {
    int status = 0;
    if (channel < 0) return status;
    close(channel);
    channel = -1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    return status;
}

/// Starts a child, and retries because memory may be short temporarily: a fork reserves as much as devtool uses.
static int start(void) {
    if (shared == NULL) {
        void *memory = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED) return -1;
        shared = memory;
    }
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
    // If SIGCHLD is ignored, the kernel discards the status of children.
    signal(SIGCHLD, SIG_DFL);
    known = __atomic_load_n(&opened, __ATOMIC_RELAXED);
    child = fork();
    for (int attempt = 1; child < 0 && attempt < START_ATTEMPTS; attempt++) {
        usleep(START_PAUSE);
        child = fork();
    }
    if (child == 0) serve(ends[1]);
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return -1;
    }
    channel = ends[0];
    return 0;
}

/// Sends the request in `shared` and waits for the response.
static int exchange(void) {
    char byte = 0;
    if (send(channel, &byte, 1, MSG_NOSIGNAL) == 1) {
        ssize_t count;
        do count = read(channel, &byte, 1);
        while (count < 0 && errno == EINTR);
        if (count == 1) return shared->result;
    }
    int status = end();
    if (!WIFSIGNALED(status)) return CIMAGES_STOPPED;
    int number = WTERMSIG(status);
    // The kernel kills processes that exhaust memory.
    return number == SIGXCPU || number == SIGALRM || number == SIGKILL ? CIMAGES_STOPPED
                                                                       : CIMAGES_CRASHED;
}

/// Prepares `shared` for an image. Returns 0, or -1 without a child.
static int prepare(enum cimages_library library, const uint8_t *bytes, size_t count) {
    if (channel >= 0 && !(known & 1u << library)) end();
    if (channel < 0 && start() != 0) return -1;
    shared->library = library;
    shared->count = count;
    memcpy(shared->bytes, bytes, count);
    return 0;
}

int cimages_size(enum cimages_library library, const uint8_t *bytes, size_t count, uint32_t *width,
                 uint32_t *height) {
    if (count > CIMAGES_BYTE_LIMIT) return CIMAGES_REFUSED;
    pthread_mutex_lock(&turn);
    int result = CIMAGES_STOPPED;
    if (prepare(library, bytes, count) == 0) {
        shared->isDecoding = 0;
        shared->seconds = 1;
        shared->memory = CIMAGES_PIXEL_LIMIT;
        result = exchange();
        *width = shared->width;
        *height = shared->height;
    }
    pthread_mutex_unlock(&turn);
    return result;
}

int cimages_decode(enum cimages_library library, const uint8_t *bytes, size_t count,
                   uint8_t *pixels, uint32_t width, uint32_t height, uint32_t seconds,
                   size_t memory) {
    size_t size = (size_t)width * height * 4;
    if (count > CIMAGES_BYTE_LIMIT || size > CIMAGES_PIXEL_LIMIT) return CIMAGES_REFUSED;
    pthread_mutex_lock(&turn);
    int result = CIMAGES_STOPPED;
    if (prepare(library, bytes, count) == 0) {
        shared->isDecoding = 1;
        shared->seconds = seconds;
        shared->memory = memory;
        shared->width = width;
        shared->height = height;
        memset(shared->pixels, 0, size);
        result = exchange();
        if (result == CIMAGES_DONE) memcpy(pixels, shared->pixels, size);
        // Returns the pages of a large image to the system.
        madvise(shared, sizeof *shared, MADV_REMOVE);
    }
    pthread_mutex_unlock(&turn);
    return result;
}
