import { HermesError } from '@hermes/core'
import { describePerson } from '../chats/people/describe-person.js'
import type { Links } from '../chats/people/links.js'
import type { Pairing } from '../chats/people/pairing.js'

interface Identity {
  readonly network: string
  readonly userId: string
}

interface Known {
  readonly pairing: Pick<Pairing, 'revoke'>
  readonly links: Pick<Links, 'separate'>
}

/**
 * Takes back what lets an account write to the agent: that it is paired, and that it is linked to a person.
 * @returns what was taken back, for people.
 * @throws {HermesError} `gateway/pairing` when it is neither.
 */
export async function unpair({ network, userId }: Identity, { pairing, links }: Known): Promise<readonly string[]> {
  const id = `${network}:${userId}`
  const wasPaired = await pairing.revoke(network, userId)
  const person = await links.separate(network, userId)
  const done = [
    ...(wasPaired ? [`${id} is not paired any more.`] : []),
    ...(person === undefined ? [] : [`${id} is not linked to ${describePerson(person)} any more.`]),
  ]
  if (done.length > 0) return done
  throw new HermesError(
    'gateway/pairing',
    `${id} is neither paired nor linked: \`hermes gateway people\` lists who is.`,
  )
}
