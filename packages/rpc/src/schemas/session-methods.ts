import * as z from 'zod'
import { choice } from './choice.js'
import { eventFrame } from './events.js'
import { question } from './question.js'
import { snapshot } from './snapshot.js'
import { state } from './state.js'
import { submitted } from './submitted.js'
import { busyMode, content, cursor, listOf, message, nothing, ofSession, sessionId, timeMs, usage } from './values.js'

const sessionRow = z.object({
  sessionId,
  title: z.string().exactOptional(),
  /** The start of the session, if it has no title. */
  preview: z.string().exactOptional(),
  source: z.string(),
  workingDirectory: z.string().exactOptional(),
  model: z.string().exactOptional(),
  startedAtMs: timeMs,
  lastActivityAtMs: timeMs,
  messageCount: z.number(),
})

/** The methods of sessions. */
export const sessionMethods = {
  /** Creates a session and attaches to it. It is stored with its first prompt. */
  'session.create': {
    params: z.object({
      workingDirectory: z.string().exactOptional(),
      title: z.string().exactOptional(),
      choice: choice.exactOptional(),
    }),
    result: snapshot,
  },
  /**
   * Attaches to a session. Its events follow: those after the cursor `after`, or from the start of the running turn. A cursor that is no
   * longer known starts with `session.lagged`.
   */
  'session.resume': { params: ofSession.extend({ after: cursor.exactOptional() }), result: snapshot },
  /** Does the same for a session that is live in this server. */
  'session.activate': { params: ofSession.extend({ after: cursor.exactOptional() }), result: snapshot },
  /** Detaches. A running turn continues. */
  'session.close': { params: ofSession, result: nothing },
  'session.list': {
    params: z.object({
      limit: z.int().min(1).max(1000).exactOptional(),
      workingDirectory: z.string().exactOptional(),
      title: z.string().exactOptional(),
    }),
    result: z.object({ sessions: listOf(sessionRow) }),
  },
  'session.active_list': {
    params: nothing,
    result: z.object({
      sessions: listOf(
        z.object({
          sessionId,
          title: z.string().exactOptional(),
          workingDirectory: z.string(),
          state,
          clients: z.number(),
        }),
      ),
    }),
  },
  /** Returns stored messages, oldest first: the newest page, or the one before the message `before`. */
  'session.history': {
    params: ofSession.extend({
      before: z.number().exactOptional(),
      limit: z.int().min(1).max(1000).exactOptional(),
      /** Whether to omit the messages of the running turn, whose events follow. */
      beforeTurn: z.boolean().exactOptional(),
    }),
    result: z.object({
      messages: listOf(
        z.object({
          id: z.number(),
          timestampMs: timeMs,
          message,
          /** Set on the result of a call that failed or did not run. */
          isError: z.literal(true).exactOptional(),
        }),
      ),
      hasMore: z.boolean(),
      /** The decisions of people about calls of these messages, oldest first. */
      decisions: listOf(question).exactOptional(),
    }),
  },
  /** Returns the events after a cursor, as far as the server still holds them, for clients that poll. */
  'session.events.since': {
    params: ofSession.extend({ cursor }),
    result: z.object({ events: listOf(eventFrame), cursor, isComplete: z.boolean() }),
  },
  'session.status': { params: ofSession, result: snapshot },
  /** Puts skills before the next message from a client. Fails with `invalidParams` for a skill that does not exist. */
  'session.preload_skills': { params: ofSession.extend({ skills: listOf(z.string()) }), result: nothing },
  'session.interrupt': { params: ofSession.extend({ reason: z.string().exactOptional() }), result: nothing },
  /** Finishes a turn that was cut short. */
  'session.continue': { params: ofSession, result: submitted },
  'session.steer': { params: ofSession.extend({ text: z.string() }), result: submitted },
  /** Sets the busy mode of the session. */
  'session.busy_mode': { params: ofSession.extend({ mode: busyMode }), result: nothing },
  'session.compress': {
    params: ofSession.extend({ focusTopic: z.string().exactOptional() }),
    result: z.object({
      status: z.enum(['compressed', 'skipped', 'failed']),
      tokensBefore: z.number().exactOptional(),
      tokensAfter: z.number().exactOptional(),
      reason: z.string().exactOptional(),
    }),
  },
  /** Creates a copy and attaches to it. */
  'session.branch': { params: ofSession.extend({ title: z.string().exactOptional() }), result: snapshot },
  /** Sets the title, or returns it. */
  'session.title': {
    params: ofSession.extend({ title: z.string().exactOptional() }),
    result: z.object({ title: z.string().exactOptional() }),
  },
  /** Undoes the newest exchanges. */
  'session.undo': {
    params: ofSession.extend({ exchanges: z.int().min(1).exactOptional() }),
    result: z.object({ exchanges: z.number(), content }),
  },
  'session.delete': { params: ofSession, result: nothing },
  'session.usage': {
    params: ofSession,
    result: z.object({
      usage,
      apiCallCount: z.number(),
      /** The size of the next request in tokens. */
      contextTokens: z.number().exactOptional(),
      contextWindow: z.number().exactOptional(),
    }),
  },
} as const
