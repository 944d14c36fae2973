import { script, scripts } from './scripts.js'

/**
 * The index of each feature in a measure. Words have one index per length up to 12. A longer word counts as length 12, and its further
 * letters are counted separately.
 */
export const feature = {
  /**
   * Words after a space, after a character that they do not merge with, after one symbol that they merge with, and directly after
   * letters or digits.
   */
  spaced: 0,
  bare: 12,
  joined: 24,
  glued: 36,
  /** Words in capitals, by length up to 6. */
  capitals: 48,
  furtherLetters: 54,
  furtherCapitals: 55,
  accents: 56,
  digitRuns: 57,
  digitTriples: 58,
  digits: 59,
  /** Runs of symbols, by length up to 5. */
  signs: 60,
  furtherSigns: 65,
  newlineRuns: 66,
  newlines: 67,
  /** Spaces that do not merge with the next word. */
  indents: 68,
  furtherBlanks: 69,
  tabRuns: 70,
  tabs: 71,
  /** Runs of each script from `cyrillic` on, their characters, and the characters after the fifth of a run. */
  runs: 72,
  characters: 84,
  furtherCharacters: 96,
  /** Words and letters again, if the share of accents shows that the text is not English. */
  foreignWords: 108,
  foreignLetters: 109,
} as const

export const featureCount = 110

const longestWord = 12
const longestCapitals = 6
const longestSigns = 5
/** The longest run of spaces that is one token. */
const longestIndent = 16
const shortRun = 5
/** A text with at least one accent per this number of words is not English. */
const foreignWordsPerAccent = 30

/**
 * Copied for each text: a typed array of this size is allocated outside the heap, which takes longer than measuring a
 * short text.
 */
const zeros: readonly number[] = Array.from({ length: featureCount }, () => 0)

/** The number of occurrences of each {@link feature}. */
export type Measure = number[]

/** Adjacent characters of one script, or the letters of one word. */
interface Run {
  kind: number
  length: number
  /** The script before the run. */
  before: number
  /** Whether the run merges with the single symbol before it. */
  isJoined: boolean
}

/**
 * Maximum length in characters of a text that is measured as a whole. Longer texts are measured by samples, which takes
 * about 20 ms at most.
 */
const longestWhole = 1_000_000
const samples = 250
const sampleLength = 4_000

/**
 * Counts the features of a text in one pass: words by length, runs of digits and symbols, and characters of each
 * script. Splits where the patterns of byte-pair tokenizers split. For a text above 1,000,000 characters, evenly spread
 * parts stand for the whole.
 */
export function measureText(text: string): Measure {
  if (text.length <= longestWhole) return measureWhole(text)
  const scale = text.length / (samples * sampleLength)
  return measureWhole(sampleOf(text)).map((count) => count * scale)
}

function sampleOf(text: string): string {
  const step = (text.length - sampleLength) / (samples - 1)
  return Array.from({ length: samples }, (_, index) => {
    const start = Math.floor(index * step)
    return text.slice(start, start + sampleLength)
  }).join('')
}

function measureWhole(text: string): Measure {
  const measure = zeros.slice()
  const run: Run = { kind: script.none, length: 0, before: script.none, isJoined: false }
  const { length } = text
  for (let at = 0; at < length; ) {
    const kind = scripts[text.charCodeAt(at)]
    const from = at
    do at += 1
    while (at < length && scripts[text.charCodeAt(at)] === kind)
    turnTo(kind ?? script.other, at - from, run, measure)
  }
  turnTo(script.none, 0, run, measure)
  addForeign(measure)
  return measure
}

/** Ends a run and starts the next, unless both belong to one word. */
function turnTo(next: number, nextLength: number, run: Run, measure: Measure): void {
  const { kind, before, length } = run
  if (isSmall(next) && isLetter(kind)) {
    if (next === script.accented) add(measure, feature.accents, 1)
    run.kind = next
    run.length += nextLength
    return
  }
  // A word merges with the single symbol before it, unless whitespace precedes the symbol.
  const joins = kind === script.sign && length === 1 && !isBlank(before) && isLetter(next)
  if (!joins) addRun(run, next, measure)
  run.kind = next
  run.length = nextLength
  run.before = kind
  run.isJoined = joins
}

function addRun(run: Run, next: number, measure: Measure): void {
  const { kind, length } = run
  if (isSmall(kind)) addLength(measure, wordsBehind(run), length, longestWord, feature.furtherLetters)
  else if (kind === script.upper) addLength(measure, feature.capitals, length, longestCapitals, feature.furtherCapitals)
  else if (kind === script.sign) addLength(measure, feature.signs, length, longestSigns, feature.furtherSigns)
  else if (kind === script.digit) addDigits(length, measure)
  else if (isBlank(kind)) addBlanks(run, next, measure)
  else if (kind !== script.none) addOther(kind - script.cyrillic, length, measure)
}

function addOther(place: number, length: number, measure: Measure): void {
  add(measure, feature.runs + place, 1)
  add(measure, feature.characters + place, length)
  if (length > shortRun) add(measure, feature.furtherCharacters + place, length - shortRun)
}

function wordsBehind({ before, isJoined }: Run): number {
  if (before === script.blank) return feature.spaced
  if (isJoined) return feature.joined
  return isLetter(before) || before === script.digit ? feature.glued : feature.bare
}

/** Counts words of other languages in Latin script, which take more tokens than English words of the same length. */
function addForeign(measure: Measure): void {
  let words = 0
  let letters = measure[feature.furtherLetters] ?? 0
  for (let index = 0; index < feature.capitals; index++) {
    words += measure[index] ?? 0
    letters += (measure[index] ?? 0) * ((index % longestWord) + 1)
  }
  if ((measure[feature.accents] ?? 0) * foreignWordsPerAccent < words) return
  add(measure, feature.foreignWords, words)
  add(measure, feature.foreignLetters, letters)
}

function addDigits(length: number, measure: Measure): void {
  add(measure, feature.digitRuns, 1)
  add(measure, feature.digitTriples, Math.ceil(length / 3))
  add(measure, feature.digits, length)
}

function addBlanks({ kind, length, before }: Run, next: number, measure: Measure): void {
  if (kind === script.newline) {
    // Line breaks merge with the symbols before them.
    if (before !== script.sign) add(measure, feature.newlineRuns, 1)
    add(measure, feature.newlines, length)
  } else if (kind === script.tab) {
    add(measure, feature.tabRuns, 1)
    add(measure, feature.tabs, length)
  } else if (next !== script.newline) {
    // The last space merges with what follows, unless that is a digit.
    const blanks = next === script.digit || next === script.none ? length : length - 1
    if (blanks > 0) add(measure, feature.indents, 1)
    add(measure, feature.furtherBlanks, Math.max(0, blanks - longestIndent))
  }
}

/** Counts each length up to `longest` separately, and the characters beyond it in `further`. */
function addLength(measure: Measure, first: number, length: number, longest: number, further: number): void {
  add(measure, first + Math.min(length, longest) - 1, 1)
  if (length > longest) add(measure, further, length - longest)
}

function add(measure: Measure, index: number, amount: number): void {
  measure[index] = (measure[index] ?? 0) + amount
}

const isSmall = (kind: number) => kind === script.lower || kind === script.accented
const isLetter = (kind: number) => kind === script.upper || isSmall(kind)
const isBlank = (kind: number) => kind === script.blank || kind === script.newline || kind === script.tab
