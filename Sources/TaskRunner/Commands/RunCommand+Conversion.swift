package import DevtoolKit
package import SystemPackage
import TaskConversion

extension RunCommand: ProjectConverting {
    /// The files of other task runners.
    package static var convertibleFiles: String { SourceKind.names }

    /// Converts the file of another task runner.
    ///
    /// - Throws: `FileError`, `ProjectConversionError`.
    package static func convert(
        _ file: FilePath, shownAs name: String, in context: Context
    ) throws -> ConvertedFiles {
        guard let fileName = file.lastComponent?.string, let kind = SourceKind(fileName: fileName)
        else { throw ProjectConversionError.unknownKind(name, known: convertibleFiles) }
        let bytes = try SourceFile(path: file, shownAs: name).bytes()
        let folder = file.containingFolder
        let surroundings = ConversionSurroundings(
            shellProblem: ShellTemplate.problem(with:)
        ) { path in
            let path = folder.pushing(FilePath(path))
            return path.isFile ? try? SourceFile(path: path, shownAs: path.string).bytes() : nil
        }
        do throws(ConversionFailure) {
            let conversion = try ProjectConversion(
                of: kind, named: fileName, bytes, in: surroundings)
            return ConvertedFiles(
                files: conversion.files.map { ($0.path, $0.text) }, taskCount: conversion.taskCount,
                leftoverCount: conversion.leftoverCount, mark: ProjectConversion.mark)
        } catch {
            let place = error.file.map { folder.pushing(FilePath($0)).string } ?? name
            throw ProjectConversionError.malformed(
                Diagnostic(
                    error.message,
                    at: SourceLocation(file: place, line: error.line, column: error.column)))
        }
    }
}

/// A file that is to be converted.
private struct SourceFile {
    let path: FilePath
    let shownAs: String

    /// The largest file that is converted, in bytes.
    static let limit = 1 << 20

    /// What it has.
    ///
    /// - Throws: `FileError`, `ProjectConversionError`.
    func bytes() throws -> [UInt8] {
        let bytes: [UInt8]
        do {
            guard try path.stat().size <= Self.limit else {
                throw ProjectConversionError.tooLarge(shownAs, limit: Self.limit)
            }
            bytes = try path.contents()
        } catch let errno as Errno {
            throw FileError.cannotRead(shownAs, errno)
        }
        return bytes
    }
}

extension ShellTemplate {
    /// Why a line cannot be a step of a task; nil where it can.
    fileprivate static func problem(with line: String) -> String? {
        if line.utf8.count > ShellObstacle.longestArgument { return "a line that is too long" }
        for case .failure(let message, _, _) in ShellTemplate(line).pieces { return message }
        return nil
    }
}
