// libpg_query, PostgreSQL's own parser as a library, loaded on first use. All other functions require that
// `cpgquery_load` has returned 0.
//
// During parsing, the process's standard error is lost, because the library redirects it to capture the parser's
// messages. Only one thread may parse at a time.

#pragma once

#include <pg_query.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Loads libpg_query; thread-safe and idempotent. Returns 0, or -1 on failure.
int cpgquery_load(void);

/// `pg_query_parse`: the statements as JSON, or the error; free the result with `cpgquery_free`.
PgQueryParseResult cpgquery_parse(const char *_Nonnull text);
void cpgquery_free(PgQueryParseResult result);

#ifdef __cplusplus
}
#endif
