import { createHash, randomBytes } from 'node:crypto'
import { basename } from 'node:path'
import type { SessionId } from '@hermes/core'
import type { SpillOrigin } from './spill-store.js'

const spelling = /^output-[\w-]{1,100}\.txt$/
const ownerChars = 16

/** A file name that identifies the origin of a text, safe for any ids of providers and models. */
export function spillName({ conversation, callId }: SpillOrigin): string {
  const unique = randomBytes(4).toString('hex')
  return `output-${ownerOf(conversation)}-${plain(callId)}-${unique}.txt`
}

/** Returns true for files of the spill store; no other file is ever deleted. A `.part` file is being written. */
export function isSpillName(name: string): boolean {
  return spelling.test(name.replace(/\.part$/, ''))
}

/** Whether the file at a path stores a result of the conversation, as its name says. */
export function isSpillOf(path: string, conversation: SessionId): boolean {
  const name = basename(path)
  return isSpillName(name) && name.startsWith(`output-${ownerOf(conversation)}-`)
}

/** Different for any two conversations, unlike the characters of an id that a file name may have. */
function ownerOf(conversation: SessionId): string {
  return createHash('sha256').update(conversation).digest('hex').slice(0, ownerChars)
}

function plain(id: string): string {
  return id.replace(/[^\w]+/g, '_').slice(0, 36)
}
