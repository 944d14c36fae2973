import type { InboundEvent } from '@hermes/core/platform'
import type { ChatNetwork } from '../network/chat-network.js'
import { inertLine } from '../network/inert-line.js'
import type { ChatRole, KnownPerson } from '../network/known-person.js'
import type { Links } from './links.js'
import type { Pairing } from './pairing.js'
import { writesToChats } from './writes-to-chats.js'

/** A network of the settings, whether or not it is connected. */
export type ConfiguredNetwork = Pick<ChatNetwork, 'name' | 'settings'>

/** Identifies senders across all networks. */
export interface Access {
  /**
   * Returns the highest role of a person with all their identities, in direct chats and in groups. `undefined` if no network knows them by their own
   * account. Accounts that were linked to it are then separate people.
   */
  roleOf(personId: string): Promise<ChatRole | undefined>
  /** Whether a person is now a stranger on a network that is served. Programs and the owner never are. */
  isStranger(personId: string): Promise<boolean>
  /** Returns the sender of an event, with their role in its kind of chat. `undefined` for a stranger. */
  identify(
    event: Pick<InboundEvent, 'sender' | 'chatType'>,
    network: ConfiguredNetwork,
  ): Promise<KnownPerson | undefined>
}

export interface AccessOptions {
  readonly networks: ReadonlyMap<string, ConfiguredNetwork>
  readonly pairing: Pick<Pairing, 'isPaired'>
  readonly links: Pick<Links, 'personOf' | 'identitiesOf'>
}

/** The id of the owner of the home, also used at the terminal. */
export const ownerId = 'local'
const ranks: readonly ChatRole[] = ['guest', 'user', 'admin', 'owner']

export function createAccess({ networks, pairing, links }: AccessOptions): Access {
  /** Returns the first role that applies: owners, admins, guests, everyone of the network, paired people, the list of the network. Others are strangers. */
  async function ownRole(id: string, network: ConfiguredNetwork, isGroup: boolean): Promise<ChatRole | undefined> {
    const { name, settings } = network
    if (settings.owners.includes(id)) return 'owner'
    if (adminsOf(network, isGroup).includes(id)) return 'admin'
    if (settings.guests.includes(id)) return 'guest'
    const isKnown = settings.allow_all === true || settings.allow_from.includes(id) || settings.admins.includes(id)
    if (isKnown || (await pairing.isPaired(name, id))) return 'user'
    return settings.allow_all === 'guests' ? 'guest' : undefined
  }

  async function roleOfPerson(personId: string, isGroup: boolean): Promise<ChatRole | undefined> {
    if (personId === ownerId) return 'owner'
    const at = personId.indexOf(':')
    const network = networks.get(personId.slice(0, at))
    return network && ownRole(personId.slice(at + 1), network, isGroup)
  }

  const rolesOf = (id: string) => Promise.all([roleOfPerson(id, false), roleOfPerson(id, true)])

  return {
    async roleOf(personId) {
      const own = highest(await rolesOf(personId))
      // As in `identify`: a person who is no longer known to any network brings no linked identities.
      if (own === undefined) return undefined
      const linked = await Promise.all((await links.identitiesOf(personId)).map(rolesOf))
      return highest([own, ...linked.flat()])
    },
    async isStranger(personId) {
      // On a network that could not be opened, nobody is known.
      const isServed = networks.has(personId.slice(0, Math.max(personId.indexOf(':'), 0)))
      return isServed && writesToChats(personId) && highest(await rolesOf(personId)) === undefined
    },
    async identify({ sender: { id, name }, chatType }, network) {
      const isGroup = chatType !== 'direct'
      const own = await ownRole(id, network, isGroup)
      const linked = await links.personOf(network.name, id)
      const ofPerson = linked === undefined ? undefined : await roleOfPerson(linked, isGroup)
      // A linked person who is no longer known to any network gives this account no role.
      const role = highest([own, ofPerson])
      if (role === undefined) return undefined
      const ownId = own === 'owner' ? ownerId : `${network.name}:${id}`
      const person = {
        id: ofPerson === undefined || linked === undefined ? ownId : linked,
        role: role === 'owner' || role === 'admin' ? 'admin' : 'user',
        ...(name !== undefined && { name: inertLine(name) }),
      } as const
      return { person, role }
    },
  }
}

/** Whether a role has more rights than another one. */
export function outranks(role: ChatRole, other: ChatRole | undefined): boolean {
  return other === undefined || ranks.indexOf(role) > ranks.indexOf(other)
}

function highest(roles: readonly (ChatRole | undefined)[]): ChatRole | undefined {
  return ranks.findLast((rank) => roles.includes(rank))
}

function adminsOf({ settings }: ConfiguredNetwork, isGroup: boolean): readonly string[] {
  return (isGroup ? settings.group_admins : undefined) ?? settings.admins
}
