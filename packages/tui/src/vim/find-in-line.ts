import { lineEnd, lineStart, nextOf, type Place, previousOf } from './characters.js'

/** `f`, `t`, `F` or `T`, and the character. */
export interface Find {
  readonly name: string
  readonly character: string
}

const opposites: Readonly<Record<string, string>> = { f: 'F', F: 'f', t: 'T', T: 't' }

export function reversed({ name, character }: Find): Find {
  return { name: opposites[name] ?? name, character }
}

/** Returns the position of a character in the line. `isAgain`: `t` next to the character goes to the next one. */
export function findIn(
  { text, cursor, count = 1 }: Place & { readonly count?: number },
  { name, character }: Find,
  { isAgain = false } = {},
): { readonly to: number; readonly kind: 'exclusive' | 'inclusive' } | undefined {
  const isBack = name === 'F' || name === 'T'
  const isBeside = name === 't' || name === 'T'
  const start = lineStart(text, cursor)
  const line = text.slice(start, lineEnd(text, cursor))
  const step = (from: number) =>
    isBack ? (from === 0 ? -1 : line.lastIndexOf(character, from - 1)) : line.indexOf(character, from + 1)
  let at = cursor - start
  const first = step(at)
  const isNext = isBack ? start + first + character.length === cursor : start + first === nextOf(text, cursor)
  if (isAgain && isBeside && first >= 0 && isNext) at = first
  for (let done = 0; done < count; done++) {
    at = step(at)
    if (at < 0) return undefined
  }
  const found = start + at
  if (isBack) return { to: isBeside ? nextOf(text, found) : found, kind: 'exclusive' }
  return { to: isBeside ? previousOf(text, found) : found, kind: 'inclusive' }
}
