const longest = 500

/** Shortens a text of a server to one line, because it is untrusted and may be long. */
export function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest)}...` : line
}
