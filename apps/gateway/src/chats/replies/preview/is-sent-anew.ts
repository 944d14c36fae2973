import type { ValueTable } from '@hermes/core/sessions'
import type { ChatNetwork } from '../../network/chat-network.js'
import type { ShownReply } from './noted-preview.js'

const namespace = 'chat-fresh-answers'

/**
 * Whether an answer that was shown while it was written is sent as a new message, so that it triggers a notification and has the time of its end.
 * Decided once: another attempt, later or in another process, must not edit what the first one removes.
 */
export async function isSentAnew(
  id: string,
  { messages, mayHaveMore, shownMs }: Omit<ShownReply, 'earlier'>,
  { network, values }: { readonly network: Pick<ChatNetwork, 'adapter' | 'settings'>; readonly values: ValueTable },
): Promise<boolean> {
  const limitMs = network.settings.fresh_final_seconds * 1000
  if (limitMs === 0 || messages.length === 0) return false
  const mayBe = network.adapter.remove !== undefined && !mayHaveMore && (shownMs ?? 0) >= limitMs
  return (await values.update(namespace, id, (before) => before ?? mayBe)) === true
}

export async function forgetSentAnew(values: ValueTable, id: string): Promise<void> {
  if ((await values.get(namespace, id)) !== undefined) await values.update(namespace, id, () => undefined)
}
