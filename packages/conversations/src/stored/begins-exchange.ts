import type { SessionRecord, StoredMessage } from '@hermes/core'
import { readSteers } from '@hermes/core/sessions'
import { joinsTurn } from './joins-turn.js'

/** Returns whether a message of a session started its own turn. Steers and what Hermes told the model joined the turn that read them. */
export function beginsExchange(session: Pick<SessionRecord, 'notes'>): (stored: StoredMessage) => boolean {
  const steers = new Set(readSteers.of(session))
  return (stored) => stored.message.role === 'user' && !steers.has(stored.platformMessageId ?? '') && !joinsTurn(stored)
}
