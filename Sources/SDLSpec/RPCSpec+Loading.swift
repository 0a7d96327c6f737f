public import Formats

extension RPCSpec {
    /// Loads a spec from the text of an XML file.
    ///
    /// One `interface` element (the mobile API) or several inside `interfaces` (the HMI API) are understood. With
    /// several, names get the interface's name in front, as in `Navigation.GetWayPoints`.
    ///
    /// - Parameter xml: The bytes of the file.
    /// - Throws: ``RPCSpecError`` with line and path of the first fault.
    public init(xml: [UInt8]) throws(RPCSpecError) {
        let root: XMLElement
        do {
            root = try XMLElement(parsing: xml)
        } catch {
            throw RPCSpecError(code: .xml(error.code), path: "", line: error.line)
        }
        try self.init(root: root)
    }

    /// Loads a spec from an element that is already parsed.
    ///
    /// - Throws: ``RPCSpecError`` with line and path of the first fault.
    public init(root: XMLElement) throws(RPCSpecError) {
        switch root.name {
        case "interface":
            try self.init(root: root, interfaces: [("", root)])
        case "interfaces":
            var interfaces: [(prefix: String, element: XMLElement)] = []
            for element in root.all("interface") {
                let place = RPCSpecPlace(element, in: nil)
                interfaces.append((try place.attribute("name") + ".", element))
            }
            try self.init(root: root, interfaces: interfaces)
        default:
            throw RPCSpecError(code: .notASpec(root.name), path: root.name, line: root.line)
        }
    }

    private init(root: XMLElement, interfaces: [(prefix: String, element: XMLElement)]) throws(RPCSpecError) {
        var reader = RPCSpecReader()
        for (prefix, element) in interfaces {
            try reader.collectNames(of: element, prefix: prefix)
        }
        for (prefix, element) in interfaces {
            try reader.readTypes(of: element, prefix: prefix)
        }
        for (prefix, element) in interfaces {
            try reader.readFunctions(of: element, prefix: prefix)
        }
        let place = RPCSpecPlace(root, in: nil)
        self.init(
            name: root["name"] ?? "", version: try place.version("version"),
            minimumVersion: try place.version("minVersion"), enums: reader.enums, structs: reader.structs,
            functions: reader.functions)
    }
}
