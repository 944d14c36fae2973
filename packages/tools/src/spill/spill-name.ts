import { randomBytes } from 'node:crypto'
import type { SpillOrigin } from './spill-store.js'

const spelling = /^output-[\w-]{1,100}\.txt$/

/** A name that says where a text came from, whatever a provider or a model has put into the ids. */
export function spillName({ sessionId, callId }: SpillOrigin): string {
  const unique = randomBytes(4).toString('hex')
  return `output-${plain(sessionId)}-${plain(callId)}-${unique}.txt`
}

/** Whether a file of the folder is one of ours: nothing else is ever removed. A `.part` is one that is being written. */
export function isSpillName(name: string): boolean {
  return spelling.test(name.replace(/\.part$/, ''))
}

function plain(id: string): string {
  return id.replace(/[^\w]+/g, '_').slice(0, 36)
}
