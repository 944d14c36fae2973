/** Returns the white space before the text of a line. */
export function indentOf(line: string): string {
  return /^\s*/.exec(line)?.[0] ?? ''
}
