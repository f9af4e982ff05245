#include "CPQ.h"

#include <dlfcn.h>
#include <pthread.h>

// The functions of libpq that are used: every name is listed once.
#define CPQ_FUNCTIONS(apply)                                                                       \
    apply(PQconnectdbParams) apply(PQstatus) apply(PQsetNoticeProcessor) apply(PQfinish)           \
    apply(PQexecParams) apply(PQresultStatus) apply(PQntuples) apply(PQnfields)                    \
    apply(PQgetisnull) apply(PQgetvalue) apply(PQclear)                                            \
    apply(PQlibVersion)

#define CPQ_DECLARE(name) __typeof__(&name) name;
static struct {
    CPQ_FUNCTIONS(CPQ_DECLARE)
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int status = -1;

static void load(void) {
    void *handle = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) return;
#define CPQ_FIND(name)                                                                             \
    library.name = (__typeof__(&name))dlsym(handle, #name);                                        \
    if (library.name == NULL) return;
    CPQ_FUNCTIONS(CPQ_FIND)
    status = 0;
}

int cpq_load(void) {
    pthread_once(&once, load);
    return status;
}

int cpq_version(void) { return library.PQlibVersion(); }

PGconn *cpq_connect(const char *const *names, const char *const *values) {
    return library.PQconnectdbParams(names, values, 0);
}

ConnStatusType cpq_status(const PGconn *connection) { return library.PQstatus(connection); }

static void drop(void *context, const char *message) {
    (void)context;
    (void)message;
}

void cpq_silence(PGconn *connection) { library.PQsetNoticeProcessor(connection, drop, NULL); }

void cpq_finish(PGconn *connection) { library.PQfinish(connection); }

PGresult *cpq_execute(
    PGconn *connection, const char *statement, int count, const char *const *parameters) {
    return library.PQexecParams(connection, statement, count, NULL, parameters, NULL, NULL, 0);
}

ExecStatusType cpq_result_status(const PGresult *result) { return library.PQresultStatus(result); }

int cpq_row_count(const PGresult *result) { return library.PQntuples(result); }

int cpq_column_count(const PGresult *result) { return library.PQnfields(result); }

const char *cpq_value(const PGresult *result, int row, int column) {
    return library.PQgetisnull(result, row, column) ? NULL : library.PQgetvalue(result, row, column);
}

void cpq_clear(PGresult *result) { library.PQclear(result); }
