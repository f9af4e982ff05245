extension HTMLTreeBuilder {
    /// Whether the current node is SVG or MathML, where `<![CDATA[` starts text.
    @inline(__always) var isInForeignContent: Bool {
        open.foreignCount > 0 && open.current.map { $0.namespace != .html } ?? false
    }

    /// Whether the rules for foreign content apply to a start tag (HTML 13.2.6).
    @inline(__always) func isForeign(to tag: StartTag) -> Bool {
        guard isInForeignContent, let current = open.current else { return false }
        return switch current.integration {
        case .none: true
        case .annotation: tag.element != .svg
        case .text: tag.element == .mglyph || tag.element == .malignmark
        case .html: false
        }
    }

    /// Whether a start tag ends foreign content (HTML 13.2.6.5).
    func breaksOut(_ tag: StartTag) -> Bool { tag.element == .font ? tag.setsFont : tag.element.endsForeignContent }

    mutating func leaveForeignContent() { while let current = open.current, !current.mayHoldHTML { pop() } }

    /// Opens an element in SVG or MathML (HTML 13.2.6.5).
    mutating func startForeign(_ tag: StartTag) -> Opening { startForeign(tag, in: open.current?.namespace ?? .svg) }

    mutating func startForeign(_ tag: StartTag, in namespace: OpenElements.Namespace) -> Opening {
        if !tag.isSelfClosing {
            open.push(
                .init(
                    tag.element, identity: tag.nameHash, namespace: namespace,
                    integration: integration(of: tag, in: namespace)))
        }
        return .foreignElement
    }

    private func integration(of tag: StartTag, in namespace: OpenElements.Namespace) -> OpenElements.Integration {
        switch (namespace, tag.element) {
        case (.svg, .foreignobject), (.svg, .desc), (.svg, .title): .html
        case (.mathML, .mi), (.mathML, .mo), (.mathML, .mn), (.mathML, .ms), (.mathML, .mtext): .text
        case (.mathML, .annotationXML): tag.holdsHTML ? .html : .annotation
        default: .none
        }
    }
}
