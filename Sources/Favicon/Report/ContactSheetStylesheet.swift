/// The looks of the sheet, on a screen by day and by night and on paper.
enum ContactSheetStylesheet {
    /// The style sheet.
    ///
    /// A page that is out of sight is not laid out: a sheet may have thousands.
    static let text = """
        :root {
          color-scheme: light dark;
          --ground: #eef1f5; --card: #fff; --line: #d5dbe3; --text: #172b4d; --faint: #52607a;
          --link: #0b57c4; --focus: #0c66e4;
          --good: #dcf5e7; --on-good: #0f5132; --bad: #ffe4df; --on-bad: #7a1d10;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #14181d; --card: #22282f; --line: #3b434c; --text: #dfe4ea; --faint: #a3aebb;
            --link: #85b8ff; --focus: #85b8ff;
            --good: #12402c; --on-good: #a9efcb; --bad: #55201a; --on-bad: #ffcbc2;
          }
        }
        * { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; }
        body {
          margin: 0 auto; max-width: 1400px; padding: 20px; background: var(--ground);
          color: var(--text);
          font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
          overflow-wrap: anywhere;
        }
        h1 { margin: 0 0 4px; font-size: 22px; line-height: 1.3; }
        h2 { margin: 0; font-size: 17px; line-height: 1.3; }
        h3 { margin: 12px 0 2px; font-size: 14px; }
        p { margin: 2px 0 0; }
        a { color: var(--link); }
        :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
        .tools { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; }
        .tools a { margin-left: 12px; }
        .tools:has(+ main > .page:only-child) { display: none; }
        .tools:has(#missing:checked) + main .found { display: none; }
        .page {
          margin: 16px -6px; padding: 16px 6px 2px; border-top: 1px solid var(--line);
          content-visibility: auto; contain-intrinsic-size: auto 420px;
        }
        .verdict { color: var(--on-bad); font-weight: 600; }
        ol {
          list-style: none; margin: 12px 0 0; padding: 0; display: grid; gap: 12px;
          grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr));
        }
        .icon {
          padding: 12px; border: 1px solid var(--line); border-radius: 10px; background: var(--card);
        }
        .icon.chosen { border-color: var(--on-good); box-shadow: 0 0 0 1px var(--on-good); }
        .pictures { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
        .natural {
          display: flex; min-width: 48px; min-height: 48px; padding: 8px; border-radius: 6px;
          align-items: center; justify-content: center; border: 1px solid var(--line);
          background: repeating-conic-gradient(#d4d4d4 0 25%, #fff 0 50%) 0 0 / 16px 16px;
          color: #172b4d;
        }
        .natural img { display: block; max-width: 128px; max-height: 128px; object-fit: contain; }
        .natural .scalable { width: 128px; height: 128px; }
        .tab {
          display: flex; gap: 10px; align-items: center; height: 48px; padding: 0 10px;
          border: 1px solid var(--line); border-radius: 6px;
        }
        .tab.light { background: #fff; }
        .tab.dark { background: #202124; }
        .tab i { width: 16px; height: 16px; background: var(--icon) center / contain no-repeat; }
        .tab .large { width: 32px; height: 32px; }
        .none {
          display: flex; align-items: center; height: 48px; padding: 0 10px; border-radius: 6px;
          border: 1px dashed var(--faint); color: var(--faint);
        }
        .mark {
          display: inline-block; margin-left: 4px; padding: 0 8px; border-radius: 9px;
          font-size: 12px; font-weight: 600; line-height: 18px;
        }
        .good { background: var(--good); color: var(--on-good); }
        .bad { background: var(--bad); color: var(--on-bad); }
        .plain { background: var(--line); color: var(--text); }
        dl {
          display: grid; grid-template-columns: max-content 1fr; gap: 2px 12px; margin: 8px 0 0;
          font-size: 13px;
        }
        dt { color: var(--faint); }
        dd { margin: 0; min-width: 0; }
        footer { margin-top: 24px; padding-top: 16px; border-top: 1px solid var(--line); }
        footer dd { font-variant-numeric: tabular-nums; }
        @media print {
          :root {
            --ground: #fff; --card: #fff; --line: #bbb; --text: #000; --faint: #444; --link: #000;
            --good: #fff; --on-good: #000; --bad: #fff; --on-bad: #000; color-scheme: light;
          }
          body { max-width: none; padding: 0; font-size: 10pt; }
          .tools { display: none; }
          .page { content-visibility: visible; }
          ol { grid-template-columns: repeat(2, 1fr); }
          .icon { break-inside: avoid; }
          h1, h2, h3 { break-after: avoid; }
          .natural, .tab, .tab i { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
        }

        """
}
