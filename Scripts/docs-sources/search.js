// What is typed goes to the search's worker. There a word with a hyphen before it is one that must not occur, so '--to'
// would find nothing, and a word such as 'to' is the beginning of 'touch'.
const post = Worker.prototype.postMessage
const small = /(?<![^\s])(?:a|an|and|are|can|do|does|for|from|how|i|if|in|is|it|my|of|on|or|the|to|what|when|where|with)(?=\s)/gi
Worker.prototype.postMessage = function (message, ...others) {
    if (typeof message?.data == "string") {
        const words = message.data.replace(small, "").replace(/(^|\s)-+/g, "$1")
        message = { ...message, data: words.trim() ? words : message.data }
    }
    return post.call(this, message, ...others)
}
