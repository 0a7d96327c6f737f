import Testing

@testable import NMEA

/// The count of fields tells the layouts apart; a count that no version has is damage that the checksum let pass.
@Suite("Layouts")
struct LayoutTests {
    @Test(
        "only the known counts of fields are taken",
        arguments: [
            ("GNGGA,100000,4800.0,N,01100.0,E,1,08,1.0,500.0,M,47.0,M,,,", [13, 14, 15]),
            ("GNRMC,100000,A,4800.0,N,01100.0,E,10.0,90.0,010724,,,A,V", [11, 12, 13]),
            ("GNGLL,4800.0,N,01100.0,E,100000,A,A", [4, 5, 6, 7]),
            ("GNGNS,100000,4800.0,N,01100.0,E,AA,08,1.0,500.0,47.0,,,V", [12, 13]),
            ("GNGSA,A,1,05,,,,,,,,,,,,1.0,1.0,1.0,1", [2, 3, 4, 5, 6, 17, 18, 29, 30]),
            ("GNGSA,A,3,05,,,,,,,,,,,,1.0,1.0,1.0,1", [17, 18, 29, 30]),
            ("GNGST,100000,1,1,1,1,1,1,1", [8]),
            ("GNGBS,100000,1,1,1,05,1,1,1,1,1", [8, 10]),
            ("GNZDA,100000,01,07,2024,00,00", [4, 5, 6]),
            ("HEHDT,244.28,T", [1, 2]),
            ("SDHDG,229.8,1.5,W,1.3,E", [5]),
            ("GNTHS,244.28,A", [1, 2]),
            ("GPDTM,W84,,0.0,N,0.0,E,0.0,W84", [1, 2, 3, 4, 5, 6, 7, 8]),
            ("IIWPL,5503.4243,N,01037.0743,E,589", [5]),
            ("ECRMB,A,0.048,R,A,B,4727.016,N,00302.049,W,4.7,221.8,3.9,V,A,S", [13, 14, 15]),
            ("GPBWC,225444,4917.24,N,12309.57,W,051.9,T,031.6,M,001.3,N,004,A", [12, 13]),
            ("GPBOD,099.3,T,105.6,M,POINTB,POINTA", [5, 6]),
            ("GPAAM,A,V,0.10,N,WPTNME", [5]),
            ("GPAPB,A,A,0.10,R,N,V,V,011,M,DEST,011,M,012,T,A", [14, 15]),
            ("GPXTE,A,A,0.67,L,N,D", [5, 6]),
            ("PUBX,00,100000,4800.0,N,01100.0,E,5.0,G3,1,1,1,1,1,1,1,1,1,9,0,0", [18, 19, 20]),
            ("PUBX,04,073731,091202,1.00,1196,15D,19,-26.6,43,", [6, 7, 8, 9, 10]),
            ("PGRME,2.3,M,3.3,M,4.0,M", [6]),
            ("PGRMZ,4523,f,3", [2, 3]),
            ("PSTI,030,100000,A,4800.0,N,01100.0,E,1.0,0.0,0.0,0.0,290322,R,1.0,1.1", [15]),
        ])
    func counts(body: String, taken: [Int]) {
        let parts = body.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        for count in 1...40 {
            var fields = Array(parts.prefix(count + 1))
            while fields.count < count + 1 { fields.append("") }
            let reading = Reading(Reading.sentence(fields.joined(separator: ",")))
            var isTyped = false
            if let sentence = reading.sentence {
                if case .other = sentence { isTyped = false } else { isTyped = true }
            }
            #expect(isTyped == taken.contains(count), "\(count) fields")
            if !isTyped, reading.sentences.isEmpty { #expect(reading.statistics.malformed == 1) }
        }
    }

    @Test("VTG has four numbers without letters, or eight or nine fields")
    func motion() {
        for (body, isTaken) in [
            ("GNVTG,90.0,91.0,5.0,9.3", true), ("GNVTG,90.0,T,,M,5.0,N,9.3,K", true),
            ("GNVTG,90.0,T,,M,5.0,N,9.3,K,A", true), ("GNVTG,90.0,T,,M,5.0,N,9.3,K,A,", false),
            ("GNVTG,90.0,T,,M,5.0,N,9.3", false), ("GNVTG,90.0,91.0,5.0", false), ("GNVTG,90.0,91.0,5.0,9.3,", false),
        ] {
            #expect((Reading(Reading.sentence(body)).vtg != nil) == isTaken, "\(body)")
        }
    }

    @Test(
        "two sentences glued together with a good checksum are rejected",
        arguments: [
            "GPRMC,092750.000,A,5321.6802,N,00630.3372,W,0.02,31.66,280511,,,A,V,GPGSA,A,3,07,09,08",
            "GPGGA,092750.000,5321.6802,N,00630.3372,W,1,8,1.03,61.7,M,55.2,M,,GPGSA,A,3,07,09,08,04",
            "GPRMC,092750.000,A,5321.6802,N,00630.3372,W,0.02,31.66,2805",
            "GPGLL,5321.6802,N,00630.3372,W,092750.000,A,A,GPGSA,A,3,07",
            "PUBX,03,01,23,U,100,45,40,010,GPGSA,A,3,07",
        ])
    func glued(body: String) {
        let reading = Reading(Reading.sentence(body))
        #expect(reading.sentence == nil && reading.statistics.malformed == 1)
    }
}
