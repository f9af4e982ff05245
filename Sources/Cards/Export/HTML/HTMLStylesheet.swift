enum HTMLStylesheet {
    static let text = rules + labelRules

    private static let labelRules = LabelColor.names.compactMap { name in
        LabelColor(named: name).map { ".label.\(name) { background: \($0.ground.css); color: \($0.text.css); }\n" }
    }.joined()

    private static let rules = String(decoding: PackageResources.board_css, as: UTF8.self)
}
