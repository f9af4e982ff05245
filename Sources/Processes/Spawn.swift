import CLinux
import Glibc
import Reporting
package import SystemPackage

/// The parameters of a new process.
///
/// It has no blocked signals. Signals that devtool ignores get their default action, unless they were ignored at
/// devtool's start, as under `nohup`.
package struct Spawn {
    enum Stream {
        case inherited
        case nothing
        case descriptor(OwnedDescriptor)
        case borrowed(FileDescriptor)

        fileprivate var number: Int32 {
            switch self {
            case .inherited: SPAWN_INHERITED
            case .nothing: SPAWN_NOTHING
            case .descriptor(let owned): owned.descriptor.rawValue
            case .borrowed(let descriptor): descriptor.rawValue
            }
        }
    }

    let path: FilePath
    let arguments: [[UInt8]]
    let environment: CStrings
    var directory: FilePath?
    var streams: (input: Stream, output: Stream, error: Stream) = (.inherited, .inherited, .inherited)
    var hasOwnGroup = false
    var isGuarded = false
    /// Whether it inherits only the standard streams; by default, also the descriptors that devtool has inherited
    /// itself.
    var closesOthers = false
    /// An additional descriptor to inherit, with the same number.
    var kept: FileDescriptor?
    /// Whether it may write to a terminal from the background despite `stty tostop`, and change its settings.
    var mayWriteFromBackground = false
    /// Whether it receives a secret, so that it must not dump core.
    var holdsSecret = false

    package init(path: FilePath, arguments: [[UInt8]], environment: CStrings) {
        self.path = path
        self.arguments = arguments
        self.environment = environment
    }

    package func start() throws(Errno) -> Int32 {
        Self.remembersChildren
        var options = spawn_options()
        options.streams = (streams.input.number, streams.output.number, streams.error.number)
        options.has_own_group = hasOwnGroup ? 1 : 0
        options.is_guarded = isGuarded ? 1 : 0
        options.closes_others = closesOthers ? 1 : 0
        options.kept = kept?.rawValue ?? SPAWN_INHERITED
        options.may_write_from_background = mayWriteFromBackground ? 1 : 0
        options.holds_secret = holdsSecret ? 1 : 0
        var process = pid_t()
        let (environment, directory) = (environment, directory)
        let words = try CStrings([path.bytes] + arguments)
        let result = path.withPlatformString { path in
            words.withPointers { words in
                environment.withPointers { variables in
                    guard let directory else { return spawn_process(&process, path, words, variables, &options) }
                    return directory.withPlatformString {
                        options.directory = $0
                        return spawn_process(&process, path, words, variables, &options)
                    }
                }
            }
        }
        guard result == 0 else { throw Errno(rawValue: result) }
        return process
    }

    /// Restores SIGCHLD once: if it is ignored, the kernel discards exit statuses.
    private static let remembersChildren: Void = { _ = signal(SIGCHLD, SIG_DFL) }()
}

extension FilePath {
    fileprivate var bytes: [UInt8] {
        withPlatformString {
            // Safety: a C string, read up to its end.
            Array(UnsafeRawBufferPointer(start: UnsafeRawPointer($0), count: strlen($0)))
        }
    }
}

extension Termination {
    /// `nil` if the child is still running.
    ///
    /// A child that was reaped elsewhere, which should not happen, counts as failed.
    package init?(reaping process: Int32) {
        var status: Int32 = 0
        switch spawn_reap(process, &status) {
        case 0: return nil
        case 1: self = status < 0 ? .signaled(-status) : .exited(status)
        default: self = .exited(ExitStatus.internalError.rawValue)
        }
    }
}
