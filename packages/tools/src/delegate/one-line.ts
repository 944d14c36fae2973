const longest = 120

/** The beginning of a text, as one short line. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= longest ? line : `${line.slice(0, longest - 1).toWellFormed()}…`
}
