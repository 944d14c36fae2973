import * as z from 'zod'
import { approvalDecision, question } from './question.js'
import { sessionId } from './values.js'

const asked = z.object({ sessionId, requestId: z.string(), question })

/**
 * Requests of the server to clients that list them in their capabilities. Several clients may be asked; the first
 * answer counts.
 */
export const serverRequests = {
  /** Asks a person to decide about a call. */
  approval: {
    params: asked.extend({ canAllowForGood: z.boolean() }),
    result: z.object({ choice: approvalDecision, reason: z.string().exactOptional() }),
  },
  /** Asks a person to answer a question of the agent. An empty answer leaves the decision to the agent. */
  clarify: { params: asked, result: z.object({ answer: z.string() }) },
} as const

export type ServerRequestName = keyof typeof serverRequests
export type RequestParams<Name extends ServerRequestName> = z.infer<(typeof serverRequests)[Name]['params']>
export type RequestResult<Name extends ServerRequestName> = z.infer<(typeof serverRequests)[Name]['result']>
