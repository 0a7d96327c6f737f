/// The help, made from the descriptions of the commands; `Docs/command-line.md` is made from the same.
enum HelpText {
    static var overview: String {
        var lines = [
            "A head unit for SDL apps on your desk, with navigation and a real receiver behind it.", "",
            "usage: waypoint-sim [COMMAND] [OPTIONS]", "", "commands:",
        ]
        let commands = WaypointSim.commands.map { $0.description }
        let width = commands.map(\.name.count).max() ?? 0
        for (index, command) in commands.enumerated() {
            let note = index == 0 ? " (the default)" : ""
            lines.append("  \(padded(command.name, to: width))  \(command.summary)\(note)")
        }
        lines += [
            "", "waypoint-sim COMMAND --help tells more; waypoint-sim --version tells the version.",
            "Exit status: 0 good, 1 the work failed, 2 wrong usage, 3 no connection.",
        ]
        return lines.joined(separator: "\n")
    }

    static func page(of command: CommandDescription) -> String {
        var lines = [command.summary, "", "usage: \(usage(of: command))", "", "options:"]
        let names = command.options.map { option in option.value.map { "\(option.name) \($0)" } ?? option.name }
        let width = min(names.map(\.count).max() ?? 0, 26)
        for (name, option) in zip(names, command.options) {
            if name.count > width {
                lines += ["  \(name)", "  \(padded("", to: width))  \(option.help)"]
            } else {
                lines.append("  \(padded(name, to: width))  \(option.help)")
            }
        }
        for paragraph in command.details { lines += ["", paragraph] }
        return lines.joined(separator: "\n")
    }

    static var markdown: String {
        var lines = [
            "# The command line", "",
            "Made by `waypoint-sim help --markdown` from the help texts; a test keeps it current.", "",
            "Exit status: 0 good, 1 the work failed, 2 wrong usage, 3 no connection.",
            "Errors go to standard error as `waypoint-sim: what: why`. `waypoint-sim --version` tells the version.",
        ]
        for command in WaypointSim.commands.map({ $0.description }) {
            lines += ["", "## \(command.name)", "", command.summary, "", "```", usage(of: command), "```", ""]
            lines += ["| option | meaning |", "| --- | --- |"]
            for option in command.options {
                let name = option.value.map { "\(option.name) \($0)" } ?? option.name
                lines.append("| `\(name)` | \(option.help) |")
            }
            for paragraph in command.details { lines += ["", paragraph] }
        }
        return lines.joined(separator: "\n")
    }

    private static func usage(of command: CommandDescription) -> String {
        (["waypoint-sim", command.name] + command.operands + ["[OPTIONS]"]).joined(separator: " ")
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
