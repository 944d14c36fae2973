/** The note below a message that may have been sent before, or before it if the message has no room. */
export const repeatedNote = '(Sent again: it is not known whether the first attempt arrived.)'
