internal import SDLProtocol

/// Where a walk, or what one rule looks at in it, broke off.
package struct BreakingPoint: Hashable, Sendable {
    /// The links that it was made on.
    package let links: Set<Int>
    /// How many entries the transcript had then.
    package let entryCount: Int

    /// Names a point.
    package init(links: Set<Int>, entryCount: Int) {
        self.links = links
        self.entryCount = entryCount
    }
}

extension Transcript {
    /// The last that an app asked on the links before it broke off, or the link that was not to be had: what came of that,
    /// or did not, is what it broke off at.
    func lastQuestion(before point: BreakingPoint) -> Int {
        let place = entries.prefix(point.entryCount).lastIndex { entry in
            guard point.links.contains(entry.connection) else { return false }
            switch entry.event {
            case .unreachable: return true
            case .control(.app, let frame): return frame.header.controlInfo?.answers.isEmpty == false
            case .message(.app, let message):
                guard case .rpc(let rpc) = message.content else { return false }
                return rpc.header.rpcType == .request
            case .opened, .closed, .control, .message, .data, .malformed, .stimulus: return false
            }
        }
        return place ?? point.entryCount
    }
}
