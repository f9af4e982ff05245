# Builds and checks the program of a release; read with '.' after Scripts/common.sh and architecture.sh.

# At most this many bytes.
size_limit=20000000

# Puts links to the archives of libyaml and the C++ runtime into a folder. The linker looks there
# first and finds no shared library beside them: static_libraries FOLDER
static_libraries() {
    mkdir -p "$1"
    for library in libyaml.a libstdc++.a; do
        archive=$(g++ -print-file-name="$library")
        [ -e "$archive" ] || fail "$library is missing: install libyaml-dev and g++"
        ln -sf "$archive" "$1/$library"
    done
    # SwiftPM asks here, and puts this folder before the system's.
    cat >"$1/yaml-0.1.pc" <<END
Name: libyaml
Description: the archive only
Version: $(pkg-config --modversion yaml-0.1)
Libs: -L$1 -lyaml
END
}

# Compiles a clean clone in FOLDER/devtool, and sets program to the path of the result:
# build_program REPOSITORY COMMIT FOLDER
# DEVTOOL_VERSION, DEVTOOL_COMMIT, DEVTOOL_DOCUMENTATION and SOURCE_DATE_EPOCH are set.
build_program() {
    clone=$3/devtool
    tools=$3/tools
    ours=$clone/Scripts/release-sources
    run git clone --quiet --no-local --no-checkout "$1" "$clone"
    run git -C "$clone" checkout --quiet --detach "$2"
    static_libraries "$tools"

    # The very packages that the last release was checked with; the first call makes them known.
    run swift package --package-path "$clone" resolve >"$3/resolve.log" 2>&1 ||
        { cat "$3/resolve.log" >&2; fail 'cannot get the packages'; }
    while read -r name pinned; do
        run swift package --package-path "$clone" resolve "$name" --version "$pinned" \
            >>"$3/resolve.log" 2>&1 </dev/null || { cat "$3/resolve.log" >&2; fail "cannot get $name $pinned"; }
    done <"$ours/packages"
    python3 - "$clone/Package.resolved" "$ours/packages" <<'END' || fail 'other packages are used than Scripts/release-sources/packages lists'
import json, sys
pins = json.load(open(sys.argv[1]))["pins"]
sys.exit(sorted(f"{pin['identity']} {pin['state']['version']}" for pin in pins)
         != sorted(open(sys.argv[2]).read().splitlines()))
END

    # ArgumentParser without Foundation: see Foundation.swift.
    replaced=$clone/.build/checkouts/swift-argument-parser/Sources/ArgumentParser/Utilities/Foundation.swift
    echo "84a93a23fbd20041ad236f4c6ed7056a9e488e4945563d727815313090e8e2ef  $replaced" |
        sha256sum --check --quiet - || fail "ArgumentParser's Foundation.swift has changed: look whether ours still does the same"
    chmod u+w "$(dirname "$replaced")"
    rm -f "$replaced"
    cp "$ours/Foundation.swift" "$replaced"

    # Where a closure might escape, the compiler notes how long the path of the file is; so it is told another.
    grep -rl --include='*.swift' withoutActuallyEscaping "$clone/Sources" | while read -r source; do
        sed -i "1i #sourceLocation(file: \"${source#"$clone"/}\", line: 1)" "$source"
    done

    run clang -O2 -fPIC -ffunction-sections -Wall -Wextra -Werror -c "$ours/glibc.c" -o "$tools/glibc.o"
    # Hashes for incremental builds, which depend on the path, and are of no use in a program. And a tenth of the
    # program for unwinding the stack: Swift's errors are results, and the end of a thread does without.
    echo 'SECTIONS { /DISCARD/ : { *(.swift_modhash) *(.eh_frame) } } INSERT AFTER .text;' >"$tools/sections"
    # Nothing in the program is for others to call. So what nobody calls can go.
    echo '{ local: *; };' >"$tools/symbols"

    # Each function in a section of its own, so that the linker leaves out those that are not used;
    # equal ones are merged. No flag names a folder in what is written.
    flags="-c release --product devtool --static-swift-stdlib --disable-local-rpath -debug-info-format none"
    flags="$flags -Xswiftc -use-ld=lld -Xswiftc -Xclang-linker -Xswiftc -static-libgcc"
    flags="$flags -Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections -Xcc -fdata-sections"
    # Types are asked for by code instead of by name: a third fewer instructions for a task, for 0.1 MB.
    flags="$flags -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors"
    flags="$flags -Xswiftc -file-prefix-map -Xswiftc $clone=. -Xcc -ffile-prefix-map=$clone=."
    flags="$flags -Xlinker $tools/glibc.o -Xlinker --version-script=$tools/symbols -Xlinker -T$tools/sections"
    # At a fixed address, as its 50,000 pointers to itself need not be corrected then before it starts: 0.5 ms of the 4
    # that a task takes. What it allocates, its stack and all libraries are still at random ones.
    flags="$flags -Xswiftc -Xclang-linker -Xswiftc -no-pie -Xlinker --no-pie"
    flags="$flags -Xlinker --no-eh-frame-hdr -Xlinker --icf=all -Xlinker --as-needed -Xlinker -s"
    # shellcheck disable=SC2086 # a list of words
    SWIFT_DETERMINISTIC_HASHING=1 PKG_CONFIG_PATH=$tools run swift build --package-path "$clone" $flags >"$3/build.log" 2>&1 ||
        { tail -n 40 "$3/build.log" >&2; fail "the program is not built: $3/build.log"; }
    program=$clone/.build/release/devtool
}

# Prints what is wrong with a program, a line each, as far as can be seen without running it:
# program_defects PROGRAM [TEXT-THAT-MUST-NOT-BE-IN-IT...]
program_defects() {
    candidate=$1
    shift
    for library in $(objdump -p "$candidate" | awk '$1 == "NEEDED" { print $2 }'); do
        case " $needed_libraries " in
        *" $library "*) ;;
        *) echo "it needs $library" ;;
        esac
    done
    objdump -p "$candidate" | awk '$1 == "RPATH" || $1 == "RUNPATH" { print "it has a " $1 }'
    # Versions of glibc, and of anything else, which would be a library that is not linked in.
    objdump -T "$candidate" | sed -n 's/.*(\([A-Z][A-Z_]*\)_\([0-9.]*\)).*/\1 \2/p' | sort -u |
        while read -r name version; do
            if [ "$name" != GLIBC ]; then
                echo "it needs ${name}_$version"
            elif [ "$(printf '%s\n' "$version" "$glibc_limit" | sort -V | tail -n 1)" != "$glibc_limit" ]; then
                echo "it needs GLIBC_$version: $(objdump -T "$candidate" |
                    sed -n "s/.*(GLIBC_$version) *//p" | tr '\n' ' ')"
            fi
        done
    readelf -SW "$candidate" | grep -q ' \.symtab ' && echo 'it is not stripped'
    readelf -hW "$candidate" | grep -q 'Type: *EXEC' || echo 'it is position-independent, which costs 0.5 ms a start'
    readelf -lW "$candidate" | grep -q 'GNU_RELRO' || echo 'it has no read-only relocations'
    size=$(stat -c %s "$candidate")
    [ "$size" -le "$size_limit" ] || echo "it has $size bytes, more than $size_limit"
    for text in "$@" .build/ /checkouts/; do
        grep -aqF -e "$text" "$candidate" && echo "it contains '$text'"
    done
    return 0
}

# Ends the script unless a program is fit for release: check_program PROGRAM [TEXT...]
check_program() {
    defects=$(program_defects "$@")
    [ -z "$defects" ] || fail "$1 is not fit for release:
$defects"
}
