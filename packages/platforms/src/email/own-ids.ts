import { createHash } from 'node:crypto'
import { domainOf } from './is-authentic.js'

/** The message id of an answer. The same for each attempt, so that mail programs show one that was sent twice once. */
export function ownId(key: string, address: string): string {
  const digest = createHash('sha256').update(key).digest('hex')
  return `${digest.slice(0, 32)}.hermes@${domainOf(address)}`
}

/** Whether an id has the form of {@link ownId}. */
export function isOwnId(id: string, address: string): boolean {
  return id.endsWith(`.hermes@${domainOf(address)}`)
}
