extension Configuration {
    /// Masks secrets, and URLs with passwords, in all further output; does not fetch secrets that come from a program.
    package func hideSecrets(in context: Context) {
        for setting in effectiveSettings {
            if case .secret(let reference) = setting.value { reference.hide(in: context) }
            if case .url(let url) = setting.value { context.console.hide(url.secretURL) }
        }
    }
}

extension Context {
    package func hideSecrets(in text: String, for key: String, of command: String) {
        let kind = sections[command]?.first { $0.key == key }?.kind
        if case .secret = kind { console.hide([Secret(text)]) }
        if case .url = kind { console.hide(text.secretURL) }
    }
}

extension String {
    /// Not the password alone, which may be a common word such as `postgres`.
    fileprivate var secretURL: [Secret] { urlPasswords.isEmpty ? [] : [Secret(self)] }
}
