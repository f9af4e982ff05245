import DevtoolKit

extension IconRule {
    var texts: RuleTexts {
        switch self {
        case .iconNotFound:
            RuleTexts(
                "MissingIconFile", "The server has no file at the icon's URL.",
                because: "Browsers show another icon, or none, and ask for the file again.",
                help: "Correct the URL, or put the file there.", source: Source.html)
        case .iconUnreachable:
            RuleTexts(
                "UnreachableIcon", "The icon's server does not answer.",
                because: "Browsers show another icon, or none.",
                help: "Correct the host, or serve the icon from the site itself.",
                source: Source.html)
        case .iconIsHTML:
            RuleTexts(
                "HTMLInsteadOfIcon", "There is an HTML page at the icon's URL.",
                because: "Browsers show another icon, or none; monitoring sees a success.",
                help: "Put the icon there, or let the server respond with 404.",
                source: Source.sniffing)
        case .iconEmpty:
            RuleTexts(
                "EmptyIconFile", "The icon's file has no bytes.",
                because: "Browsers show another icon, or none.", help: "Build the file again.",
                source: Source.html)
        case .iconSinglePixel:
            RuleTexts(
                "OnePixelIcon", "The icon is a single pixel.",
                because: "The tab shows an empty spot.", help: "Use a picture of the right size.",
                source: Source.html)
        case .iconUnreadable:
            RuleTexts(
                "DamagedIcon", "The icon's file is not an image that browsers can read.",
                because: "Browsers show another icon, or none.",
                help: "Save the image again, as PNG, ICO or SVG.", source: Source.sniffing)
        case .iconContentType:
            RuleTexts(
                "IconMediaType", "The server sends the icon with the wrong Content-Type.",
                because: "Browsers take an SVG for one only if it is sent as image/svg+xml, and "
                    + "nothing else for one that is; crawlers and feed readers believe the type "
                    + "of all others.",
                help: "Correct the file's extension, or the server's table of types.",
                source: Source.sniffing)
        case .iconRedirected:
            RuleTexts(
                "IconOnAnotherHost", "The icon's URL redirects to another host.",
                because: "Each visitor connects to a host that the page does not name, and the "
                    + "icon goes when that host goes.",
                help: "Name the final URL, or serve the file from the site itself.",
                source: Source.google)
        case .mixedContent:
            RuleTexts(
                "InsecureIcon",
                "A page that is served over https has an icon or a manifest with an http URL.",
                because: "Browsers block it, or ask for it over https.",
                help: "Write the URL with https, or without a scheme and a host.",
                source: Source.mixedContent)
        case .blockedByRobots:
            RuleTexts(
                "IconHiddenFromSearch",
                "Google's crawler may not fetch the icon: robots.txt forbids it, or cannot be read.",
                because: "Search results show a globe in the place of the icon.",
                help: "Allow the file for Googlebot-Image.", source: Source.google)
        case .dataURLEmpty:
            RuleTexts(
                "EmptyDataURL", "A data: URL has no data.",
                because: "Browsers show no icon.",
                help: "Write the image's bytes, or 'data:,' if the page shall have no icon.",
                source: Source.dataURL)
        case .iconWithoutURL:
            RuleTexts(
                "IconWithoutURL", "A link, a tile or an entry of the manifest names no URL.",
                because: "Browsers ignore it.",
                help: "Write the icon's URL, or remove the link.", source: Source.html)
        case .untrueSize:
            RuleTexts(
                "WrongSizeDeclared", "The image does not have a size that is declared for it.",
                because: "Browsers choose icons by their declared sizes, so they choose the wrong "
                    + "one, which looks blurred.",
                help: "Declare the real size, or make the image in the size that is declared.",
                source: Source.chromium)
        case .untrueType:
            RuleTexts(
                "WrongTypeDeclared", "The image is not of the type that is declared for it.",
                because: "A browser that does not support the declared type skips the icon.",
                help: "Declare the real type, or none.", source: Source.html)
        case .invalidSizes:
            RuleTexts(
                "UnreadableSizes", "The value of 'sizes' names no size.",
                because: "Browsers ignore it, and guess which icon fits.",
                help: "Write sizes such as 16x16 32x32, or any.", source: Source.sizes)
        case .svgFixedSize:
            RuleTexts(
                "SizesOfSVG", "A fixed size is declared for an SVG, which fits any.",
                because: "Browsers that look for another size pass it over.",
                help: "Declare the sizes as any.", source: Source.chromium)
        case .maskIconShape:
            RuleTexts(
                "MaskIconIsNoShape", "The mask-icon is not an SVG of one shape in one colour.",
                because: "Safari fills all of it with one colour, so a pinned tab shows a blot.",
                help: "Draw one shape in black on a transparent background.",
                source: Source.applePinnedTabs)
        case .noTabIcon:
            RuleTexts(
                "NoIconForTabs", "No icon has 16x16 and 32x32 pixels.",
                because: "Tabs and bookmarks of browsers that show no SVG have a scaled, blurred "
                    + "icon.",
                help: "Add an ICO with both sizes.", source: Source.chromium)
        case .noSearchIcon:
            RuleTexts(
                "NoIconForSearch",
                "No icon is a square whose side is a multiple of 48 pixels, or a square SVG.",
                because: "Google Search may show a globe in the place of the icon.",
                help: "Add an icon of 48x48 or 96x96 pixels.", source: Source.google)
        case .noTouchIcon:
            RuleTexts(
                "NoIconForPhones", "The page has no apple-touch-icon that iOS shows.",
                because: "A bookmark on an iPhone's home screen shows a letter or a tiny picture "
                    + "of the page.",
                help: "Add a PNG of 180x180 pixels.", source: Source.appleTouch)
        case .touchIconSize:
            RuleTexts(
                "TouchIconTooSmall", "No apple-touch-icon is a square of 180 pixels or more.",
                because: "The icon on an iPhone's home screen is enlarged, and looks blurred.",
                help: "Make it 180x180 pixels.", source: Source.appleTouch)
        case .touchIconTransparent:
            RuleTexts(
                "TransparentTouchIcon", "The apple-touch-icon has transparent pixels.",
                because: "The home screen of an iPhone draws black behind them.",
                help: "Fill the background with a colour.", source: Source.appleTouch)
        case .noManifestIcon:
            RuleTexts(
                "NoIconForApps", "The manifest has no icon of 192x192 or of 512x512 pixels.",
                because: "Android offers no installation, or shows a blurred icon and splash "
                    + "screen.",
                help: "Add both to the icons of the manifest.", source: Source.installable)
        case .noMaskableIcon:
            RuleTexts(
                "NoMaskablePicture", "The manifest has no maskable icon.",
                because: "Android shows the icon small, on a white disc.",
                help: "Add an icon with the purpose 'maskable' and content within its safe zone.",
                source: Source.maskable)
        case .maskableCutOff:
            RuleTexts(
                "MaskableIconCut", "A maskable icon has content beyond its safe zone.",
                because: "Android launchers cut it off.",
                help: "Draw all content within the circle of 40 percent of the width around the "
                    + "centre, on a background that fills the square.",
                source: Source.maskable)
        case .noFaviconICO:
            RuleTexts(
                "NoDefaultIcon", "The server has no /favicon.ico.",
                because: "Feed readers, crawlers and pages without HTML, such as PDFs, have no "
                    + "icon, and the log has a 404 for each.",
                help: "Put an ICO with 16x16, 32x32 and 48x48 pixels there.",
                source: Source.html)
        case .noSVGIcon:
            RuleTexts(
                "NoSVGVariant", "The page has icons, but none is an SVG.",
                because: "On dense screens and at odd sizes the icon is scaled; Firefox prefers an "
                    + "SVG.",
                help: "Add one to the links.", source: Source.firefox)
        case .noDarkIcon:
            RuleTexts(
                "NoDarkVariant", "The page has icons, but none for dark tabs.",
                because: "A dark icon can hardly be seen in a dark browser.",
                help: "Use prefers-color-scheme in the SVG, or a link with a media attribute.",
                source: Source.colorScheme)
        case .heavyIcon:
            RuleTexts(
                "IconOverBudget", "The icon has more than 100 KB.",
                because: "Visitors load it with their first page, or when they install the site.",
                help: "Make it smaller: an icon rarely needs more than 20 KB.",
                source: Source.html)
        case .oversizedIcon:
            RuleTexts(
                "PixelsBeyondDeclared", "The image has pixels beyond the sizes that are declared.",
                because: "Visitors load pictures that no browser shows.",
                help: "Declare all sizes, or remove the pictures.", source: Source.sizes)
        case .duplicateIcon:
            RuleTexts(
                "SamePictureTwice",
                "A page and its manifest declare the same picture under several URLs.",
                because: "Visitors load it several times.", help: "Use one URL.",
                source: Source.html)
        case .uncompressedPNG:
            RuleTexts(
                "LoosePNG", "A PNG could have less than half of its bytes.",
                because: "Visitors load more than they see.",
                help: "Compress it without loss, as with oxipng or zopflipng.",
                source: Source.png)
        case .manifestNotFound:
            RuleTexts(
                "MissingManifestFile", "The server has no manifest at the URL of the link.",
                because: "The site cannot be installed, and Android has no icon for it.",
                help: "Correct the link, or put the manifest there.", source: Source.manifest)
        case .manifestNotJSON:
            RuleTexts(
                "MalformedManifest", "The manifest is not a valid JSON object.",
                because: "Browsers ignore all of it.", help: "Correct it at the place shown.",
                source: Source.manifest)
        case .manifestContentType:
            RuleTexts(
                "ManifestMediaType", "The server sends the manifest with a type that is not JSON.",
                because: "Validators and some browsers refuse it.",
                help: "Send it as application/manifest+json.", source: Source.manifest)
        case .manifestIconPlace:
            RuleTexts(
                "ManifestIconAtPage",
                "An icon of the manifest is written relative to the page, not to the manifest.",
                because: "Browsers look for it beside the manifest, where it is not.",
                help: "Write it relative to the manifest, or with a slash at the beginning.",
                source: Source.manifest)
        case .manifestNoPurpose:
            RuleTexts(
                "NoPurposeGiven", "An icon of the manifest has no purpose.",
                because: "It counts as 'any'; a reader cannot see whether that is meant.",
                help: "Write \"purpose\": \"any\".", source: Source.purpose)
        case .manifestMixedPurpose:
            RuleTexts(
                "PurposeAnyAndMaskable", "One icon of the manifest is for 'any' and 'maskable'.",
                because: "Its padding is right for one of both only, so it looks too small or "
                    + "is cut off.",
                help: "Declare two icons, one for each purpose.", source: Source.maskable)
        case .manifestUnknownPurpose:
            RuleTexts(
                "UnknownPurpose", "An icon of the manifest is for no purpose that browsers know.",
                because: "Browsers ignore it.",
                help: "Write any, maskable or monochrome.", source: Source.purpose)
        case .manifestCrossOrigin:
            RuleTexts(
                "ManifestWithoutCORS", "The manifest is on another origin that does not allow it.",
                because: "Browsers do not read it.",
                help: "Serve it from the site, or send Access-Control-Allow-Origin with it.",
                source: Source.manifestLink)
        case .notLookedAt:
            RuleTexts(
                "UncheckedIcon", "An icon could not be looked at, or not at its pixels.",
                because: "Faults of it are not found.",
                help: "Install the library that is named, or check the deployed site by its URL.")
        }
    }

