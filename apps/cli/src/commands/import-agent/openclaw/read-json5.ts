import { english } from '@hermes/safety/language'
import JSON5 from 'json5'

/**
 * Reads JSON5: JSON with comments, trailing commas, names without quotes, single quotes, and numbers as in JavaScript.
 * @throws {SyntaxError} which names the line, but quotes nothing of the text.
 */
export function readJson5(text: string): unknown {
  try {
    return JSON5.parse(text)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    const line = 'lineNumber' in cause ? Number(cause.lineNumber) : text.split('\n').length
    // The message of the library quotes the text, which may be a key.
    throw new SyntaxError(english`line ${line}: it is no JSON5`)
  }
}
