/// Reads the data frames of the RPC and bulk services into messages; the same on both sides.
struct MessageReader: Sendable {
    /// What a frame led to: a message, a fault, both, or nothing yet.
    struct Reading: Sendable, Hashable {
        /// The header of the message's first frame.
        var header: FrameHeader
        var content: SessionMessage.Content?
        var fault: WireFault?
    }

    var assembler: MessageAssembler

    /// Takes a single, first or consecutive frame whose payload is in the clear or was decrypted, or a first frame that
    /// nobody could decrypt.
    mutating func read(_ header: FrameHeader, _ payload: ArraySlice<UInt8>, now: Duration) -> Reading {
        switch header.type {
        case .control:
            return Reading(header: header)
        case .single:
            return MessageReader.message(header, payload)
        case .first:
            // An encrypted first frame of an unprotected session: some old peers do this. Without the key the message
            // is lost, its frames are dropped as frames without a first one.
            if header.isEncrypted, payload.count != 8 {
                return Reading(header: header, fault: .message(.encrypted))
            }
            return MessageReader.reading(header, assembler.firstFrame(header, payload, now: now))
        case .consecutive:
            return MessageReader.reading(header, assembler.consecutiveFrame(header, payload, now: now))
        }
    }

    /// What follows for messages that did not get a piece for too long.
    mutating func giveUpLate(now: Duration) -> [Reading] {
        let none = FrameHeader(version: 1, type: .first, service: .rpc, sessionID: 0)
        return assembler.giveUpLate(now: now).map { MessageReader.reading(none, $0) }
    }

    // These are static: a method of the value would keep a copy of it alive while the assembler works, and every piece
    // would then be appended to a copy of the message.

    private static func reading(_ header: FrameHeader, _ outcome: consuming MessageAssembler.Outcome) -> Reading {
        switch consume outcome {
        case .more:
            Reading(header: header)
        case .complete(let header, let payload):
            message(header, whole: payload)
        case .damaged(let header, let rpc, let fault):
            Reading(header: header, content: rpc.map { .damaged($0) }, fault: .message(fault))
        case .dropped(let fault):
            Reading(header: header, fault: .message(fault))
        }
    }

    private static func message(_ header: FrameHeader, _ payload: ArraySlice<UInt8>) -> Reading {
        if header.version < 2 { return Reading(header: header, content: .protocol1(Array(payload))) }
        do throws(RPCPayloadFault) {
            return Reading(header: header, content: .rpc(try RPCPayload(parsing: payload)))
        } catch {
            return Reading(header: header, fault: .rpc(error))
        }
    }

    private static func message(_ header: FrameHeader, whole payload: consuming [UInt8]) -> Reading {
        if header.version < 2 { return Reading(header: header, content: .protocol1(payload)) }
        do throws(RPCPayloadFault) {
            return Reading(header: header, content: .rpc(try RPCPayload(consuming: payload)))
        } catch {
            return Reading(header: header, fault: .rpc(error))
        }
    }
}
