import DevtoolKit
import JSON
import SystemPackage

enum CardsError: DiagnosableError {
    /// The input is not one JSON value; `inExport` if the input before the error is part of an export.
    case malformed(JSONSyntaxError, at: SourceLocation, inExport: Bool)
    case cannotReplace(String)
    case cannotSpool(Errno)
    case sameFile(String, String)
    case sameFolder(String)
    case sameOutput(String, String, output: String)
    /// Standard output goes to the input file.
    case inputIsOutput(String)
    /// An input is at the path for the backup of another one.
    case inputIsBackup(String)
    case unknownName(UnknownName, in: String)
    case noBoard(String)
    /// The input has several boards or is a list of cards, but an importer takes one board.
    case notOneBoard(String, Importer)
    case unreadableArchive(String, String)
    /// The folders have no export; the string is the message.
    case noExport(String)

    var diagnostics: [Diagnostic] {
        switch self {
        case .malformed(let error, let location, _):
            [Diagnostic(error.description, at: location, hint: error.hint, rule: .malformed)]
        case .cannotReplace(let file): [Diagnostic("cannot number '\(file)' in place: it is not a regular file")]
        case .cannotSpool(let errno):
            [
                Diagnostic(
                    "cannot write the input to a temporary file: \(errno)",
                    hint: "set TMPDIR to a folder with enough space")
            ]
        case .sameFile(let first, let second) where first == second: [Diagnostic("'\(first)' is given twice")]
        case .sameFile(let first, let second): [Diagnostic("'\(first)' and '\(second)' are the same file")]
        case .sameFolder(let folder):
            [
                Diagnostic(
                    "'\(folder)' is also the output folder",
                    hint: "choose another folder, or use '--in-place' to replace its exports")
            ]
        case .sameOutput(let first, let second, let output):
            [
                Diagnostic(
                    "'\(first)' and '\(second)' would both be written to '\(output)'",
                    hint: "run the command once for each")
            ]
        case .unknownName(let name, let file): [Diagnostic("\(file): \(name.problem)", hint: name.hint)]
        case .noBoard(let file): [Diagnostic("\(file): not a board with cards")]
        case .notOneBoard(let file, let importer):
            [Diagnostic("\(file): not one board, which is what \(importer.rawValue) takes")]
        case .unreadableArchive(let name, let reason): [Diagnostic("cannot read '\(name)': \(reason)")]
        case .noExport(let sentence): [Diagnostic(sentence)]
        case .inputIsOutput(let file):
            [Diagnostic("'\(file)' is also the output", hint: "use '--in-place' to replace the file")]
        case .inputIsBackup(let file):
            [
                Diagnostic(
                    "the backup of another export would take the place of '\(file)'",
                    hint: "choose another suffix with '--backup=SUFFIX', or leave the file out")
            ]
        }
    }

    var exitStatus: ExitStatus {
        switch self {
        case .malformed, .unknownName, .noBoard, .notOneBoard, .unreadableArchive: .badData
        case .noExport: .noInput
        case .cannotReplace, .cannotSpool: .cannotCreate
        case .sameFile, .sameFolder, .sameOutput, .inputIsOutput, .inputIsBackup: .usage
        }
    }
}

extension JSONSyntaxError {
    fileprivate var hint: String? {
        switch (found, expected) {
        case (nil, .rootValue): "the input is empty"
        case (nil, _): "the export is truncated: download it again"
        case (UInt8(ascii: "<"), .rootValue): "this looks like a web page: in the board's menu, choose 'Export as JSON'"
        case (0x1F, .rootValue): "this looks like gzip: decompress it with 'gunzip'"
        case (UInt8(ascii: "P"), .rootValue): "if this is a zip archive, give it as a file whose name ends in '.zip'"
        case (0x00, .rootValue) where offset == 0:
            "this looks like UTF-16: convert it with 'iconv -f UTF-16BE -t UTF-8'"
        case (0xFE, .rootValue), (0xFF, .rootValue),
            (0x00, _) where offset < 2:
            "this looks like UTF-16: convert it with 'iconv -f UTF-16 -t UTF-8'"
        default: nil
        }
    }
}

extension Rule {
    static let malformed = Rule(
        "malformed", "MalformedJSON", "The file is not valid JSON.",
        help: "Export the board again, or use an undamaged copy of the file.")
    static let cardWithoutNumber = Rule(
        "card-without-number", "CardWithoutNumber", "A card on a numbered board has no number in its title.",
        help: "Number the board with 'devtool cards --in-place'.")
    static let nearNumber = Rule(
        "near-number", "NearNumber", "A title begins with something that looks like a number but is not one.",
        help: "Write a number as '#' followed by digits, or leave the title as it is.")
    static let nearMark = Rule(
        "near-mark", "NearMark", "A board's title ends in something that looks like '#' but is not.",
        help: "End the title in '#' to have the board's cards numbered.")
    static let unusableNumber = Rule(
        "unusable-number", "UnusableNumber", "A card has no usable 'idShort', so it is skipped.",
        help: "Export the board again; Trello gives every card a whole number.")
    static let repeatedNumber = Rule(
        "repeated-number", "RepeatedNumber", "Several cards of a board have the same number.",
        help: "Export the board again; Trello gives each card its own number.")
    static let nothingChecked = Rule(
        "nothing-checked", "NothingChecked", "No card was checked: the export or the selection has none.",
        help: "Check another export or selection, or allow it with '--allow-empty'.")
    static let incompleteExport = Rule(
        "incomplete-export", "IncompleteExport", "The export lacks something that its own cards count.",
        help: "Fetch the board by its URL, which gets all of its history.")
    static let importFailure = Rule(
        "import-failure", "ImportFailure", "An importer does not take the export, or stops in the middle.",
        help: "Write the export with '--to', and export the board again for the rest.")
    static let importLoss = Rule(
        "import-loss", "ImportLoss", "An importer drops something of a card, or shows it twice.",
        help: "Keep the export, or add what is lost after the import.")
}
