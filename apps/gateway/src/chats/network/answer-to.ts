import type { InboundEvent } from '@hermes/core/platform'
import type { ChatNetwork } from './chat-network.js'
import { addressOf } from './chat-origin.js'
import type { OutboundPayload } from './payload.js'

/** Where everything goes that an event causes, with what its network wants back: a mail has the subject of that. */
export function answerTo(
  event: InboundEvent,
  { name }: Pick<ChatNetwork, 'name'>,
): Pick<OutboundPayload, 'network' | 'address' | 'context'> {
  const { context } = event
  return { network: name, address: addressOf(event), ...(context && { context }) }
}
