import Formats
import Testing

@testable import HeadUnit

private let subscribe = "Navigation.SubscribeWayPoints"
private let unsubscribe = "Navigation.UnsubscribeWayPoints"
private let gone = "BasicCommunication.OnAppUnregistered unexpected true"

extension Rig {
    /// Subscribes or unsubscribes, and gives what the app heard and what the HMI was asked.
    fileprivate mutating func tried(_ name: String, on app: LinkID) -> [String] {
        _ = log(app)
        _ = hmiLog()
        request(name, on: app)
        return log(app) + hmiLog()
    }

    fileprivate mutating func subscribed(_ app: LinkID) -> [String] { tried("SubscribeWayPoints", on: app) }
    fileprivate mutating func unsubscribed(_ app: LinkID) -> [String] { tried("UnsubscribeWayPoints", on: app) }

    /// Whether an app hears of a new list.
    fileprivate mutating func hears(_ app: LinkID) -> Bool {
        _ = log(app)
        tellWayPoints()
        return log(app) == ["OnWayPointChange Destination, Stop 1, Stop 2"]
    }

    /// Two subscribed apps of which the first one has lost its connection.
    fileprivate mutating func remaining(of app: LinkID) -> LinkID {
        let second = secondApp()
        _ = subscribed(app)
        _ = subscribed(second)
        disconnect(app)
        _ = hmiLog()
        return second
    }
}

private let done = ["SubscribeWayPoints SUCCESS/true", "OnHashChange"]
private let ended = ["UnsubscribeWayPoints SUCCESS/true", "OnHashChange"]

