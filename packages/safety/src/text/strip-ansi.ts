const escapeCharacter = '\u001b'
const bell = '\u0007'
/** The one-character forms of `ESC [` and of `ESC \`. */
const controlIntroducer = '\u009b'
const stringTerminator = '\u009c'

/** The escape sequences of ECMA-48: colours and cursor movements, strings (titles, links, pictures), and the short ones. */
const sequence = new RegExp(
  [
    `(?:${escapeCharacter}\\[|${controlIntroducer})[0-?]*[ -/]*[@-~]`,
    // Such a string holds no line break: one that is never ended must not swallow what follows.
    `${escapeCharacter}[\\]PX^_][^\\n${bell}${escapeCharacter}${stringTerminator}]*(?:${bell}|${stringTerminator}|${escapeCharacter}\\\\)?`,
    `${escapeCharacter}[ -/]*[0-~]`,
  ].join('|'),
  'g',
)

/** What a person would read: without escape sequences, and without control characters but tab and line breaks. */
export function stripAnsi(text: string): string {
  return withoutControls(withoutSequences(text))
}

export function withoutSequences(text: string): string {
  return text.replace(sequence, '')
}

export function withoutControls(text: string): string {
  return text.replace(/(?![\t\n\r])\p{Cc}/gu, '')
}
