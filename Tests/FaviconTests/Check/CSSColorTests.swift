import Testing

@testable import Favicon

/// The spellings of colours.
@Suite struct CSSColorTests {
    @Test(arguments: [
        ("#000", "#000000ff"), ("black", "#000000ff"), ("rgb(0,0,0)", "#000000ff"),
        ("rgb( 0 0 0 )", "#000000ff"), ("rgba(0, 0, 0, 1)", "#000000ff"),
        ("rgb(0% 0% 0% / 100%)", "#000000ff"), ("#abc8", "#aabbcc88"),
        ("#a1b2c3d4", "#a1b2c3d4"), ("rebeccapurple", "#663399ff"),
        ("rgb(300,-1,127.6)", "#ff0080ff"),
        ("#00", nil), ("#ggg", nil), ("blak", nil), ("hsl(0,0%,0%)", nil), ("rgb(1,2)", nil),
        ("rgb(1,2,x)", nil), ("", nil), ("(", nil), ("url(#a)", nil),
    ])
    func reads(text: String, color: String?) {
        #expect(CSSColor(text)?.description == color)
    }

    @Test(
        arguments: [
            (##"<path fill="#000"/><path fill="BLACK"/><path style="fill: rgb(0, 0, 0)"/>"##, nil),
            (##"<path fill="#000"/><path fill="#00000000"/>"##, nil),
            (##"<path fill="#000"/><path fill="#001"/>"##, "has 2 colours"),
        ] as [(String, String?)])
    func silhouettesOfOneColor(content: String, objection: String?) throws {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\">\(content)</svg>"
        let paint = try #require(SVGPaint(Array(svg.utf8)))
        #expect(paint.objection == objection)
    }
}
