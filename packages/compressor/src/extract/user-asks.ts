import { shortenText } from '../prune/shorten-text.js'
import { cuesOf, isMereAssent } from './cue-words.js'

export interface AskBudget {
  /** The maximum size of the list, in tokens. */
  readonly tokens: number
  countTokens(text: string): number
}

/** The maximum length of an ask, in characters. Longer ones keep their start and end. */
const longest = 1_500
const shortened = 200

/**
 * Returns the user's messages that fit into the budget, verbatim and oldest first. If not all fit, the first message, the newest ones, and
 * those that change or restrict the task are preferred. A message that does not fit is shortened, then dropped.
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

/** Removes duplicates and keeps the last occurrence. */
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
