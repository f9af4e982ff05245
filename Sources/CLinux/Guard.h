#ifndef GUARD_H
#define GUARD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

// Internal functions of process creation and the guard.

/// Reserves an entry in the guard's list of process groups; NULL if the list is full or missing.
///
/// The leader of the group stores its number there before it does anything else. Storing 0 releases the entry.
_Atomic pid_t *guard_reserve(void);

bool guard_runs(void);

/// Whether the calling thread is the main thread, which lives as long as the process.
bool is_first_thread(void);

/// Closes all descriptors of a range, open or not.
void close_descriptors(int first, int last);

#endif
