/// A system that tasks are restricted to, such as `linux` or `macos/arm64`.
package struct TaskPlatform: Hashable, Sendable {
    package let system: String
    package let architecture: String?

    private static let systems = ["linux", "macos", "windows", "freebsd", "openbsd", "android"]
    private static let architectures = [
        "x86_64": "x86_64", "amd64": "x86_64", "arm64": "arm64", "aarch64": "arm64", "riscv64": "riscv64",
        "ppc64le": "ppc64le", "s390x": "s390x", "arm": "arm", "i386": "i386",
    ]

    static let names = systems + systems.flatMap { system in architectures.keys.sorted().map { "\(system)/\($0)" } }

    private init(system: String, architecture: String?) {
        self.system = system
        self.architecture = architecture
    }

    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(parts.count), Self.systems.contains(parts[0]) else { return nil }
        system = parts[0]
        architecture = parts.count == 2 ? Self.architectures[parts[1]] : nil
        if parts.count == 2, architecture == nil { return nil }
    }

    /// Whether `other` is this system, on any processor or on this one.
    package func includes(_ other: TaskPlatform) -> Bool {
        system == other.system && (architecture == nil || architecture == other.architecture)
    }

    package static var current: TaskPlatform { TaskPlatform(system: currentSystem, architecture: currentArchitecture) }

    private static var currentSystem: String {
        #if os(macOS)
            "macos"
        #elseif os(FreeBSD)
            "freebsd"
        #elseif os(OpenBSD)
            "openbsd"
        #elseif os(Android)
            "android"
        #else
            "linux"
        #endif
    }

    private static var currentArchitecture: String? {
        #if arch(x86_64)
            "x86_64"
        #elseif arch(arm64)
            "arm64"
        #elseif arch(riscv64)
            "riscv64"
        #elseif arch(powerpc64le)
            "ppc64le"
        #elseif arch(s390x)
            "s390x"
        #elseif arch(arm)
            "arm"
        #elseif arch(i386)
            "i386"
        #else
            nil
        #endif
    }
}
