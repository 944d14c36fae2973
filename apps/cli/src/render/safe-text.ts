import type { OutputStream } from '../io.js'

/** C0 and C1 controls but tab and line feed, and DEL: what moves the cursor, rings, recolours or retitles a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/**
 * What is not seen, or makes text look different from what it is: direction overrides, zero-width characters, fillers, odd
 * spaces and line breaks, marks that strike a character out.
 */
const deceptive =
  /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cn}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Me}\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]|[\u0334-\u0338]/gu

/**
 * Text of a model or a tool as it may go to a terminal: controls become visible (`\x1b`), a carriage return before a
 * line feed goes.
 */
export function safeText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(controls, escaped)
}

/**
 * Exactly what the text holds, in one or more lines of visible characters: for questions that a decision rests on. Where
 * something had to be escaped backslashes are, too, so that what looks like an escape is one.
 */
export function exactText(text: string): string {
  if (!hidesSomething(text)) return text
  return text.replaceAll('\\', '\\\\').replace(controls, escaped).replace(deceptive, escaped)
}

/** Whether a terminal would show the text as something else than it is. */
export function hidesSomething(text: string): boolean {
  return text.search(controls) >= 0 || text.search(deceptive) >= 0
}

/** {@link safeText} on one line. */
export function oneLine(text: string): string {
  return safeText(text)
    .replace(/(?<!\s)\s*\n\s*/g, ' ')
    .replaceAll('\t', ' ')
    .trim()
}

/** What text has to go through before a stream: a pipe gets every byte, a terminal no controls. */
export function cleanFor(stream: OutputStream): (text: string) => string {
  return stream.isTTY ? safeText : (text) => text
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`
  return code <= 0xffff ? `\\u${code.toString(16).padStart(4, '0')}` : `\\u{${code.toString(16)}}`
}
