import type { QuestionDesk } from '../contracts/agent/question-desk.js'
import type { Approve, Clarify } from '../contracts/sessions/question.js'
import { approvalInquiry, clarificationInquiry } from './to-inquiry.js'

/** Adapts a desk to the approval gate. */
export function approveAt(ask: QuestionDesk['ask'], timeoutMs: number): Approve {
  return async (request, context) => {
    const outcome = await ask(await approvalInquiry(request, timeoutMs), context)
    if (outcome.status !== 'answered') return { decision: 'deny', unanswered: outcome.status }
    return 'decision' in outcome.answer ? outcome.answer : { decision: 'deny' }
  }
}

/** Adapts a desk to the tool `clarify`. */
export function clarifyAt(ask: QuestionDesk['ask'], timeoutMs: number): Clarify {
  return async (question, context) => {
    const outcome = await ask(await clarificationInquiry(question, timeoutMs), context)
    const text = outcome.status === 'answered' && 'text' in outcome.answer ? outcome.answer.text : ''
    return text.trim() === '' ? undefined : text
  }
}
