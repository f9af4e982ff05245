/// A text whose lines messages may show, looked for when one is shown.
package protocol SourceText: AnyObject, Sendable {
    /// The line with a mark under a column; nil where it is not to be shown.
    func excerpt(line: Int, column: Int) -> SourceExcerpt?
}

/// A place in a text: shown as `file:line:column`.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    /// The file as the user would name it, or `<stdin>`.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// The column, from 1, in Unicode scalars.
    public var column: Int
    private var source: Source

    /// What the line that is shown is from.
    private enum Source: Sendable {
        case none
        case excerpt(SourceExcerpt)
        /// Of many places few are shown, so the line is looked for when one is.
        case text(any SourceText)
    }

    /// Creates a location.
    public init(file: String, line: Int, column: Int, excerpt: SourceExcerpt? = nil) {
        self.file = file
        self.line = line
        self.column = column
        source = excerpt.map { .excerpt($0) } ?? .none
    }

    /// Creates a location in a text that has the line.
    package init(file: String, line: Int, column: Int, in text: some SourceText) {
        self.init(file: file, line: line, column: column)
        source = .text(text)
    }

    /// The line with a mark under the place, where it helps to see it.
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

    /// Whether two are the same place; what is shown of it does not matter.
    public static func == (first: SourceLocation, second: SourceLocation) -> Bool {
        first.file == second.file && first.line == second.line && first.column == second.column
    }

    /// Hashes the place.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(file)
        hasher.combine(line)
        hasher.combine(column)
    }

    /// `file:line:column`.
    public var description: String { "\(file):\(line):\(column)" }
}

/// A line of a text with a caret under one column; long lines are cut to a window around it.
public struct SourceExcerpt: Hashable, Sendable, CustomStringConvertible {
    private let text: String
    private let caretOffset: Int
    /// What it was cut from, where a secret can be found whole.
    let uncut: String

    /// The most columns shown of a line.
    private static let width = 80

    /// Creates the excerpt that marks `column` (from 1, in Unicode scalars) of `line`.
    ///
    /// - Parameters:
    ///   - line: the line, or the part of it around the column, without its line break.
    ///   - column: the marked column within `line`; one past its end marks the end.
    public init(line: String, column: Int) {
        uncut = line
        let scalars = Array(line.unicodeScalars)
        let marked = min(max(column - 1, 0), scalars.count)
        let start = max(0, min(marked - Self.width / 2, scalars.count - Self.width))
        let end = min(scalars.count, start + Self.width)
        let leading = start > 0 ? "…" : ""
        let trailing = end < scalars.count ? "…" : ""
        text =
            leading + String(String.UnicodeScalarView(scalars[start..<end].map(Self.visible)))
            + trailing
        caretOffset = leading.count + marked - start
    }

    /// A scalar that cannot disturb a terminal: control characters become U+FFFD, tabs one blank, so
    /// that the caret stays under its column.
    private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x09: " "
        case 0..<0x20, 0x7F..<0xA0: "\u{FFFD}"
        default: scalar
        }
    }

    /// The line and the caret under it, without a final newline.
    public var description: String { rendered(style: .plain) }

    /// The line and the caret, in colour or not.
    func rendered(style: Style) -> String {
        text + "\n" + String(repeating: " ", count: caretOffset) + style(.error, "^")
    }
}
