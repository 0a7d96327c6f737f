// The form that people read.
extension TestReport {
    /// The report as one page that needs nothing else: the results as a table, and below it for each test the steps,
    /// for failed ones the exchange too, and where the vehicle moved a map of the drive.
    public var html: String {
        var lines = [
            "<!DOCTYPE html>", "<html lang=\"en\"><head><meta charset=\"utf-8\">",
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
            "<title>\(Self.escaped(title))</title>", "<style>\(Self.style)</style></head><body>",
            "<h1>\(Self.escaped(title))</h1>", "<p>\(summary)</p>",
        ]
        if !properties.isEmpty {
            let rows = properties.sorted { $0.key < $1.key }.map { name, value in
                "<tr><th>\(Self.escaped(name))</th><td>\(Self.escaped(value))</td></tr>"
            }
            lines.append("<table>\(rows.joined())</table>")
        }
        lines += [
            "<table><tr><th>result</th><th>test</th><th>what it shows</th><th>seconds</th></tr>"
        ]
        for (index, test) in cases.enumerated() {
            lines.append(
                "<tr class=\"\(test.word)\"><td>\(test.word)</td><td><a href=\"#test\(index)\">"
                    + "\(Self.escaped(test.name))</a></td><td>\(Self.escaped(test.description))</td>"
                    + "<td>\(Line.seconds(test.duration))</td></tr>")
        }
        lines.append("</table>")
        for (index, test) in cases.enumerated() { lines += section(test, index) }
        lines.append("</body></html>")
        return lines.joined(separator: "\n") + "\n"
    }

    private var summary: String {
        let passed = cases.count - failureCount - warningCount - skippedCount
        let warnings = warningCount > 0 ? ", \(warningCount) with a warning" : ""
        return "\(timestamp) UTC: \(passed) passed, \(failureCount) failed\(warnings), \(skippedCount) skipped"
    }

    private func section(_ test: Case, _ index: Int) -> [String] {
        var lines = [
            "<h2 id=\"test\(index)\" class=\"\(test.word)\">\(Self.escaped(test.name))</h2>",
            "<p>\(Self.escaped(test.description))</p>",
        ]
        switch test.outcome {
        case .passed: break
        case .skipped(let reason): lines.append("<p>skipped: \(Self.escaped(reason))</p>")
        case .failed(let reason, let details):
            lines.append("<p class=\"failed\"><strong>\(Self.escaped(reason))</strong></p>")
            lines.append("<pre>\(Self.escaped(details.joined(separator: "\n")))</pre>")
        case .warned(let reason, let details):
            lines.append("<p class=\"warned\"><strong>\(Self.escaped(reason))</strong></p>")
            lines.append("<pre>\(Self.escaped(details.joined(separator: "\n")))</pre>")
        }
        lines.append("<details\(test.hasFailed ? " open" : "")><summary>steps</summary>\(table(test.steps))</details>")
        if test.hasFailed || test.hasWarned {
            lines.append("<details open><summary>exchange</summary>\(table(test.exchange))</details>")
            if !test.output.isEmpty {
                lines.append(
                    "<details><summary>what the app printed</summary><pre>"
                        + "\(Self.escaped(test.output.joined(separator: "\n")))</pre></details>")
            }
        }
        if let map = TestReportMap(track: test.track, route: test.route) { lines.append(map.svg) }
        return lines
    }

    private func table(_ lines: [Line]) -> String {
        let rows = lines.map { line in
            let text = Self.escaped(line.text)
            let cell =
                line.content.isEmpty
                ? text
                : "<details><summary>\(text)</summary><pre>\(Self.escaped(line.content))</pre></details>"
            return "<tr><td>\(line.seconds)</td><td>\(cell)</td></tr>"
        }
        return "<table>\(rows.joined())</table>"
    }

    /// A text as HTML shows it, in elements and in attributes.
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            // No page shows them, and some turn the direction of a line.
            case "\u{0}"..<"\t", "\u{B}"..<" ", "\u{7F}"..<"\u{A0}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}":
                result += "\\u{\(String(character.value, radix: 16))}"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    private static let style = """
        body{font:15px/1.4 system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 1em;color:#222;background:#fff}
        table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.25em .6em;vertical-align:top;
        border-bottom:1px solid #ddd}pre{overflow:auto;background:#f4f4f4;padding:.5em}
        tr.passed td:first-child,h2.passed{color:#17713a}tr.failed td:first-child,.failed{color:#b3261e}
        tr.warned td:first-child,.warned{color:#8a5a00}
        tr.skipped td:first-child,h2.skipped{color:#6b6b6b}svg{max-width:100%;border:1px solid #ddd}
        """
}

extension TestReport.Case {
    /// The outcome as a word, and as a class of the page.
    fileprivate var word: String {
        switch outcome {
        case .passed: "passed"
        case .failed: "failed"
        case .warned: "warned"
        case .skipped: "skipped"
        }
    }
}
