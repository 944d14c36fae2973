import type { Question, QuestionAnswer } from '@hermes/core/questions'

/** What was typed. `always` is the answer `session`, and a change of the user's settings besides. */
export type TypedAnswer = QuestionAnswer | { readonly decision: 'always' }

/** Makes an answer of what was typed; `undefined` where it cannot be told what was meant. */
export type ReadAnswer = (text: string) => TypedAnswer | undefined

/** Only a plain yes is one: nothing is no, and any other text says why not. */
export function readApproval(text: string): TypedAnswer | undefined {
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
