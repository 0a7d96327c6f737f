import Testing
import Transport

@Suite("SHA-256")
struct SHA256Tests {
    @Test(
        "The hash is that of FIPS 180-4",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (String(repeating: "a", count: 119), "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"),
            ("127.0.0.1:12345", "c17d9e6f098bf334afc8862a6cb543a48d85f885d38788b2a818662b239aa6c6"),
        ])
    func hash(text: String, expected: String) {
        #expect(SHA256.hexadecimal(of: Array(text.utf8)) == expected)
    }
}
