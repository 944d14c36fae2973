import { nextOf, previousOf, wordKind } from './characters.js'

/** Whether the line is empty, which makes it a word of its own. */
function isEmptyLine(text: string, at: number): boolean {
  return text[at] === '\n' && (at === 0 || text[at - 1] === '\n')
}

/** Returns the end of the run of characters of one kind, exclusive. */
export function endOfRun(text: string, at: number, isBig: boolean): number {
  const kind = wordKind(text, at, isBig)
  let end = at
  while (end < text.length && wordKind(text, end, isBig) === kind) end = nextOf(text, end)
  return end
}

export function startOfRun(text: string, at: number, isBig: boolean): number {
  const kind = wordKind(text, at, isBig)
  let start = at
  while (start > 0 && wordKind(text, previousOf(text, start), isBig) === kind) start = previousOf(text, start)
  return start
}

export function nextWord(text: string, at: number, isBig: boolean): number {
  let to = wordKind(text, at, isBig) === 'space' ? at : endOfRun(text, at, isBig)
  while (to < text.length && wordKind(text, to, isBig) === 'space') {
    to = nextOf(text, to)
    if (isEmptyLine(text, to)) break
  }
  return to
}

export function previousWord(text: string, at: number, isBig: boolean): number {
  let to = at
  do {
    to = previousOf(text, to)
    if (to === 0 || isEmptyLine(text, to)) return to
  } while (wordKind(text, to, isBig) === 'space')
  return startOfRun(text, to, isBig)
}

/** Returns the last character of this word or of the next one. */
export function wordEnd(text: string, at: number, isBig: boolean): number {
  let to = nextOf(text, at)
  while (to < text.length && wordKind(text, to, isBig) === 'space') to = nextOf(text, to)
  return to >= text.length ? previousOf(text, text.length) : previousOf(text, endOfRun(text, to, isBig))
}
