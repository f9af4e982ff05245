#include "shim.h"

#include <dlfcn.h>
#include <pthread.h>

// All functions in use, each listed once.
#define CZLIB_FUNCTIONS(apply) apply(crc32) apply(inflateInit2_) apply(inflate) apply(inflateEnd) \
    apply(zlibVersion)

#define CZLIB_DECLARE(name) __typeof__(&name) name;
static struct {
    CZLIB_FUNCTIONS(CZLIB_DECLARE)
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int status = -1;

static void load(void) {
    void *handle = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) return;
#define CZLIB_FIND(name)                                                                           \
    library.name = (__typeof__(&name))dlsym(handle, #name);                                        \
    if (library.name == NULL) return;
    CZLIB_FUNCTIONS(CZLIB_FIND)
    status = 0;
}

int czlib_load(void) {
    pthread_once(&once, load);
    return status;
}

const char *czlib_version(void) { return library.zlibVersion(); }

uLong czlib_crc32(uLong checksum, const Bytef *bytes, uInt count) {
    return library.crc32(checksum, bytes, count);
}

int czlib_inflate_begin(z_stream *stream) {
    return library.inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, (int)sizeof *stream);
}

int czlib_inflate(z_stream *stream) { return library.inflate(stream, Z_NO_FLUSH); }

void czlib_inflate_end(z_stream *stream) { library.inflateEnd(stream); }
