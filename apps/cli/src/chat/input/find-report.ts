/** An answer of the terminal: an operating system command, or a private report such as its attributes. No key sends either. */
export interface FoundReport {
  readonly start: number
  readonly text: string
  /** Whether the text ends before the report does. */
  readonly isCutOff: boolean
}

const escapeKey = '\u001b'
const endings = ['\u0007', `${escapeKey}\\`] as const

/** Returns the first report in a text, or the beginning of one at its end. */
export function findReport(text: string): FoundReport | undefined {
  for (let start = text.indexOf(escapeKey); start >= 0; start = text.indexOf(escapeKey, start + 1)) {
    const found = reportAt(text, start)
    if (found) return found
  }
  return undefined
}

/** Whether a text can only be part of a report. `ESC ]` by itself is a key. */
export function isPartOfReport(text: string): boolean {
  return text.startsWith(escapeKey) && /^(?:\]\d|\[\?)/.test(text.slice(1))
}

function reportAt(text: string, start: number): FoundReport | undefined {
  // Anything longer is not a report.
  const rest = text.slice(start + 1, start + 300)
  const attributes = /^\[\?[\d;]*/.exec(rest)?.[0]
  if (attributes !== undefined) {
    const isCutOff = attributes.length === rest.length
    const end = /^[a-zA-Z]/.test(rest.slice(attributes.length)) ? 1 : 0
    return isCutOff || end === 1 ? found(text, start, { length: attributes.length + end, isCutOff }) : undefined
  }
  const command = /^\](?:\d{1,4}(?:;\P{Cc}*)?)?/u.exec(rest)?.[0]
  if (command === undefined) return undefined
  const after = rest.slice(command.length)
  const ending = endings.find((one) => after.startsWith(one))
  if (ending !== undefined) return found(text, start, { length: command.length + ending.length, isCutOff: false })
  const isCutOff = after === '' || after === escapeKey
  return isCutOff ? found(text, start, { length: command.length + after.length, isCutOff }) : undefined
}

function found(
  text: string,
  start: number,
  { length, isCutOff }: { readonly length: number; readonly isCutOff: boolean },
): FoundReport | undefined {
  if (isCutOff && start + 1 + length < text.length) return undefined
  return { start, text: text.slice(start, start + 1 + length), isCutOff }
}
