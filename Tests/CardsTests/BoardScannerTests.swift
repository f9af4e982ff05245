import Testing

/// Where in an export the boards and their cards are.
@Suite struct BoardScannerTests {
    /// Inputs, and the titles as they are in the output.
    static let exports: [(input: String, output: String)] = [
        (
            ##"{"cards":[{"name":"a","idShort":5}],"name":"W #"}"##,
            ##"{"cards":[{"name":"#5 a","idShort":5}],"name":"W #"}"##
        ),
        (
            ##"{"limits":{"cards":{"a":[{"idShort":1,"name":"x"}]}},"name":"#","cards":[{"idShort":5,"name":"a"}]}"##,
            ##"{"limits":{"cards":{"a":[{"idShort":1,"name":"x"}]}},"name":"#","cards":[{"idShort":5,"name":"#5 a"}]}"##
        ),
        (
            ##"{"name":"#","actions":[{"data":{"board":{"name":"no"},"card":{"idShort":1,"name":"x"}}}],"cards":[]}"##,
            ##"{"name":"#","actions":[{"data":{"board":{"name":"no"},"card":{"idShort":1,"name":"x"}}}],"cards":[]}"##
        ),
        (
            ##"{"name":"#","cards":[{"labels":[{"name":"l","idShort":9}],"idShort":5,"cover":{"name":"c"},"name":"a","cards":[{"idShort":7,"name":"n"}]}]}"##,
            ##"{"name":"#","cards":[{"labels":[{"name":"l","idShort":9}],"idShort":5,"cover":{"name":"c"},"name":"#5 a","cards":[{"idShort":7,"name":"n"}]}]}"##
        ),
        (
            ##"[{"name":"A #","cards":[{"idShort":5,"name":"a"}]},{"name":"B","cards":[{"idShort":6,"name":"b"}]},[{"name":"#","cards":[{"idShort":7,"name":"c"}]}],{"name":"#","cards":[{"idShort":8,"name":"d"}]}]"##,
            ##"[{"name":"A #","cards":[{"idShort":5,"name":"#5 a"}]},{"name":"B","cards":[{"idShort":6,"name":"b"}]},[{"name":"#","cards":[{"idShort":7,"name":"c"}]}],{"name":"#","cards":[{"idShort":8,"name":"#8 d"}]}]"##
        ),
        (
            ##"{"name":"#","cards":[{"idShort":5,"name":"a"}],"cards":[{"idShort":6,"name":"b"}]}"##,
            ##"{"name":"#","cards":[{"idShort":5,"name":"a"}],"cards":[{"idShort":6,"name":"#6 b"}]}"##
        ),
        (
            ##"{"name":"#","cards":[{"name":"x","idShort":4,"idShort":5,"name":"#a"}]}"##,
            ##"{"name":"#","cards":[{"name":"x","idShort":4,"idShort":5,"name":"#5 #a"}]}"##
        ),
        (
            ##"{"n\u0061me":"#","c\u0061rds":[7,null,"s",[{"idShort":1,"name":"x"}],{"idSh\u006frt":5,"n\u0061me":"a"}]}"##,
            ##"{"n\u0061me":"#","c\u0061rds":[7,null,"s",[{"idShort":1,"name":"x"}],{"idSh\u006frt":5,"n\u0061me":"#5 a"}]}"##
        ),
        (
            "\u{FEFF}// saved\r\n{\r\n  \"name\" : \"#\",\r\n  \"cards\" : [ { \"pos\" : 1.50e3, \"idShort\" : 5, \"name\" : \"\" } ]\r\n}\r\n",
            "\u{FEFF}// saved\r\n{\r\n  \"name\" : \"#\",\r\n  \"cards\" : [ { \"pos\" : 1.50e3, \"idShort\" : 5, \"name\" : \"#5 \" } ]\r\n}\r\n"
        ),
        (
            ##"{"name":"no","name":"\u0041 #  ","cards":[{"idShort":10,"name":"\n#\u0031"},{"idShort":123456,"name":"\u2003\ud83d\ude00"}]}"##,
            ##"{"name":"no","name":"\u0041 #  ","cards":[{"idShort":10,"name":"\n#\u0031"},{"idShort":123456,"name":"#123456 \u2003\ud83d\ude00"}]}"##
        ),
    ]

    @Test(arguments: exports) func finds(_ input: String, _ output: String) throws {
        #expect(try NumberedBoard(input).text == output)
    }

    @Test(arguments: exports) func doesNotDependOnTheChunks(_ input: String, _ output: String) throws {
        let bytes = Array(input.utf8)
        let whole = try NumberedBoard(bytes)
        for cut in 0...bytes.count {
            #expect(try NumberedBoard(bytes, cutAt: [cut]) == whole)
            #expect(try NumberedBoard(bytes, cutAt: [cut / 2, cut]) == whole)
        }
        #expect(try NumberedBoard(bytes, cutAt: Array(0..<bytes.count)) == whole)
    }

    @Test(arguments: [
        "{}", "7", "[]", "\"#\"", #"[{"idShort":5,"name":"a"}]"#,
        ##"{"name":"#","cards":{"a":{"idShort":5,"name":"a"}}}"##,
        ##"{"name":"#","cards":[{"idShort":5,"name":"a"}],"cards":null}"##,
        ##"{"name":"#","cards":[{"idShort":5,"name":"a"}],"name":"W"}"##,
        ##"{"name":"#","cards":[{"idShort":5,"name":"a"}],"name":["#"]}"##,
        ##"{"name":"#","cards":[{"idShort":5,"name":"a"}],"name":null}"##,
        ##"{"NAME":"#","cards":[{"idShort":5,"name":"a"}]}"##,
        ##"{"name":"#","name\u0000":"W","Cards":[{"idShort":5,"name":"a"}]}"##,
        ##"{"board":{"name":"#","cards":[{"idShort":5,"name":"a"}]}}"##,
    ]) func leavesAlone(_ input: String) throws { #expect(try NumberedBoard(input).text == input) }

    @Test func aBoardThatIsNotMarkedHasNoWarnings() throws {
        let board = try NumberedBoard(#"{"name":"W","cards":[{"name":"a"},{"name":"b"}]}"#)
        #expect(board.withoutNumber == 0)
        #expect(board.alreadyNumbered == 0)
    }

    @Test func illFormedUTF8IsKept() throws {
        let before: [UInt8] = Array(##"{"name":"#","cards":[{"idShort":5,"name":""##.utf8)
        let after: [UInt8] = [0xFF, 0xE2, 0x80] + Array(#""}]}"#.utf8)
        let board = try NumberedBoard(before + after)
        #expect(board.output == before + Array("#5 ".utf8) + after)
    }
}
