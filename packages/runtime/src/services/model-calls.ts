import { describeError, type Logger, type SessionId, type SessionStore } from '@hermes/core'
import type { ModelCall } from '@hermes/core/sessions'

/** Called after calls are counted for a session, before the session continues. An error is logged. */
export type ModelCallListener = (sessionId: SessionId, calls: readonly ModelCall[]) => Promise<void>

/** The model calls that this process counts for the sessions of a home: those of turns, sub-agents and side tasks. */
export interface ModelCalls {
  /** Calls `listener` for counted calls. @returns a function that removes the listener. */
  follow(listener: ModelCallListener): () => void
}

/** A store that reports the model calls that are counted in it. */
export interface FollowedStore {
  readonly store: SessionStore
  readonly modelCalls: ModelCalls
}

export function followModelCalls(store: SessionStore, logger: Logger): FollowedStore {
  const { messages, usage } = store
  const listeners = new Set<ModelCallListener>()

  async function tell(id: SessionId, calls: readonly ModelCall[]): Promise<void> {
    for (const listener of calls.length > 0 ? listeners : []) {
      await listener(id, calls).catch((error: unknown) => {
        logger.log('error', 'A model call was not accounted for.', { session: id, error: describeError(error) })
      })
    }
  }

  return {
    store: {
      ...store,
      messages: {
        load: (id, options) => messages.load(id, options),
        async append(id, added, options) {
          const stored = await messages.append(id, added, options)
          await tell(id, options?.calls ?? [])
          return stored
        },
      },
      ...(usage && {
        usage: {
          accounts: (query) => usage.accounts(query),
          async add(id, call) {
            await usage.add(id, call)
            await tell(id, [call])
          },
        },
      }),
      [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
    },
    modelCalls: {
      follow(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
  }
}
