import { createHash } from 'node:crypto'
import { domainOf } from './is-authentic.js'

/**
 * Returns the message id of an answer. It is the same for each attempt, so that mail programs show an answer that was
 * sent twice only once.
 */
export function ownId(key: string, address: string): string {
  const digest = createHash('sha256').update(key).digest('hex')
  return `${digest.slice(0, 32)}.hermes@${domainOf(address)}`
}

/** Whether an id has the form of {@link ownId}. */
export function isOwnId(id: string, address: string): boolean {
  return id.endsWith(`.hermes@${domainOf(address)}`)
}
