import type { ValueTable } from '@hermes/core/sessions'
import { splitText } from '@hermes/platforms'
import type { ChatNetwork } from '../../network/chat-network.js'
import type { OutboundPayload } from '../../network/payload.js'
import type { Outbox } from '../../outbox/outbox.js'
import { notePreview, previewKey, type ShownReply } from './noted-preview.js'

/** The text of an answer so far. */
export interface LeftText {
  /** The id of the answer. */
  readonly id: string
  /** Where the text is shown. It is no longer updated there. */
  readonly shown: ShownReply
  readonly text: string
}

export interface LeaveTextOptions {
  readonly to: Pick<OutboundPayload, 'network' | 'address'>
  readonly network: ChatNetwork
  readonly outbox: Pick<Outbox, 'put'>
  readonly values: ValueTable
}

/**
 * Puts a text into the outbox that stays where it is shown, or is sent. Later messages and the rest of the answer come below it. Repeating the call
 * with the same key has no further effect.
 */
export async function leaveText(key: string, { id, shown, text }: LeftText, options: LeaveTextOptions): Promise<void> {
  const { to, network, outbox, values } = options
  const { messages, earlier, mayHaveMore } = shown
  const part = (index: number) => `${key}#${index}`
  const parts = splitText(text, network.adapter.limits.text)
  for (const [index, text] of parts.entries()) {
    const edits = messages[index]
    await outbox.put(part(index), {
      ...to,
      text,
      ...(edits && index > 0 && { follows: part(index - 1) }),
      ...(edits ? { edits } : mayHaveMore && { shownAs: previewKey(id, earlier + index) }),
    })
  }
  for (const [index, removes] of messages.slice(parts.length).entries()) {
    await outbox.put(`${key}#rest${index}`, { ...to, text: '', removes })
  }
  await notePreview(values, id, { earlier: earlier + Math.max(parts.length, messages.length + 1), ids: [] })
}
