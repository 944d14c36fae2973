import type { ContentPart, MessageContent } from '@hermes/core'

/** Fraction of the available space that the head of a shortened text gets. */
const headShare = 0.6

/** Describes the cut for the note between head and tail. */
export interface Cut {
  /** The number of omitted characters. */
  readonly leftOut: number
  /** The line number, starting at 1, where the head ends. */
  readonly line: number
}

/** Creates the note between head and tail. The length of the note must not decrease as the numbers grow. */
export type CutNote = (cut: Cut) => string

/**
 * Returns the text, or its head and tail with a note about the omitted part, within `limit` characters. Does not split
 * surrogate pairs.
 */
export function boundText(text: string, limit: number, note: CutNote = plainNote): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed()
  if (wellFormed.length <= limit) return wellFormed
  const longest = note({ leftOut: wellFormed.length, line: wellFormed.length })
  const room = Math.max(0, limit - longest.length)
  const headEnd = Math.floor(room * headShare)
  const head = wellFormed.slice(0, headEnd - (isSplit(wellFormed, headEnd) ? 1 : 0))
  const tailStart = wellFormed.length - (room - headEnd)
  const tail = wellFormed.slice(tailStart + (isSplit(wellFormed, tailStart) ? 1 : 0))
  return head + note({ leftOut: wellFormed.length - head.length - tail.length, line: lineOf(head) }) + tail
}

/** Applies {@link boundText} to message content. Text parts share the limit in order; images and files are kept. */
export function boundContent(content: MessageContent, limit: number, note?: CutNote): MessageContent {
  if (typeof content === 'string') return boundText(content, limit, note)
  let left = limit
  return content.map((part): ContentPart => {
    if (part.type !== 'text') return part
    const text = boundText(part.text, left, note)
    left = Math.max(0, left - text.length)
    return text === part.text ? part : { type: 'text', text }
  })
}

/** Returns the number of text characters. Images and files do not count. */
export function contentLength(content: MessageContent): number {
  if (typeof content === 'string') return content.length
  return content.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0)
}

function plainNote({ leftOut }: Cut): string {
  return `\n\n[... ${leftOut.toLocaleString('en-US')} characters left out ...]\n\n`
}

function lineOf(head: string): number {
  let line = 1
  for (let end = head.indexOf('\n'); end !== -1; end = head.indexOf('\n', end + 1)) line += 1
  return line
}

function isSplit(text: string, index: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(Math.max(0, index - 1), index + 1)) && index > 0
}
