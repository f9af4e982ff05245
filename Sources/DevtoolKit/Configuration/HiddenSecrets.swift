extension Configuration {
    /// Masks secrets, and URLs with passwords, in all further output; does not fetch secrets that come from a program.
    package func hideSecrets(in context: Context) {
        for setting in effectiveSettings {
            switch setting.value {
            case .secret(let reference): reference.hide(in: context)
            case .url(let url): context.console.hide(url.secretURL)
            default: break
            }
        }
    }
}

extension Context {
    package func hideSecrets(in text: String, for key: String, of command: String) {
        switch sections[command]?.first(where: { $0.key == key })?.kind {
        case .secret: console.hide([Secret(text)])
        case .url: console.hide(text.secretURL)
        default: break
        }
    }
}

extension String {
    /// Not the password alone, which may be a common word such as `postgres`.
    fileprivate var secretURL: [Secret] { urlPasswords.isEmpty ? [] : [Secret(self)] }
}
