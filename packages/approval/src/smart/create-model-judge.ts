import { type AuxiliaryModel, askOnce } from '@hermes/core/wiring'
import { withinLimit } from '@hermes/safety'
import type { Judge, Judgement } from './judge.js'
import { describeCall, judgeInstructions } from './judge-prompt.js'
import { readJudgement } from './read-judgement.js'

export interface ModelJudgeOptions {
  /** Who judges; `undefined` where there is nobody: then a person decides. Asked for each call. */
  readonly model: () => AuxiliaryModel | undefined
  /** Rules of the user's own, in plain words. Default: none. */
  readonly policy?: string
  /** Takes secrets out of what the model gets to see. Default: it sees everything. */
  readonly redact?: (text: string) => string
  /** How long the answer is waited for. Default 30,000. */
  readonly timeoutMs?: number
}

/** Longer calls are for people: a judge that has to read on and on can be led astray. */
const longestSubject = 20_000

/**
 * Lets a model decide about flagged calls, one question each. Whatever is no plain decision (no model, no answer, a broken,
 * late or cut one) escalates. Rejects only with the reason of an aborted signal.
 */
export function createModelJudge({ model, policy, redact, timeoutMs = 30_000 }: ModelJudgeOptions): Judge {
  const system = judgeInstructions(policy)
  return async (call, { signal, sessionId }) => {
    const judge = model()
    if (!judge) return escalate('There is no model to judge it.')
    if (call.subject.length > longestSubject) return escalate('It is too long to be judged.')
    const limit = new AbortController()
    const limited = AbortSignal.any([signal, limit.signal])
    const described = describeCall(redact ? { ...call, subject: redact(call.subject) } : call)
    const question = { system, messages: [{ role: 'user', content: described }] } as const
    try {
      const asked = askOnce(judge, question, { signal: limited, sessionId })
      const { text, reason } = await withinLimit(asked, timeoutMs, 'The judgement')
      const judgement = reason === 'stop' ? readJudgement(text) : undefined
      return judgement ?? escalate('The answer of the judging model was no plain decision.')
    } catch {
      signal.throwIfAborted()
      return escalate('The judging model did not answer.')
    } finally {
      limit.abort()
    }
  }
}

function escalate(reason: string): Judgement {
  return { verdict: 'escalate', reason }
}
