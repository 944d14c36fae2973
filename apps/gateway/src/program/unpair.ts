import { HermesError } from '@hermes/core'
import { type AccessOptions, createAccess } from '../chats/people/access.js'
import { describePerson } from '../chats/people/describe-person.js'
import type { Links } from '../chats/people/links.js'
import type { Pairing } from '../chats/people/pairing.js'

interface Identity {
  readonly network: string
  readonly userId: string
}

interface Known extends AccessOptions {
  readonly pairing: Pick<Pairing, 'revoke' | 'isPaired'>
  readonly links: Pick<Links, 'separate' | 'personOf' | 'identitiesOf' | 'list'>
}

/**
 * Revokes what lets an account write to the agent: its pairing, and its link to a person.
 * @returns lines for people: what was revoked, and which accounts of the same person may still write.
 * @throws {HermesError} `gateway/pairing` if the account is neither paired nor linked.
 */
export async function unpair({ network, userId }: Identity, known: Known): Promise<readonly string[]> {
  const { pairing, links } = known
  const id = `${network}:${userId}`
  const wasPaired = await pairing.revoke(network, userId)
  const person = await links.separate(network, userId)
  const done = [
    ...(wasPaired ? [`${id} is not paired any more.`] : []),
    ...(person === undefined ? [] : [`${id} is not linked to ${describePerson(person)} any more.`]),
  ]
  if (done.length > 0) return [...done, ...(await stillWriting({ network, userId }, known))]
  throw new HermesError(
    'gateway/pairing',
    `${id} is neither paired nor linked: \`hermes gateway people\` lists who is.`,
  )
}

/** Returns the accounts that the settings, or a separate pairing, still let in: this one, and those that were linked to it. */
async function stillWriting(own: Identity, known: Known): Promise<readonly string[]> {
  const access = createAccess(known)
  const id = `${own.network}:${own.userId}`
  const linked = (await known.links.list()).filter(({ person }) => person === id)
  const mayWrite = async ({ network: name, userId }: Identity) => {
    const network = known.networks.get(name)
    return network && (await access.identify({ sender: { id: userId }, chatType: 'direct' }, network)) !== undefined
  }
  const lines: string[] = []
  for (const account of [own, ...linked]) {
    if (!(await mayWrite(account))) continue
    const name = `${account.network}:${account.userId}`
    const why = account === own ? `: the settings of ${own.network} let it in` : `, with which ${id} shared its rights`
    lines.push(`${name} may still write to the agent${why}.`)
  }
  return lines
}
