# All that a release needs to know of the processor; read with '.' by the release scripts. x86_64 is
# built and checked. The names for aarch64 are those of its distributions, but nothing was built there.

architecture=$(uname -m)
case $architecture in
x86_64)
    debian_architecture=amd64
    rpm_architecture=x86_64
    oci_architecture=amd64
    ;;
aarch64)
    debian_architecture=arm64
    rpm_architecture=aarch64
    oci_architecture=arm64
    ;;
*) fail "no release is made on $architecture" ;;
esac
# Where Debian keeps this architecture's libraries.
multiarch=$architecture-linux-gnu

# The oldest glibc that the program runs with, and what it may need: see glibc.c for the loader.
glibc_limit=2.34
needed_libraries='libc.so.6 libm.so.6'

# PEP 600's name for that glibc.
wheel_tag=py3-none-manylinux_$(echo "$glibc_limit" | tr . _)_$architecture
