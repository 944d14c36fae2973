import * as z from 'zod'
import { approvalDecision, question } from './question.js'
import { submitted } from './submitted.js'
import { content, listOf, ofSession, sessionId } from './values.js'

/** The methods of prompts and of the agent's questions. */
export const promptMethods = {
  'prompt.submit': {
    params: ofSession.extend({
      content,
      /** The id of the prompt. Of two prompts with the same id, only the first counts. */
      id: z.string().min(1).max(200).exactOptional(),
      as: z.enum(['auto', 'message']).exactOptional(),
      whenBusy: z.enum(['queue', 'steer', 'interrupt', 'refuse']).exactOptional(),
    }),
    result: submitted,
  },
  /** Removes a prompt from the queue, or interrupts its turn. */
  'prompt.cancel': {
    params: ofSession.extend({ submissionId: z.string() }),
    result: z.object({ isCancelled: z.boolean() }),
  },
  'question.list': { params: ofSession, result: z.object({ questions: listOf(question) }) },
  'approval.respond': {
    params: z.object({
      sessionId,
      requestId: z.string(),
      choice: approvalDecision,
      reason: z.string().exactOptional(),
    }),
    result: z.object({ isAccepted: z.boolean() }),
  },
  'clarify.respond': {
    params: z.object({ sessionId, requestId: z.string(), answer: z.string() }),
    result: z.object({ isAccepted: z.boolean() }),
  },
} as const
