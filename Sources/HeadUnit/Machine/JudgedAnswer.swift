internal import Formats
internal import SDLSpec

/// An HMI answer after the head unit has judged its form.
struct JudgedAnswer {
    /// The result code as apps see it.
    var resultCode: String
    var isSuccess: Bool
    var info: String?
    /// The members of a result, unknown ones removed.
    var members: [String: JSONValue] = [:]

    static let invalid = JudgedAnswer(
        resultCode: "GENERIC_ERROR", isSuccess: false, info: InfoText.invalidHMIAnswer)

    /// Judges the form of an answer; `nil` when it counts as silence (head unit behaviour 4).
    init?(_ answer: HMIAnswer, to method: HMIMethod, spec: RPCSpecView) {
        switch answer {
        case .result(let code, var members):
            members["code"] = .int(Int64(code))
            members["method"] = .string(method.rawValue)
            self.init(result: .object(members), method: method, spec: spec)
        case .error(let code, let message):
            guard let message else {
                self = .invalid
                return
            }
            self.init(code: code, info: message)
        case .raw(let object):
            let (result, error) = (object["result"], object["error"])
            guard (result == nil) != (error == nil) else { return nil }
            if let result {
                guard result["method"]?.stringValue == method.rawValue else { return nil }
                self.init(result: result, method: method, spec: spec)
                return
            }
            guard error?["data"]?["method"]?.stringValue == method.rawValue else { return nil }
            guard let code = error?["code"]?.intValue, let message = error?["message"]?.stringValue else {
                self = .invalid
                return
            }
            self.init(code: Int(clamping: code), info: message)
        }
    }

    private init(result: JSONValue, method: HMIMethod, spec: RPCSpecView) {
        guard let code = result["code"]?.intValue, case .object(var members) = result else {
            self = .invalid
            return
        }
        // Texts inside a result are not passed on.
        for name in ["code", "method", "message", "info"] { members[name] = nil }
        switch spec.validate(.object(members), function: method.rawValue, kind: .response) {
        case .valid(let value, _):
            self.init(code: Int(clamping: code), info: nil)
            self.members = value.objectValue ?? [:]
        case .invalid:
            self = .invalid
        case .unknownFunction:
            // Questions of the start that the slice does not hold: whoever takes a member looks at its type.
            self.init(code: Int(clamping: code), info: nil)
            self.members = members
        }
    }

    private init(code: Int, info: String?) {
        if let result = HMIResult(code: code) {
            self.init(resultCode: result.name, isSuccess: result.isSuccess, info: info)
        } else {
            self.init(resultCode: "GENERIC_ERROR", isSuccess: false, info: InfoText.unknownHMIResult)
        }
    }

    private init(resultCode: String, isSuccess: Bool, info: String?) {
        self.resultCode = resultCode
        self.isSuccess = isSuccess
        self.info = info
    }
}
