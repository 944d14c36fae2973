import type { ValueTable } from '@hermes/core/sessions'
import type { Config } from '@hermes/runtime'
import { type Access, type ConfiguredNetwork, createAccess } from './access.js'
import { createLinks } from './links.js'
import { createPairing } from './pairing.js'

type Platforms = Config['platforms']

/** The roles of people by the settings, also on networks that are not connected. @param platforms Read at each call. */
export function openRoles(values: ValueTable, platforms: () => Platforms): Access['roleOf'] {
  const [pairing, links] = [createPairing(values), createLinks(values)]
  return (personId) => createAccess({ networks: networksOf(platforms()), pairing, links }).roleOf(personId)
}

function networksOf(platforms: Platforms): ReadonlyMap<string, ConfiguredNetwork> {
  const enabled = Object.entries(platforms).filter(([, settings]) => settings.enabled)
  return new Map(enabled.map(([name, settings]) => [name, { name, settings }]))
}
