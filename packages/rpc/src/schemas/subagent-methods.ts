import * as z from 'zod'
import { runningSubagent } from './state.js'
import { listOf, ofSession, sessionId } from './values.js'

/** A sub-agent of a session, at any depth. */
const ofSubagent = ofSession.extend({ subagentId: sessionId })

/**
 * Background work of a session: a `process` that one of its commands started, or the `turn` of a session that it
 * created.
 */
const backgroundWork = z.object({
  id: z.string(),
  kind: z.string(),
  /** The command, or the title of the session. */
  title: z.string(),
  state: z.string(),
  sinceMs: z.number().exactOptional(),
})

/** The methods of sub-agents. */
export const subagentMethods = {
  /** Returns the sub-agents and background work that have not ended. */
  'delegation.status': {
    params: ofSession,
    result: z.object({
      /** The sub-agents at all depths, in the order in which they started. */
      subagents: listOf(runningSubagent),
      background: listOf(backgroundWork).exactOptional(),
    }),
  },
  /** Sends text to the model of a sub-agent, which reads it with its next tool results. */
  'subagent.steer': {
    params: ofSubagent.extend({ text: z.string() }),
    result: z.object({
      /** `false`: the sub-agent has ended. */
      isAccepted: z.boolean(),
    }),
  },
  /** Ends a sub-agent and its own sub-agents. Its parent reads that a person stopped it, and continues. */
  'subagent.interrupt': {
    params: ofSubagent,
    result: z.object({
      /** `false`: the sub-agent has ended. */
      isInterrupted: z.boolean(),
    }),
  },
  /**
   * Pauses a sub-agent and its own sub-agents: each finishes its model call or tool, and takes no further step. In the
   * meantime it can be steered and ended.
   */
  'subagent.pause': {
    params: ofSubagent,
    result: z.object({
      /** `false`: the sub-agent has ended. */
      isPaused: z.boolean(),
    }),
  },
  /** Resumes a paused sub-agent and its own sub-agents. */
  'subagent.resume': {
    params: ofSubagent,
    result: z.object({
      /** `false`: the sub-agent has ended. */
      isResumed: z.boolean(),
    }),
  },
} as const
