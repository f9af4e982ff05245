#include "CVersion.h"

const char *build_version(void) { return BUILD_VERSION; }

const char *build_commit(void) { return BUILD_COMMIT; }