    /// Where the rules are documented.
    private enum Source {
        static let html = "https://html.spec.whatwg.org/multipage/links.html#rel-icon"
        static let chromium =
            "https://source.chromium.org/chromium/chromium/src/+/main:components/favicon/core/"
            + "favicon_handler.cc"
        static let firefox =
            "https://searchfox.org/mozilla-central/source/browser/modules/FaviconLoader.sys.mjs"
        static let sizes = "https://html.spec.whatwg.org/multipage/semantics.html#attr-link-sizes"
        static let manifestLink =
            "https://html.spec.whatwg.org/multipage/links.html#link-type-manifest"
        static let sniffing = "https://mimesniff.spec.whatwg.org/"
        static let mixedContent = "https://www.w3.org/TR/mixed-content/"
        static let dataURL = "https://www.rfc-editor.org/rfc/rfc2397"
        static let manifest = "https://www.w3.org/TR/appmanifest/#icons-member"
        static let purpose = "https://www.w3.org/TR/appmanifest/#purpose-member"
        static let maskable = "https://www.w3.org/TR/appmanifest/#icon-masks"
        static let installable = "https://web.dev/articles/install-criteria"
        static let google =
            "https://developers.google.com/search/docs/appearance/favicon-in-search"
        static let appleTouch =
            "https://developer.apple.com/library/archive/documentation/AppleApplications/Reference/"
            + "SafariWebContent/ConfiguringWebApplications/ConfiguringWebApplications.html"
        static let applePinnedTabs =
            "https://developer.apple.com/library/archive/documentation/AppleApplications/Reference/"
            + "SafariWebContent/pinnedTabs/pinnedTabs.html"
        static let colorScheme =
            "https://developer.mozilla.org/en-US/docs/Web/CSS/@media/prefers-color-scheme"
        static let png = "https://www.w3.org/TR/png-3/"
    }
}
