/// A here-document whose text follows the current line.
struct HereDocument {
    var delimiter = ""
    var stripsTabs = false
    var isQuoted = false
}

extension ShellScanner {
    mutating func takeHereDocumentOperator() {
        var document = HereDocument()
        take(2)
        if peek() == "-" {
            document.stripsTabs = true
            take()
        }
        while peek() == " " || peek() == "\t" { take() }
        var delimiter = String.UnicodeScalarView()
        var quote: Unicode.Scalar?
        while let scalar = peek(), quote != nil || !scalar.endsWord {
            if takeReference(nil, .hereDocument) || takeOpeningBrace() {
                doubt("'<<' whose delimiter is not a plain word")
                continue
            }
            switch scalar {
            case "$", "`", "\\", "\n": doubt("'<<' whose delimiter is not a plain word")
            case quote: quote = nil
            case "'" where quote == nil, "\"" where quote == nil:
                quote = scalar
                document.isQuoted = true
            default: delimiter.append(scalar)
            }
            take()
        }
        document.delimiter = String(delimiter)
        hereDocuments.append(document)
        words[words.count - 1].redirect(toFile: false)
        isAtWord = true
    }

    mutating func takeHereDocuments() {
        for document in hereDocuments {
            let (start, isKnown) = (index, doubt == nil)
            while index < scalars.count {
                let end = scalars[index...].firstIndex(of: "\n") ?? scalars.count
                let line = scalars[index..<end]
                let text = document.stripsTabs ? line.drop { $0 == "\t" } : line
                let isLast = text.elementsEqual(document.delimiter.unicodeScalars)
                if !isLast, !document.isQuoted { check(line) }
                take(upTo: end, refusing: .hereDocument)
                take()
                if isLast { break }
            }
            if isKnown, !document.isQuoted { nested.append((start..<index, true)) }
        }
        hereDocuments = []
    }

    /// Refuses later references if shells may disagree about where the here-document ends.
    private mutating func check(_ line: ArraySlice<Unicode.Scalar>) {
        let isNested = line.indices.contains { index in
            line[index] == "`"
                || line[index] == "$" && index + 1 < line.endIndex && "({[".unicodeScalars.contains(line[index + 1])
        }
        if isNested || line.last == "\\" { doubt("a here-document that contains expansions") }
    }
}
