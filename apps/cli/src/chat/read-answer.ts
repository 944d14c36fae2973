import { offersSession, type Question, type QuestionAnswer } from '@hermes/core/questions'

/** Parses an answer; `undefined` if it is ambiguous. */
export type ReadAnswer = (question: Pick<Question, 'kind' | 'choices'>, text: string) => QuestionAnswer | undefined

/** Only an explicit yes approves. Empty input means no; any other text denies with that text as the reason. */
export function readApproval(question: Pick<Question, 'kind' | 'choices'>, text: string): QuestionAnswer | undefined {
  const said = text.trim()
  if (/^(?:1|y|yes|once)$/i.test(said)) return { decision: 'once' }
  if (offersSession(question)) {
    if (/^(?:2|s|session)$/i.test(said)) return { decision: 'session' }
  } else if (said === '2') return { decision: 'deny' }
  if (/^(?:a|always)$/i.test(said)) return { decision: 'always' }
  if (/^(?:3|n|no|deny|)$/i.test(said)) return { decision: 'deny' }
  if (said.length < 3 || /^(?:y|yes|ok|okay|sure|once|session|always)\b/i.test(said)) return undefined
  return { decision: 'deny', reason: said }
}

/** A number selects the choice at that position. Empty input leaves the decision to the agent. */
export function readClarification({ choices }: Pick<Question, 'choices'>, text: string): QuestionAnswer {
  const said = text.trim()
  return { text: (/^\d+$/.test(said) ? choices[Number(said) - 1] : undefined) ?? said }
}
