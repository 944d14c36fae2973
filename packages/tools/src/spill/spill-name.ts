import { randomBytes } from 'node:crypto'
import type { SpillOrigin } from './spill-store.js'

const spelling = /^output-[\w-]{1,100}\.txt$/

/** A file name that identifies the origin of a text, safe for any ids of providers and models. */
export function spillName({ sessionId, callId }: SpillOrigin): string {
  const unique = randomBytes(4).toString('hex')
  return `output-${plain(sessionId)}-${plain(callId)}-${unique}.txt`
}

/** Returns true for files of the spill store; no other file is ever deleted. A `.part` file is being written. */
export function isSpillName(name: string): boolean {
  return spelling.test(name.replace(/\.part$/, ''))
}

function plain(id: string): string {
  return id.replace(/[^\w]+/g, '_').slice(0, 36)
}
