import type { InboundEvent } from '@hermes/core/platform'
import type { ChatNetwork } from './chat-network.js'
import { addressOf } from './chat-origin.js'
import type { OutboundPayload } from './payload.js'

/** Returns where everything that an event causes is sent, with the context that its network wants back, such as the subject of a mail. */
export function answerTo(
  event: InboundEvent,
  { name }: Pick<ChatNetwork, 'name'>,
): Pick<OutboundPayload, 'network' | 'address' | 'context'> {
  const { context } = event
  return { network: name, address: addressOf(event), ...(context && { context }) }
}
