import type { MessageContent, SessionId } from '@hermes/core'
import type { Person } from './person.js'

/** A turn that is about to start. */
export interface StartingTurn {
  /** The conversation. */
  readonly id: SessionId
  /** Whose message starts it. */
  readonly by: Person
  /** Whether it continues one that was cut short. */
  readonly isContinued: boolean
  /** The message that starts it. Absent for one that is continued. */
  readonly input?: MessageContent
}

/** Whether a turn may start. */
export type TurnAdmission =
  /** Why not: its submission ends as refused with this sentence. Default of `reason`: `not-admitted`. */
  | { readonly refusal: string; readonly reason?: 'not-admitted' | 'outdated' }
  /** `end` is called once when the turn has ended, however that was. */
  | { readonly end: () => void }
