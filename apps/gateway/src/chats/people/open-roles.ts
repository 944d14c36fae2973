import type { ValueTable } from '@hermes/core/sessions'
import { createConversationHomes } from '@hermes/platforms/messages'
import type { Config } from '@hermes/runtime'
import { type Access, type ConfiguredNetwork, createAccess } from './access.js'
import { createHasChat, type HasChat } from './has-chat.js'
import { createLinks } from './links.js'
import { createPairing } from './pairing.js'

type Platforms = Config['platforms']

export interface Roles extends Pick<Access, 'roleOf'> {
  readonly hasChat: HasChat
}

/** Opens the roles that the settings give to people, including networks that are not connected. @param platforms Read at each call. */
export function openRoles(values: ValueTable, platforms: () => Platforms): Roles {
  const [pairing, links, homes] = [createPairing(values), createLinks(values), createConversationHomes(values)]
  const parts = () => ({ networks: networksOf(platforms()), pairing, links })
  return {
    roleOf: (personId) => createAccess(parts()).roleOf(personId),
    hasChat: (conversation, personId) => createHasChat({ ...parts(), homes })(conversation, personId),
  }
}

/** Returns the networks that are not disabled. */
export function networksOf(platforms: Platforms): ReadonlyMap<string, ConfiguredNetwork> {
  const enabled = Object.entries(platforms).filter(([, settings]) => settings.enabled)
  return new Map(enabled.map(([name, settings]) => [name, { name, settings }]))
}
