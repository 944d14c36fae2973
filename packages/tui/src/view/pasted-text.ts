const start = '\u001b[200~'
const end = '\u001b[201~'

/** A paste on one line; `undefined`: the input is none. */
export function pastedText(data: string): string | undefined {
  if (!data.startsWith(start)) return undefined
  const text = data.slice(start.length).replace(end, '')
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim()
}
