import { type AuxiliaryModel, askOnce } from '@hermes/core/wiring'
import { readVerdict, withinLimit } from '@hermes/safety'
import type { Judge, Judgment } from './judge.js'
import { describeCall, judgeInstructions } from './judge-prompt.js'

export interface ModelJudgeOptions {
  /** Returns the judging model. Called for each call; `undefined` leaves the decision to a person. */
  readonly model: () => AuxiliaryModel | undefined
  /** Additional rules of the user in natural language. Default: none. */
  readonly policy?: string
  /** Removes secrets from the model's input. Default: nothing is removed. */
  readonly redact?: (text: string) => string
  /** How long to wait for the answer, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number
}

/** Longer calls are decided by people, because a long text can mislead a judge. */
const longestSubject = 20_000

/**
 * Creates a judge that lets a model decide about flagged calls, with one request each. Everything but a clear decision
 * escalates: no model, no answer, and an invalid, late or truncated answer. Rejects only with the reason of an aborted
 * signal.
 */
export function createModelJudge({ model, policy, redact, timeoutMs = 30_000 }: ModelJudgeOptions): Judge {
  return async (call, { signal, sessionId }) => {
    const judge = model()
    if (!judge) return escalate('There is no model to judge it.')
    if (call.subject.length > longestSubject) return escalate('It is too long to be judged.')
    const limit = new AbortController()
    const limited = AbortSignal.any([signal, limit.signal])
    const described = describeCall(redact ? { ...call, subject: redact(call.subject) } : call)
    const system = judgeInstructions(policy)
    const question = { system, messages: [{ role: 'user', content: described }] } as const
    try {
      const asked = askOnce(judge, question, { signal: limited, sessionId })
      const { text, reason } = await withinLimit(asked, timeoutMs, 'The judgment')
      const judgment = reason === 'stop' ? readVerdict(text, ['approve', 'deny', 'escalate']) : undefined
      return judgment ?? escalate('The judging model gave no clear decision.')
    } catch {
      signal.throwIfAborted()
      return escalate('The judging model did not answer.')
    } finally {
      limit.abort()
    }
  }
}

function escalate(reason: string): Judgment {
  return { verdict: 'escalate', reason }
}
