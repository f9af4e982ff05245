#ifndef CLINUX_H
#define CLINUX_H

#include <stdint.h>
#include <sys/types.h>

// Linux's functions for processes, waiting and files beyond POSIX. Glibc declares many of them only with _GNU_SOURCE,
// which Swift's module does not define.

/// Lets a child share devtool's own standard stream.
#define SPAWN_INHERITED (-1)
/// Gives a child an empty standard stream.
#define SPAWN_NOTHING (-2)

struct spawn_options {
    /// NULL for devtool's own.
    const char *directory;
    /// Descriptors, or SPAWN_INHERITED or SPAWN_NOTHING.
    int streams[3];
    int has_own_group;
    /// Whether the guard ends the child's group when devtool is gone.
    int is_guarded;
    /// Whether to close devtool's other descriptors, even those without FD_CLOEXEC.
    int closes_others;
    /// A descriptor to keep open anyway; negative for none.
    int kept;
    /// Whether the child may write to a terminal, and configure it, from the background despite `stty tostop`. From
    /// then on, devtool itself may do so, too.
    int may_write_from_background;
    /// Whether the child receives a secret, so that it must not leave a core file.
    int holds_secret;
};

/// Keeps this process from leaving a core file with secrets; children without secrets keep the original limit.
void spawn_forbid_core_dumps(void);

/// Starts a process with no signal blocked, and with default actions for the signals that devtool ignores on its own.
///
/// Returns 0 or an error number.
int spawn_process(
    pid_t *process, const char *path, char *const *words, char *const *variables,
    const struct spawn_options *options);

/// A descriptor that is readable once a child has exited; -1 and errno on failure.
int spawn_open_process(pid_t process);

/// Reaps a child that has exited, without waiting.
///
/// Returns 1 and stores its status, or the negated number of the signal that killed it; 0 if it still runs; -1 for an
/// unknown child.
int spawn_reap(pid_t process, int *status);

/// Creates a pipe that children do not inherit; 0, or -1 and errno.
int spawn_pipe(int ends[2]);

/// Creates an immutable file in memory that children do not inherit; -1 and errno on failure.
///
/// Its offset is at the beginning, and is so again after reopening it, for instance as /dev/stdin.
int spawn_sealed_memory(const void *bytes, size_t count);

/// Creates a set of descriptors to wait for; -1 and errno on failure.
int loop_create(void);

/// Creates a descriptor that is readable after `loop_wake`; -1 and errno on failure.
int loop_create_alarm(void);

void loop_wake(int alarm);

/// Makes the descriptor unreadable until the next `loop_wake`.
void loop_calm(int alarm);

/// Adds a descriptor to a set; 0, or -1 and errno.
int loop_add(int loop, int descriptor, uint64_t token);

/// Removes a descriptor, which must still be open, from a set.
void loop_remove(int loop, int descriptor);

/// Waits until descriptors of a set are readable or at their end.
///
/// Stores their tokens and returns their number, at least one.
int loop_wait(int loop, uint64_t *tokens, int count);

/// The number of processors that this process may use, at least 1.
int processors_available(void);

/// The number of additional threads that can exist at once, up to a limit; it starts that many and joins them.
int threads_available(int limit);

/// Makes malloc keep 4 MiB of freed memory instead of returning all but 128 KiB to the system repeatedly.
void threads_keep_memory(void);

/// Gives the calling thread short time slices of 0.2 ms, so that the kernel schedules it earlier.
///
/// Linux 6.12 and later supports this for threads of normal priority (`sched_setattr(2)`). Threads and processes that
/// it starts have normal slices.
void thread_takes_short_turns(void);

/// Makes all threads allocate from one arena instead of reserving 64 MiB each; call this before starting threads.
void threads_share_memory(void);

/// The number of command-line arguments, including the program's name.
///
/// Swift reads them from /proc, which is not always mounted.
int command_line_count(void);

/// The arguments, terminated by NULL and valid for the life of the process.
char *const *command_line_words(void);

/// The path from which the process was started, which may be relative; NULL if the kernel does not provide it.
const char *command_line_program(void);

/// Appends the rest of a file to another.
///
/// Btrfs and XFS share the blocks of the copy until one is changed. Returns 0 or an error number.
int copy_rest_of_file(int source, int target);

/// Makes all writes to a file's file system durable; 0 or an error number.
int sync_file_system(int file);

/// Exchanges two files atomically; 0 or an error number: EINVAL or ENOSYS if the kernel or file system cannot.
int rename_exchanging(const char *old, const char *new);

/// Renames a file atomically if the new name is free; 0 or an error number, as above.
int rename_to_free_name(const char *old, const char *new);

/// Prepares the guard's list of process groups; call this once, before starting the first child.
///
/// Returns whether the guard itself may start later. Until then, the kernel ends a child with the thread that started
/// it, which must be the main thread.
int guard_prepare(void);

/// Starts the guard: a process that ends process groups when this process is gone.
///
/// It sends SIGTERM, then SIGKILL after `grace` milliseconds. Call this once; failure is ignored.
void guard_start(int grace);

/// Stops the guard, which ends the groups that it still knows, and waits for it; `exit` does this, too.
void guard_end(void);

/// Removes an ended group from the guard's list.
void guard_forget(pid_t group);

/// Listens on an abstract socket name of at most 100 bytes; -1 and errno on failure.
int local_socket_listen(const char *name);

/// Accepts a connection from a process of the same user; -1 and errno if there is none.
int local_socket_accept(int socket);

/// Connects to a listening process of the same user; -1 and errno if there is none.
int local_socket_connect(const char *name);

/// Sends bytes, and waits for buffer space if `waits` is set; their number, or -1 and errno.
ssize_t local_socket_send(int socket, const void *bytes, size_t count, int waits);

/// Receives available bytes: their number, 0 at the end, or -1 and errno.
ssize_t local_socket_receive(int socket, void *bytes, size_t count);

#endif
