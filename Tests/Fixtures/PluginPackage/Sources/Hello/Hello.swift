@main
struct Hello {
    static func main() {
        print("Hello")
    }
}
