/**
 * Creates a tracker that knows whether a position in a Markdown text is inside code. Positions must be queried in
 * ascending order.
 */
export function createCodeTracker(text: string, from: number) {
  let position = from
  let marks: string | undefined
  let ticks = 0

  function readLine(): void {
    const fence = /^ {0,3}(`{3,20}|~{3,20})/.exec(text.slice(position, position + 24))?.[1]
    if (fence === undefined) return
    if (marks === undefined) marks = fence
    else if (fence.startsWith(marks)) marks = undefined
  }

  readLine()
  return {
    /** Whether a position is inside code. @param place Must not be before the previous one. */
    isCode(place: number): boolean {
      for (; position < place; position++) {
        if (text[position] === '`') ticks += 1
        if (text[position] !== '\n') continue
        position += 1
        ticks = 0
        readLine()
        position -= 1
      }
      return marks !== undefined || ticks % 2 === 1
    },
  }
}
