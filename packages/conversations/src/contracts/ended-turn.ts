import type { RunResult, SessionId } from '@hermes/core'
import type { Person } from './person.js'

/** A turn that has ended and is stored. */
export interface EndedTurn {
  /** The conversation. */
  readonly id: SessionId
  /** The person whose message started the turn. */
  readonly by: Person
  readonly result: RunResult
  /** The start and end, in milliseconds since 1970. */
  readonly startedAtMs: number
  readonly endedAtMs: number
}
