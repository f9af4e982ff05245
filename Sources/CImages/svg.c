#define _GNU_SOURCE
#include "CImages.h"
#include "Opening.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// librsvg's header includes those of GLib, cairo and gdk-pixbuf, of which some lie in folders that differ by processor. So
// the few functions are declared here; `gboolean` is `int`, and the rectangle four doubles.
struct rectangle {
    double x, y, width, height;
};
struct failure {
    uint32_t domain;
    int code;
    const char *message;
};
void *rsvg_handle_new_from_data(const uint8_t *data, size_t count, struct failure **error);
int rsvg_handle_render_document(void *handle, void *context, const struct rectangle *viewport,
                                struct failure **error);
void *cairo_image_surface_create_for_data(uint8_t *data, int format, int width, int height,
                                          int stride);
void *cairo_create(void *surface);
void cairo_surface_flush(void *surface);

// A search in librsvg finds the functions of the libraries that it depends on, too.
#define FUNCTIONS(apply)                                                                           \
    apply(rsvg_handle_new_from_data) apply(rsvg_handle_render_document)                            \
    apply(cairo_image_surface_create_for_data) apply(cairo_create) apply(cairo_surface_flush)
CIMAGES_LIBRARY(FUNCTIONS, "librsvg-2.so.2", cimages_svg_load)

// How long a drawing may take by the clock, where it waits for something.
#define TIME_LIMIT 60
// How often it is tried to start a process, and how long is waited in between, in microseconds.
#define START_ATTEMPTS 100
#define START_PAUSE 100000

static int draw(const uint8_t *bytes, size_t count, uint8_t *pixels, uint32_t side) {
    struct failure *error = NULL;
    void *handle = library.rsvg_handle_new_from_data(bytes, count, &error);
    if (handle == NULL) {
        int isOfSyntax = error != NULL && strstr(error->message, "XML parse error") != NULL;
        return isOfSyntax ? CIMAGES_DAMAGED : CIMAGES_REFUSED;
    }
    // CAIRO_FORMAT_ARGB32 is 0; in memory blue comes first, where the machine is little-endian.
    void *surface = library.cairo_image_surface_create_for_data(pixels, 0, (int)side, (int)side,
                                                                (int)side * 4);
    void *context = library.cairo_create(surface);
    struct rectangle viewport = {0, 0, side, side};
    int isDrawn = library.rsvg_handle_render_document(handle, context, &viewport, NULL);
    library.cairo_surface_flush(surface);
    for (size_t index = 0; index < (size_t)side * side * 4; index += 4) {
        uint8_t blue = pixels[index];
        pixels[index] = pixels[index + 2];
        pixels[index + 2] = blue;
    }
    return isDrawn ? CIMAGES_DONE : CIMAGES_REFUSED;
}

/// How many bytes of memory the process has for its data, of which a limit counts those of all its threads' stacks, too.
static size_t data_size(void) {
    char text[256] = "";
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    ssize_t count = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0) close(file);
    size_t pages = 0;
    if (count > 0 && sscanf(text, "%*u %*u %*u %*u %*u %zu", &pages) != 1) pages = 0;
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/// Starts a child, for which the system may have no memory at the moment: it wants as much as devtool has for all of its
/// threads.
static pid_t start_child(void) {
    pid_t child = fork();
    for (int attempt = 1; child < 0 && attempt < START_ATTEMPTS; attempt++) {
        usleep(START_PAUSE);
        child = fork();
    }
    return child;
}

/// Draws in the child, which ends in any case, and says nothing. Of what it took from its parent it uses the memory: none
/// of the locks of librsvg and its like is held, for they work in such children only.
_Noreturn static void draw_in_child(const uint8_t *bytes, size_t count, uint8_t *pixels,
                                    uint32_t side, uint32_t seconds, size_t memory) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    size_t most = data_size() + memory;
    struct rlimit time = {seconds, seconds}, core = {0, 0}, data = {most, most};
    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_CORE, &core);
    setrlimit(RLIMIT_DATA, &data);
    alarm(TIME_LIMIT);
    int nothing = open("/dev/null", O_RDWR);
    for (int descriptor = 0; nothing >= 0 && descriptor < 3; descriptor++) dup2(nothing, descriptor);
    _exit(-draw(bytes, count, pixels, side));
}

int cimages_svg_draw(const uint8_t *bytes, size_t count, uint8_t *pixels, uint32_t side,
                     uint32_t seconds, size_t memory) {
    size_t size = (size_t)side * side * 4;
    uint8_t *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    // Without memory, or a process, it is not the picture that is to blame.
    if (shared == MAP_FAILED) return CIMAGES_STOPPED;
    int status = 0, result = CIMAGES_STOPPED;
    // Where it is ignored, the system forgets how children end.
    signal(SIGCHLD, SIG_DFL);
    pid_t child = start_child();
    if (child == 0) draw_in_child(bytes, count, shared, side, seconds, memory);
    if (child > 0) {
        pid_t ended;
        do ended = waitpid(child, &status, 0);
        while (ended < 0 && errno == EINTR);
        if (ended == child) result = WIFEXITED(status) ? -WEXITSTATUS(status) : CIMAGES_STOPPED;
    }
    if (result == CIMAGES_DONE) memcpy(pixels, shared, size);
    munmap(shared, size);
    return result;
}
