import CSpec
import Formats
import SDLSpec

/// The embedded spec as the generated types see it: they know no versions, so nothing in it is ever gone.
enum LastingSpec {
    /// The view at the newest version.
    static let view: RPCSpecView = {
        var size = 0
        let start = unsafe c_spec_mobile_api(&size)
        let text = unsafe [UInt8](UnsafeBufferPointer(start: start, count: size))
        guard let root = try? XMLElement(parsing: text), let spec = try? RPCSpec(root: lasting(root)) else {
            return RPCSpec.embedded.view(at: RPCVersion(8, 0))
        }
        return spec.view(at: RPCVersion(8, 0))
    }()

    /// The element without the versions that end it; earlier forms stay as they are.
    private static func lasting(_ element: XMLElement) -> XMLElement {
        guard element.name != "history" else { return element }
        var attributes = element.attributes
        attributes["until"] = nil
        attributes["removed"] = nil
        return XMLElement(
            name: element.name, attributes: attributes, children: element.children.map(lasting), text: element.text,
            line: element.line)
    }
}
