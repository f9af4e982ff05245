// libpg_query, PostgreSQL's own parser as a library, opened when it is first used. Every function except
// `cpgquery_load` requires that `cpgquery_load` has returned 0.
//
// While it parses, what the process writes to standard error gets lost: the library catches what the parser would say
// there. Only one thread may parse at a time.

#pragma once

#include <pg_query.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Opens libpg_query. Returns 0, or -1 where it cannot be opened. Any thread may call it, any number of times.
int cpgquery_load(void);

/// `pg_query_parse`: the statements of a text as JSON, or the error; to be freed.
PgQueryParseResult cpgquery_parse(const char *_Nonnull text);
void cpgquery_free(PgQueryParseResult result);

#ifdef __cplusplus
}
#endif
