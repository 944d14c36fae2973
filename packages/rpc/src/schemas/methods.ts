import * as z from 'zod'
import { choice, choiceChanges, chosenModel } from './choice.js'
import { eventFrame } from './events.js'
import { outcome } from './outcome.js'
import { approvalDecision, question } from './question.js'
import { runningSubagent, state } from './state.js'
import { busyMode, content, cursor, jsonObject, listOf, message, sessionId, timeMs, usage } from './values.js'

const nothing = z.object({})
const ofSession = z.object({ sessionId })
/** A sub-agent of a session, at any depth. */
const ofSubagent = ofSession.extend({ subagentId: sessionId })
const requestNames = listOf(z.enum(['approval', 'clarify']))

/** A session that the connection is attached to. */
const snapshot = z.object({
  sessionId,
  state,
  choice,
  model: chosenModel.exactOptional(),
  title: z.string().exactOptional(),
  workingDirectory: z.string(),
  isStored: z.boolean(),
  /** Shown to the person once. */
  notices: listOf(z.string()),
})

const sessionRow = z.object({
  sessionId,
  title: z.string().exactOptional(),
  source: z.string(),
  workingDirectory: z.string().exactOptional(),
  model: z.string().exactOptional(),
  startedAtMs: timeMs,
  lastActivityAtMs: timeMs,
  messageCount: z.number(),
})

const acceptance = z.object({
  as: z.enum(['turn', 'queued', 'steer', 'command', 'duplicate', 'refused']),
  turnId: z.string().exactOptional(),
  position: z.number().exactOptional(),
  name: z.string().exactOptional(),
  isWaiting: z.boolean().exactOptional(),
  reason: z.string().exactOptional(),
  message: z.string().exactOptional(),
})

const submitted = z.object({ submissionId: z.string(), acceptance })
const completion = z.object({ text: z.string(), detail: z.string().exactOptional() })
const commandRow = z.object({
  name: z.string(),
  aliases: listOf(z.string()),
  usage: z.string().exactOptional(),
  description: z.string(),
  category: z.string(),
  whileRunning: z.enum(['at-once', 'after', 'refused']),
})

const connection = {
  initialize: {
    params: z.object({
      protocolVersion: z.number(),
      client: z.object({ name: z.string(), version: z.string().exactOptional() }).exactOptional(),
      capabilities: z.object({ requests: requestNames.exactOptional() }).exactOptional(),
    }),
    result: z.object({
      protocolVersion: z.number(),
      server: z.object({ name: z.string(), version: z.string() }),
      capabilities: z.object({
        methods: listOf(z.string()),
        events: listOf(z.string()),
        requests: listOf(z.string()),
      }),
      limits: z.object({ maxFrameBytes: z.number() }),
    }),
  },
  /** Changes what the client can be asked. */
  'client.capabilities': { params: z.object({ requests: requestNames }), result: nothing },
  ping: { params: nothing, result: nothing },
} as const

const session = {
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
  /** The same, for a session that is live in this server. */
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
  /** Stored messages, oldest first: the newest page, or the one before the message `before`. */
  'session.history': {
    params: ofSession.extend({
      before: z.number().exactOptional(),
      limit: z.int().min(1).max(1000).exactOptional(),
      /** Without the messages of the running turn, whose events follow. */
      beforeTurn: z.boolean().exactOptional(),
    }),
    result: z.object({
      messages: listOf(z.object({ id: z.number(), timestampMs: timeMs, message })),
      hasMore: z.boolean(),
    }),
  },
  /** Events after a cursor, as far as the server holds them, for clients that poll. */
  'session.events.since': {
    params: ofSession.extend({ cursor }),
    result: z.object({ events: listOf(eventFrame), cursor, isComplete: z.boolean() }),
  },
  'session.status': { params: ofSession, result: snapshot },
  'session.interrupt': { params: ofSession.extend({ reason: z.string().exactOptional() }), result: nothing },
  /** Finishes a turn that was cut short. */
  'session.continue': { params: ofSession, result: submitted },
  'session.steer': { params: ofSession.extend({ text: z.string() }), result: submitted },
  /** The busy mode of the session. */
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
  /** Takes the newest exchanges back. */
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

const prompt = {
  'prompt.submit': {
    params: ofSession.extend({
      content,
      /** Of two prompts with one id, only the first counts. */
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

const commands = {
  'commands.catalog': { params: ofSession, result: z.object({ commands: listOf(commandRow) }) },
  'command.resolve': {
    params: ofSession.extend({ line: z.string() }),
    result: z.object({
      type: z.enum(['command', 'unknown', 'refused', 'message']),
      command: commandRow.exactOptional(),
      args: z.string().exactOptional(),
      text: z.string().exactOptional(),
    }),
  },
  /** Runs a command, and answers when it has ended. */
  'command.dispatch': {
    params: ofSession.extend({ line: z.string() }),
    result: z.object({ submissionId: z.string(), outcome }),
  },
  'complete.slash': {
    params: ofSession.extend({ line: z.string().max(10_000) }),
    result: z.object({ start: z.number(), completions: listOf(completion) }),
  },
} as const

const settings = {
  'config.get': {
    params: ofSession,
    result: z.object({ choice, settings: listOf(z.object({ name: z.string(), value: z.string() })) }),
  },
  'config.set': {
    params: ofSession.extend({ changes: choiceChanges, isOnce: z.boolean().exactOptional() }),
    result: z.object({ choice }),
  },
  'model.options': {
    params: ofSession,
    result: z.object({
      current: chosenModel,
      models: listOf(z.object({ model: z.string(), provider: z.string(), detail: z.string().exactOptional() })),
    }),
  },
  'tools.list': {
    params: ofSession,
    result: z.object({
      tools: listOf(
        z.object({
          name: z.string(),
          toolset: z.string(),
          isEnabled: z.boolean(),
          reason: z.string().exactOptional(),
        }),
      ),
    }),
  },
  /** Ends the background processes of a session. */
  'process.stop': { params: ofSession, result: z.object({ stopped: z.number() }) },
  'reload.env': {
    params: ofSession,
    result: z.object({ isChanged: z.boolean(), details: jsonObject.exactOptional() }),
  },
  'reload.mcp': {
    params: ofSession,
    result: z.object({ isChanged: z.boolean(), details: jsonObject.exactOptional() }),
  },
} as const

const subagents = {
  /** The sub-agents that have not ended, at all depths, in order of their start. */
  'delegation.status': { params: ofSession, result: z.object({ subagents: listOf(runningSubagent) }) },
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

/** The methods of the server. */
export const methods = { ...connection, ...session, ...prompt, ...commands, ...settings, ...subagents } as const

export type MethodName = keyof typeof methods
/** The parameters of a method after they were checked. */
export type ParamsOf<Name extends MethodName> = z.infer<(typeof methods)[Name]['params']>
export type ResultOf<Name extends MethodName> = z.infer<(typeof methods)[Name]['result']>

/** The methods with one type for all of them. */
export const methodTable: {
  readonly [Name in MethodName]: {
    readonly params: z.ZodType<ParamsOf<Name>>
    readonly result: z.ZodType<ResultOf<Name>>
  }
} = methods

export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(methods, name)
}
