import type { Question } from '@hermes/core/questions'
import { maySuggest } from '@hermes/runtime'

/** An entry for `command_allowlist` that would have saved questions. */
export interface SuggestedRule {
  /** A command exactly as it was allowed, or the reason that a tool is asked about. */
  readonly entry: string
  readonly kind: 'command' | 'tool'
  readonly allowed: number
  readonly lastAtMs: number
}

export interface SuggestOptions {
  /** The entries that exist. */
  readonly known: readonly string[]
  readonly sinceMs: number
  /** Allowed at least so many times. */
  readonly atLeast: number
}

/** More than one command, or a part that only the running shell knows, which an entry would not cover; and signs of patterns. */
const notPlain = /[;&|<>$`\n(){}*?[\]\\]/

/**
 * The calls that a person allowed again and again and never denied. What deletes, gives away or cannot be changed back is never proposed.
 * Most often allowed first.
 */
export function suggestRules(
  questions: readonly Question[],
  { known, sinceMs, atLeast }: SuggestOptions,
): readonly SuggestedRule[] {
  const answered = questions.filter(({ kind, settledAtMs = 0 }) => kind === 'approval' && settledAtMs >= sinceMs)
  const groups = Map.groupBy(answered, entryOf)
  return [...groups]
    .flatMap(([entry, asked]): SuggestedRule[] => {
      if (entry === undefined || known.includes(entry) || !asked.every(isAllowed) || asked.length < atLeast) return []
      const lastAtMs = Math.max(...asked.map(({ settledAtMs = 0 }) => settledAtMs))
      return [{ entry, kind: isTool(asked[0]) ? 'tool' : 'command', allowed: asked.length, lastAtMs }]
    })
    .toSorted((left, right) => right.allowed - left.allowed || right.lastAtMs - left.lastAtMs)
}

function entryOf(question: Question): string | undefined {
  const { reasons, text } = question
  if (reasons.length === 0 || !reasons.every(maySuggest)) return undefined
  if (isTool(question)) return reasons[0]
  return notPlain.test(text) || text.length > 300 ? undefined : text
}

/** A tool that is asked about as such: its reason names it. */
function isTool(question: Question | undefined): boolean {
  return question?.reasons.length === 1 && question.reasons[0]?.startsWith('The tool "') === true
}

function isAllowed({ state, answer }: Question): boolean {
  return state === 'answered' && answer !== undefined && 'decision' in answer && answer.decision !== 'deny'
}
