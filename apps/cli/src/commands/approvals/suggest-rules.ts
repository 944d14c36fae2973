import type { Question } from '@hermes/core/questions'
import { maySuggest } from '@hermes/runtime'

/** An entry for `command_allowlist` that would have avoided questions. */
export interface SuggestedRule {
  /** A command exactly as it was allowed, or the reason why a tool asks. */
  readonly entry: string
  readonly kind: 'command' | 'tool'
  readonly allowed: number
  readonly lastAtMs: number
}

export interface SuggestOptions {
  /** Entries that already exist. */
  readonly known: readonly string[]
  readonly sinceMs: number
  /** Minimum number of approvals. */
  readonly atLeast: number
}

/** Several commands, parts that only the running shell can resolve, and pattern characters. An entry would not cover them. */
const notPlain = /[;&|<>$`\n(){}*?[\]\\]/

/**
 * Suggests entries for calls that a person allowed repeatedly and never denied, most often allowed first. Calls that delete, publish or
 * cannot be undone are never suggested.
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

/** Whether the question is about a tool as such: its reason names the tool. */
function isTool(question: Question | undefined): boolean {
  return question?.reasons.length === 1 && question.reasons[0]?.startsWith('The tool "') === true
}

function isAllowed({ state, answer }: Question): boolean {
  return state === 'answered' && answer !== undefined && 'decision' in answer && answer.decision !== 'deny'
}
