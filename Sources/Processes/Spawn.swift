import CLinux
import Glibc
import Reporting
package import SystemPackage

/// A process, described as the system starts it.
///
/// No signal is blocked in it, and what devtool itself ignores has its default action; what devtool was
/// told to ignore, as by `nohup`, stays ignored.
package struct Spawn {
    /// Where a standard stream of the process leads.
    enum Stream {
        /// Where devtool's own leads.
        case inherited
        /// Nowhere: there is nothing to read.
        case nothing
        /// Where this descriptor leads.
        case descriptor(OwnedDescriptor)
        /// Where this descriptor leads, which someone else closes.
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

    /// The program.
    let path: FilePath
    /// Its arguments after its name.
    let arguments: [[UInt8]]
    /// Its variables.
    let environment: CStrings
    /// The folder it starts in; nil for devtool's own.
    var directory: FilePath?
    /// Its standard input, output and error.
    var streams: (input: Stream, output: Stream, error: Stream) = (
        .inherited, .inherited, .inherited
    )
    /// Whether it leads a process group of its own.
    var hasOwnGroup = false
    /// Whether its group ends with devtool, however that ends.
    var isGuarded = false
    /// Whether it gets none of what devtool has open besides the standard streams; by default it gets what
    /// devtool's own starter has left open for it.
    var closesOthers = false
    /// What it gets of that all the same, under the same number.
    var kept: FileDescriptor?
    /// Whether it may write to a terminal whose foreground it is not in though `stty tostop` forbids that,
    /// and set it.
    var mayWriteFromBackground = false
    /// Whether it receives a secret, so that it must leave no core file.
    var holdsSecret = false

    /// Describes a process that has devtool's own streams, folder and group.
    package init(path: FilePath, arguments: [[UInt8]], environment: CStrings) {
        self.path = path
        self.arguments = arguments
        self.environment = environment
    }

    /// Starts the process.
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
                    guard let directory else {
                        return spawn_process(&process, path, words, variables, &options)
                    }
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

    /// Where devtool was started with SIGCHLD ignored, the system would forget how children end; so it no
    /// longer is, once this has been asked for.
    private static let remembersChildren: Void = {
        _ = signal(SIGCHLD, SIG_DFL)
    }()
}

extension FilePath {
    /// The path's bytes, which need not be UTF-8.
    fileprivate var bytes: [UInt8] {
        withPlatformString {
            // Safety: a C string's bytes, read up to its end.
            Array(UnsafeRawBufferPointer(start: UnsafeRawPointer($0), count: strlen($0)))
        }
    }
}

extension Termination {
    /// How a child has ended; nil when it has not.
    ///
    /// One that somebody else has asked for already, which nobody in devtool does, counts as failed.
    package init?(reaping process: Int32) {
        var status: Int32 = 0
        switch spawn_reap(process, &status) {
        case 0: return nil
        case 1: self = status < 0 ? .signaled(-status) : .exited(status)
        default: self = .exited(ExitStatus.internalError.rawValue)
        }
    }
}
