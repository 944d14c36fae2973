import * as z from 'zod'
import { listOf, sessionId, timeMs } from './values.js'

export const approvalDecision = z.enum(['once', 'session', 'always', 'deny'])

/** A question to a person. Its text may come from a model: escape control characters. */
export const question = z.object({
  id: z.string(),
  kind: z.enum(['approval', 'clarification']),
  sessionId,
  rootSessionId: sessionId,
  /** Approval: the tool that would run. */
  tool: z.string().exactOptional(),
  /** Approval: exactly what would run. Clarification: the question. */
  text: z.string(),
  workingDirectory: z.string().exactOptional(),
  /** Approval: why it is requested, one sentence each. */
  reasons: listOf(z.string()),
  /** Approval: what the decision `session` covers. */
  sessionScope: z.string().exactOptional(),
  choices: listOf(z.string()),
  createdAtMs: timeMs,
  deadlineMs: timeMs,
  callId: z.string().exactOptional(),
  /** Approval: the changes that the call would make. */
  diff: z.string().exactOptional(),
  state: z.enum(['open', 'answered', 'expired', 'withdrawn']),
  answeredBy: z.string().exactOptional(),
  /** Approval: how it was answered. */
  decision: approvalDecision.exactOptional(),
  /** Approval: why it was denied. */
  reason: z.string().exactOptional(),
})
