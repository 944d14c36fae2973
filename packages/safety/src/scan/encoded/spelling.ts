import { decodeMatches, type EncodedPart } from './part.js'
import { telltales } from './telltales.js'

/** Finds text cut into quoted strings, or with digits and signs in place of letters. */
export function spelledParts(text: string): readonly EncodedPart[] {
  return [
    ...decodeMatches(text, /(?:["'][^"'\n\\]{1,60}["']\s{0,4}[+.&]?\s{0,4}){2,60}["'][^"'\n\\]{1,60}["']/g, joined),
    ...mixedParts(text),
  ]
}

function joined(part: string): string {
  return [...part.matchAll(/["']([^"'\n\\]{1,60})["']/g)].map(([, piece = '']) => piece).join('')
}

/** Words that mix letters with signs that look like letters. */
const mixed = /(?<![\w|!$@+€(])[a-z0134578|!$@+€(]{5,24}/gi
const letters: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  $: 's',
  '@': 'a',
  '+': 't',
  '€': 'e',
  '(': 'c',
  '!': 'i',
  '|': 'l',
}
const known = new Set(telltales)

/** The letters and signs that become each letter. */
const spellings: Readonly<Record<string, string>> = {
  a: '[a4@]',
  b: '[b8]',
  c: '[c(]',
  e: '[e3€]',
  i: '[i1!]',
  l: '[l1|]',
  o: '[o0]',
  s: '[s5$]',
  t: '[t7+]',
}
const longestFirst = [...telltales].sort((left, right) => right.length - left.length)
/** A lookahead, because another word may start inside a match. */
const spelledTelltale = new RegExp(
  `(?=(${longestFirst.map((word) => word.replaceAll(/[a-z]/g, (letter) => spellings[letter] ?? letter)).join('|')}))`,
  'gi',
)

/** Whether a word that attacks use is written with such signs. */
function hasMixedWord(text: string): boolean {
  for (const [, word = ''] of text.matchAll(spelledTelltale)) if (/[^a-z]/i.test(word)) return true
  return false
}

/** Finds lines with a word that decodes to one that attacks use. */
function mixedParts(text: string): readonly EncodedPart[] {
  if (!hasMixedWord(text)) return []
  return decodeMatches(text, /[^\n]{0,400}[0134578|!$@+€(][^\n]{0,2000}/g, (line) => {
    const isMixed = [...line.matchAll(mixed)].some(([word]) => {
      return !known.has(word.toLowerCase()) && ones.some((one) => known.has(plain(word, one).toLowerCase()))
    })
    return isMixed ? ones.map((one) => plain(line, one)).join('\n') : undefined
  })
}

const ones = ['i', 'l'] as const

function plain(part: string, one: 'i' | 'l'): string {
  return part.replaceAll(/[0134578|!$@+€(]/g, (sign) => (sign === '1' ? one : (letters[sign] ?? sign)))
}
