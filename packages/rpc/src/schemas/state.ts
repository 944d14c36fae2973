import * as z from 'zod'
import { question } from './question.js'
import { busyMode, content, listOf, person, sessionId, timeMs } from './values.js'

export const turn = z.object({ id: z.string(), startedAtMs: timeMs, by: person })

export const queuedInput = z.object({ id: z.string(), content, by: person, atMs: timeMs })

export const subagent = z.object({
  id: sessionId,
  goal: z.string(),
  sinceMs: timeMs,
  doing: z.string().exactOptional(),
})

/** What a conversation does now. */
export const state = z.object({
  activity: z.enum(['idle', 'running', 'waiting']),
  turn: turn.exactOptional(),
  question: question.exactOptional(),
  subagents: listOf(subagent).exactOptional(),
  queued: listOf(queuedInput),
  busyMode,
  /** The latest turn was cut short: `session.continue` finishes it. */
  canContinue: z.boolean(),
})
