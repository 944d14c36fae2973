/**
 * Converts the bytes of a document to lines of text. Rejects when the document is damaged, with the reason worded as
 * the end of a sentence.
 */
export type ToText = (bytes: Uint8Array) => Promise<string>
