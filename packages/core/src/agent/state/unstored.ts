import type { NewMessage } from '../../contracts/sessions/stored-message.js'
import type { ModelCall } from '../../contracts/sessions/usage-log.js'
import type { SessionId } from '../../contracts/values/session-id.js'

/** What a store that failed, on a full disk for example, has not taken from a turn. */
export interface UnstoredTurn {
  /** They were paid for. */
  readonly calls: readonly ModelCall[]
  /** The answer that was shown. */
  readonly answer?: UnstoredAnswer | undefined
}

export interface UnstoredAnswer {
  readonly entry: NewMessage
  /** How many messages the history had before it. */
  readonly messageCount: number
}

/** What is still to be stored, by session. The next turn of the session with the same agent does so; it ends with the process. */
export class Unstored {
  readonly #turns = new Map<SessionId, UnstoredTurn>()

  get(id: SessionId): UnstoredTurn | undefined {
    return this.#turns.get(id)
  }

  set(id: SessionId, turn: UnstoredTurn): void {
    if (turn.calls.length > 0 || turn.answer) this.#turns.set(id, turn)
    else this.#turns.delete(id)
  }
}
