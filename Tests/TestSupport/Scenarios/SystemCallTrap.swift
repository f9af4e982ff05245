import Foundation
import Subprocess
import SystemPackage
import Testing

/// Lets something happen at an exact moment of a run: just before a function of the C library is called.
///
/// A library in the function's place runs a shell command, whose parent is devtool, and goes on.
package enum SystemCallTrap {
    /// The one that all tests share; nil where there is no C compiler.
    package static let shared = try? PreloadedLibrary(source)

    /// The functions put a file in its place, or use a network; `open` is trapped for files without a name.
    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <stdarg.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/socket.h>

        static void trap(const char *function) {
            const char *trapped = getenv("TRAP_FUNCTION"), *command = getenv("TRAP_COMMAND");
            if (!trapped || strcmp(trapped, function) != 0) return;
            static int calls = 0;
            if (calls++ < atoi(getenv("TRAP_AFTER"))) return;
            unsetenv("LD_PRELOAD");
            unsetenv("TRAP_FUNCTION");
            if (system(command) != 0) abort();
        }

        #define NEXT(function, ...) ((int (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #function))
        int connect(int file, const struct sockaddr *address, socklen_t length) {
            trap("connect");
            return NEXT(connect, int, const struct sockaddr *, socklen_t)(file, address, length);
        }
        int listen(int file, int length) { trap("listen"); return NEXT(listen, int, int)(file, length); }
        int fsync(int file) { trap("fsync"); return NEXT(fsync, int)(file); }
        int link(const char *old, const char *new) {
            trap("link");
            return NEXT(link, const char *, const char *)(old, new);
        }
        int linkat(int a, const char *old, int b, const char *new, int flags) {
            trap("linkat");
            return NEXT(linkat, int, const char *, int, const char *, int)(a, old, b, new, flags);
        }
        int rename(const char *old, const char *new) {
            trap("rename");
            return NEXT(rename, const char *, const char *)(old, new);
        }
        int renameat2(int a, const char *old, int b, const char *new, unsigned flags) {
            trap("renameat2");
            return NEXT(renameat2, int, const char *, int, const char *, unsigned)(a, old, b, new, flags);
        }
        #define OPEN(function) int function(const char *path, int flags, ...) { \\
            va_list list; va_start(list, flags); int mode = va_arg(list, int); va_end(list); \\
            if ((flags & O_TMPFILE) == O_TMPFILE) trap("open"); \\
            return NEXT(function, const char *, int, ...)(path, flags, mode); \\
        }
        OPEN(open)
        OPEN(open64)
        """
}

extension Scenario {
    /// Has a shell command run, once, just before devtool calls a function of the C library, after so many
    /// calls of it: `connect`, `fsync`, `link`, `linkat`, `listen`, `rename`, `renameat2`, or `open` for a file without a
    /// name.
    package func trap(_ function: String, after calls: Int = 0, _ command: String) throws -> Scenario {
        preloading(try #require(SystemCallTrap.shared)).variable("TRAP_FUNCTION", function).variable(
            "TRAP_AFTER", "\(calls)"
        ).variable("TRAP_COMMAND", command)
    }

    /// Runs a shell script in the scenario's folder, in which `$devtool` is the program.
    package func shell(_ script: String) async throws -> Outcome {
        var process = variable("devtool", Self.devtool).configuration(["-c", script])
        process.executable = .path("/bin/sh")
        return try await outcome(of: process)
    }

    /// What runs a command that obeys the modes of files, which root does not.
    package static var obedient: String { geteuid() == 0 ? "setpriv --bounding-set=-all" : "env" }
}
