import type { Catalog } from './catalog.js'

/** A pattern of the catalog, in the form used to recognize texts built from it. */
interface Shape {
  /** The fixed parts before, between and after the values. */
  readonly fixed: readonly string[]
  readonly translation: string
  /** The index of each value. */
  readonly values: readonly number[]
}

/** Patterns with fewer letters would match unrelated texts. */
const leastLetters = 5
/** Longer texts are not sentences of the catalog. */
const longestText = 4_000
const betweenSentences = /(?<=[.?!:])(?= [A-Z0-9/`"])/
const severalSentences = /[.?!] [A-Z/`]/

/**
 * Creates a function that finds the pattern a text was built from and translates it. Errors and outcomes are written in
 * English, because logs and programs read them, and are translated where a person reads them. The patterns are compiled
 * when the first text is translated.
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
  /** A part may itself be a sentence, such as the reason of a failure. */
  const partOf = (part: string) => (part.includes(' ') ? (sentence(part.trim()) ?? translated(part)) : part)
  /**
   * Translates a text line by line, sentence by sentence, or with a trailing parenthesis. `undefined` when no part is
   * known.
   */
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

/** Returns the patterns, the most specific first. */
function shapesOf(catalog: Catalog): readonly Shape[] {
  return Object.entries(catalog)
    .filter(([pattern]) => pattern.includes('{0}') && isSpecific(pattern))
    .toSorted(([a], [b]) => lettersOf(b) - lettersOf(a))
    .map(([pattern, translation]) => ({
      fixed: pattern.split(/\{\d+\}/),
      translation,
      values: [...pattern.matchAll(/\{(\d+)\}/g)].map(([, index]) => Number(index)),
    }))
}

/**
 * Returns the text between the fixed parts, or `undefined` when the text does not have these parts. Each part is
 * searched from the end of the previous one, so that a text is read once: a regular expression with several gaps would
 * try all combinations.
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

/** Excludes patterns such as `{0} messages` or `{0} removed.`, which the end of any text could match. */
function isSpecific(pattern: string): boolean {
  if (lettersOf(pattern) < leastLetters || /^\{0\} \p{Letter}+[.?!:]$/u.test(pattern)) return false
  return /^[^{]|^\{0\}: |[.?!:]$/.test(pattern) || pattern.includes('{2}')
}

function lettersOf(pattern: string): number {
  return pattern.replace(/\{\d+\}|\P{Letter}/gu, '').length
}
