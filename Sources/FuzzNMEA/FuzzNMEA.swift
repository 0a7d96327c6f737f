import FuzzKit

/// The function that libFuzzer calls; its name is libFuzzer's.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    unsafe NMEAFuzz.run(start, count)
}
