#ifndef CLINUX_H
#define CLINUX_H

#include <stdint.h>
#include <sys/types.h>

// What Linux has for starting and watching processes beyond POSIX: the C library declares much of it only
// with _GNU_SOURCE, which the module that Swift sees is not built with.

/// A child's standard stream that is devtool's own.
#define SPAWN_INHERITED (-1)
/// A child's standard stream from which nothing can be read.
#define SPAWN_NOTHING (-2)

/// How a child is started.
struct spawn_options {
    /// The folder it starts in; NULL for devtool's own.
    const char *directory;
    /// Its standard streams: descriptors, or one of the two numbers above.
    int streams[3];
    /// Whether it leads a process group of its own.
    int has_own_group;
    /// Whether the guard ends that group when devtool is gone.
    int is_guarded;
    /// Whether what devtool has open besides the standard streams is closed, also what is not marked so.
    int closes_others;
    /// A descriptor that the child gets nevertheless, under its number; negative for none.
    int kept;
    /// Whether it may write to a terminal whose foreground it is not in though `stty tostop` forbids that,
    /// and set it; devtool itself may do so, too, from then on.
    int may_write_from_background;
    /// Whether it receives a secret, so that it must leave no core file either.
    int holds_secret;
};

/// Keeps this process from leaving a core file, which would hold the secrets that it has in memory; children that
/// receive none have the limit that devtool was started with.
void spawn_forbid_core_dumps(void);

/// Starts a process with the signals as devtool was given them: none blocked, and those with their default
/// action that devtool itself ignores.
///
/// Returns 0, else an error number.
int spawn_process(
    pid_t *process, const char *path, char *const *words, char *const *variables,
    const struct spawn_options *options);

/// A descriptor that can be read from once a child has ended; -1 and errno for none.
int spawn_open_process(pid_t process);

/// Waits for a child that has ended, without waiting.
///
/// Returns whether it has; then its status, or minus the signal that ended it, is stored. -1 when the
/// system does not know the child.
int spawn_reap(pid_t process, int *status);

/// A pipe whose ends no child inherits; 0, or -1 and errno.
int spawn_pipe(int ends[2]);

/// A file in memory with these bytes, which nobody can change, that no child inherits; it stands at its
/// beginning, and begins there again for who opens it anew, as by /dev/stdin. -1 and errno for none.
int spawn_sealed_memory(const void *bytes, size_t count);

/// A set of descriptors to wait for; -1 and errno for none.
int loop_create(void);

/// A descriptor that can be read from once somebody has called `loop_wake`; -1 and errno for none.
int loop_create_alarm(void);

/// Has a wait for the descriptor end.
void loop_wake(int alarm);

/// Has the next wait for the descriptor last until somebody wakes it.
void loop_calm(int alarm);

/// Adds a descriptor to a set; 0, or -1 and errno.
int loop_add(int loop, int descriptor, uint64_t token);

/// Takes a descriptor out of a set, before it is closed.
void loop_remove(int loop, int descriptor);

/// Waits for the descriptors of a set, from which something can be read, or will never be.
///
/// Stores what they were added with; returns how many there are, at least one.
int loop_wait(int loop, uint64_t *tokens, int count);

/// How many processors this process may use, at least 1.
int processors_available(void);

/// How many threads can be there at once beside those that are, up to a limit: so many are started, and end.
int threads_available(int limit);

/// Has each thread keep 4 MiB of what it frees, where it would give back all but 128 KiB again and again.
void threads_keep_memory(void);

/// Has the calling thread come to its turn before others, for at most 0.2 ms at a time, where the kernel does that for a
/// thread that is ready with little to do (Linux 6.12 and later, `sched_setattr(2)`); what it starts has turns of the
/// usual length.
void thread_takes_short_turns(void);

/// Has threads share the memory that they allocate from, where each would reserve 64 MiB; to be called before
/// there are any.
void threads_share_memory(void);

/// How many words the process was started with, its own name among them; Swift looks for them in /proc,
/// which is not everywhere.
int command_line_count(void);

/// The words, which live as long as the process; NULL stands after the last.
char *const *command_line_words(void);

/// The path that the process was started by, which may be relative; it lives as long as the process. NULL
/// where the kernel does not tell.
const char *command_line_program(void);

/// Copies what is left of a file to the end of another, within the file system where that can: there, with
/// Btrfs or XFS, both then share their blocks until one is changed.
///
/// Returns 0, else an error number.
int copy_rest_of_file(int source, int target);

/// Makes everything durable that was written to the file system of a file.
///
/// Returns 0, else an error number.
int sync_file_system(int file);

/// Exchanges two files, in one step; 0, else an error number: EINVAL or ENOSYS where the kernel or the file system cannot.
int rename_exchanging(const char *old, const char *new);

/// Renames a file if nothing has the new name, in one step; 0, else an error number, as above.
int rename_to_free_name(const char *old, const char *new);

/// Prepares the list of the groups that the guard ends; to be called once, before the first child is started.
///
/// Returns whether the guard itself may wait for that: until it is there, the kernel asks a child to end with the
/// thread that has started it, which must be the process' first.
int guard_prepare(void);

/// Starts a process that ends process groups when this process is gone: it asks them to, and kills what is left after
/// so many milliseconds.
///
/// To be called once; where no process can be started, there is none.
void guard_start(int grace);

/// Ends the guard, if there is one, and awaits that; the process's exit does it, too. Groups that it still knows end.
void guard_end(void);

/// Has the guard forget a group that has ended.
void guard_forget(pid_t group);

/// Listens under a name of at most 100 bytes that the kernel keeps until the socket is closed; -1 and errno where
/// that is not to be had.
int local_socket_listen(const char *name);

/// The next connection of a process of this user; -1 and errno where there is none.
int local_socket_accept(int socket);

/// Connects to a process of this user that listens under a name; -1 and errno where there is none.
int local_socket_connect(const char *name);

/// Sends bytes, waiting for room if asked to: how many, or -1 and errno.
ssize_t local_socket_send(int socket, const void *bytes, size_t count, int waits);

/// Receives what has come: how many bytes, 0 at the end, or -1 and errno.
ssize_t local_socket_receive(int socket, void *bytes, size_t count);

#endif
