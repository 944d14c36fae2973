import type { NewMessage } from '../../contracts/sessions/stored-message.js'
import type { ModelCall } from '../../contracts/sessions/usage-log.js'
import type { SessionId } from '../../contracts/values/session-id.js'

/** What a failing store, for example on a full disk, has not accepted from a turn. */
export interface UnstoredTurn {
  /** The calls, which were paid for. */
  readonly calls: readonly ModelCall[]
  /** The answer that was shown. */
  readonly answer?: UnstoredAnswer | undefined
}

export interface UnstoredAnswer {
  readonly entry: NewMessage
  /** How many messages preceded it in the history. */
  readonly messageCount: number
}

/**
 * What is still to be stored, by session. The next turn of the session with the same agent stores it; it is lost when the process
 * ends.
 */
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
