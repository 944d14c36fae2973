import type { Catalog } from './catalog.js'

/** A pattern of the catalogue, as texts that were made from it look. */
interface Shape {
  /** What stands before, between and behind the values. */
  readonly fixed: readonly string[]
  readonly translation: string
  /** The number of each value. */
  readonly values: readonly number[]
}

/** A pattern of fewer letters fits texts that were not made from it. */
const leastLetters = 5
/** A longer text is not a sentence of the catalogue. */
const longestText = 4_000
const betweenSentences = /(?<=[.?!:])(?= [A-Z0-9/`"])/
const severalSentences = /[.?!] [A-Z/`]/

/**
 * Finds the pattern from which a text was made, and translates that. Errors and outcomes are made in English, because logs and programs
 * read them, and translated where a person reads them. The patterns are compiled for the first text.
 */
export function createMessages(catalog: Catalog): (english: string) => string {
  let shapes: readonly Shape[] | undefined
  const whole = (english: string, fits: (parts: readonly string[]) => boolean): string | undefined => {
    if (Object.hasOwn(catalog, english)) return catalog[english]
    if (english.length > longestText || !english.includes(' ')) return undefined
    shapes ??= shapesOf(catalog)
    for (const { fixed, translation, values } of shapes) {
      const parts = valuesIn(english, fixed)
      if (!parts || !fits(parts)) continue
      const captured = new Map(values.map((value, index) => [value, partOf(parts[index] ?? '')]))
      return translation.replace(/\{(\d+)\}/g, (_, index) => captured.get(Number(index)) ?? '')
    }
    return undefined
  }
  const sentence = (english: string) => whole(english, (parts) => parts.every((part) => !severalSentences.test(part)))
  /** A part may be a sentence itself: the reason of a failure. */
  const partOf = (part: string) => (part.includes(' ') ? (sentence(part.trim()) ?? translated(part)) : part)
  /** Lines, sentences, and a text with something in parentheses behind it; `undefined`: no part is known. */
  const inParts = (english: string): string | undefined => {
    if (english.includes('\n')) return english.split('\n').map(translated).join('\n')
    const parts = english.split(betweenSentences)
    const said = parts.map((part) => sentence(part) ?? sentence(part.trimStart()))
    if (parts.length > 1)
      return said.some((part) => part !== undefined)
        ? said.map((part, index) => part ?? parts[index]).join('')
        : undefined
    const [, text = '', behind = ''] = /^(.+) (\([^()]*\))$/.exec(english) ?? []
    const [before, added] = [sentence(text), sentence(behind)]
    if (before === undefined && added === undefined) return undefined
    return `${before ?? text}${added ?? ` ${behind}`}`
  }
  const translated = (english: string): string =>
    sentence(english) ?? inParts(english) ?? whole(english, () => true) ?? english
  return translated
}

/** The most specific pattern first. */
function shapesOf(catalog: Catalog): readonly Shape[] {
  return Object.entries(catalog)
    .filter(([pattern]) => pattern.includes('{0}') && isTelling(pattern))
    .toSorted(([a], [b]) => lettersOf(b) - lettersOf(a))
    .map(([pattern, translation]) => ({
      fixed: pattern.split(/\{\d+\}/),
      translation,
      values: [...pattern.matchAll(/\{(\d+)\}/g)].map(([, index]) => Number(index)),
    }))
}

/**
 * What stands between the fixed parts of a text; `undefined` when it has other ones. Each part is looked for from the end of the one before,
 * so that a text is read once: an expression with several gaps would try all of their combinations.
 */
function valuesIn(text: string, fixed: readonly string[]): readonly string[] | undefined {
  const [first = '', ...others] = fixed
  const last = others.pop() ?? ''
  const end = text.length - last.length
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined
  const values: string[] = []
  let at = first.length
  for (const part of others) {
    const found = text.indexOf(part, at)
    if (found === -1) return undefined
    values.push(text.slice(at, found))
    at = found + part.length
  }
  if (at > end) return undefined
  values.push(text.slice(at, end))
  return values
}

/** Not `{0} messages` or `{0} removed.`, with which any text may end. */
function isTelling(pattern: string): boolean {
  if (lettersOf(pattern) < leastLetters || /^\{0\} \p{Letter}+[.?!:]$/u.test(pattern)) return false
  return /^[^{]|^\{0\}: |[.?!:]$/.test(pattern) || pattern.includes('{2}')
}

function lettersOf(pattern: string): number {
  return pattern.replace(/\{\d+\}|\P{Letter}/gu, '').length
}
