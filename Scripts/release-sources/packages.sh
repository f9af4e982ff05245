# Makes the packages of a release from one program; read with '.' after Scripts/common.sh and
# architecture.sh. The same program and SOURCE_DATE_EPOCH give the same bytes.
#
# version, commit, sources (a checkout), staged (what stage makes), maintainer and homepage are set.

# Writes what is in every package into a folder, and sets staged to it: stage PROGRAM FOLDER
stage() {
    staged=$2
    mkdir -p "$staged/man" "$staged/completions"
    install -m 755 "$1" "$staged/devtool"
    install -m 644 "$sources/LICENSE" "$sources/CHANGELOG.md" "$staged"
    third_party "$staged/THIRD-PARTY"
    write_man_pages "$staged/devtool" "$staged/man"
    "$staged/devtool" completions bash >"$staged/completions/devtool.bash"
    "$staged/devtool" completions fish >"$staged/completions/devtool.fish"
    "$staged/devtool" completions zsh >"$staged/completions/_devtool"
    for shell in "$staged/completions"/*; do
        [ -s "$shell" ] || fail "${shell##*/} is empty"
    done
    find "$staged" -newermt "@$SOURCE_DATE_EPOCH" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
}

# Writes man1/*.1 and man5/*.5 into a folder: write_man_pages PROGRAM FOLDER
write_man_pages() {
    "$1" help --man --output "$2"
    [ -s "$2/man1/devtool.1" ] || fail "there is no man1/devtool.1 among the manual pages"
}

# The licences of what is linked in: third_party FILE
third_party() {
    python3 "$sources/Scripts/release-sources/bill-of-materials" --notices \
        "$sources/Package.resolved" "$version" "$multiarch" >"$1"
}

# Lists what is linked in, for machines: make_bill_of_materials FOLDER
make_bill_of_materials() {
    python3 "$sources/Scripts/release-sources/bill-of-materials" \
        "$sources/Package.resolved" "$version" "$multiarch" "$staged/devtool" >"$1/devtool-$version-linux-$architecture.cdx.json"
}

make_tarball() {
    name=devtool-$version-linux-$architecture
    (
        packing=$(mktemp -d)
        at_end 'rm -rf "$packing"'
        cp -R "$staged" "$packing/$name"
        pack "$packing" "$1"
    )
}

# Packs the folder 'name' of a folder: pack FROM TO
pack() {
    tar --create --directory "$1" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 \
        --numeric-owner --mode='u+rw,go-w,a+rX' --format=gnu "$name" | gzip -n -9 >"$2/$name.tar.gz"
}

# Builds the documentation site of this version: make_docs FOLDER REPOSITORY
make_docs() {
    name=devtool-$version-docs
    (
        packing=$(mktemp -d)
        at_end 'rm -rf "$packing"'
        "$sources/Scripts/docs" --devtool "$staged/devtool" --repository "$2" "$packing/$name"
        pack "$packing" "$1"
    )
}

# Writes the installer of this version: make_installer FOLDER BASE-URL
make_installer() {
    case $2 in
    https://?* | file:///?* | http://?*) ;;
    *) fail "not a URL to download releases from: '$2'" ;;
    esac
    case $2 in *[!A-Za-z0-9:/._~%@+-]*) fail "a URL with characters that must be quoted: '$2'" ;; esac
    sed -e "s|@BASE_URL@|${2%/}|" -e "s|@VERSION@|$version|" \
        "$sources/Scripts/release-sources/install.sh.in" >"$1/install.sh"
    chmod 755 "$1/install.sh"
}

# Lists the sums of all files of a folder: make_sums FOLDER
make_sums() {
    (
        cd "$1"
        find . -maxdepth 1 -type f ! -name '*SHA256SUMS' -printf '%P\0' | LC_ALL=C sort -z |
            xargs -0 sha256sum -- >.SHA256SUMS
        mv .SHA256SUMS SHA256SUMS
    )
}

make_wheel() {
    python3 "$sources/Scripts/release-sources/wheel" "$staged" "$version" "$wheel_tag" "$homepage" "$1"
}

# Puts the staged files where a distribution has them: place ROOT ZSH-FOLDER
place() {
    install -D -m 755 "$staged/devtool" "$1/usr/bin/devtool"
    install -D -m 644 "$staged/completions/devtool.bash" "$1/usr/share/bash-completion/completions/devtool"
    install -D -m 644 "$staged/completions/devtool.fish" "$1/usr/share/fish/vendor_completions.d/devtool.fish"
    install -D -m 644 "$staged/completions/_devtool" "$1/$2/_devtool"
    for page in "$staged"/man/man*/*; do
        [ -e "$page" ] || continue
        section=${page%/*}
        target=$1/usr/share/man/${section##*/}/${page##*/}.gz
        mkdir -p "${target%/*}"
        gzip -n -9 <"$page" >"$target"
        chmod 644 "$target"
    done
}

