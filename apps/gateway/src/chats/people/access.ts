import type { Role } from '@hermes/conversations'
import type { ChatSender } from '@hermes/core/platform'
import type { ChatNetwork } from '../network/chat-network.js'
import type { Pairing } from './pairing.js'

/**
 * The role of a sender; `undefined` if they have none. The order: everyone of the network, paired people, the list of the network. Everyone
 * else is refused.
 */
export async function roleOf(
  sender: ChatSender,
  { name, settings }: ChatNetwork,
  pairing: Pick<Pairing, 'isPaired'>,
): Promise<Exclude<Role, 'anyone'> | undefined> {
  if (settings.admins.includes(sender.id)) return 'admin'
  const isKnown =
    settings.allow_all || (await pairing.isPaired(name, sender.id)) || settings.allow_from.includes(sender.id)
  return isKnown ? 'user' : undefined
}
