import type { Logger, SessionId } from '@hermes/core'
import type { WorkItem, WorkQueue } from '@hermes/core/queue'
import { splitText } from '@hermes/platforms'
import { messageQueue, readMessage } from '@hermes/platforms/messages'
import { type SentFiles, takeFiles } from '../files/take-files.js'
import { type ChatNetworks, networkOf } from '../network/chat-network.js'
import type { OutboundPayload } from '../network/payload.js'
import type { Outbox } from './outbox.js'

/** The texts that turns have written for their chats. */
export interface WrittenTexts {
  /**
   * Keeps what a conversation's answers have said so far in a chat above whatever is put into the outbox afterwards.
   * @param key A key that is the same after a restart.
   */
  leaveText(key: string, place: TextPlace): Promise<void>
}

export interface TextPlace {
  readonly conversation: SessionId
  readonly to: Pick<OutboundPayload, 'network' | 'address'>
}

export interface MessagesOptions {
  readonly queue: WorkQueue
  readonly networks: ChatNetworks
  readonly outbox: Pick<Outbox, 'put'>
  readonly texts: WrittenTexts
  readonly folders: SentFiles
  readonly logger: Logger
}

/** A network may be unreachable for hours. */
const retry = { attempts: 60, maxDelayMs: 300_000 }

/** Moves texts that a tool, a webhook or a command stored to the outbox, as parts and files, until `signal` is aborted. */
export async function workOnMessages(options: MessagesOptions, signal: AbortSignal): Promise<void> {
  const { queue, networks, outbox, texts, folders, logger } = options
  async function handle({ id, payload }: WorkItem): Promise<void> {
    const message = readMessage(payload)
    if (!message) return logger.log('error', 'A message was stored by another version.', { id })
    const { network, address, subject, files: named = [], from } = message
    const { limits } = networkOf(networks, network).adapter
    const isTitled = subject !== undefined && limits.hasSubjects === true
    const whole = subject === undefined || isTitled ? message.text : `${subject}\n\n${message.text}`
    const { text, files } = await takeFiles(whole, { ...folders, named }, limits)
    const parts = [
      ...splitText(text, limits.text).map((part) => ({ text: part })),
      ...files.map((file) => ({ text: '', file })),
    ]
    if (from !== undefined) await texts.leaveText(`${id} text`, { conversation: from, to: { network, address } })
    // The first part has the id of the message, because the sender repeats it by that id.
    for (const [index, part] of parts.entries()) {
      await outbox.put(index === 0 ? id : `${id}#${index}`, { network, address, ...part, ...(isTitled && { subject }) })
    }
  }
  await queue.work(messageQueue, handle, { signal, retry })
}
