import Formats
import SDLProtocol
import SDLSpec

@testable import HeadUnit

// Apps that provide services.
extension Rig {
    static func manifest(_ handled: [Int] = [39, 45], name: String = "Way Service") -> String {
        """
        {"appServiceManifest":{"serviceName":"\(name)","serviceType":"NAVIGATION","allowAppConsumers":true,\
        "rpcSpecVersion":{"majorVersion":8,"minorVersion":0,"patchVersion":0},\
        "handledRPCs":\(handled),"navigationServiceManifest":{"acceptsWayPoints":true}}}
        """
    }

    /// An app that provides the navigation.
    mutating func provider(_ handled: [Int] = [39, 45]) -> LinkID {
        let link = app(name: "Provider", id: "provider")
        request("PublishAppService", Rig.manifest(handled), on: link)
        forgetAll()
        return link
    }

    /// What a provider says: the answer to a request, or a notification.
    mutating func say(_ type: RPCType, _ name: String, _ json: String, id: UInt32 = 3, on link: LinkID) {
        let kind: RPCMessageKind = type == .response ? .response : .notification
        let function = machine.spec.function(name, kind)?.id ?? 0
        let payload = RPCPayload(
            rpcType: type, functionID: function, correlationID: Int32(bitPattern: id), json: Array(json.utf8))
        send(frame(payload, session: session(link), on: link), on: link)
    }

    /// The id of an app's service.
    func serviceID(of link: LinkID) -> String {
        machine.services.all.first { $0.owner.link == link }?.id ?? "?"
    }
}
