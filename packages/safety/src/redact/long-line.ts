/** Lines of at least this many characters are scanned in parts. A stream holds back little more than this. */
export const longLine = 16_384
