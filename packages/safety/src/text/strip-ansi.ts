const escapeCharacter = '\u001b'
const bell = '\u0007'
/** The single-character (C1) forms of `ESC [` and `ESC \`. */
const controlIntroducer = '\u009b'
const stringTerminator = '\u009c'

/** ECMA-48 escape sequences: colors and cursor movements, strings (titles, links, images), and the short sequences. */
const sequence = new RegExp(
  [
    `(?:${escapeCharacter}\\[|${controlIntroducer})[0-?]*[ -/]*[@-~]`,
    // Strings contain no line break, so an unterminated string does not swallow the following text.
    `${escapeCharacter}[\\]PX^_][^\\n${bell}${escapeCharacter}${stringTerminator}]*(?:${bell}|${stringTerminator}|${escapeCharacter}\\\\)?`,
    `${escapeCharacter}[ -/]*[0-~]`,
  ].join('|'),
  'g',
)

/** Removes escape sequences and control characters other than tab and line breaks. */
export function stripAnsi(text: string): string {
  return withoutControls(withoutSequences(text))
}

export function withoutSequences(text: string): string {
  return text.replace(sequence, '')
}

export function withoutControls(text: string): string {
  return text.replace(/(?![\t\n\r])\p{Cc}/gu, '')
}
