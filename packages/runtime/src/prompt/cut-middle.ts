/** Cuts a text to at most `limit` characters. It keeps the first 70 % and the last 20 %, with a line in between that says how much is missing. */
export function cutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text
  const head = text.slice(0, Math.floor(limit * 0.7)).toWellFormed()
  const tail = text.slice(text.length - Math.floor(limit * 0.2)).toWellFormed()
  return `${head}\n\n[... ${text.length - head.length - tail.length} characters left out ...]\n\n${tail}`
}
