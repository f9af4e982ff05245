/// Text whose lines are provided for messages on demand.
package protocol SourceText: AnyObject, Sendable { func excerpt(line: Int, column: Int) -> SourceExcerpt? }

/// A location in a file, shown as `file:line:column`.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    /// The file as the user would name it, or `<stdin>`.
    public var file: String
    /// From 1.
    public var line: Int
    /// From 1, in Unicode scalars.
    public var column: Int
    private var source: Source

    private enum Source: Sendable {
        case none
        case excerpt(SourceExcerpt)
        /// Read only when a message shows it, because most locations are never shown.
        case text(any SourceText)
    }

    /// Creates a location.
    public init(file: String, line: Int, column: Int, excerpt: SourceExcerpt? = nil) {
        self.file = file
        self.line = line
        self.column = column
        source = excerpt.map { .excerpt($0) } ?? .none
    }

    package init(file: String, line: Int, column: Int, in text: some SourceText) {
        self.init(file: file, line: line, column: column)
        source = .text(text)
    }

    /// The line with a caret, if it is available.
    public var excerpt: SourceExcerpt? {
        get {
            switch source {
            case .none: nil
            case .excerpt(let excerpt): excerpt
            case .text(let text): text.excerpt(line: line, column: column)
            }
        }
        set { source = newValue.map { .excerpt($0) } ?? .none }
    }

    /// Ignores the excerpts.
    public static func == (first: SourceLocation, second: SourceLocation) -> Bool {
        first.file == second.file && first.line == second.line && first.column == second.column
    }

    /// Hashes file, line and column.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(file)
        hasher.combine(line)
        hasher.combine(column)
    }

    /// `file:line:column`.
    public var description: String { "\(file):\(line):\(column)" }
}

/// A line with a caret under one column; long lines are cut to a window around it.
public struct SourceExcerpt: Hashable, Sendable, CustomStringConvertible {
    private let text: String
    private let caretOffset: Int
    /// The whole line, in which secrets can be found.
    let uncut: String

    private static let width = 80

    /// Creates an excerpt.
    ///
    /// - Parameters:
    ///   - line: the line, or a part around the column, without its newline.
    ///   - column: the marked column within `line`, from 1, in Unicode scalars; one past the end marks the end.
    public init(line: String, column: Int) {
        uncut = line
        let scalars = Array(line.unicodeScalars)
        let marked = min(max(column - 1, 0), scalars.count)
        let start = max(0, min(marked - Self.width / 2, scalars.count - Self.width))
        let end = min(scalars.count, start + Self.width)
        let leading = start > 0 ? "…" : ""
        let trailing = end < scalars.count ? "…" : ""
        text = leading + String(String.UnicodeScalarView(scalars[start..<end].map(Self.visible))) + trailing
        caretOffset = leading.count + marked - start
    }

    /// Replaces control characters and keeps the columns: a tab becomes one blank, and other characters become U+FFFD.
    private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x09: " "
        case 0..<0x20, 0x7F..<0xA0: "\u{FFFD}"
        default: scalar
        }
    }

    /// Whether there is nothing to see above the caret.
    var isBlank: Bool { uncut.allSatisfy(\.isWhitespace) }

    /// The line and the caret, without a final newline.
    public var description: String { rendered(style: .plain) }

    func rendered(style: Style) -> String {
        text + "\n" + String(repeating: " ", count: caretOffset) + style(.error, "^")
    }
}
