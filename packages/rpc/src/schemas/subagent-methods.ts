import * as z from 'zod'
import { runningSubagent } from './state.js'
import { listOf, ofSession, sessionId } from './values.js'

/** A sub-agent of a session, at any depth. */
const ofSubagent = ofSession.extend({ subagentId: sessionId })

/** What runs beside a session: a `process` that one of its commands started, or the `turn` of a session that it began. */
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
  /** What has not ended. */
  'delegation.status': {
    params: ofSession,
    result: z.object({
      /** At all depths, in order of their start. */
      subagents: listOf(runningSubagent),
      background: listOf(backgroundWork).exactOptional(),
    }),
  },
  /** Sends text to the model of a sub-agent, which reads it with its next tool results. */
  'subagent.steer': {
    params: ofSubagent.extend({ text: z.string() }),
    result: z.object({
      /** `false`: it has ended. */
      isAccepted: z.boolean(),
    }),
  },
  /** Ends a sub-agent and its own sub-agents. Its parent reads that a person stopped it, and continues. */
  'subagent.interrupt': {
    params: ofSubagent,
    result: z.object({
      /** `false`: it has ended. */
      isInterrupted: z.boolean(),
    }),
  },
  /**
   * Pauses a sub-agent and its own sub-agents: each finishes its model call or tool, and takes no further step. It can be
   * steered and ended meanwhile.
   */
  'subagent.pause': {
    params: ofSubagent,
    result: z.object({
      /** `false`: it has ended. */
      isPaused: z.boolean(),
    }),
  },
  /** Lets a paused sub-agent and its own sub-agents go on. */
  'subagent.resume': {
    params: ofSubagent,
    result: z.object({
      /** `false`: it has ended. */
      isResumed: z.boolean(),
    }),
  },
} as const
