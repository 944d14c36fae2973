/** A longer entry would not be recognizable as a suggestion. */
const longest = 1_000

/** Returns what follows a text in the newest history entry that starts with it; empty if there is none. */
export function ghostText(text: string, history: readonly string[]): string {
  if (text.trim() === '') return ''
  const fits = (entry: string) => entry.length > text.length && entry.length <= longest && entry.startsWith(text)
  const rest = history.findLast(fits)?.slice(text.length) ?? ''
  // The suggestion shares the row of the cursor.
  return rest.includes('\n') ? '' : rest
}
