const longest = 500

/** What a server says as one line: it is untrusted and may be long. */
export function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest)}...` : line
}
