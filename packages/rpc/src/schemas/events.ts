import * as z from 'zod'
import { choice } from './choice.js'
import { outcome } from './outcome.js'
import { question } from './question.js'
import { queuedInput, state, turn } from './state.js'
import { content, cursor, failure, jsonObject, message, person, sessionId, usage } from './values.js'

const inTurn = { turnId: z.string() }
const status = z.enum(['completed', 'exhausted', 'halted', 'interrupted', 'failed'])

/** Events of a turn, of the agent or of one of its sub-agents. */
export const turnEvents = {
  'iteration.start': z.object({ iteration: z.number(), maxIterations: z.number() }),
  'message.delta': z.object({ text: z.string() }),
  'reasoning.delta': z.object({ text: z.string() }),
  /** The answer starts over: discard the deltas since the last `message.stored`. */
  'message.restart': z.object({}),
  /** The message is stored under `id`. */
  'message.stored': z.object({ id: z.number(), message }),
  /** The model writes a call. `index` is its place in the answer. */
  'tool.generating': z.object({ index: z.number(), name: z.string().exactOptional(), argumentsText: z.string() }),
  'tool.start': z.object({
    toolId: z.string(),
    name: z.string(),
    args: jsonObject,
    summary: z.string().exactOptional(),
    /** What the call does, if its tool says so. */
    kind: z.enum(['read', 'edit', 'search', 'execute', 'fetch', 'think', 'other']).exactOptional(),
  }),
  'tool.progress': z.object({ toolId: z.string(), text: z.string() }),
  'tool.complete': z.object({
    toolId: z.string(),
    name: z.string(),
    result: content,
    isError: z.boolean(),
    durationMs: z.number(),
    /** The amount that the call handled, if its tool counts it: `{ count: 120, unit: 'line' }`. */
    amount: z.object({ count: z.int(), unit: z.string() }).exactOptional(),
    /** Data for display, such as `{ diff }` or `{ todos }`. */
    display: z.unknown().exactOptional(),
    /** Why the call was not allowed to run, for display. */
    refusal: z.string().exactOptional(),
  }),
  /** The tokens of one model call. */
  'session.usage': z.object({ usage, reason: z.string() }),
  'status.update': z.object({
    kind: z.literal('budget'),
    level: z.enum(['caution', 'warning', 'exhausted']),
    limit: z.string(),
  }),
  'question.open': z.object({ question }),
  'question.settled': z.object({ question }),
  'compression.start': z.object({ trigger: z.enum(['threshold', 'overflow', 'request']) }),
  'compression.complete': z.object({
    status: z.enum(['compressed', 'skipped', 'failed']),
    durationMs: z.number(),
    tokensBefore: z.number().exactOptional(),
    tokensAfter: z.number().exactOptional(),
    /** Why it was skipped or failed, or what went wrong in between. */
    reason: z.string().exactOptional(),
  }),
  /** A notice for display. `code` is stable. */
  notice: z.object({ code: z.string(), text: z.string() }),
} as const

/** Events of a session. Each has a cursor. */
export const sessionEvents = {
  ...turnEvents,
  /** A turn started. `input` is absent for a continued turn. */
  'message.start': z.object({ turn, submissionId: z.string(), input: content.exactOptional() }),
  /** The turn ended. */
  'message.complete': z.object({
    ...inTurn,
    submissionId: z.string(),
    status,
    text: z.string().exactOptional(),
    /** Why it was interrupted, or which limit was reached. */
    reason: z.string().exactOptional(),
    error: failure.exactOptional(),
  }),
  /** An event of a sub-agent, with `type` and `payload` as in this table. */
  'subagent.event': z.object({
    toolId: z.string(),
    childSessionId: sessionId,
    goal: z.string(),
    type: z.string(),
    payload: jsonObject,
  }),
  'prompt.queued': z.object({ input: queuedInput }),
  'prompt.unqueued': z.object({ submissionId: z.string(), why: z.enum(['turn', 'cancelled', 'elsewhere']) }),
  'prompt.steered': z.object({ ...inTurn, text: z.string(), by: person }),
  /** The settings changed. `cacheBreak`: the cost of the change. */
  'session.info': z.object({
    choice,
    by: person,
    isOnce: z.boolean().exactOptional(),
    cacheBreak: z.object({ tokens: z.number(), costUsd: z.number().exactOptional() }).exactOptional(),
  }),
  'command.complete': z.object({ name: z.string(), by: person, outcome }),
  'session.state': z.object({ state }),
  /** Events were missed. The running turn follows from its start: load the history before it. */
  'session.lagged': z.object({ missed: z.number(), state }),
} as const

/** Events of a connection. They have no cursor, and are not repeated. */
export const connectionEvents = {
  /** The first frame of the server. */
  'gateway.ready': z.object({ protocolVersion: z.number(), version: z.string() }),
  /** The end of a prompt of this connection. */
  'prompt.end': z.object({
    submissionId: z.string(),
    status: z.enum([
      'turn',
      'command',
      'steered',
      'duplicate',
      'cancelled',
      'refused',
      'elsewhere',
      'left-queued',
      'failed',
    ]),
    turnId: z.string().exactOptional(),
    error: failure.exactOptional(),
  }),
  /** A request of the server no longer needs an answer. `id` is that of the request. */
  'request.cancel': z.object({ id: z.union([z.string(), z.number()]), method: z.string(), reason: z.string() }),
  /** The session is no longer attached. */
  'session.closed': z.object({ reason: z.string() }),
} as const

export const events = { ...sessionEvents, ...connectionEvents } as const

export type TurnEventType = keyof typeof turnEvents
export type SessionEventType = keyof typeof sessionEvents
export type EventType = keyof typeof events
export type PayloadOf<Type extends EventType> = z.infer<(typeof events)[Type]>

/** An event without its address. */
export type EventBody = {
  [Type in EventType]: { readonly type: Type; readonly payload: PayloadOf<Type> }
}[EventType]

function frameOf<Type extends EventType>(type: Type) {
  return z.object({
    type: z.literal(type),
    sessionId: sessionId.exactOptional(),
    cursor: cursor.exactOptional(),
    /** The turn that the event belongs to. */
    turnId: z.string().exactOptional(),
    payload: events[type],
  })
}

/** The parameters of the notification `event`. */
export const rpcEvent = z.discriminatedUnion('type', [
  frameOf('iteration.start'),
  frameOf('message.delta'),
  frameOf('reasoning.delta'),
  frameOf('message.restart'),
  frameOf('message.stored'),
  frameOf('tool.generating'),
  frameOf('tool.start'),
  frameOf('tool.progress'),
  frameOf('tool.complete'),
  frameOf('session.usage'),
  frameOf('status.update'),
  frameOf('question.open'),
  frameOf('question.settled'),
  frameOf('compression.start'),
  frameOf('compression.complete'),
  frameOf('notice'),
  frameOf('message.start'),
  frameOf('message.complete'),
  frameOf('subagent.event'),
  frameOf('prompt.queued'),
  frameOf('prompt.unqueued'),
  frameOf('prompt.steered'),
  frameOf('session.info'),
  frameOf('command.complete'),
  frameOf('session.state'),
  frameOf('session.lagged'),
  frameOf('gateway.ready'),
  frameOf('prompt.end'),
  frameOf('request.cancel'),
  frameOf('session.closed'),
])

export type RpcEvent = z.infer<typeof rpcEvent>

/** An event whose payload is not checked. */
export const eventFrame = z.object({
  type: z.string(),
  sessionId: sessionId.exactOptional(),
  cursor: cursor.exactOptional(),
  turnId: z.string().exactOptional(),
  payload: jsonObject,
})
