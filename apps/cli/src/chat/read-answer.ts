import type { Question, QuestionAnswer } from '@hermes/core/questions'

/** Makes an answer of what was typed; `undefined` where it cannot be told what was meant. */
export type ReadAnswer = (text: string) => QuestionAnswer | undefined

/** Only a plain yes is one: nothing is no, and any other text says why not. */
export function readApproval(text: string): QuestionAnswer | undefined {
  const said = text.trim()
  if (/^(?:1|y|yes|once)$/i.test(said)) return { decision: 'once' }
  if (/^(?:2|s|session)$/i.test(said)) return { decision: 'session' }
  if (/^(?:a|always)$/i.test(said)) return { decision: 'always' }
  if (/^(?:3|n|no|deny|)$/i.test(said)) return { decision: 'deny' }
  if (said.length < 3 || /^(?:y|yes|ok|okay|sure|once|session|always)\b/i.test(said)) return undefined
  return { decision: 'deny', reason: said }
}

/** The number of a choice stands for its text; nothing leaves it to the agent. */
export function readClarification({ choices }: Pick<Question, 'choices'>, text: string): QuestionAnswer {
  const said = text.trim()
  return { text: (/^\d+$/.test(said) ? choices[Number(said) - 1] : undefined) ?? said }
}
