import { storeReceived } from './received-file.js'

export interface FitTextOptions {
  /** Where a text that is too large is stored. */
  readonly path: string
  /** Returns the context window of the model that reads the text in tokens, or `undefined` if it is not known. */
  contextWindow(): Promise<number | undefined>
}

/** Size in bytes that is small for the window of every model. */
const alwaysFits = 8_000
/** Limit for an unknown window, in bytes. */
const usualLimit = 100_000
/** Length of the quoted beginning, in characters. */
const quoted = 4_000

/**
 * Returns a text of a chat as the model reads it. A text that takes more than about a quarter of the window is stored as a file, and only its
 * beginning is quoted. Otherwise one long mail would fill its conversation, and no later message could be answered there.
 */
export async function fitText(text: string, { path, contextWindow }: FitTextOptions): Promise<string> {
  const bytes = Buffer.byteLength(text)
  // A token is four bytes of most texts, and fewer of some. A quarter of the window is therefore as many bytes as the window has tokens.
  if (bytes <= alwaysFits || bytes <= ((await contextWindow()) ?? usualLimit)) return text
  await storeReceived(Buffer.from(text), path)
  const beginning = text.slice(0, quoted).replace(/[\uD800-\uDBFF]$/, '')
  return `[This text has ${text.length} characters, too many to be read at once. The whole of it is stored as ${path}: read what you need there. It begins:]\n${beginning}`
}
