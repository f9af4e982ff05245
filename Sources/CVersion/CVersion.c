#include "CVersion.h"

const char *build_version(void) { return BUILD_VERSION; }

const char *build_commit(void) { return BUILD_COMMIT; }

const char *build_documentation(void) { return BUILD_DOCUMENTATION; }
