#include "CPGQuery.h"

#include <dlfcn.h>
#include <pthread.h>

// All functions in use, each listed once.
#define CPGQUERY_FUNCTIONS(apply) apply(pg_query_parse) apply(pg_query_free_parse_result)

#define CPGQUERY_DECLARE(name) __typeof__(&name) name;
static struct {
    CPGQUERY_FUNCTIONS(CPGQUERY_DECLARE)
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int status = -1;

static void load(void) {
    // Debian's name contains the version of PostgreSQL; builds from source have the other name.
    void *handle = dlopen("libpg_query.so.1504.0", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) handle = dlopen("libpg_query.so", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) return;
#define CPGQUERY_FIND(name)                                                                        \
    library.name = (__typeof__(&name))dlsym(handle, #name);                                        \
    if (library.name == NULL) return;
    CPGQUERY_FUNCTIONS(CPGQUERY_FIND)
    status = 0;
}

int cpgquery_load(void) {
    pthread_once(&once, load);
    return status;
}

PgQueryParseResult cpgquery_parse(const char *text) { return library.pg_query_parse(text); }

void cpgquery_free(PgQueryParseResult result) { library.pg_query_free_parse_result(result); }
