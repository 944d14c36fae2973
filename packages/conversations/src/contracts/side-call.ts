import type { SessionId, Usage } from '@hermes/core'
import type { Person } from './person.js'

/** A model call that a command made outside of any turn. */
export interface SideCall {
  /** The conversation. */
  readonly id: SessionId
  /** The person who ran the command. */
  readonly by: Person
  readonly usage: Usage
}
