import type { Inquiry } from '../contracts/agent/question-desk.js'
import type { ApprovalRequest, ClarifyQuestion } from '../contracts/sessions/question.js'
import { fingerprintOf } from './fingerprint.js'

/** Creates the inquiry for an approval. Without an answer, the call is denied. */
export async function approvalInquiry(request: ApprovalRequest, timeoutMs: number): Promise<Inquiry> {
  const { sessionId, tool, args, subject, workingDirectory, reasons, sessionScope } = request
  const { callId, diff, isAskedEachTime = false } = request
  return {
    kind: 'approval',
    sessionId,
    ...(callId !== undefined && { callId }),
    tool,
    text: subject,
    ...(workingDirectory !== undefined && { workingDirectory }),
    reasons,
    choices: isAskedEachTime ? ['once', 'deny'] : ['once', 'session', 'deny'],
    fingerprint: await fingerprintOf(['approval', tool, subject, args ?? null, workingDirectory ?? null]),
    defaultAnswer: { decision: 'deny' },
    timeoutMs,
    ...(sessionScope !== undefined && { sessionScope }),
    shown: { ...(diff !== undefined && { diff }) },
  }
}

/** Creates the inquiry for a clarification. Without an answer, the agent decides. */
export async function clarificationInquiry(question: ClarifyQuestion, timeoutMs: number): Promise<Inquiry> {
  const { sessionId, text, choices, callId } = question
  const fingerprint = await fingerprintOf(['clarification', text, choices])
  const call = callId === undefined ? {} : { callId }
  return { kind: 'clarification', sessionId, ...call, text, reasons: [], choices, fingerprint, timeoutMs }
}
