/** Deterministic texts like those of a coding agent's sessions. */
export interface Texts {
  words(count: number): string
  chinese(letters: number): string
  path(): string
  /** Returns rare words. */
  rare(number: number): string
}

const syllables =
  'ba co de fi gu ha in jo ka le mo ne or pa qui re st ta un ver wi ex yo ze tion ment er con pro al'.split(' ')
const known = ['the', 'to', 'a', 'function', 'error', 'and', 'of', 'is', 'deploy', 'server']
const wordCount = 40_000
const letterCount = 3_000

export function createTexts(): Texts {
  const random = createRandom()
  /** Picks a word with a Zipf distribution, like that of a language: the n-th word is n times as rare as the first. */
  const oneOf = (count: number) => Math.floor(count ** random()) - 1
  const vocabulary = Array.from({ length: wordCount }, (_, index) => known[index] ?? toWord(index))
  const word = () => vocabulary[oneOf(wordCount)] ?? ''
  const path = () => `src/${word()}/${word()}-${word()}.ts`
  const piece = () => {
    const kind = random()
    if (kind < 0.02) return path()
    if (kind < 0.03) return `v${Math.floor(random() * 9)}.${Math.floor(random() * 20)}.${Math.floor(random() * 9)}`
    if (kind < 0.035) return `#${Math.floor(random() * 20_000)}`
    return kind < 0.036 ? 'C++' : word()
  }
  const letter = () => String.fromCodePoint(0x4e00 + ((oneOf(letterCount) * 37) % 20_000))
  return {
    words: (count) => Array.from({ length: count }, piece).join(' '),
    chinese: (letters) => Array.from({ length: letters }, () => (random() < 0.08 ? '，API ' : letter())).join(''),
    path,
    rare: (number) => (number % 5_000 === 3 ? ' needle 天気予報 🚀' : ''),
  }
}

/** Returns a word. Frequent ones are short. */
function toWord(index: number): string {
  const length = 2 + (index > 50 ? 1 : 0) + (index > 1_000 ? 1 : 0)
  let rest = index * 7_919 + 13
  let word = ''
  for (let count = 0; count < length; count++) {
    word += syllables[rest % syllables.length] ?? ''
    rest = Math.floor(rest / syllables.length) + index
  }
  return word
}

function createRandom(): () => number {
  let state = 12_345
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
