import DevtoolKit
import SystemPackage

/// A small Java program that devtool includes in compiled form, so that no compiler is needed.
///
/// `Java/` has the sources, and `Scripts/generate-java-classes` compiles them.
struct JavaProgram: Sendable {
    let mainClass: String
    /// The SHA-256 of the source that the classes were compiled from.
    let sourceChecksum: String
    /// The version of the compiler: 17 for 17.0.15.
    let compilerVersion: Int
    private let classes: [(name: String, digits: String)]

    /// Takes class files as hexadecimal digits, with line breaks anywhere between them.
    init(
        mainClass: String, sourceChecksum: String, compilerVersion: Int,
        classes: [(name: String, digits: String)]
    ) {
        self.mainClass = mainClass
        self.sourceChecksum = sourceChecksum
        self.compilerVersion = compilerVersion
        self.classes = classes
    }

    var files: [String: [UInt8]] {
        Dictionary(uniqueKeysWithValues: classes.map { ("\($0.name).class", $0.digits.hexBytes) })
    }

    /// Writes the class files into a folder for the time of a run, which is made.
    ///
    /// - Throws: ``FileError``.
    func write(to folder: FilePath) throws {
        try folder.createDirectories()
        for (name, bytes) in files {
            try folder.appending(name).create(bytes)
        }
    }
}

extension String {
    /// The bytes that the text spells in hexadecimal digits.
    fileprivate var hexBytes: [UInt8] {
        let values = utf8.compactMap { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
            default: nil
            }
        }
        return stride(from: 1, to: values.count, by: 2).map { values[$0 - 1] << 4 | values[$0] }
    }
}
