import DevtoolKit
import JSON

/// The errors by which a run recognizes a file that is no export.
enum CardsError: DiagnosableError {
    /// The input is not one JSON value; `inExport` if the input before the error is part of an export.
    case malformed(JSONSyntaxError, at: SourceLocation, inExport: Bool)
    case noBoard(String)

    var diagnostics: [Diagnostic] {
        switch self {
        case .malformed(let error, let location, _):
            [Diagnostic(error.description, at: location, hint: error.hint, rule: .malformed)]
        case .noBoard(let file): [Diagnostic("\(file): not a board with cards")]
        }
    }

    var exitStatus: ExitStatus { .badData }
}

extension JSONSyntaxError {
    fileprivate var hint: String? {
        switch (found, expected) {
        case (nil, .rootValue): "the input is empty"
        case (nil, _): "the export is truncated: download it again"
        case (UInt8(ascii: "<"), .rootValue): "this looks like a web page: in the board's menu, choose 'Export as JSON'"
        case (0x1F, .rootValue): "this looks like gzip: decompress it with 'gunzip'"
        case (UInt8(ascii: "P"), .rootValue): "if this is a zip archive, pass it as a file whose name ends in '.zip'"
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
        "near-number", "NearNumber", "A title begins with something that only looks like a number.",
        help: "Write a number as '#' followed by digits, or leave the title unchanged.")
    static let nearMark = Rule(
        "near-mark", "NearMark", "A board's title ends in something that only looks like '#'.",
        help: "End the title in '#' to have the board's cards numbered.")
    static let unusableNumber = Rule(
        "unusable-number", "UnusableNumber", "A card has no usable 'idShort', so it is skipped.",
        help: "Export the board again; Trello assigns every card a whole number.")
    static let repeatedNumber = Rule(
        "repeated-number", "RepeatedNumber", "Several cards on the board have the same number.",
        help: "Export the board again; Trello assigns each card a unique number.")
    static let nothingChecked = Rule(
        "nothing-checked", "NothingChecked", "The export or the selection has no cards to check.",
        help: "Check another export or selection, or add '--allow-empty'.")
    static let incompleteExport = Rule(
        "incomplete-export", "IncompleteExport", "The export has fewer items than its cards report.",
        help: "Fetch the board by its URL to get its complete history.")
    static let importFailure = Rule(
        "import-failure", "ImportFailure", "An importer rejects the export or fails partway.",
        help: "Write the export with '--to'; if parts are missing, export the board again.")
    static let importLoss = Rule(
        "import-loss", "ImportLoss", "An importer drops part of a card or shows it twice.",
        help: "Keep the export, or add the lost parts after the import.")
}
