import type { SessionId, SessionSeed } from '@hermes/core'
import type { Person } from './person.js'

/** A turn that is about to start with a message. */
export interface BeginningTurn {
  /** The conversation. */
  readonly id: SessionId
  /** The id of the message that starts the turn: see `UserInput.id`. */
  readonly turnId: string
  /** The person whose message starts the turn. */
  readonly by: Person
  /** How the session starts if this is its first turn. */
  readonly seed: SessionSeed
}
