extension Configuration {
    /// Masks secrets, and URLs with passwords, in all further output.
    ///
    /// Secrets that come from a program are not fetched for this.
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
    /// Masks a text given for a command's setting if the setting is a secret or a URL with a password.
    package func hideSecrets(in text: String, for key: String, of command: String) {
        switch sections[command]?.first(where: { $0.key == key })?.kind {
        case .secret: console.hide([Secret(text)])
        case .url: console.hide(text.secretURL)
        default: break
        }
    }
}

extension String {
    /// The URL if it contains a password.
    ///
    /// The whole URL is masked because the password alone may be a common word such as `postgres`.
    fileprivate var secretURL: [Secret] { urlPasswords.isEmpty ? [] : [Secret(self)] }
}
