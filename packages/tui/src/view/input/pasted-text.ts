const start = '\u001b[200~'
const end = '\u001b[201~'

/** Returns a paste on one line, or `undefined` if the input is not a paste. */
export function pastedText(data: string): string | undefined {
  if (!data.startsWith(start)) return undefined
  const text = data.slice(start.length).replace(end, '')
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim()
}

/** Splits off the newline at the end of a paste, which the editor would count as an additional line. */
export function splitPaste(data: string): { readonly input: string; readonly newline: string } {
  const text = data.endsWith(end) ? data.slice(0, -end.length) : ''
  const [last] = /(?:\r\n?|\n)$/.exec(text) ?? []
  return last === undefined ? { input: data, newline: '' } : { input: text.slice(0, -last.length) + end, newline: '\n' }
}
