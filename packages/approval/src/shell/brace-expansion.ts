/** A piece of a word before word splitting. */
export interface Piece {
  readonly text: string
  readonly quoted: boolean
}

const mostWords = 1_000

/**
 * Expands `{a,b}` and `{1..3}` in pieces where unquoted `{`, `,` and `}` are separate pieces. Returns one list of
 * pieces per resulting word; `undefined` when there are too many.
 */
export function expandBraces<P extends Piece>(
  pieces: readonly P[],
  toPiece: (text: string) => P,
): (readonly P[])[] | undefined {
  const open = pieces.findIndex((piece, index) => isMark(piece, '{') && findClose(pieces, index) !== undefined)
  if (open < 0) return [pieces]
  const close = findClose(pieces, open)
  if (close === undefined) return [pieces]
  const alternatives = splitAlternatives(pieces.slice(open + 1, close), toPiece)
  const tails = expandBraces(pieces.slice(close + 1), toPiece)
  if (!tails) return undefined
  const head = pieces.slice(0, open)
  const words: (readonly P[])[] = []
  for (const alternative of alternatives) {
    const middles = expandBraces(alternative, toPiece)
    if (!middles || words.length + middles.length * tails.length > mostWords) return undefined
    for (const middle of middles) words.push(...tails.map((tail) => [...head, ...middle, ...tail]))
  }
  return words
}

function findClose(pieces: readonly Piece[], open: number): number | undefined {
  let depth = 0
  let hasAlternatives = false
  for (let index = open; index < pieces.length; index++) {
    const piece = pieces[index]
    if (!piece) break
    if (isMark(piece, '{')) depth++
    if (isMark(piece, ',') && depth === 1) hasAlternatives = true
    if (isMark(piece, '}') && --depth === 0) {
      return hasAlternatives || isRange(pieces.slice(open + 1, index)) ? index : undefined
    }
  }
  return undefined
}

function splitAlternatives<P extends Piece>(inner: readonly P[], toPiece: (text: string) => P): (readonly P[])[] {
  if (isRange(inner)) return range(inner.map((piece) => piece.text).join('')).map((text) => [toPiece(text)])
  const alternatives: P[][] = [[]]
  let depth = 0
  for (const piece of inner) {
    if (isMark(piece, '{')) depth++
    if (isMark(piece, '}')) depth--
    if (isMark(piece, ',') && depth === 0) alternatives.push([])
    else alternatives.at(-1)?.push(piece)
  }
  return alternatives
}

const rangeShape = /^(?:(-?\d{1,9})\.\.(-?\d{1,9})|([a-zA-Z])\.\.([a-zA-Z]))(?:\.\.(-?\d{1,9}))?$/

function isRange(inner: readonly Piece[]): boolean {
  return inner.every((piece) => !piece.quoted) && rangeShape.test(inner.map((piece) => piece.text).join(''))
}

function range(text: string): string[] {
  const [, firstNumber, lastNumber, firstLetter = '', lastLetter = '', stepText = '1'] = rangeShape.exec(text) ?? []
  const numeric = firstNumber !== undefined
  const first = numeric ? Number(firstNumber) : firstLetter.charCodeAt(0)
  const last = numeric ? Number(lastNumber) : lastLetter.charCodeAt(0)
  const step = Math.max(1, Math.abs(Number(stepText)))
  const count = Math.min(mostWords, Math.floor(Math.abs(last - first) / step) + 1)
  const direction = last < first ? -step : step
  return Array.from({ length: count }, (_, index) => {
    const value = first + index * direction
    return numeric ? String(value) : String.fromCharCode(value)
  })
}

function isMark(piece: Piece, mark: string): boolean {
  return !piece.quoted && piece.text === mark
}
