import { grouped } from './counted.js'

const headShare = 0.65

/**
 * The head and the tail of a text around a note, in at most `limit` characters where the note leaves room for them. Cuts no
 * character in two; shortening what was shortened changes nothing.
 */
export function shortenText(text: string, limit: number, note: (leftOut: number) => string = plainNote): string {
  if (text.length <= limit) return text
  const room = Math.max(0, limit - note(text.length).length)
  const headLength = Math.floor(room * headShare)
  const head = text.slice(0, headLength - (isSplit(text, headLength) ? 1 : 0))
  const tailStart = text.length - (room - headLength)
  const tail = text.slice(tailStart + (isSplit(text, tailStart) ? 1 : 0))
  return `${head}${note(text.length - head.length - tail.length)}${tail}`
}

function plainNote(leftOut: number): string {
  return ` [... ${grouped(leftOut)} characters left out ...] `
}

/** Whether the two halves of one character stand on both sides. */
function isSplit(text: string, index: number): boolean {
  return index > 0 && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(index - 1, index + 1))
}
