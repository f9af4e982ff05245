import TestSupport

/// Lets devtool believe that servers of the tests are on the Internet: names have the addresses that a
/// scenario gives them, and public ones lead to the loopback interface.
///
/// A library takes the places of the functions that look up names, connect, and tell who is at the other
/// end.
enum PretendedInternet {
    /// The one that all tests share; nil where there is no C compiler.
    static let shared = try? PreloadedLibrary(source)

    /// A public address, at which are all servers of the tests.
    static let address = "93.184.216.34"

    /// The names are in `NAMES`, as in `a.test=93.184.216.34,10.0.0.1 b.test=127.0.0.1`: a name that
    /// has several addresses has one after the other, and the last from then on.
    private static let source = """
        #define _GNU_SOURCE
        #include <arpa/inet.h>
        #include <dlfcn.h>
        #include <netdb.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/socket.h>

        static struct sockaddr_in claimed[1024];
        static int lookups[64];

        int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
                        struct addrinfo **result) {
            __typeof__(&getaddrinfo) real = dlsym(RTLD_NEXT, "getaddrinfo");
            char names[4096], *rest, *entry = names;
            strncpy(names, getenv("NAMES"), sizeof names - 1);
            for (int place = 0; (entry = strtok_r(place ? NULL : names, " ", &rest)); place++) {
                char *answers = strchr(entry, '='), *more;
                *answers++ = 0;
                if (strcmp(entry, name) != 0) continue;
                int turn = __atomic_fetch_add(&lookups[place], 1, __ATOMIC_SEQ_CST);
                char *answer = strtok_r(answers, ",", &more), *next;
                while (turn-- > 0 && (next = strtok_r(NULL, ",", &more))) answer = next;
                return real(answer, service, hints, result);
            }
            return EAI_NONAME;
        }

        int connect(int socket, const struct sockaddr *address, socklen_t size) {
            __typeof__(&connect) real = dlsym(RTLD_NEXT, "connect");
            struct sockaddr_in target;
            if (socket < 1024) claimed[socket].sin_family = 0;
            if (address->sa_family != AF_INET || socket >= 1024) {
                return real(socket, address, size);
            }
            memcpy(&target, address, sizeof target);
            if (target.sin_addr.s_addr != inet_addr("93.184.216.34")) {
                return real(socket, address, size);
            }
            claimed[socket] = target;
            target.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
            return real(socket, (struct sockaddr *)&target, sizeof target);
        }

        int getpeername(int socket, struct sockaddr *address, socklen_t *size) {
            __typeof__(&getpeername) real = dlsym(RTLD_NEXT, "getpeername");
            if (socket >= 1024 || claimed[socket].sin_family == 0) {
                return real(socket, address, size);
            }
            memcpy(address, &claimed[socket], sizeof claimed[socket]);
            *size = sizeof claimed[socket];
            return 0;
        }
        """
}

extension Scenario {
    /// Gives names addresses, one after the other; no other name has any.
    func names(_ addresses: [String: [String]]) -> Scenario {
        let names = addresses.map { "\($0)=\($1.joined(separator: ","))" }.sorted()
        return variable("LD_PRELOAD", PretendedInternet.shared?.path ?? "").variable(
            "NAMES", names.joined(separator: " "))
    }
}
