// What tests need of C: code that runs when the process begins, which nobody calls, and what Swift does not have.
#pragma once

/// Does work while the calling thread is bound to one processor.
///
/// Returns what that returns, else -1.
int on_one_processor(int (*work)(void));

/// Starts a program in a folder, or in that of the caller without one, with files as its three streams.
///
/// Words and variables end with a null pointer. Returns the number of the process, else the system's error as a negative
/// number.
int start_program(const char *path, char *const *words, char *const *variables,
                  const char *directory, const char *input, const char *output, const char *error);
