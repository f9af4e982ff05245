#include "CTestSupport.h"

#include <signal.h>

// As the Host does for devtool, for the whole process of the tests and before any of them: a child that does not
// read its input must not end them all.
__attribute__((constructor)) static void ignore_closed_pipes(void) { signal(SIGPIPE, SIG_IGN); }
