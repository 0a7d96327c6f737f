internal import CPage
internal import Transport
internal import Web

/// The files of the page: ours, which are part of the program, and Leaflet's, which belong to Debian.
struct PageFiles: Sendable {
    private static let leafletFiles = ["leaflet.css", "leaflet.esm.js"]
    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "svg": "image/svg+xml",
    ]

    private var files: [String: WebResponse] = [:]

    /// Reads Leaflet.
    ///
    /// - Throws: ``DashboardError`` when it is not there.
    init(leafletFolder: String) throws(DashboardError) {
        for index in 0..<c_page_count() {
            let file = unsafe c_page_at(index)
            let name = unsafe String(cString: file.path)
            add("/\(name)", unsafe [UInt8](UnsafeBufferPointer(start: file.bytes, count: file.size)))
        }
        for name in Self.leafletFiles {
            do throws(TransportError) {
                add("/leaflet/\(name)", try SmallFile.read("\(leafletFolder)/\(name)", limit: 4 << 20))
            } catch {
                throw DashboardError(
                    "\(error); the map is drawn by Leaflet: install Debian's package libjs-leaflet, or name the folder "
                        + "that holds \(name) by --leaflet")
            }
        }
        files["/"] = files["/index.html"]
    }

    private mutating func add(_ path: String, _ bytes: [UInt8]) {
        let ending = path.split(separator: ".").last.map(String.init) ?? ""
        files[path] = WebResponse(contentType: Self.types[ending] ?? "application/octet-stream", body: bytes)
    }

    subscript(path: String) -> WebResponse? { files[path] }
}
