import * as z from 'zod'
import { question } from './question.js'
import { busyMode, content, listOf, person, sessionId, timeMs, usage } from './values.js'

export const turn = z.object({ id: z.string(), startedAtMs: timeMs, by: person })

export const queuedInput = z.object({ id: z.string(), content, by: person, atMs: timeMs })

export const subagent = z.object({
  id: sessionId,
  goal: z.string(),
  sinceMs: timeMs,
  doing: z.string().exactOptional(),
})

/** A sub-agent that has not ended, of a turn or in the background. */
export const runningSubagent = subagent.extend({
  /** The session of the agent that started it. */
  parentId: sessionId,
  /** 1 for sub-agents of the session. */
  depth: z.number(),
  /**
   * `waiting`: for the end of another sub-agent. `paused`: it takes no further step until `subagent.resume`.
   * `stopping`: it was interrupted and has not ended yet.
   */
  state: z.enum(['waiting', 'running', 'paused', 'stopping']),
  model: z.string().exactOptional(),
  /** The number of model calls. */
  iterations: z.number(),
  toolCalls: z.number(),
  usage,
})

/** The current activity of a conversation. */
export const state = z.object({
  activity: z.enum(['idle', 'running', 'waiting']),
  turn: turn.exactOptional(),
  question: question.exactOptional(),
  subagents: listOf(subagent).exactOptional(),
  queued: listOf(queuedInput),
  busyMode,
  /** Whether the latest turn was cut short, so that `session.continue` can finish it. */
  canContinue: z.boolean(),
})
