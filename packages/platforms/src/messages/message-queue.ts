import type { JsonValue, SessionId } from '@hermes/core'
import type { WorkQueue } from '@hermes/core/queue'
import { isRecord } from '@hermes/core/wiring'
import type { ChatTarget } from './parse-target.js'

/** The queue of whole texts for chats. The process that is connected to the networks splits and sends them. */
export const messageQueue = 'chat-messages'

export interface ChatMessage extends ChatTarget {
  readonly text: string
  /** The subject. On networks without subjects, it is put above the text. */
  readonly subject?: string
  /**
   * Files that a person named. Lines with `MEDIA:` in the text may send them wherever they are. Absolute paths without
   * links.
   */
  readonly files?: readonly string[]
  /** The session whose turn sends the message: what the turn has written before stays above it. */
  readonly from?: SessionId
}

/** Stores a message. @returns `false` when one with this id was stored before. */
export function putMessage(queue: Pick<WorkQueue, 'put'>, id: string, message: ChatMessage): Promise<boolean> {
  const { network, address, text, subject = null, files = [], from = null } = message
  const { chatId, threadId = null } = address
  const lane = `${network}:${chatId}:${threadId ?? ''}`
  return queue.put({
    queue: messageQueue,
    lane,
    id,
    payload: { network, chatId, threadId, text, subject, files, from },
  })
}

/** Parses a message. Returns `undefined` for the format of another version. */
export function readMessage(payload: JsonValue): ChatMessage | undefined {
  if (!isRecord(payload)) return undefined
  const { network, chatId, threadId, text, subject, files, from } = payload
  if (typeof network !== 'string' || typeof chatId !== 'string' || typeof text !== 'string') return undefined
  return {
    network,
    address: { chatId, ...(typeof threadId === 'string' && { threadId }) },
    text,
    ...(typeof subject === 'string' && { subject }),
    ...(Array.isArray(files) && { files: files.map(String) }),
    ...(typeof from === 'string' && { from }),
  }
}
