import type { Look } from '../look/look.js'

/** Colors code that grows at its end: complete lines once, and the last line separately. */
export function paintGrowingCode(highlight: Look['highlight']): Look['highlight'] {
  let known: { readonly lines: string; readonly language: string; readonly painted: string | undefined } | undefined
  return (code, language) => {
    const end = code.lastIndexOf('\n') + 1
    const lines = code.slice(0, end)
    if (known?.lines !== lines || known.language !== language) {
      known = { lines, language, painted: lines === '' ? '' : highlight(lines, language) }
    }
    const last = highlight(code.slice(end), language)
    return known.painted === undefined || last === undefined ? undefined : known.painted + last
  }
}
