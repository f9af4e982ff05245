#ifndef GUARD_H
#define GUARD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

// What starting a process and the guard share.

/// A place for the number of a group that the guard ends; NULL where there is none.
///
/// Whoever leads the group stores its number there, so that the guard knows it before the group does anything; a zero
/// gives the place back.
_Atomic pid_t *guard_reserve(void);

/// Whether the guard is there.
bool guard_runs(void);

/// Whether the calling thread is the process' first, which ends with it.
bool is_first_thread(void);

/// Closes the descriptors between two, which may not be open.
void close_descriptors(int first, int last);

#endif
