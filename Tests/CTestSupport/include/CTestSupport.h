// What tests need of C: code that runs when the process begins, which nobody calls, and what Swift does not have.
#pragma once

/// Does work while the calling thread is bound to one processor.
///
/// Returns what that returns, else -1.
int on_one_processor(int (*work)(void));
