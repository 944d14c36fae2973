import { createHash, randomBytes } from 'node:crypto'
import { basename } from 'node:path'
import type { SessionId } from '@hermes/core'
import type { SpillOrigin } from './spill-store.js'

const spelling = /^output-[\w-]{1,100}\.txt$/
const ownerChars = 16

/** Returns a file name that identifies the origin of a text. Safe for any ids from providers and models. */
export function spillName({ conversation, callId }: SpillOrigin): string {
  const unique = randomBytes(4).toString('hex')
  return `output-${ownerOf(conversation)}-${plain(callId)}-${unique}.txt`
}

/** Returns whether a file belongs to the spill store. No other file is ever deleted. A `.part` file is being written. */
export function isSpillName(name: string): boolean {
  return spelling.test(name.replace(/\.part$/, ''))
}

/** Returns whether the name of a file says that it stores a result of the conversation. */
export function isSpillOf(path: string, conversation: SessionId): boolean {
  const name = basename(path)
  return isSpillName(name) && name.startsWith(`output-${ownerOf(conversation)}-`)
}

/** Returns a text that differs for any two conversations, unlike the characters of an id that are valid in a file name. */
function ownerOf(conversation: SessionId): string {
  return createHash('sha256').update(conversation).digest('hex').slice(0, ownerChars)
}

function plain(id: string): string {
  return id.replace(/[^\w]+/g, '_').slice(0, 36)
}
