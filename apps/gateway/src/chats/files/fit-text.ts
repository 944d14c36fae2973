import { storeReceived } from './received-file.js'

export interface FitTextOptions {
  /** Where a text is stored that is too large. */
  readonly path: string
  /** The window of the model that reads it, in tokens. `undefined` if it is not known. */
  contextWindow(): Promise<number | undefined>
}

/** No model has a window for which this is much. */
const alwaysFits = 8_000
/** For an unknown window, in bytes. */
const usualLimit = 100_000
/** Characters. */
const quoted = 4_000

/**
 * A text of a chat as the model reads it: one that takes more than about a quarter of the window is stored as a file, and only its beginning
 * is quoted. Else one long mail would fill its conversation, and no later message could be answered there.
 */
export async function fitText(text: string, { path, contextWindow }: FitTextOptions): Promise<string> {
  const bytes = Buffer.byteLength(text)
  // A token has four bytes of most texts, and less of some: a quarter of the window is as many bytes as the window has tokens.
  if (bytes <= alwaysFits || bytes <= ((await contextWindow()) ?? usualLimit)) return text
  await storeReceived(Buffer.from(text), path)
  const beginning = text.slice(0, quoted).replace(/[\uD800-\uDBFF]$/, '')
  return `[This text has ${text.length} characters, too many to be read at once. The whole of it is stored as ${path}: read what you need there. It begins:]\n${beginning}`
}
