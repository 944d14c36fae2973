import { grouped } from './counted.js'

const headShare = 0.65

/**
 * Keeps the start and end of a text around a note, in at most `limit` characters if the note leaves room for them.
 * Never splits a surrogate pair. A shortened text is not shortened again.
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

/** Whether `index` splits a surrogate pair. */
function isSplit(text: string, index: number): boolean {
  return index > 0 && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(index - 1, index + 1))
}
