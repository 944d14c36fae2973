import type { Match } from './finding.js'

/** Letters of other alphabets that look like Latin letters (from Unicode TR 39, lower case). */
// biome-ignore format: a table to read across
const latin: Readonly<Record<string, string>> = {
  а: 'a', е: 'e', ё: 'e', о: 'o', р: 'p', с: 'c', у: 'y', х: 'x', і: 'i', ї: 'i', ј: 'j', ѕ: 's', ԁ: 'd', һ: 'h',
  к: 'k', м: 'm', т: 't', в: 'b', н: 'h', г: 'r', п: 'n', ԛ: 'q', ԝ: 'w', ѵ: 'v', ɡ: 'g', ı: 'i', ɩ: 'i', ӏ: 'l',
  α: 'a', β: 'b', ε: 'e', η: 'n', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x', ω: 'w', γ: 'y',
}

/** This many words with foreign letters among Latin ones cannot be typing mistakes. */
const fewest = 5

/** Finds words whose letters were exchanged for look-alikes of other alphabets. Empty if there are few. */
export function findDisguised(text: string): readonly Match[] {
  const words = [...text.matchAll(/\p{L}{3,40}/gu)].filter(([word]) => isDisguised(word.toLowerCase()))
  if (words.length < fewest) return []
  return words.map(({ 0: word, index }) => ({ name: 'encoded_instruction', start: index, end: index + word.length }))
}

function isDisguised(word: string): boolean {
  if (!/[a-z]/.test(word)) return false
  const foreign = Array.from(word).filter((letter) => !/\p{sc=Latin}/u.test(letter))
  return foreign.length > 0 && foreign.every((letter) => Object.hasOwn(latin, letter))
}

/** Replaces look-alike letters in words that mix them with Latin letters. Words of other languages are kept. */
export function toLatin(word: string): string {
  if (!/[a-z]/.test(word) || !/[\p{sc=Cyrillic}\p{sc=Greek}ɡıɩ]/u.test(word)) return word
  return Array.from(word, (letter) => latin[letter] ?? letter).join('')
}
