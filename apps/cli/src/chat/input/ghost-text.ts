/** A longer entry would not be seen as what it is. */
const longest = 1_000

/** What follows a text in the newest history entry that starts with it; empty if there is none. */
export function ghostText(text: string, history: readonly string[]): string {
  if (text.trim() === '') return ''
  const fits = (entry: string) => entry.length > text.length && entry.length <= longest && entry.startsWith(text)
  const rest = history.findLast(fits)?.slice(text.length) ?? ''
  // It is shown in the row of the cursor.
  return rest.includes('\n') ? '' : rest
}
