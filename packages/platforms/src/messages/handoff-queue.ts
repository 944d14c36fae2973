import type { JsonValue, SessionId } from '@hermes/core'
import type { WorkQueue } from '@hermes/core/queue'
import { isRecord } from '@hermes/core/wiring'
import type { ChatTarget } from './parse-target.js'

/** The queue of sessions that continue in a chat. The process that is connected to the networks takes them. */
export const handoffQueue = 'chat-handoffs'

/** A session that a person moves to a chat. */
export interface Handoff extends ChatTarget {
  /** The root session. */
  readonly sessionId: SessionId
  /** When the terminal gives up waiting, in milliseconds since 1970. */
  readonly untilMs: number
}

/** Stores a handoff. @returns `false` when one with this id was stored before. */
export function putHandoff(queue: Pick<WorkQueue, 'put'>, id: string, handoff: Handoff): Promise<boolean> {
  const { network, address, sessionId, untilMs } = handoff
  const { chatId, threadId = null } = address
  const payload = { network, chatId, threadId, sessionId, untilMs }
  return queue.put({ queue: handoffQueue, lane: sessionId, id, payload })
}

/** Parses a handoff. Returns `undefined` for the format of another version. */
export function readHandoff(payload: JsonValue): Handoff | undefined {
  if (!isRecord(payload)) return undefined
  const { network, chatId, threadId, sessionId, untilMs } = payload
  if (typeof network !== 'string' || typeof chatId !== 'string') return undefined
  if (typeof sessionId !== 'string' || typeof untilMs !== 'number') return undefined
  return { network, address: { chatId, ...(typeof threadId === 'string' && { threadId }) }, sessionId, untilMs }
}
