import { toLatin } from './look-alikes.js'

export interface Word {
  /** The word in lower case, without accents, and with look-alike letters replaced by Latin ones. */
  readonly text: string
  /** The word with digits read as letters (`1gn0re`). Usually the same as `text`. */
  readonly plain: string
  readonly start: number
  readonly end: number
}

/** Splits a text into words. Letters separated by spaces or dots (`i g n o r e`) are joined into one word. */
export function toWords(text: string): readonly Word[] {
  const words: Word[] = []
  for (const match of text.matchAll(/[\p{L}\p{M}\p{N}@$]+(?:['’][\p{L}]{1,3}(?![\p{L}]))?/gu)) {
    const start = match.index
    words.push(toWord(match[0], start, start + match[0].length))
  }
  return joinSpelled(words)
}

function toWord(raw: string, start: number, end: number): Word {
  if (/^[a-z]+$/i.test(raw)) {
    const text = raw.toLowerCase()
    return { text, plain: text, start, end }
  }
  const bare = raw.replaceAll('’', "'").normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const text = toLatin(bare)
  return { text, plain: toPlain(text), start, end }
}

const digits: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

function toPlain(text: string): string {
  if (text.length < 3 || !/[a-z]/.test(text) || !/[0134578@$]/.test(text)) return text
  return text.replaceAll(/[013457@$]/g, (digit) => digits[digit] ?? digit)
}

const shortestSpelling = 4

/** Joins a run of single letters into one word. The phrases, which know their words, find where each word ends. */
function joinSpelled(words: readonly Word[]): readonly Word[] {
  const joined: Word[] = []
  for (let index = 0; index < words.length; ) {
    const word = words[index]
    if (word && word.text.length !== 1) {
      joined.push(word)
      index += 1
      continue
    }
    let end = index
    while (words[end]?.text.length === 1 && /[a-z]/.test(words[end]?.text ?? '')) end += 1
    const run = words.slice(index, end)
    const first = run[0]
    const last = run.at(-1)
    if (first && last && run.length >= shortestSpelling) {
      const text = run.map((word) => word.text).join('')
      joined.push(...splitSpelled(text, first.start, last.end))
    } else joined.push(...(run.length > 0 ? run : words.slice(index, index + 1)))
    index = Math.max(end, index + 1)
  }
  return joined
}

/** Maximum length of a spelled-out run. Longer runs are cut, which bounds the work. */
const longestSpelling = 4_000

const knownWords =
  /(instructions?|disregard|guidelines|previous|override|ignore|forget|system|prompt|prior|above|rules|your|all|any|the|you|are|now|please|secrets?|password|reveal|print|send)/

/** Splits `ignoreallpreviousinstructions` into known words and the text between them. */
function splitSpelled(text: string, start: number, end: number): readonly Word[] {
  const parts = text
    .slice(0, longestSpelling)
    .split(knownWords)
    .filter((part) => part !== '')
  return parts.map((part) => ({ text: part, plain: part, start, end }))
}
