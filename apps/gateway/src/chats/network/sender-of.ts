import type { Sender } from '@hermes/conversations'
import type { ChatNetwork } from './chat-network.js'
import type { KnownPerson } from './known-person.js'

/** Returns the speaker, for the conversation. */
export function senderOf({
  network,
  who: { person },
}: {
  readonly network: Pick<ChatNetwork, 'name'>
  readonly who: KnownPerson
}): Sender {
  return { person, surface: { kind: 'chat', name: network.name } }
}
