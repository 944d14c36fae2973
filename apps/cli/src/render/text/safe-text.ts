import type { OutputStream } from '../../io.js'

/** C0 and C1 control characters except tab and line feed, and DEL, which move the cursor, ring, or change the colors or title of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** Characters that reverse the direction of letters with a direction. No language needs them. */
const overrides = /[\u202d\u202e]/g

/** Characters that reorder the rest of the line, including text that follows the escaped one. */
const directions = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Characters that are invisible or make text look different: direction overrides, zero-width characters, fillers, unusual spaces and line
 * breaks, combining strike-through marks.
 */
const deceptive =
  /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cn}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Me}\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]|[\u0334-\u0338]/gu

/**
 * Escapes text from a model or tool for a terminal: control characters and direction overrides become visible (`\x1b`), and CRLF becomes LF.
 */
export function safeText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(controls, escaped).replace(overrides, escaped)
}

/**
 * Returns the exact content of a text in visible characters, on one or more lines, for questions that a decision depends on. If anything was
 * escaped, backslashes are escaped as well, so that every escape is genuine.
 */
export function exactText(text: string): string {
  if (!hidesSomething(text)) return text
  return text.replaceAll('\\', '\\\\').replace(controls, escaped).replace(deceptive, escaped)
}

/** Whether a terminal would display the text misleadingly. */
export function hidesSomething(text: string): boolean {
  return text.search(controls) >= 0 || text.search(deceptive) >= 0
}

/** Returns {@link safeText} on one line, which may be shared with other texts. */
export function oneLine(text: string): string {
  return safeText(text)
    .replace(directions, escaped)
    .replace(/(?<!\s)\s*\n\s*/g, ' ')
    .replaceAll('\t', ' ')
    .trim()
}

/** Returns the filter for a stream: a pipe gets every byte, a terminal no control characters. */
export function cleanFor(stream: OutputStream): (text: string) => string {
  return stream.isTTY ? safeText : (text) => text
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`
  return code <= 0xffff ? `\\u${code.toString(16).padStart(4, '0')}` : `\\u{${code.toString(16)}}`
}
