/// The looks of the page, on a screen by day and by night and on paper.
enum HTMLStylesheet {
    /// The style sheet.
    static let text = rules + labelRules

    private static let labelRules = LabelColor.names.compactMap { name in
        LabelColor(named: name).map {
            ".label.\(name) { background: \($0.ground.css); color: \($0.text.css); }\n"
        }
    }.joined()

    private static let rules = """
        :root {
          color-scheme: light dark;
          --page: #e9f0f9; --header: #0c4a8f; --on-header: #fff;
          --list: #f4f6f9; --card: #fff; --line: #d5dbe3;
          --text: #172b4d; --faint: #52607a; --link: #0b57c4;
          --done: #dcf5e7; --on-done: #0f5132; --focus: #0c66e4;
          --shadow: 0 1px 1px #091e4229, 0 0 1px #091e424d;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --page: #14181d; --header: #0f2c4f; --on-header: #e6edf5;
            --list: #1d2228; --card: #292f36; --line: #3b434c;
            --text: #dfe4ea; --faint: #a3aebb; --link: #85b8ff;
            --done: #12402c; --on-done: #a9efcb; --focus: #85b8ff;
            --shadow: 0 1px 2px #0006;
          }
        }
        * { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; }
        body {
          margin: 0; background: var(--page); color: var(--text);
          font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
        }
        .board {
          display: flex; flex-direction: column; height: 100vh; height: 100dvh; min-height: 320px;
        }
        header {
          padding: 14px 20px; background: var(--header); color: var(--on-header);
          display: flex; flex-wrap: wrap; gap: 2px 16px; align-items: baseline;
        }
        h1 { margin: 0; font-size: 20px; line-height: 1.3; overflow-wrap: anywhere; }
        header p { margin: 0; opacity: .9; }
        header a { color: inherit; }
        .lists {
          display: flex; align-items: flex-start; gap: 12px; padding: 16px 20px 20px;
          overflow: auto hidden; flex: 1; min-height: 0;
          scrollbar-width: thin; scrollbar-color: var(--faint) transparent;
        }
        .list {
          flex: 0 0 280px; max-height: 100%; display: flex; flex-direction: column;
          background: var(--list); border-radius: 12px; padding: 4px 4px 6px;
          box-shadow: var(--shadow);
        }
        h2 {
          display: flex; justify-content: space-between; gap: 8px; margin: 0; padding: 8px 10px;
          font-size: 14px; overflow-wrap: anywhere;
        }
        h2 small { font-size: 12px; font-weight: 500; color: var(--faint); line-height: 20px; }
        ol {
          list-style: none; margin: 0; padding: 2px 4px 4px; display: grid; gap: 8px;
          overflow-y: auto; scrollbar-width: thin; scrollbar-color: var(--faint) transparent;
        }
        .card {
          display: block; padding: 8px 12px 10px; border-radius: 8px; background: var(--card);
          color: inherit; text-decoration: none; box-shadow: var(--shadow);
          overflow-wrap: anywhere;
        }
        a.card:hover { outline: 2px solid var(--link); }
        :focus-visible { outline: 3px solid var(--focus); outline-offset: -1px; }
        .labels { display: flex; flex-wrap: wrap; gap: 4px; margin: 0 0 6px; }
        .label {
          min-width: 40px; min-height: 18px; max-width: 100%; padding: 1px 8px; border-radius: 4px;
          font-size: 12px; font-weight: 500; line-height: 16px;
          background: var(--line); color: var(--text);
        }
        .title { display: block; }
        .number { color: var(--faint); font-variant-numeric: tabular-nums; font-weight: 600; }
        .facts {
          display: flex; flex-wrap: wrap; gap: 4px 10px; margin-top: 6px;
          color: var(--faint); font-size: 12px;
        }
        .done { background: var(--done); color: var(--on-done); border-radius: 4px; padding: 0 6px; }
        .fact { display: inline-flex; align-items: center; gap: 3px; }
        .icons { display: none; }
        .icon { width: 13px; height: 13px; flex: none; }
        .member { border: 1px solid var(--line); border-radius: 9px; padding: 0 7px; font-size: 11px; }
        .spoken {
          position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
          white-space: nowrap;
        }
        .card, .label { position: relative; }
        .archive { padding: 0 20px 12px; max-height: 60%; overflow-y: auto; flex: none; }
        .archive summary { cursor: pointer; color: var(--faint); width: fit-content; padding: 4px; }
        .archive .lists { padding: 12px 0 0; flex-wrap: wrap; overflow: visible; }
        .archive .card { opacity: .92; }
        @media (max-width: 480px) {
          header, .lists { padding-left: 12px; padding-right: 12px; }
          .list { flex-basis: min(86vw, 320px); }
        }
        @media print {
          :root {
            --page: #fff; --header: #fff; --on-header: #000; --list: #fff; --card: #fff;
            --line: #bbb; --text: #000; --faint: #444; --done: #fff; --on-done: #000;
            --shadow: none; color-scheme: light;
          }
          body { font-size: 10pt; }
          .board { display: block; height: auto; break-after: page; }
          .board:last-child { break-after: auto; }
          header, .lists, .archive { padding-left: 0; padding-right: 0; }
          .lists { display: block; columns: 3 16em; column-gap: 14px; overflow: visible; }
          .list {
            display: block; border: 1px solid var(--line); margin: 0 0 14px;
            box-decoration-break: clone; -webkit-box-decoration-break: clone;
          }
          ol { display: block; overflow: visible; }
          .archive { max-height: none; overflow: visible; }
          li { margin-bottom: 6px; }
          h2, .card { break-inside: avoid; break-after: auto; }
          h2 { break-after: avoid; }
          .card { border: 1px solid var(--line); }
          .label { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
        }

        """
}
