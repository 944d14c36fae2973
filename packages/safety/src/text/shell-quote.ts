/** Quotes a text as one word of a POSIX shell command. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
