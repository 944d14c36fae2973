import type { OutputStream } from '../io.js'

/** C0 and C1 controls but tab and line feed, and DEL: what moves the cursor, rings, recolours or retitles a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** What makes text look different from what it is: direction overrides, zero-width characters, odd line breaks. */
const deceptive =
  /[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu

/**
 * Text of a model or a tool as it may go to a terminal: controls become visible (`\x1b`), a carriage return before a
 * line feed goes.
 */
export function safeText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(controls, escaped)
}

/** Exactly what the text holds, in one or more lines of visible characters: for questions that a decision rests on. */
export function exactText(text: string): string {
  return text.replace(controls, escaped).replace(deceptive, escaped)
}

/** {@link safeText} on one line. */
export function oneLine(text: string): string {
  return safeText(text)
    .replace(/\s*\n\s*/g, ' ')
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
