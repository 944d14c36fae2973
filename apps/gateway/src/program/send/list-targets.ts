import type { ValueTable } from '@hermes/core/sessions'
import { createChatNames, createConversationHomes, formatPlace } from '@hermes/platforms/messages'
import type { PlatformSettings } from '@hermes/runtime'

/** A chat that messages can be sent to. */
export interface KnownTarget {
  /** The target, such as `telegram:-100123`. */
  readonly target: string
  readonly network: string
  /** A name that people of the network have chosen. */
  readonly name?: string
  /** Whether messages that name only the network go to this chat. */
  readonly isHome: boolean
}

/** Returns the chats in the settings of the networks, those with a conversation, and those that are known by name. */
export async function listTargets(
  values: ValueTable,
  platforms: Readonly<Record<string, PlatformSettings>>,
): Promise<readonly KnownTarget[]> {
  const homes = await createConversationHomes(values).list()
  const perNetwork = Object.entries(platforms).map(async ([network, settings]) => {
    const named = await createChatNames(values).list(network)
    const names = new Map(named.map(({ chatId, name }) => [chatId, name]))
    const { home_chat: home, send_to: open, channels } = settings
    const used = homes.filter((each) => each.network === network).map(({ address }) => formatPlace(address))
    const places = [...(home === undefined ? [] : [home]), ...open, ...Object.keys(channels), ...names.keys(), ...used]
    return [...new Set(places)].map((place) => {
      const name = names.get(place)
      return { target: `${network}:${place}`, network, ...(name !== undefined && { name }), isHome: place === home }
    })
  })
  return (await Promise.all(perNetwork)).flat()
}
