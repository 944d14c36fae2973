import { shortenText } from '../prune/shorten-text.js'
import { cuesOf, isMereAssent } from './cue-words.js'

export interface AskBudget {
  /** What the list may take, in tokens. */
  readonly tokens: number
  countTokens(text: string): number
}

/** Beyond that, an ask keeps its beginning and its end. */
const longest = 1_500
const shortened = 200

/**
 * What the user said, oldest first, in their own words: all of it where there is room. Otherwise the first message, those that
 * change or restrict the task and the newest are kept before others, and a long one is shortened before it goes.
 */
export function boundAsks(asks: readonly string[], { tokens, countTokens }: AskBudget): readonly string[] {
  const candidates = withoutRepeats(asks.map((ask) => shortenText(ask.trim(), longest)).filter(Boolean))
  const ranked = candidates
    .map((text, index) => ({ text, index, weight: weightOf(text, index, candidates.length) }))
    .sort((left, right) => right.weight - left.weight)
  const kept: { readonly text: string; readonly index: number }[] = []
  let left = tokens
  for (const { text, index } of ranked) {
    const fitting = [text, shortenText(text, shortened)].find((version) => countTokens(version) <= left)
    if (fitting === undefined) continue
    left -= countTokens(fitting)
    kept.push({ text: fitting, index })
  }
  return kept.sort((one, other) => one.index - other.index).map(({ text }) => text)
}

/** Said twice, a thing is kept where it was said last. */
function withoutRepeats(asks: readonly string[]): readonly string[] {
  return [...new Set(asks.toReversed())].toReversed()
}

function weightOf(text: string, index: number, count: number): number {
  if (isMereAssent(text)) return 0
  const isFirst = index === 0 ? 4 : 0
  const cues = cuesOf(text)
  const changes = cues.has('change') ? 3 : 0
  const restricts = cues.has('constraint') ? 2 : 0
  return 1 + isFirst + changes + restricts + (2 * index) / count
}
