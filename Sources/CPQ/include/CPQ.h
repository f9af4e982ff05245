// libpq, PostgreSQL's client library, opened when it is first used. Every function except `cpq_load` requires
// that `cpq_load` has returned 0. They are those of `libpq-fe.h`, all there since PostgreSQL 9.1.

#pragma once

#include <postgresql/libpq-fe.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Opens libpq. Returns 0, or -1 where it cannot be opened. Any thread may call it, any number of times.
int cpq_load(void);

/// `PQlibVersion`: as 150018 is 15.18.
int cpq_version(void);

/// `PQconnectdbParams`: the names and the values, each with a null after the last.
PGconn *_Nullable cpq_connect(
    const char *_Nullable const *_Nonnull names, const char *_Nullable const *_Nonnull values);
/// `PQstatus`.
ConnStatusType cpq_status(const PGconn *_Nonnull connection);
/// Drops the notices of a connection, which libpq would print.
void cpq_silence(PGconn *_Nonnull connection);
void cpq_finish(PGconn *_Nonnull connection);

/// `PQexecParams`, with parameters and results as text.
PGresult *_Nullable cpq_execute(
    PGconn *_Nonnull connection, const char *_Nonnull statement, int count,
    const char *_Nullable const *_Nonnull parameters);
ExecStatusType cpq_result_status(const PGresult *_Nonnull result);
int cpq_row_count(const PGresult *_Nonnull result);
int cpq_column_count(const PGresult *_Nonnull result);
/// The text of a value, which lives until its result is cleared; NULL for a null.
const char *_Nullable cpq_value(const PGresult *_Nonnull result, int row, int column);
void cpq_clear(PGresult *_Nonnull result);

#ifdef __cplusplus
}
#endif