extension Row {
    /// 15.3: SubscribeWayPoints and UnsubscribeWayPoints.
    static let subscribeWayPoints: [Row] = [
        Row("S1", "first subscription") { rig, app in #expect(rig.subscribed(app) == done + [subscribe]) },
        Row("S2", "second subscription of the same app") { rig, app in
            _ = rig.subscribed(app)
            #expect(rig.subscribed(app) == ["SubscribeWayPoints IGNORED/false"])
        },
        Row("S3", "second app subscribes") { rig, app in
            _ = rig.subscribed(app)
            let second = rig.secondApp()
            #expect(rig.subscribed(second) == done)
            #expect(rig.log(app) == [])
        },
        Row("S4", "level NONE, group missing, user declined") { rig, app in
            rig.exit(app)
            #expect(rig.outcome("SubscribeWayPoints", on: app) == "DISALLOWED/false")
            let base = rig.app(name: "Base", id: "base-only")
            #expect(rig.outcome("SubscribeWayPoints", on: base) == "DISALLOWED/false")
            var asking = Rig.asking()
            let asked = asking.consentedApp(id: "consent-way")
            asking.consent(false, on: asked)
            #expect(asking.outcome("SubscribeWayPoints", on: asked) == "USER_DISALLOWED/false")
        },
        Row("S5", "HMI refuses; a retry asks again") { rig, app in
            for code in [(22, "GENERIC_ERROR"), (4, "REJECTED")] {
                rig.answers[.subscribeWayPoints] = .error(code: code.0, message: "m")
                #expect(rig.subscribed(app) == ["SubscribeWayPoints \(code.1)/false: m", subscribe])
                #expect(rig.hears(app) == false)
            }
            rig.answers[.subscribeWayPoints] = nil
            #expect(rig.subscribed(app) == done + [subscribe])
        },
        Row("S6", "HMI answers WARNINGS or UNSUPPORTED_RESOURCE") { rig, app in
            rig.answers[.subscribeWayPoints] = .result(code: 21, members: [:])
            #expect(rig.subscribed(app) == ["SubscribeWayPoints WARNINGS/true", "OnHashChange", subscribe])
            #expect(rig.hears(app) == true)
            _ = rig.unsubscribed(app)
            rig.answers[.subscribeWayPoints] = .error(code: 2, message: "m")
            #expect(rig.subscribed(app).first == "SubscribeWayPoints UNSUPPORTED_RESOURCE/true: m")
            #expect(rig.hears(app) == true)
        },
        Row("S7", "HMI silent") { rig, app in
            rig.answers[.subscribeWayPoints] = .some(nil)
            rig.request("SubscribeWayPoints", on: app)
            rig.wait(.milliseconds(10_999))
            #expect(rig.log(app) == [])
            rig.wait(.milliseconds(1))
            #expect(rig.log(app) == ["SubscribeWayPoints GENERIC_ERROR/false: Request timeout expired"])
            #expect(rig.hears(app) == false)
        },
        Row("S8", "HMI answer invalid") { rig, app in
            rig.answers[.subscribeWayPoints] = .error(code: 4, message: nil)
            #expect(
                rig.outcome("SubscribeWayPoints", on: app)
                    == "GENERIC_ERROR/false: Invalid message received from vehicle")
            #expect(rig.hears(app) == false)
        },
        Row("S9", "Navigation.IsReady false") { _, _ in
            var rig = Rig(answers: [.isReady("Navigation"): .some(.success(["available": false]))])
            let app = rig.app()
            #expect(
                rig.subscribed(app) == [
                    "SubscribeWayPoints UNSUPPORTED_RESOURCE/false: Navigation is not supported by system"
                ])
        },
        Row("S10", "unsubscribe by the only subscriber") { rig, app in
            _ = rig.subscribed(app)
            #expect(rig.unsubscribed(app) == ended + [unsubscribe])
        },
        Row("S11", "unsubscribe without subscription, or twice") { rig, app in
            #expect(rig.unsubscribed(app) == ["UnsubscribeWayPoints IGNORED/false"])
            _ = rig.subscribed(app)
            _ = rig.unsubscribed(app)
            #expect(rig.unsubscribed(app) == ["UnsubscribeWayPoints IGNORED/false"])
        },
        Row("S12", "two subscribers, one unsubscribes") { rig, app in
            let second = rig.secondApp()
            _ = rig.subscribed(app)
            _ = rig.subscribed(second)
            #expect(rig.unsubscribed(app) == ended)
        },
        Row("S13", "… then the other one") { rig, app in
            let second = rig.secondApp()
            _ = rig.subscribed(app)
            _ = rig.subscribed(second)
            _ = rig.unsubscribed(app)
            #expect(rig.unsubscribed(second) == ended + [unsubscribe])
        },
        Row("S14", "HMI refuses the last unsubscription, or is silent") { rig, app in
            _ = rig.subscribed(app)
            rig.answers[.unsubscribeWayPoints] = .error(code: 4, message: "m")
            #expect(rig.unsubscribed(app) == ["UnsubscribeWayPoints REJECTED/false: m", unsubscribe])
            #expect(rig.hears(app) == true)
            rig.answers[.unsubscribeWayPoints] = .some(nil)
            rig.request("UnsubscribeWayPoints", on: app)
            rig.wait(.seconds(11))
            #expect(rig.log(app) == ["UnsubscribeWayPoints GENERIC_ERROR/false: Request timeout expired"])
            #expect(rig.hears(app) == true)
        },
        Row("S15", "unsubscribe in NONE") { rig, app in
            _ = rig.subscribed(app)
            rig.exit(app)
            #expect(rig.outcome("UnsubscribeWayPoints", on: app) == "DISALLOWED/false")
            rig.activate(app)
            #expect(rig.hears(app) == true)
        },
        Row("S16", "subscribe after unsubscribe") { rig, app in
            _ = rig.subscribed(app)
            _ = rig.unsubscribed(app)
            #expect(rig.subscribed(app) == done + [subscribe])
        },
        Row("S17", "first requests of two apps overlap") { rig, app in
            let second = rig.secondApp()
            rig.answers[.subscribeWayPoints] = .some(nil)
            rig.request("SubscribeWayPoints", on: app)
            rig.request("SubscribeWayPoints", on: second)
            rig.reply(to: .subscribeWayPoints, .success(), number: 0)
            rig.reply(to: .subscribeWayPoints, .success(), number: 1)
            #expect(rig.log(app) == done)
            #expect(rig.log(second) == done)
            #expect(rig.hmiLog() == [subscribe, subscribe])
        },
        Row("S18", "only subscriber unregisters, or loses the connection") { rig, app in
            _ = rig.subscribed(app)
            rig.answers[.unsubscribeWayPoints] = .some(nil)
            rig.forgetAll()
            rig.request("UnregisterAppInterface", on: app)
            #expect(
                rig.orderedLog() == [
                    unsubscribe, "BasicCommunication.OnAppUnregistered unexpected false",
                    "app \(app.number): UnregisterAppInterface SUCCESS/true",
                ])
            _ = rig.hmiLog()
            let second = rig.secondApp()
            _ = rig.subscribed(second)
            rig.disconnect(second)
            #expect(rig.hmiLog() == [unsubscribe, gone])
        },
        Row("S19", "one of two subscribers disconnects") { rig, app in
            let second = rig.secondApp()
            _ = rig.subscribed(app)
            _ = rig.subscribed(second)
            _ = rig.hmiLog()
            rig.disconnect(app)
            #expect(rig.hmiLog() == [gone])
            #expect(rig.hears(second) == true)
        },
        Row("S20", "after S19 a third app subscribes") { rig, app in
            _ = rig.remaining(of: app)
            let third = rig.app(name: "Third", id: "media")
            #expect(rig.subscribed(third) == done + [subscribe])
        },
        Row("S21", "after S19 the last app unsubscribes") { rig, app in
            let second = rig.remaining(of: app)
            #expect(rig.unsubscribed(second) == ended)
        },
        Row("S22", "app closed by the user") { rig, app in
            _ = rig.subscribed(app)
            rig.exit(app)
            rig.activate(app)
            #expect(rig.hears(app) == true)
            #expect(rig.subscribed(app) == ["SubscribeWayPoints IGNORED/false"])
        },
        Row("S23", "after S19 the last app unregisters, or its link drops") { rig, app in
            let second = rig.remaining(of: app)
            rig.disconnect(second)
            #expect(rig.hmiLog() == [unsubscribe, gone])
        },
        Row("S24", "two subscribers unsubscribe at the same moment") { rig, app in
            let second = rig.secondApp()
            _ = rig.subscribed(app)
            _ = rig.subscribed(second)
            _ = rig.hmiLog()
            rig.answers[.unsubscribeWayPoints] = .some(nil)
            rig.request("UnsubscribeWayPoints", on: app)
            rig.request("UnsubscribeWayPoints", on: second)
            rig.reply(to: .unsubscribeWayPoints, .success())
            #expect(rig.log(app).last(2) == ended)
            #expect(rig.log(second).last(2) == ended)
            #expect(rig.hmiLog() == [unsubscribe])
        },
        Row("S25", "after S20 the last subscriber unsubscribes") { rig, app in
            let second = rig.remaining(of: app)
            let third = rig.app(name: "Third", id: "media")
            _ = rig.subscribed(third)
            #expect(rig.unsubscribed(second) == ended)
            #expect(rig.unsubscribed(third) == ended + [unsubscribe])
        },
        Row("S26", "S20, but the HMI answers IGNORED") { rig, app in
            _ = rig.remaining(of: app)
            let third = rig.app(name: "Third", id: "media")
            rig.answers[.subscribeWayPoints] = .error(code: 6, message: "m")
            for _ in 0..<2 { #expect(rig.subscribed(third) == ["SubscribeWayPoints IGNORED/false: m", subscribe]) }
            #expect(rig.hears(third) == false)
        },
        Row("S27", "HMI answers SAVED or RETRY") { rig, app in
            for (code, name) in [(25, "SAVED"), (7, "RETRY")] {
                rig.answers[.subscribeWayPoints] = .result(code: code, members: [:])
                #expect(rig.subscribed(app).first == "SubscribeWayPoints \(name)/true")
                #expect(rig.hears(app) == true)
                _ = rig.unsubscribed(app)
            }
        },
    ]
}

extension Array {
    fileprivate func last(_ count: Int) -> [Element] { Array(suffix(count)) }
}
