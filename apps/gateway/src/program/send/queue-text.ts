import { randomUUID } from 'node:crypto'
import type { WorkQueue } from '@hermes/core/queue'
import type { ValueTable } from '@hermes/core/sessions'
import {
  type ChatMessage,
  createChatNames,
  formatPlace,
  type HomeChats,
  parseTarget,
  putMessage,
  resolveChatName,
} from '@hermes/platforms/messages'
import { createPauses } from '../../chats/connect/pauses.js'

/** A text that a person sends to a chat, without the agent. */
export interface ChatText extends Pick<ChatMessage, 'text' | 'subject' | 'files'> {
  /** The target: `telegram`, `telegram:<chat>`, `telegram:<chat>:<thread>` or `telegram:#<name>`. */
  readonly target: string
}

export interface ChatTextOptions {
  readonly queue: Pick<WorkQueue, 'put'>
  readonly values: ValueTable
  readonly platforms: HomeChats
}

export interface QueuedText {
  readonly id: string
  /** The target, with the id of the chat. */
  readonly target: string
  readonly network: string
  /** Whether the message waits until its network is resumed. */
  readonly isPaused: boolean
}

/**
 * Stores a message, which a gateway sends.
 * @throws {HermesError} if the target names no chat.
 */
export async function queueText(
  { target: given, ...message }: ChatText,
  { queue, values, platforms }: ChatTextOptions,
): Promise<QueuedText> {
  const target = parseTarget(await resolveChatName(given, createChatNames(values)), platforms)
  const id = `send-${randomUUID()}`
  await putMessage(queue, id, { ...target, ...message })
  const { network } = target
  const isPaused = (await createPauses(values).list()).has(network)
  return { id, target: `${network}:${formatPlace(target.address)}`, network, isPaused }
}
