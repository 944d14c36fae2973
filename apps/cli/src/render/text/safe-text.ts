import type { OutputStream } from '../../io.js'

/** C0 and C1 control characters except tab and line feed, and DEL: they move the cursor, ring, recolour or retitle a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** They turn the direction of letters that have one: no language needs them. */
const overrides = /[\u202d\u202e]/g

/** They order what follows on the line in another direction, also what is not of the text. */
const directions = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Characters that are invisible or make text look different: direction overrides, zero-width characters, fillers, unusual spaces and line
 * breaks, combining strike-through marks.
 */
const deceptive =
  /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cn}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Me}\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]|[\u0334-\u0338]/gu

/**
 * Escapes text from a model or tool for a terminal: control characters and overrides of the direction become visible (`\x1b`), and CRLF
 * becomes LF.
 */
export function safeText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(controls, escaped).replace(overrides, escaped)
}

/**
 * The exact content of a text in visible characters, on one or more lines, for questions that a decision depends on. If anything was escaped,
 * backslashes are escaped, too, so that every escape is genuine.
 */
export function exactText(text: string): string {
  if (!hidesSomething(text)) return text
  return text.replaceAll('\\', '\\\\').replace(controls, escaped).replace(deceptive, escaped)
}

/** Whether a terminal would display the text misleadingly. */
export function hidesSomething(text: string): boolean {
  return text.search(controls) >= 0 || text.search(deceptive) >= 0
}

/** {@link safeText} on one line, which it shares with other texts. */
export function oneLine(text: string): string {
  return safeText(text)
    .replace(directions, escaped)
    .replace(/(?<!\s)\s*\n\s*/g, ' ')
    .replaceAll('\t', ' ')
    .trim()
}

/** The filter for a stream: a pipe gets every byte, a terminal no control characters. */
export function cleanFor(stream: OutputStream): (text: string) => string {
  return stream.isTTY ? safeText : (text) => text
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`
  return code <= 0xffff ? `\\u${code.toString(16).padStart(4, '0')}` : `\\u{${code.toString(16)}}`
}
