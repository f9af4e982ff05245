// A file system that shows a folder in its own place and has the n-th call to it fail, as a disk does that is full or
// broken: faultfs FOLDER
//
// FAULT_NUMBER  n, from 1; 0 for none
// FAULT_KIND    EIO or ENOSPC
// FAULT_COUNT   a file that gets a byte for each call
//
// Other than the shim it is asked by the kernel, whatever calls devtool makes, and has no files without names.
#define FUSE_USE_VERSION 31
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int root, count = -1, error;
static long number, calls;

static int fails(void) {
    if (count >= 0) (void)!write(count, ".", 1);
    return ++calls == number;
}

static const char *at(const char *path) { return path[1] ? path + 1 : "."; }

#define RESULT(call) do { if (fails()) return -error; return (call) < 0 ? -errno : 0; } while (0)

static int get_attributes(const char *path, struct stat *status, struct fuse_file_info *file) {
    (void)file;
    return fstatat(root, at(path), status, AT_SYMLINK_NOFOLLOW) < 0 ? -errno : 0;
}
static int read_link(const char *path, char *target, size_t size) {
    ssize_t length = readlinkat(root, at(path), target, size - 1);
    if (length < 0) return -errno;
    target[length] = 0;
    return 0;
}
static int read_folder(
    const char *path, void *names, fuse_fill_dir_t add, off_t place, struct fuse_file_info *file, enum fuse_readdir_flags flags
) {
    (void)place, (void)file, (void)flags;
    if (fails()) return -error;
    int folder = openat(root, at(path), O_RDONLY | O_DIRECTORY);
    DIR *entries = folder < 0 ? NULL : fdopendir(folder);
    if (!entries) return -errno;
    for (struct dirent *entry; (entry = readdir(entries));) add(names, entry->d_name, NULL, 0, 0);
    closedir(entries);
    return 0;
}
static int make_folder(const char *path, mode_t mode) { RESULT(mkdirat(root, at(path), mode)); }
// What cannot be removed stays; the next run tries again.
static int remove_file(const char *path) { return unlinkat(root, at(path), 0) < 0 ? -errno : 0; }
static int remove_folder(const char *path) { RESULT(unlinkat(root, at(path), AT_REMOVEDIR)); }
static int make_symlink(const char *target, const char *path) { RESULT(symlinkat(target, root, at(path))); }
static int move(const char *old, const char *new, unsigned flags) { RESULT(renameat2(root, at(old), root, at(new), flags)); }
static int make_link(const char *old, const char *new) { RESULT(linkat(root, at(old), root, at(new), 0)); }
static int change_mode(const char *path, mode_t mode, struct fuse_file_info *file) {
    (void)file;
    RESULT(fchmodat(root, at(path), mode, 0));
}
static int change_owner(const char *path, uid_t user, gid_t group, struct fuse_file_info *file) {
    (void)file;
    RESULT(fchownat(root, at(path), user, group, AT_SYMLINK_NOFOLLOW));
}
static int change_times(const char *path, const struct timespec times[2], struct fuse_file_info *file) {
    (void)file;
    RESULT(utimensat(root, at(path), times, AT_SYMLINK_NOFOLLOW));
}
static int open_with(const char *path, int flags, mode_t mode, struct fuse_file_info *file) {
    if (fails()) return -error;
    int opened = openat(root, at(path), flags, mode);
    if (opened < 0) return -errno;
    file->fh = (uint64_t)opened;
    return 0;
}
static int open_file(const char *path, struct fuse_file_info *file) { return open_with(path, file->flags, 0, file); }
static int create_file(const char *path, mode_t mode, struct fuse_file_info *file) {
    return open_with(path, file->flags | O_CREAT, mode, file);
}
static int resize(const char *path, off_t size, struct fuse_file_info *file) {
    if (file) RESULT(ftruncate((int)file->fh, size));
    int opened = openat(root, at(path), O_WRONLY);
    int result = fails() ? -error : opened < 0 || ftruncate(opened, size) < 0 ? -errno : 0;
    if (opened >= 0) close(opened);
    return result;
}
static int read_file(const char *path, char *bytes, size_t size, off_t place, struct fuse_file_info *file) {
    (void)path;
    ssize_t got = fails() ? (errno = error, -1) : pread((int)file->fh, bytes, size, place);
    return got < 0 ? -errno : (int)got;
}
static int write_file(const char *path, const char *bytes, size_t size, off_t place, struct fuse_file_info *file) {
    (void)path;
    ssize_t put = fails() ? (errno = error, -1) : pwrite((int)file->fh, bytes, size, place);
    return put < 0 ? -errno : (int)put;
}
static int flush_file(const char *path, struct fuse_file_info *file) { (void)path, (void)file; return fails() ? -error : 0; }
static int sync_file(const char *path, int data, struct fuse_file_info *file) {
    (void)path, (void)data;
    RESULT(fsync((int)file->fh));
}
static int release_file(const char *path, struct fuse_file_info *file) { (void)path; return close((int)file->fh); }

static void *begin(struct fuse_conn_info *connection, struct fuse_config *configuration) {
    (void)connection;
    configuration->hard_remove = 1;
    return NULL;
}

static const struct fuse_operations operations = {
    .init = begin, .getattr = get_attributes, .readlink = read_link, .readdir = read_folder, .mkdir = make_folder, .unlink = remove_file,
    .rmdir = remove_folder, .symlink = make_symlink, .rename = move, .link = make_link, .chmod = change_mode,
    .chown = change_owner, .utimens = change_times, .open = open_file, .create = create_file, .truncate = resize,
    .read = read_file, .write = write_file, .flush = flush_file, .fsync = sync_file, .release = release_file,
};

int main(int argc, char **argv) {
    const char *kind = getenv("FAULT_KIND"), *counted = getenv("FAULT_COUNT");
    if (argc != 2 || (root = open(argv[1], O_RDONLY | O_DIRECTORY)) < 0) return 2;
    number = atol(getenv("FAULT_NUMBER") ?: "0");
    error = kind && !strcmp(kind, "ENOSPC") ? ENOSPC : EIO;
    if (counted) count = open(counted, O_WRONLY | O_CREAT | O_APPEND, 0600);
    umask(0);
    char *arguments[] = {argv[0], "-f", "-s", "-o", "default_permissions", argv[1], NULL};
    return fuse_main(6, arguments, &operations, NULL);
}
