internal import Formats

// The form that build servers read.
extension TestReport {
    /// The report as JUnit XML: one `testsuite`, one `testcase` a test.
    ///
    /// It keeps to what the schemas in use have in common: attributes that any of them needs are there, and what
    /// happened stands in the text of the failure and in `system-out`.
    ///
    /// - Throws: `XMLError` when there is no memory.
    public func junit() throws -> [UInt8] {
        let suite = XMLElement(
            name: "testsuite",
            attributes: [
                "id": "0", "package": "waypoint-sim", "name": title, "timestamp": timestamp, "hostname": "localhost",
                "tests": "\(cases.count)", "failures": "\(failureCount)", "errors": "0", "skipped": "\(skippedCount)",
                "time": Line.seconds(duration),
            ],
            children: [XMLElement(name: "properties", children: propertyElements)] + zip(cases, names).map(element) + [
                XMLElement(name: "system-out", text: output), XMLElement(name: "system-err"),
            ])
        return try XMLElement(name: "testsuites", children: [suite]).serialized()
    }

    /// The names of the tests, each one once: readers take a test by its name.
    private var names: [String] {
        var counts: [String: Int] = [:]
        return cases.map { test in
            let count = (counts[test.name] ?? 0) + 1
            counts[test.name] = count
            return count == 1 ? test.name : "\(test.name) (\(count))"
        }
    }

    private var propertyElements: [XMLElement] {
        properties.sorted { $0.key < $1.key }.map { name, value in
            XMLElement(name: "property", attributes: ["name": name, "value": value])
        }
    }

    private func element(_ test: Case, _ name: String) -> XMLElement {
        let children: [XMLElement] =
            switch test.outcome {
            case .passed: []
            case .skipped: [XMLElement(name: "skipped")]
            // It counts as passed; who looks at it finds why it is odd.
            case .warned(let reason, let details):
                [
                    XMLElement(
                        name: "system-out",
                        text: (["warning: \(reason)"] + details + ["exchange:"]
                            + test.exchange.map { "  \($0.seconds)  \($0.text)" }).joined(separator: "\n"))
                ]
            case .failed(let reason, let details):
                [
                    XMLElement(
                        name: "failure", attributes: ["type": "expectation", "message": reason],
                        text: (details + ["steps:"] + test.steps.map { "  \($0.seconds)  \($0.text)" }
                            + ["exchange:"] + test.exchange.map { "  \($0.seconds)  \($0.text)" })
                            .joined(separator: "\n"))
                ]
            }
        return XMLElement(
            name: "testcase",
            attributes: [
                "classname": "waypoint-sim.\(title)", "name": name, "time": Line.seconds(test.duration),
            ],
            children: children)
    }

    /// What the apps of failed tests printed, and why tests were not tried.
    private var output: String {
        cases.flatMap { test -> [String] in
            switch test.outcome {
            case .passed: []
            case .warned(let reason, _): ["\(test.name): warning: \(reason)"]
            case .skipped(let reason): ["\(test.name): skipped: \(reason)"]
            case .failed: test.output.map { "\(test.name): \($0)" }
            }
        }.joined(separator: "\n")
    }
}