make_deb() {
    (
        root=$(mktemp -d)
        at_end 'rm -rf "$root"'
        umask 022
        chmod 755 "$root"
        place "$root" usr/share/zsh/vendor-completions
        doc=$root/usr/share/doc/devtool
        mkdir -p "$doc" "$root/usr/share/lintian/overrides" "$root/DEBIAN"
        gzip -n -9 <"$staged/CHANGELOG.md" >"$doc/CHANGELOG.md.gz"
        {
            printf 'devtool (%s) unstable; urgency=medium\n\n' "$version"
            printf '  * The changes are in /usr/share/doc/devtool/CHANGELOG.md.gz.\n\n'
            printf ' -- %s  %s\n' "$maintainer" "$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")"
        } | gzip -n -9 >"$doc/changelog.gz"
        {
            printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n'
            printf 'Upstream-Name: devtool\n%s\n' "${homepage:+Source: $homepage}"
            printf '\nFiles: *\nCopyright: the authors of devtool\nLicense: Apache-2.0\n'
            printf ' On Debian systems the text is in /usr/share/common-licenses/Apache-2.0.\n'
            printf '\nFiles: usr/bin/devtool\nCopyright: the authors of devtool, and of what is linked in\n'
            printf 'License: Apache-2.0 and others\n'
            sed -e 's/^$/./' -e 's/^/ /' -e 's/[[:space:]]*$//' "$staged/THIRD-PARTY"
        } | sed '/^Upstream-Name/{n;/^$/d}' >"$doc/copyright"
        cat >"$root/usr/share/lintian/overrides/devtool" <<END
# One program runs on every distribution, and those have different libyamls.
devtool: embedded-library *libyaml*
# A start takes 0.5 ms less.
devtool: hardening-no-pie *
END
        cat >"$root/DEBIAN/control" <<END
Package: devtool
Version: $version
Architecture: $debian_architecture
Maintainer: $maintainer
Installed-Size: $(du -k -s --apparent-size "$root/usr" | cut -f 1)
Depends: libc6 (>= $glibc_limit)
Recommends: ca-certificates, libcurl4, libxml2, zlib1g
Suggests: default-jre-headless, libcmark-gfm-extensions0.29.0.gfm.13 | libcmark-gfm-extensions0.29.0.gfm.6 | libcmark-gfm-extensions0.29.0.gfm.3, libcmark-gfm0.29.0.gfm.13 | libcmark-gfm0.29.0.gfm.6 | libcmark-gfm0.29.0.gfm.3, libpg-query-dev, libpng16-16, librsvg2-2, libturbojpeg0 | libturbojpeg, libwebp7, mariadb-server, postgresql
Section: devel
Priority: optional
${homepage:+Homepage: $homepage
}Description: numbers cards, finds icons, runs Liquibase and tasks
 devtool is one program with four commands. cards adds each Trello card's
 number to its title in a board's JSON export. favicon finds the icon of a
 web page as a browser does. migrate runs Liquibase with the project's
 settings, and checks changelogs without Java. run runs tasks and the tasks
 that they need.
END
        (cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
        find "$root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
        dpkg-deb --root-owner-group -Zxz --build "$root" "$1/devtool_${version}_$debian_architecture.deb" >/dev/null
    )
}

make_rpm() {
    (
        top=$(mktemp -d)
        at_end 'rm -rf "$top"'
        umask 022
        place "$top/root" usr/share/zsh/site-functions
        install -D -m 644 "$staged/LICENSE" "$top/root/usr/share/licenses/devtool/LICENSE"
        install -D -m 644 "$staged/THIRD-PARTY" "$top/root/usr/share/licenses/devtool/THIRD-PARTY"
        install -D -m 644 "$staged/CHANGELOG.md" "$top/root/usr/share/doc/devtool/CHANGELOG.md"
        files=$(cd "$top/root" && find usr -type f | LC_ALL=C sort | sed \
            -e 's|^usr/share/licenses/|%license /&|' -e 's|^usr/share/doc/|%doc /&|' -e 's|^usr|/usr|')
        cat >"$top/devtool.spec" <<END
Name: devtool
Version: $version
Release: 1
Summary: Numbers cards, finds icons, runs Liquibase and tasks
License: Apache-2.0 AND LGPL-2.1-or-later AND MIT AND GPL-3.0-or-later WITH GCC-exception-3.1
Group: Development/Tools
Packager: $maintainer
${homepage:+URL: $homepage}
Recommends: ca-certificates
Recommends: libcurl
Recommends: libxml2
Recommends: zlib
Suggests: java-headless
Suggests: libpg_query
Suggests: libpng
Suggests: librsvg2
Suggests: libwebp
Suggests: mariadb-server
Suggests: postgresql-server
Suggests: turbojpeg

%description
devtool is one program with four commands. cards adds each Trello card's
number to its title in a board's JSON export. favicon finds the icon of a
web page as a browser does. migrate runs Liquibase with the project's
settings, and checks changelogs without Java. run runs tasks and the tasks
that they need.

%install
cp -a $top/root/. %{buildroot}

%files
%dir /usr/share/bash-completion
%dir /usr/share/bash-completion/completions
%dir /usr/share/doc/devtool
%dir /usr/share/fish
%dir /usr/share/fish/vendor_completions.d
%dir /usr/share/licenses/devtool
%dir /usr/share/zsh
%dir /usr/share/zsh/site-functions
$files

%changelog
* $(LC_ALL=C date -u -d "@$SOURCE_DATE_EPOCH" '+%a %b %d %Y') $maintainer - $version-1
- The changes are in /usr/share/doc/devtool/CHANGELOG.md.
END
        rpmbuild -bb --quiet --target "$rpm_architecture" --define "_topdir $top" --define "_rpmdir $top" \
            --define "_dbpath $top/database" \
            --define '_build_id_links none' --define 'debug_package %{nil}' --define '__os_install_post %{nil}' \
            --define '_buildhost localhost' --define 'use_source_date_epoch_as_buildtime 1' \
            --define 'clamp_mtime_to_source_date_epoch 1' --define '_binary_payload w19.zstdio' \
            "$top/devtool.spec" >"$top/log" 2>&1 || { cat "$top/log" >&2; fail 'the .rpm is not built'; }
        mv "$top/$rpm_architecture/devtool-$version-1.$rpm_architecture.rpm" "$1"
    )
}
