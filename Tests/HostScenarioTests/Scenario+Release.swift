import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

extension Scenario {
    /// A folder with a release in `releases`, its installer, and what the installer asks of the machine; a script
    /// stands for the program.
    static func release(_ version: String = "1.2.3", of program: String = "#!/bin/sh\necho 1.2.3\n") async throws
        -> Scenario
    {
        let top = DocumentationPage.package.path
        let name = "devtool-\(version)-linux-x86_64"
        let scenario = try Scenario().variable("DEVTOOL_BASE_URL", nil).file(
            "\(name)/devtool", program.replacing("@VERSION@", with: version)
        ).file(
            "make",
            """
            set -eu
            here=$PWD
            cd '\(top)'
            . Scripts/common.sh
            . Scripts/release-sources/packages.sh
            sources=. version=\(version)
            cd "$here"
            chmod 755 \(name)/devtool
            mkdir -p releases/v\(version) tools tmp home
            printf '#!/bin/sh\\ncase $1 in -s) echo Linux ;; *) echo x86_64 ;; esac\\n' >tools/uname
            chmod 755 tools/uname
            tar -czf releases/v\(version)/\(name).tar.gz \(name)
            make_sums releases/v\(version)
            cd '\(top)'
            make_installer "$here" "file://$here/releases"
            cp "$here/install.sh" "$here/releases/v\(version)"
            """)
        try await scenario.program("/bin/sh", "make").stderr("").exits(0)
        let path = scenario.folder.path.string
        return scenario.variable("PATH", "\(path)/tools:\(scenario.value(of: "PATH") ?? "")").variable(
            "TMPDIR", "\(path)/tmp"
        ).variable("HOME", "\(path)/home").variable("XDG_BIN_HOME", nil)
    }

    /// A program that is the one of this build, but for its version: the installer wants that of the release.
    static let builtProgram = """
        #!/bin/sh
        if [ "$*" = --version ]; then echo @VERSION@ && exit; fi
        exec '\(devtool)' "$@"

        """

    /// A program that prints its arguments, each in brackets, and ends with the status in `STATUS`.
    static let recordingProgram = """
        #!/bin/sh
        if [ "${1-}" = --version ]; then echo 1.2.3 && exit; fi
        printf '[%s]' "$@"
        echo
        exit "${STATUS:-0}"

        """

    /// Replaces Java by a script that reports the sample's changesets as applied, and creates the file `updated`.
    func withScriptedUpdate() throws -> Scenario {
        try withScriptedJava(
            """
            case $* in
            *' update')
                >updated
                for id in 1::ada 2::ada 3::grace; do
                    echo "[2026-11-21 18:21:28] INFO [liquibase.changelog]" \\
                        "ChangeSet db/changelog.xml::$id ran successfully in 5ms" >&2
                done ;;
            esac
            """)
    }

    /// The address of the folder of releases.
    var releases: String { "file://\(folder.path.string)/releases" }

    /// Copies the sample project to a folder.
    func sample(in name: String) throws -> Scenario {
        let sample = try Scenario.sample()
        for path in ["board.json", "devtool.yml", "db/changelog.xml"] {
            _ = try file("\(name)/\(path)", sample.folder.text(path) ?? "")
        }
        return self
    }

    /// Runs a script as a file, by a shell with its options.
    func script(_ text: String, with shell: [String], in directory: String) async throws -> Outcome {
        _ = try file("script", text)
        let file = folder.path.appending("script").string
        var configuration = configuration(Array(shell.dropFirst()) + [file], in: directory)
        configuration.executable = .path(FilePath(shell[0]))
        return try await outcome(of: configuration)
    }
}
