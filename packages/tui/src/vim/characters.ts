const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Maximum length of a character. A long text must not be segmented at each key. */
const longest = 64

/** Text and the position in it, in UTF-16 units. */
export interface Place {
  readonly text: string
  readonly cursor: number
}

export function charactersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** Returns the start of the character after the one at `at`. */
export function nextOf(text: string, at: number): number {
  return at + (charactersOf(text.slice(at, at + longest))[0]?.length ?? 0)
}

/** Returns the start of the character before `at`. */
export function previousOf(text: string, at: number): number {
  return at - (charactersOf(text.slice(Math.max(0, at - longest), at)).at(-1)?.length ?? 0)
}

export function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1
}

/** Returns the position of the line break, or the end of the text. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

export function firstNonBlank(text: string, at: number): number {
  const start = lineStart(text, at)
  return start + (/^[^\S\n]*/.exec(text.slice(start))?.[0].length ?? 0)
}

/** Returns the nearest position for a cursor that is on a character: the last character of its line, not the end. */
export function onCharacter({ text, cursor }: Place): number {
  const isPastEnd = cursor === lineEnd(text, cursor) && cursor > lineStart(text, cursor)
  return isPastEnd ? previousOf(text, cursor) : cursor
}

/** Returns the kind of a character for word motions. `isBig`: only white space separates words. */
export function wordKind(text: string, at: number, isBig = false): string {
  const character = text.slice(at, at + 2)
  if (at >= text.length || /^\s/u.test(character)) return 'space'
  if (isBig) return 'word'
  if (/^\p{Script=Han}/u.test(character)) return 'han'
  if (/^[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character)) return 'kana'
  return /^[\p{L}\p{N}\p{M}_]/u.test(character) ? 'word' : 'mark'
}
