import type { MessageContent, SessionId } from '@hermes/core'
import type { Person } from './person.js'

/** A turn that is about to start. */
export interface StartingTurn {
  /** The conversation. */
  readonly id: SessionId
  /** The person whose message starts the turn. */
  readonly by: Person
  /** Whether the turn continues one that was cut short. */
  readonly isContinued: boolean
  /** The message that starts the turn. Absent for a continued turn. */
  readonly input?: MessageContent
}

/** Whether a turn may start. */
export type TurnAdmission =
  /** The turn may not start: its submission ends as refused with this sentence. Default of `reason`: `not-admitted`. */
  | { readonly refusal: string; readonly reason?: 'not-admitted' | 'outdated' }
  /** The turn may start. `end` is called once when the turn has ended, for whatever reason. */
  | { readonly end: () => void }
