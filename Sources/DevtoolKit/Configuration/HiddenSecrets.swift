extension Configuration {
    /// Hides its secrets in all that is said from now on, but for those that only a program can tell; and its
    /// URLs with passwords.
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
    /// Hides a text that is given for a key of a command's section, where that is a secret, or a URL with a
    /// password.
    package func hideSecrets(in text: String, for key: String, of command: String) {
        switch sections[command]?.first(where: { $0.key == key })?.kind {
        case .secret: console.hide([Secret(text)])
        case .url: console.hide(text.secretURL)
        default: break
        }
    }
}

extension String {
    /// The URL, if a password is written out in it: by itself that may be a word as `postgres`, which would
    /// be hidden everywhere.
    fileprivate var secretURL: [Secret] { urlPasswords.isEmpty ? [] : [Secret(self)] }
}
