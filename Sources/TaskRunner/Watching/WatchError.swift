import DevtoolKit
import SystemPackage

enum WatchError: DiagnosableError, Equatable {
    case cannotWatch(Errno)
    case tooManyFolders(String)

    var diagnostics: [Diagnostic] {
        switch self {
        case .cannotWatch(.tooManyOpenFiles):
            [
                Diagnostic(
                    "cannot watch files: your other programs already watch too many",
                    hint: "raise the limit: sysctl fs.inotify.max_user_instances=1024")
            ]
        case .cannotWatch(let errno): [Diagnostic("cannot watch files: \(errno)")]
        case .tooManyFolders(let folder):
            [
                Diagnostic(
                    "cannot watch '\(folder)': there are more folders than the limit allows",
                    hint: "exclude some from 'sources', or raise the limit: "
                        + "sysctl fs.inotify.max_user_watches=1048576")
            ]
        }
    }

    var exitStatus: ExitStatus { .unavailable }
}
