import type { SessionRecord, StoredMessage } from '@hermes/core'
import { readSteers } from '@hermes/core/sessions'
import { joinsTurn } from './joins-turn.js'

/** Whether a message of a session began a turn of its own: a steer, and what Hermes told the model, joined the turn that had read it. */
export function beginsExchange(session: Pick<SessionRecord, 'notes'>): (stored: StoredMessage) => boolean {
  const steers = new Set(readSteers.of(session))
  return (stored) => stored.message.role === 'user' && !steers.has(stored.platformMessageId ?? '') && !joinsTurn(stored)
}
