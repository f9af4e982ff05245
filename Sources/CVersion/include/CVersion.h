/// The program's version, such as "0.2.0".
const char *build_version(void);

/// The commit of the build, followed by ", modified" if files differed from it; empty if unknown.
const char *build_commit(void);

/// The address of the documentation site; empty if the build has none.
const char *build_documentation(void);
