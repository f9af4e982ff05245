/// The version that the program was built as, such as "0.2.0".
const char *build_version(void);

/// The commit that the program was built from, with ", modified" behind it where the files were not those of the
/// commit; empty where the build did not tell.
const char *build_commit(void);
