import Fetching
import Testing

@Suite struct IPAddressTests {
    @Test(arguments: [
        "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1",
        "127.255.255.255", "168.63.129.16", "169.254.169.254", "172.16.0.0", "172.31.255.255", "192.0.0.192",
        "192.0.2.1", "192.88.99.1", "192.168.0.0", "192.168.255.255", "198.18.0.0", "198.19.255.255", "198.51.100.7",
        "203.0.113.7", "224.0.0.1", "239.255.255.255", "240.0.0.0", "255.255.255.255",
    ]) func refusesIPv4(_ text: String) throws { #expect(try !#require(IPAddress(text)).isPublic) }

    @Test(arguments: [
        "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
        "168.63.129.15", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.0.3.0",
        "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255",
    ]) func allowsIPv4(_ text: String) throws { #expect(try #require(IPAddress(text)).isPublic) }

    @Test(arguments: [
        "::", "::1", "::8.8.8.8", "::127.0.0.1", "100::1", "64:ff9b:1::8.8.8.8", "fc00::1", "fd00:ec2::254", "fe80::1",
        "febf::1", "fec0::1", "ff02::1", "4000::1", "1fff::1", "2001::1", "2001:0:808:808::f7f7:f7f7", "2001:2::1",
        "2001:1ff::1", "2001:db8::1", "3fff::1", "3fff:fff::1", "5f00::1",
        // Those that stand for an IPv4 address.
        "::ffff:127.0.0.1", "::ffff:10.1.2.3", "::ffff:0.0.0.0", "64:ff9b::127.0.0.1", "64:ff9b::a9fe:a9fe",
        "2002:7f00:1::", "2002:c0a8:101::1", "2002:a9fe:a9fe::",
    ]) func refusesIPv6(_ text: String) throws { #expect(try !#require(IPAddress(text)).isPublic) }

    @Test(arguments: [
        "2000::1", "2001:200::1", "2001:4860:4860::8888", "2001:db7::1", "2001:db9::1", "2606:2800::1", "3ffe::1",
        "3fff:1000::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1",
    ]) func allowsIPv6(_ text: String) throws { #expect(try #require(IPAddress(text)).isPublic) }

    @Test(arguments: [
        "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "0x7f.1", "2130706433", "[::1]", "fe80::1%eth0", "1:2", "localhost",
        "1.2.3.4\0",
    ]) func readsNothingElse(_ text: String) { #expect(IPAddress(text) == nil) }

    @Test(arguments: [[], [127, 0, 0], [UInt8](repeating: 0, count: 15)]) func takesNothingElse(_ bytes: [UInt8]) {
        #expect(IPAddress(bytes) == nil)
    }

    @Test(arguments: ["8.8.4.4", "0.0.0.1", "2001:db8::8:800:200c:417a", "::"]) func writesWhatItReads(_ text: String)
        throws
    { #expect(try #require(IPAddress(text)).description == text) }
}
