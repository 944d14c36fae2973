import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { describeError, type Logger } from '@hermes/core'
import { type OutboundFile, type OutboundMessage, PlatformError, type SentMessage } from '@hermes/core/platform'
import type { WorkItem } from '@hermes/core/queue'
import { measureText } from '@hermes/platforms'
import type { ChatNetwork } from '../network/chat-network.js'
import type { OutboundPath, OutboundPayload } from '../network/payload.js'
import type { Attempts } from './attempts.js'
import type { KeptMessages } from './kept-messages.js'
import { repeatedNote } from './repeated-note.js'

export interface SendItemOptions {
  readonly attempts: Attempts
  readonly kept: KeptMessages
  /** Called after the result of a job, or a session that is handed over, was shown for the first time, as far as is known. */
  readonly onSent: (message: OutboundPayload, sent: SentMessage) => Promise<void>
  /** Puts another message for the same chat. */
  readonly put: (id: string, message: OutboundPayload) => Promise<unknown>
  readonly logger: Logger
}

/** Sends a message of the outbox to its network. */
export type SendItem = (
  item: Pick<WorkItem, 'id'>,
  network: ChatNetwork,
  message: OutboundPayload,
  signal: AbortSignal,
) => Promise<void>

export function createSendItem({ attempts, kept, onSent, put, logger }: SendItemOptions): SendItem {
  /** @returns `false` if the message no longer exists, or the network accepts no edit of it. */
  async function edit(
    sent: SentMessage,
    { text, buttons }: OutboundPayload,
    { adapter }: ChatNetwork,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (!adapter.edit) return false
    try {
      await adapter.edit(sent, { text, ...(buttons && { buttons }) }, { signal })
      return true
    } catch (error) {
      if (!isFinal(error)) throw error
      logger.log('info', 'A message could not be edited.', { error: describeError(error) })
      return false
    }
  }

  /** Whether this item, or the part above it, started a new message instead of an edit. Later parts belong below that message. */
  async function isBegunAnew(id: string, { follows }: OutboundPayload): Promise<boolean> {
    if (await attempts.has(id)) return true
    return follows !== undefined && (await attempts.has(follows))
  }

  /** @returns the message that the new one replaces, if it still exists. */
  async function sendNew(id: string, network: ChatNetwork, message: OutboundPayload, signal: AbortSignal) {
    const { adapter } = network
    const { text, buttons, address, edits, shownAs } = message
    const attempt = await attempts.begin(id)
    if (attempt === 'sent') return edits
    const mayBeRepeated = attempt === 'sending' && adapter.limits.isIdempotent !== true
    const { replyToMessageId, context, file, subject, resultId, handsOver, isKept } = message
    const noted = mayBeRepeated ? withNote(text, network) : text
    try {
      const to = { ...address, ...(context && { context }) }
      if (noted === undefined) await adapter.send({ ...to, text: `_${repeatedNote}_` }, { key: `${id}!`, signal })
      const outbound: OutboundMessage = {
        ...to,
        text: noted ?? text,
        ...(buttons && { buttons }),
        ...(replyToMessageId !== undefined && { replyToMessageId }),
        ...(subject !== undefined && { subject }),
        ...(file && { file: await load(file) }),
      }
      // A network that recognizes repeated messages returns the one that was shown, and its text is replaced.
      const replaces = shownAs !== undefined && adapter.limits.isIdempotent === true && adapter.edit !== undefined
      const sent = await adapter.send(outbound, { key: replaces ? shownAs : id, signal })
      if (replaces && !(await edit(sent, message, network, signal))) {
        await adapter.send(outbound, { key: id, signal })
        return sent
      }
      // In other cases, the end of the item follows at once and records the same.
      if (edits || isKept || resultId !== undefined) await attempts.note(id, 'sent')
      if (isKept) await kept.keep(id, sent, message)
      if (resultId !== undefined || handsOver !== undefined) await onSent(message, sent)
      return edits
    } catch (error) {
      // An earlier attempt may still have arrived.
      if (PlatformError.is(error) && error.kind !== 'unknown-outcome')
        await attempts.note(id, attempt === 'sending' ? attempt : undefined)
      throw error
    }
  }

  async function settle(id: string, message: OutboundPayload, network: ChatNetwork, signal: AbortSignal) {
    const sent = await kept.of(id, message.address)
    if (!sent) return
    await edit(sent, message, network, signal)
    await kept.forget(id)
  }

  return async ({ id }, network, message, signal) => {
    const { adapter } = network
    const { network: name, address, edits, settles, isMinor, removes, withdraws } = message
    if (withdraws !== undefined) return withdraw(withdraws, network, { ...address, text: '…' }, signal)
    if (removes) return adapter.remove?.(removes, { signal })
    if (settles !== undefined) return settle(settles, message, network, signal)
    if (edits && !(await isBegunAnew(id, message))) {
      if ((await edit(edits, message, network, signal)) || isMinor) return
    }
    const replaced = await sendNew(id, network, message, signal)
    // Removed only now, so that people can read the old text until there is a better one.
    if (replaced) await put(`${id} replaced`, { network: name, address, text: '', removes: replaced })
  }
}

/** Whether the same call would fail again. Another call may not: on some networks, a new message is shorter than an edit. */
function isFinal(error: unknown): boolean {
  return PlatformError.is(error) && ['gone', 'refused', 'too-long'].includes(error.kind)
}

/** Removes a message whose id is not known. Only a network that recognizes repeated messages can identify it. */
async function withdraw(key: string, { adapter }: ChatNetwork, message: OutboundMessage, signal: AbortSignal) {
  if (adapter.limits.isIdempotent !== true) return
  const sent = await adapter.send({ ...message, isPartial: true }, { key, signal })
  await adapter.remove?.(sent, { signal })
}

/** Returns the text with the note, or `undefined` if there is no room for it. */
function withNote(text: string, { adapter: { limits } }: ChatNetwork): string | undefined {
  const noted = `${text}\n\n_${repeatedNote}_`
  return measureText(noted, limits.text.unit) > limits.text.max ? undefined : noted
}

async function load({ path, kind, mediaType }: OutboundPath): Promise<OutboundFile> {
  try {
    return { kind, mediaType, name: basename(path), content: await readFile(path) }
  } catch (cause) {
    throw new PlatformError('refused', `The file ${basename(path)} cannot be read any more.`, { cause })
  }
}
