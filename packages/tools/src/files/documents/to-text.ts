/**
 * Converts the bytes of a document to lines of text. Rejects when it is damaged, with the reason as the end of a
 * sentence.
 */
export type ToText = (bytes: Uint8Array) => Promise<string>
