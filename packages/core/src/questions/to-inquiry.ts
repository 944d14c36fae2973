import type { ApprovalRequest, ClarifyQuestion } from '../contracts/question.js'
import type { Inquiry } from '../contracts/question-desk.js'
import { fingerprintOf } from './fingerprint.js'

/** Whether a call may run. Without an answer it may not. */
export async function approvalInquiry(request: ApprovalRequest, timeoutMs: number): Promise<Inquiry> {
  const { sessionId, tool, args, subject, workingDirectory, reasons } = request
  return {
    kind: 'approval',
    sessionId,
    tool,
    text: subject,
    ...(workingDirectory !== undefined && { workingDirectory }),
    reasons,
    choices: ['once', 'session', 'deny'],
    fingerprint: await fingerprintOf(['approval', tool, subject, args ?? null, workingDirectory ?? null]),
    defaultAnswer: { decision: 'deny' },
    timeoutMs,
  }
}

/** What the agent wants to know. Without an answer it decides itself. */
export async function clarificationInquiry(question: ClarifyQuestion, timeoutMs: number): Promise<Inquiry> {
  const { sessionId, text, choices } = question
  const fingerprint = await fingerprintOf(['clarification', text, choices])
  return { kind: 'clarification', sessionId, text, reasons: [], choices, fingerprint, timeoutMs }
}
