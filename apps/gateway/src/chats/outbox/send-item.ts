import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type OutboundFile, type OutboundMessage, PlatformError, type SentMessage } from '@hermes/core/platform'
import type { WorkItem } from '@hermes/core/queue'
import { measureText } from '@hermes/platforms'
import type { ChatNetwork } from '../network/chat-network.js'
import type { OutboundPath, OutboundPayload } from '../network/payload.js'
import type { Attempts } from './attempts.js'
import { repeatedNote } from './repeated-note.js'

export interface SendItemOptions {
  readonly attempts: Attempts
  /** Called after the result of a job was sent for the first time that is known. */
  readonly onResultSent: (message: OutboundPayload, sent: SentMessage) => Promise<void>
}

/** Brings a message of the outbox to its network. */
export type SendItem = (
  item: Pick<WorkItem, 'id'>,
  network: ChatNetwork,
  message: OutboundPayload,
  signal: AbortSignal,
) => Promise<void>

export function createSendItem({ attempts, onResultSent }: SendItemOptions): SendItem {
  return async (item, network, message, signal) => {
    const { adapter } = network
    const { text, buttons, address, edits, removes, shownAs, withdraws } = message
    if (withdraws !== undefined) return withdraw(withdraws, network, { ...address, text: '…' }, signal)
    if (removes) return adapter.remove?.(removes, { signal })
    if (edits && adapter.edit) {
      await adapter.edit(edits, { text, ...(buttons && { buttons }) }, { signal })
      return
    }
    const attempt = await attempts.begin(item.id)
    if (attempt === 'sent') return
    const mayBeRepeated = attempt === 'sending' && adapter.limits.isIdempotent !== true
    const { replyToMessageId, context, file, subject, resultId } = message
    const noted = mayBeRepeated ? withNote(text, network) : text
    try {
      if (noted === undefined)
        await adapter.send({ ...address, text: `_${repeatedNote}_` }, { key: `${item.id}!`, signal })
      // A network that recognises repeated messages answers with the one that was shown: its text is replaced.
      const replaces = shownAs !== undefined && adapter.limits.isIdempotent === true && adapter.edit !== undefined
      const sent = await adapter.send(
        {
          ...address,
          text: noted ?? text,
          ...(buttons && { buttons }),
          ...(replyToMessageId !== undefined && { replyToMessageId }),
          ...(subject !== undefined && { subject }),
          ...(context && { context }),
          ...(file && { file: await load(file) }),
        },
        { key: replaces ? shownAs : item.id, signal },
      )
      if (replaces) await adapter.edit?.(sent, { text, ...(buttons && { buttons }) }, { signal })
      // Nothing else comes before the end of the item, which says as much.
      if (resultId === undefined) return
      await attempts.note(item.id, 'sent')
      await onResultSent(message, sent)
    } catch (error) {
      // An earlier attempt may still have arrived.
      if (PlatformError.is(error) && error.kind !== 'unknown-outcome')
        await attempts.note(item.id, attempt === 'sending' ? attempt : undefined)
      throw error
    }
  }
}

/** Only a network that recognises repeated messages knows which one it was. */
async function withdraw(key: string, { adapter }: ChatNetwork, message: OutboundMessage, signal: AbortSignal) {
  if (adapter.limits.isIdempotent !== true) return
  const sent = await adapter.send({ ...message, isPartial: true }, { key, signal })
  await adapter.remove?.(sent, { signal })
}

/** `undefined` if there is no room for the note. */
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
