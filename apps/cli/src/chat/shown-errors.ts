import type { ConversationEvent } from '@hermes/conversations'

/** Errors that a chat has shown. An error that ends a turn also ends its input, which reports it again when it is stored and when it ends. */
export interface ShownErrors {
  /** Notes an error that the view of a turn shows. */
  see(event: ConversationEvent): void
  /** Whether an error has not been shown yet. It counts as shown from then on. */
  take(error: unknown): boolean
}

export function createShownErrors(): ShownErrors {
  const shown = new WeakSet<object>()
  const take = (error: unknown): boolean => {
    if (typeof error !== 'object' || error === null) return true
    const isNew = !shown.has(error)
    shown.add(error)
    return isNew
  }
  return {
    take,
    see(event) {
      if (event.type === 'turn-done' && event.outcome.status === 'failed') take(event.outcome.error)
    },
  }
}
