import { describePerson } from '../chats/people/describe-person.js'
import type { Links } from '../chats/people/links.js'
import type { Pairing } from '../chats/people/pairing.js'

interface Known {
  readonly pairing: Pick<Pairing, 'list'>
  readonly links: Pick<Links, 'list'>
}

/** Returns a line for each account that is paired, waits for pairing, or is linked to a person. */
export async function listPeople({ pairing, links }: Known): Promise<readonly string[]> {
  const lines = [
    ...(await pairing.list()).map(({ network, userId, state }) => `${network}  ${userId}  ${state}`),
    ...(await links.list()).map(
      ({ network, userId, person }) => `${network}  ${userId}  linked to ${describePerson(person)}`,
    ),
  ]
  return lines.length > 0 ? lines : ['Nobody is paired, linked or waiting. People in the settings are not listed here.']
}
