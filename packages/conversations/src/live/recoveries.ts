import type { SessionId, SessionStore } from '@hermes/core'
import { newestOf, type ValueTable } from '@hermes/core/sessions'
import { isRecord } from '@hermes/core/wiring'

const namespace = 'turn-recoveries'

/**
 * Counts how often a turn was continued after its process had died, so that a turn that kills its process is not continued
 * forever.
 */
export interface Recoveries {
  /**
   * Call it before the interrupted turn of a conversation is continued automatically.
   *
   * @returns whether it may be continued, because fewer processes than allowed have died while trying.
   */
  begin(id: SessionId): Promise<boolean>
  /** Called when the process has survived the turn. */
  end(id: SessionId): Promise<void>
}

export interface RecoveriesOptions {
  readonly store: SessionStore
  readonly values: ValueTable
  /** The maximum number of attempts for one turn. */
  readonly most: () => number
  /** Identifies this process among those that use the store. */
  readonly process: string
}

export function createRecoveries({ store, values, most, process }: RecoveriesOptions): Recoveries {
  /** Identifies a turn by its message: another turn starts with another message and its own count. */
  async function turnOf(id: SessionId): Promise<number> {
    const record = await store.sessions.get(id)
    const messages = record ? await store.messages.load((await newestOf(store, record)).id) : []
    return messages.findLast(({ message }) => message.role === 'user')?.id ?? 0
  }

  return {
    async begin(id) {
      const turn = await turnOf(id)
      let attempts = 0
      await values.update(
        namespace,
        id,
        (value) => {
          const known = isRecord(value) && value.turn === turn ? value : undefined
          const before = typeof known?.attempts === 'number' ? known.attempts : 0
          // A process that tries again has not died.
          attempts = known?.process === process ? before : before + 1
          return { turn, attempts, process }
        },
        { sessionId: id },
      )
      return attempts <= most()
    },
    async end(id) {
      await values.update(namespace, id, () => undefined)
    },
  }
}
