#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/// Fills in an abstract address, which exists in no file system; returns its length.
static socklen_t abstract_address(struct sockaddr_un *address, const char *name) {
    size_t length = strnlen(name, sizeof address->sun_path - 1);
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    // A leading zero byte makes the name abstract.
    memcpy(address->sun_path + 1, name, length);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length);
}

/// Returns the socket if its peer belongs to the same user; otherwise closes it and returns -1.
static int of_this_user(int socket) {
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 && peer.uid == geteuid()) {
        return socket;
    }
    close(socket);
    errno = EPERM;
    return -1;
}

int local_socket_listen(const char *name) {
    struct sockaddr_un address;
    socklen_t length = abstract_address(&address, name);
    int socket_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (socket_ < 0) return -1;
    if (bind(socket_, (struct sockaddr *)&address, length) == 0 && listen(socket_, 1024) == 0) {
        return socket_;
    }
    int error = errno;
    close(socket_);
    errno = error;
    return -1;
}

int local_socket_accept(int socket) {
    int connection = accept4(socket, NULL, NULL, SOCK_CLOEXEC);
    return connection < 0 ? -1 : of_this_user(connection);
}

int local_socket_connect(const char *name) {
    struct sockaddr_un address;
    socklen_t length = abstract_address(&address, name);
    int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection < 0) return -1;
    if (connect(connection, (struct sockaddr *)&address, length) == 0) {
        return of_this_user(connection);
    }
    int error = errno;
    close(connection);
    errno = error;
    return -1;
}

ssize_t local_socket_send(int socket, const void *bytes, size_t count, int waits) {
    return send(socket, bytes, count, MSG_NOSIGNAL | (waits ? 0 : MSG_DONTWAIT));
}

ssize_t local_socket_receive(int socket, void *bytes, size_t count) {
    return recv(socket, bytes, count, MSG_DONTWAIT);
}
